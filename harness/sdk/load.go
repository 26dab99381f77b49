package sdk

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

//go:embed profiles/*.yaml
var builtin embed.FS

// maxProfile bounds a profile file, in bytes.
const maxProfile = 256 << 10

// A Problem is one thing that is wrong with a profile.
type Problem struct {
	// File, Line and Column (from 1) say where.
	File         string
	Line, Column int
	// Message says what is wrong and what to do.
	Message string
}

// Error satisfies the error interface, in the form that editors can jump to.
func (p Problem) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Problems is everything that is wrong with a profile.
type Problems []Problem

// Error lists the problems, one a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Profiles lists the names of the built-in profiles.
func Profiles() []string {
	entries, err := builtin.ReadDir("profiles")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// Load reads a profile: a built-in one by its name, or a file by its path. A file
// with mistakes gives [Problems] with their places.
func Load(nameOrPath string) (*Profile, error) {
	if slices.Contains(Profiles(), nameOrPath) {
		file := path.Join("profiles", nameOrPath+".yaml")
		text, err := builtin.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading the built-in profile %s: %w", nameOrPath, err)
		}
		return Parse(file, text)
	}
	text, err := os.ReadFile(nameOrPath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no SDK profile %q: give one of the built-in names (%s) or the path of a YAML file",
			nameOrPath, strings.Join(Profiles(), ", "))
	case err != nil:
		return nil, fmt.Errorf("reading the SDK profile: %w", err)
	}
	return Parse(nameOrPath, text)
}

// Parse reads a profile from its text; file names it in messages. Unknown and
// duplicate keys, wrong types, missing values, unknown words and regular
// expressions that do not compile are [Problems].
func Parse(file string, text []byte) (*Profile, error) {
	if len(text) > maxProfile {
		return nil, Problems{{file, 1, 1, fmt.Sprintf("the file is larger than %d bytes", maxProfile)}}
	}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, Problems{problemOf(file, err)}
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return nil, Problems{{file, 1, 1, "the file must hold exactly one YAML document, a profile"}}
	}
	p := &Profile{file: file}
	if err := yaml.NodeToValue(tree.Docs[0].Body, p, yaml.Strict()); err != nil {
		return nil, Problems{problemOf(file, err)}
	}
	c := &checker{file: file, tree: tree}
	c.profile(p)
	if len(c.problems) > 0 {
		sort.SliceStable(c.problems, func(i, j int) bool {
			a, b := c.problems[i], c.problems[j]
			return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
		})
		return nil, c.problems
	}
	return p, nil
}

// problemOf takes the place out of an error of the YAML library.
func problemOf(file string, err error) Problem {
	p := Problem{File: file, Line: 1, Column: 1, Message: err.Error()}
	var located yaml.Error
	if errors.As(err, &located) {
		p.Message = located.GetMessage()
		if tok := located.GetToken(); tok != nil && tok.Position != nil {
			p.Line, p.Column = tok.Position.Line, tok.Position.Column
		}
	}
	return p
}

// checker looks for what the types cannot say, and knows where things stand.
type checker struct {
	file     string
	tree     *ast.File
	problems Problems
}

// report adds a problem at the value that the keys lead to, or at the nearest
// part of the way that exists.
func (c *checker) report(message string, keys ...any) {
	p := Problem{File: c.file, Line: 1, Column: 1, Message: message}
	for n := len(keys); n > 0; n-- {
		b := new(yaml.PathBuilder).Root()
		for _, key := range keys[:n] {
			switch key := key.(type) {
			case string:
				b = b.Child(key)
			case int:
				b = b.Index(uint(key))
			}
		}
		node, err := b.Build().FilterFile(c.tree)
		if err == nil && node != nil && node.GetToken() != nil {
			p.Line, p.Column = place(node)
			break
		}
	}
	c.problems = append(c.problems, p)
}

// place is where a reader would look: a mapping has its token at the first
// colon, so its first key stands for it.
func place(node ast.Node) (line, column int) {
	if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		node = m.Values[0].Key
	}
	position := node.GetToken().Position
	return position.Line, position.Column
}

// need reports a text that is empty.
func (c *checker) need(value string, keys ...any) {
	if strings.TrimSpace(value) == "" {
		c.report(fmt.Sprintf("%q is missing", joinKeys(keys)), keys...)
	}
}

// oneOf reports a text that is not among the words.
func (c *checker) oneOf(value string, words []string, keys ...any) {
	if !slices.Contains(words, value) {
		c.report(fmt.Sprintf("%q is %q, which is not one of %s", joinKeys(keys), value, strings.Join(words, ", ")), keys...)
	}
}

// pattern compiles a regular expression and reports one that does not compile.
func (c *checker) pattern(source string, keys ...any) *regexp.Regexp {
	re, err := regexp.Compile(source)
	if err != nil {
		c.report(fmt.Sprintf("%q is no regular expression: %v", joinKeys(keys), err), keys...)
	}
	return re
}

func joinKeys(keys []any) string {
	parts := make([]string, len(keys))
	for i, key := range keys {
		parts[i] = fmt.Sprint(key)
	}
	return strings.Join(parts, ".")
}
