package sdk

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// maxQuotedLine bounds the source line in a syntax error; a bundle may be one
// line of a million characters.
const maxQuotedLine = 120

// check reports a script that a page could not run: an empty one, one that does
// not parse, and an ES module, which a plain script tag cannot load.
func (a *Artifact) check() error {
	text := bytes.TrimSpace(a.Script)
	switch {
	case len(text) == 0:
		return &ArtifactError{Source: a.Source, Problem: "it is empty"}
	case text[0] == '<':
		return &ArtifactError{Source: a.Source, Problem: "it is an HTML page, not a script"}
	case !utf8.Valid(a.Script):
		return &ArtifactError{Source: a.Source, Problem: "it is not UTF-8 text", Hint: "is it compressed?"}
	}
	result := api.Build(api.BuildOptions{
		Stdin:    &api.StdinOptions{Contents: string(a.Script), Sourcefile: "sdk.js", Loader: api.LoaderJS},
		Metafile: true,
		LogLevel: api.LogLevelSilent,
		Target:   api.ESNext,
	})
	if len(result.Errors) > 0 {
		return a.syntaxError(result.Errors[0])
	}
	if isModule(result.Metafile) {
		return &ArtifactError{
			Source: a.Source, Problem: "it is an ES module (it imports or exports)",
			Hint: "give the plain script that pages load with a script tag",
		}
	}
	return nil
}

func (a *Artifact) syntaxError(m api.Message) error {
	e := &ArtifactError{Source: a.Source, Problem: "syntax error: " + m.Text}
	if m.Location != nil {
		e.Line, e.Column = m.Location.Line, m.Location.Column+1
		e.Text = excerpt(m.Location.LineText, m.Location.Column)
	}
	return e
}

// excerpt cuts a long line around a byte offset.
func excerpt(line string, at int) string {
	line = strings.ToValidUTF8(line, "�")
	if len(line) <= maxQuotedLine {
		return strings.TrimSpace(line)
	}
	from := max(0, min(at, len(line))-maxQuotedLine/2)
	to := min(len(line), from+maxQuotedLine)
	return strings.TrimSpace(strings.ToValidUTF8(line[from:to], ""))
}

// isModule reads from esbuild's metafile whether the script imports or exports.
func isModule(metafile string) bool {
	var meta struct {
		Inputs map[string]struct {
			Format string `json:"format"`
		} `json:"inputs"`
		Outputs map[string]struct {
			Exports []string `json:"exports"`
			Imports []struct {
				Kind string `json:"kind"`
			} `json:"imports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return false
	}
	for _, out := range meta.Outputs {
		if len(out.Exports) > 0 {
			return true
		}
		for _, imported := range out.Imports {
			if imported.Kind == "import-statement" {
				return true
			}
		}
	}
	return false
}
