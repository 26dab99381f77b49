package bundle

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// BuildError is a source that does not build.
type BuildError struct {
	// What was being built.
	What string
	// Problems, at least one, in the order that the builder found them.
	Problems []BuildProblem
}

// BuildProblem is one error with its place. Line counts from 1, Column (bytes) from 0 as editors' tools expect;
// File is empty when the problem has no place.
type BuildProblem struct {
	File     string
	Line     int
	Column   int
	LineText string
	Text     string
	Hints    []string
}

func newBuildError(what, dir string, messages []api.Message) *BuildError {
	e := &BuildError{What: what}
	for _, m := range messages {
		p := BuildProblem{Text: m.Text}
		if l := m.Location; l != nil {
			p.File, p.Line, p.Column, p.LineText = filepath.ToSlash(filepath.Join(filepath.Base(dir), l.File)), l.Line, l.Column, l.LineText
			if l.Suggestion != "" {
				p.Hints = append(p.Hints, "did you mean "+l.Suggestion+"?")
			}
		}
		for _, n := range m.Notes {
			p.Hints = append(p.Hints, n.Text)
		}
		e.Problems = append(e.Problems, p)
	}
	return e
}

func (e *BuildError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "building %s failed", e.What)
	for _, p := range e.Problems {
		b.WriteString("\n")
		if p.File != "" {
			fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Column+1)
		}
		b.WriteString(p.Text)
		if p.LineText != "" {
			fmt.Fprintf(&b, "\n    %s", strings.TrimSpace(p.LineText))
		}
		for _, h := range p.Hints {
			fmt.Fprintf(&b, "\n    %s", h)
		}
	}
	return b.String()
}
