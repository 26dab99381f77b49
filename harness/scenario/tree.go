package scenario

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxFileBytes bounds a scenario file; the largest useful one is a fraction of it.
const maxFileBytes = 256 << 10

// node is a YAML value with its place. Only the JSON subset of YAML survives
// here: anchors, aliases, tags, merge keys, keys that are not strings and
// duplicate keys have been refused on the way.
type node struct {
	pos    Pos
	value  any // nil, bool, float64, string; unused for maps and lists
	fields []field
	items  []*node
	kind   kind
}

type field struct {
	name  string
	pos   Pos
	value *node
}

type kind string

const (
	kindNull   kind = "nothing"
	kindBool   kind = "true or false"
	kindNumber kind = "a number"
	kindString kind = "a text"
	kindMap    kind = "a mapping"
	kindList   kind = "a list"
)

// found says what a node is, for the "found" line of a problem.
func (n *node) found() string {
	switch n.kind {
	case kindString:
		return fmt.Sprintf("the text %q", clip(n.value.(string), 60))
	case kindNumber:
		return fmt.Sprintf("the number %v", n.value)
	case kindBool:
		return fmt.Sprintf("%v", n.value)
	case kindMap:
		names := make([]string, len(n.fields))
		for i, f := range n.fields {
			names[i] = f.name
		}
		return "a mapping with " + clip(strings.Join(names, ", "), 60)
	case kindList:
		return fmt.Sprintf("a list of %d", len(n.items))
	default:
		return string(n.kind)
	}
}

// plain gives the node as JSON-like Go values.
func (n *node) plain() any {
	switch n.kind {
	case kindMap:
		m := make(map[string]any, len(n.fields))
		for _, f := range n.fields {
			m[f.name] = f.value.plain()
		}
		return m
	case kindList:
		l := make([]any, len(n.items))
		for i, item := range n.items {
			l[i] = item.plain()
		}
		return l
	default:
		return n.value
	}
}

// parseTree reads YAML text into a node tree. The tree is nil when the text
// could not be parsed; otherwise problems tell what had to be left out.
func parseTree(file string, text []byte) (*node, Problems) {
	t := &treeBuilder{file: file}
	if len(text) > maxFileBytes {
		return nil, Problems{{Pos: Pos{File: file}, Message: "the file is too large",
			Wanted: fmt.Sprintf("at most %d bytes", maxFileBytes), Found: fmt.Sprintf("%d bytes", len(text))}}
	}
	parsed, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, Problems{syntaxProblem(file, err)}
	}
	var body ast.Node
	for _, doc := range parsed.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			t.problem(doc.Body, Problem{Message: "a second YAML document", Wanted: "one scenario in a file", Hint: "move it to a file of its own"})
			break
		}
		body = doc.Body
	}
	if body == nil {
		return nil, Problems{{Pos: Pos{File: file, Line: 1, Col: 1}, Message: "the file is empty", Wanted: "a scenario: title, why, clauses, steps"}}
	}
	return t.build(body), t.problems
}

func syntaxProblem(file string, err error) Problem {
	p := Problem{Pos: Pos{File: file, Line: 1, Col: 1}, Message: "not YAML: " + err.Error()}
	var located yaml.Error
	if errors.As(err, &located) {
		p.Message = "not YAML: " + located.GetMessage()
		if tk := located.GetToken(); tk != nil {
			p.Pos = tokenPos(file, tk)
			p.Found = fmt.Sprintf("%q", clip(strings.TrimSpace(tk.Value), 40))
		}
	}
	return p
}

func tokenPos(file string, tk *token.Token) Pos {
	return Pos{File: file, Line: tk.Position.Line, Col: tk.Position.Column}
}

type treeBuilder struct {
	file     string
	problems Problems
}

func (t *treeBuilder) problem(n ast.Node, p Problem) {
	p.Pos = t.pos(n)
	t.problems = append(t.problems, p)
}

// pos is where the reader would put a finger: a block mapping has its token at
// the first colon, so its first key stands for it.
func (t *treeBuilder) pos(n ast.Node) Pos {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		n = m.Values[0].Key
	}
	return tokenPos(t.file, n.GetToken())
}

func (t *treeBuilder) build(n ast.Node) *node {
	out := &node{pos: t.pos(n), kind: kindNull}
	switch x := n.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		out.kind, out.value = kindBool, x.Value
	case *ast.IntegerNode:
		out.kind, out.value = kindNumber, integer(x.Value)
	case *ast.FloatNode:
		out.kind, out.value = kindNumber, x.Value
	case *ast.StringNode:
		out.kind, out.value = kindString, x.Value
	case *ast.LiteralNode:
		out.kind, out.value = kindString, x.Value.Value
	case *ast.SequenceNode:
		out.kind = kindList
		for _, item := range x.Values {
			out.items = append(out.items, t.build(item))
		}
	case ast.MapNode:
		out.kind = kindMap
		t.fields(out, x)
	default:
		t.problem(n, Problem{Message: "this YAML feature is not used in scenarios", Found: strings.ToLower(n.Type().YAMLName()),
			Wanted: "mappings, lists, texts, numbers, true, false, null", Hint: "quote the text if it was meant as one"})
	}
	return out
}

func (t *treeBuilder) fields(out *node, m ast.MapNode) {
	first := map[string]Pos{}
	for it := m.MapRange(); it.Next(); {
		key, ok := it.Key().(*ast.StringNode)
		if !ok {
			t.problem(it.Key(), Problem{Message: "a key that is not a text", Wanted: "a text", Found: it.Key().String(), Hint: "quote it"})
			continue
		}
		pos := t.pos(key)
		if before, twice := first[key.Value]; twice {
			t.problem(key, Problem{Message: fmt.Sprintf("duplicate key %q", key.Value), Wanted: "each key once",
				Found: fmt.Sprintf("it already stands in line %d", before.Line)})
			continue
		}
		first[key.Value] = pos
		out.fields = append(out.fields, field{name: key.Value, pos: pos, value: t.build(it.Value())})
	}
}

func integer(v any) float64 {
	switch i := v.(type) {
	case int64:
		return float64(i)
	case uint64:
		return float64(i)
	default:
		return math.NaN()
	}
}

// clip shortens a text for a message and says that it did.
func clip(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}
