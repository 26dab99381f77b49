package scenario

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// matcherKind is one row of the `$` vocabulary.
type matcherKind struct {
	name    string
	meaning string // one sentence, for FORMAT.md and messages
	compile func(r *reader, n *node) matcher
}

// matcherKinds returns the `$` vocabulary. It is a function because the rows
// refer to the compiler, which refers to the rows.
func matcherKinds() []matcherKind {
	return []matcherKind{
		{"$re", "the text matches this regular expression (RE2, unanchored)", compileRe},
		{"$json", "the pattern matches the value written as JSON text", compileJSON},
		{"$absent", "the field is not there", compileAbsent},
		{"$any", "the field is there, with any value or any of the named type", compileAny},
		{"$len", "the text, array or object has this length", compileLen},
		{"$has", "each of the listed patterns matches an element of its own", compileHas},
		{"$between", "the number lies in this closed range", compileBetween},
		{"$ref", "the value equals the captured one", compileRef},
		{"$not", "the pattern does not match", compileNot},
		{"$oneOf", "at least one of the listed patterns matches", compileOneOf},
	}
}

// dollar compiles one `$name: argument` pair, nil after a problem.
func (r *reader) dollar(f field) matcher {
	var names []string
	for _, k := range matcherKinds() {
		if k.name == f.name {
			return k.compile(r, f.value)
		}
		names = append(names, k.name)
	}
	r.problem(f.pos, Problem{Message: "unknown matcher", Wanted: oneOf(names), Found: fmt.Sprintf("%q", f.name), Hint: didYouMean(f.name, names)})
	return nil
}

// allMatcher wants all of its matchers to hold.
type allMatcher []matcher

func (m allMatcher) match(c *comparison, path string, v value) {
	for _, one := range m {
		one.match(c, path, v)
	}
}

func (m allMatcher) walk(visit func(matcher)) {
	visit(m)
	for _, one := range m {
		one.walk(visit)
	}
}

func (m allMatcher) String() string {
	parts := make([]string, len(m))
	for i, one := range m {
		parts[i] = one.String()
	}
	return strings.Join(parts, " and ")
}

type reMatcher struct{ re *regexp.Regexp }

func compileRe(r *reader, n *node) matcher {
	s := r.text(n, "a regular expression")
	re, err := regexp.Compile(s)
	if err != nil {
		r.problem(n.pos, Problem{Message: "not a regular expression", Wanted: "RE2 syntax", Found: err.Error()})
		return nil
	}
	return reMatcher{re}
}

func (m reMatcher) match(c *comparison, path string, v value) {
	if s, ok := v.v.(string); !ok || !m.re.MatchString(s) {
		c.fail(path, m.String(), v)
	}
}
func (m reMatcher) walk(visit func(matcher)) { visit(m) }
func (m reMatcher) String() string           { return fmt.Sprintf("a text matching /%s/", m.re) }

// jsonMatcher looks at a whole value as text, for what must stand nowhere in it.
type jsonMatcher struct{ want matcher }

func compileJSON(r *reader, n *node) matcher {
	if n.kind != kindMap {
		r.wrongKind(n, "a matcher of a text, such as {$re: canary}")
	}
	return jsonMatcher{r.matcher(n)}
}

func (m jsonMatcher) match(c *comparison, path string, v value) {
	if !v.present {
		c.fail(path, m.String(), v)
		return
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v.v); err != nil {
		c.failText(path, m.String(), "a value that is no JSON: "+err.Error())
		return
	}
	if len(c.try(m.want, path, value{v: strings.TrimSuffix(text.String(), "\n"), present: true})) > 0 {
		c.fail(path, m.String(), v)
	}
}

func (m jsonMatcher) walk(visit func(matcher)) { visit(m); m.want.walk(visit) }
func (m jsonMatcher) String() string           { return "as JSON, " + m.want.String() }

type absentMatcher struct{}

func compileAbsent(r *reader, n *node) matcher {
	if n.value != true {
		r.wrongKind(n, "true ($absent: true; for the opposite write $any: true)")
	}
	return absentMatcher{}
}

func (absentMatcher) match(c *comparison, path string, v value) {
	if v.present {
		c.fail(path, "no such field", v)
	}
}
func (m absentMatcher) walk(visit func(matcher)) { visit(m) }
func (absentMatcher) String() string             { return "no such field" }

// anyMatcher wants a value to be there, of a type if one is named.
type anyMatcher struct{ typeName string }

var jsonTypes = []string{"string", "number", "boolean", "object", "array", "null"}

func compileAny(r *reader, n *node) matcher {
	if n.value == true {
		return anyMatcher{}
	}
	s, _ := n.value.(string)
	if !slices.Contains(jsonTypes, s) {
		r.wrongKind(n, "true, or "+oneOf(jsonTypes))
	}
	return anyMatcher{typeName: s}
}

func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	default:
		return "object"
	}
}

func (m anyMatcher) match(c *comparison, path string, v value) {
	if !v.present || m.typeName != "" && jsonType(v.v) != m.typeName {
		c.fail(path, m.String(), v)
	}
}
func (m anyMatcher) walk(visit func(matcher)) { visit(m) }
func (m anyMatcher) String() string {
	if m.typeName == "" {
		return "any value"
	}
	return "any " + m.typeName
}

type lenMatcher struct{ want matcher }

func compileLen(r *reader, n *node) matcher {
	if f, ok := n.value.(float64); n.kind != kindMap && (!ok || f < 0) {
		r.wrongKind(n, "a length, or a matcher for one")
	}
	return lenMatcher{r.matcher(n)}
}

func (m lenMatcher) match(c *comparison, path string, v value) {
	length := -1
	switch x := v.v.(type) {
	case string:
		length = utf8.RuneCountInString(x)
	case []any:
		length = len(x)
	case map[string]any:
		length = len(x)
	}
	if !v.present || length < 0 {
		c.fail(path, m.String(), v)
		return
	}
	if len(c.try(m.want, path, value{v: float64(length), present: true})) > 0 {
		c.failText(path, m.String(), fmt.Sprintf("length %d: %s", length, v))
	}
}

func (m lenMatcher) walk(visit func(matcher)) { visit(m); m.want.walk(visit) }
func (m lenMatcher) String() string           { return "length " + m.want.String() }

type betweenMatcher struct{ low, high float64 }

func compileBetween(r *reader, n *node) matcher {
	m := betweenMatcher{}
	if n.kind == kindList && len(n.items) == 2 {
		low, okLow := n.items[0].value.(float64)
		high, okHigh := n.items[1].value.(float64)
		if okLow && okHigh && low <= high {
			return betweenMatcher{low, high}
		}
	}
	r.wrongKind(n, "two numbers, the lower first: [1, 5]")
	return m
}

func (m betweenMatcher) match(c *comparison, path string, v value) {
	if f, ok := v.v.(float64); !v.present || !ok || f < m.low || f > m.high {
		c.fail(path, m.String(), v)
	}
}
func (m betweenMatcher) walk(visit func(matcher)) { visit(m) }
func (m betweenMatcher) String() string {
	return fmt.Sprintf("a number from %v to %v", m.low, m.high)
}

type refMatcher struct {
	name string
	pos  Pos
}

func compileRef(r *reader, n *node) matcher {
	return refMatcher{name: r.text(n, "the name of a capture"), pos: n.pos}
}

func (m refMatcher) match(c *comparison, path string, v value) {
	want, ok := c.env.Captures[m.name]
	switch {
	case !ok:
		c.fail(path, fmt.Sprintf("the captured %q, which was never captured", m.name), v)
	case !v.present || !reflect.DeepEqual(want, v.v):
		c.fail(path, fmt.Sprintf("the captured %q (%s)", m.name, Show(want)), v)
	}
}
func (m refMatcher) walk(visit func(matcher)) { visit(m) }
func (m refMatcher) String() string           { return fmt.Sprintf("the captured %q", m.name) }

type notMatcher struct{ unwanted matcher }

func compileNot(r *reader, n *node) matcher { return notMatcher{r.matcher(n)} }

func (m notMatcher) match(c *comparison, path string, v value) {
	if len(c.try(m.unwanted, path, v)) == 0 {
		c.fail(path, m.String(), v)
	}
}
func (m notMatcher) walk(visit func(matcher)) { visit(m); m.unwanted.walk(visit) }
func (m notMatcher) String() string           { return "not " + m.unwanted.String() }

type oneOfMatcher struct{ choices []matcher }

func compileOneOf(r *reader, n *node) matcher {
	if n.kind != kindList || len(n.items) < 2 {
		r.wrongKind(n, "a list of at least two patterns")
		return nil
	}
	return oneOfMatcher{r.listMatcher(n).items}
}

func (m oneOfMatcher) match(c *comparison, path string, v value) {
	for _, choice := range m.choices {
		if len(c.try(choice, path, v)) == 0 {
			return
		}
	}
	c.fail(path, m.String(), v)
}

func (m oneOfMatcher) walk(visit func(matcher)) {
	visit(m)
	for _, choice := range m.choices {
		choice.walk(visit)
	}
}
func (m oneOfMatcher) String() string { return "one of " + listMatcher{m.choices}.String() }
