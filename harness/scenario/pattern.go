package scenario

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Pattern says what a JSON value is wanted to be: objects match as subsets,
// arrays exactly, scalars by equality, and `$` matchers for the rest.
type Pattern struct {
	Pos Pos
	m   matcher
}

// Env holds what the matchers may look up while a scenario runs.
type Env struct {
	Captures map[string]any // by name, for $ref
}

// Mismatch is one way in which a value is not what was wanted.
type Mismatch struct {
	Path   string `json:"path"`   // where in the value, "" for the whole
	Wanted string `json:"wanted"` // the pattern there
	Found  string `json:"found"`  // the value there, clipped
}

// String gives the mismatch on one line.
func (m Mismatch) String() string {
	path := m.Path
	if path == "" {
		path = "the value"
	}
	return fmt.Sprintf("%s: wanted %s, found %s", path, m.Wanted, m.Found)
}

// IsZero tells whether the pattern was never given.
func (p Pattern) IsZero() bool { return p.m == nil }

// String describes the pattern in the notation of the files.
func (p Pattern) String() string {
	if p.m == nil {
		return "anything"
	}
	return p.m.String()
}

// Match compares a value with the pattern. The value must be JSON-like as
// Normalize makes it. No mismatch means that it matches.
func (p Pattern) Match(v any, env Env) []Mismatch {
	if p.m == nil {
		return nil
	}
	c := &comparison{env: env}
	p.m.match(c, "", value{v: v, present: true})
	return c.mismatches
}

// Field gives the pattern wanted for one field of an object pattern; ok tells
// whether the pattern speaks of that field at all.
func (p Pattern) Field(name string) (sub Pattern, ok bool) {
	o, isObject := p.m.(objectMatcher)
	if !isObject {
		return Pattern{}, false
	}
	for _, f := range o.fields {
		if f.name == name {
			return Pattern{Pos: f.pos, m: f.m}, true
		}
	}
	return Pattern{}, false
}

// Text gives the text that the pattern demands literally; ok is false for
// anything but a plain text.
func (p Pattern) Text() (text string, ok bool) {
	l, isLiteral := p.m.(literalMatcher)
	if !isLiteral {
		return "", false
	}
	text, ok = l.want.(string)
	return text, ok
}

// refs lists the capture names that the pattern looks up.
func (p Pattern) refs() []located {
	var out []located
	if p.m != nil {
		p.m.walk(func(m matcher) {
			if r, ok := m.(refMatcher); ok {
				out = append(out, located{Text: r.name, Pos: r.pos})
			}
		})
	}
	return out
}

// Normalize turns any Go value into the JSON-like form that patterns compare:
// nil, bool, float64, string, []any, map[string]any.
func Normalize(v any) (any, error) {
	raw, ok := v.(json.RawMessage)
	if !ok {
		var err error
		if raw, err = json.Marshal(v); err != nil {
			return nil, fmt.Errorf("turning a %T into JSON: %w", v, err)
		}
	}
	var out any
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("reading a value as JSON: %w", err)
	}
	return out, nil
}

// Absent is what a [Mismatch] found where there is no field.
const Absent = "nothing (the field is absent)"

// value is what stands at a place; present is false where an object lacks the field.
type value struct {
	v       any
	present bool
}

func (v value) String() string {
	if !v.present {
		return Absent
	}
	return Show(v.v)
}

// Show renders a JSON-like value for a message, clipped to a readable length.
func Show(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprintf("%v", v)
	}
	return clip(strings.TrimSpace(b.String()), 300)
}

// comparison is the state of one Match.
type comparison struct {
	env        Env
	mismatches []Mismatch
}

func (c *comparison) fail(path, wanted string, found value) {
	c.failText(path, wanted, found.String())
}

func (c *comparison) failText(path, wanted, found string) {
	c.mismatches = append(c.mismatches, Mismatch{Path: path, Wanted: clip(wanted, 300), Found: found})
}

// try runs a matcher apart and returns its mismatches.
func (c *comparison) try(m matcher, path string, v value) []Mismatch {
	apart := &comparison{env: c.env}
	m.match(apart, path, v)
	return apart.mismatches
}

// matcher is the compiled form of a pattern.
type matcher interface {
	match(c *comparison, path string, v value)
	walk(visit func(matcher))
	String() string
}

// literalMatcher wants one scalar: nil, bool, float64 or string.
type literalMatcher struct{ want any }

func (m literalMatcher) match(c *comparison, path string, v value) {
	if !v.present || v.v != m.want {
		// A map or list never equals a scalar, and comparing them with != would
		// panic only if both sides were of that type, which want never is.
		c.fail(path, m.String(), v)
	}
}
func (m literalMatcher) walk(visit func(matcher)) { visit(m) }
func (m literalMatcher) String() string           { return Show(m.want) }

// objectMatcher wants an object that has at least these fields.
type objectMatcher struct{ fields []fieldMatcher }

type fieldMatcher struct {
	name string
	pos  Pos
	m    matcher
}

func (m objectMatcher) match(c *comparison, path string, v value) {
	obj, ok := v.v.(map[string]any)
	if !v.present || !ok {
		c.fail(path, "an object like "+m.String(), v)
		return
	}
	for _, f := range m.fields {
		got, present := obj[f.name]
		f.m.match(c, join(path, f.name), value{v: got, present: present})
	}
}

func (m objectMatcher) walk(visit func(matcher)) {
	visit(m)
	for _, f := range m.fields {
		f.m.walk(visit)
	}
}

func (m objectMatcher) String() string {
	parts := make([]string, len(m.fields))
	for i, f := range m.fields {
		parts[i] = f.name + ": " + f.m.String()
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// listMatcher wants an array of exactly these elements.
type listMatcher struct{ items []matcher }

func (m listMatcher) match(c *comparison, path string, v value) {
	list, ok := v.v.([]any)
	if !v.present || !ok {
		c.fail(path, "the array "+m.String(), v)
		return
	}
	if len(list) != len(m.items) {
		c.failText(path, fmt.Sprintf("an array of %d: %s", len(m.items), m), fmt.Sprintf("an array of %d: %s", len(list), v))
		return
	}
	for i, item := range m.items {
		item.match(c, index(path, i), value{v: list[i], present: true})
	}
}

func (m listMatcher) walk(visit func(matcher)) {
	visit(m)
	for _, item := range m.items {
		item.walk(visit)
	}
}

func (m listMatcher) String() string {
	parts := make([]string, len(m.items))
	for i, item := range m.items {
		parts[i] = item.String()
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func index(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// pattern compiles a node.
func (r *reader) pattern(n *node) Pattern {
	if n == nil {
		return Pattern{}
	}
	return Pattern{Pos: n.pos, m: r.matcher(n)}
}

func (r *reader) matcher(n *node) matcher {
	switch n.kind {
	case kindMap:
		return r.mapMatcher(n)
	case kindList:
		return r.listMatcher(n)
	default:
		return literalMatcher{want: n.value}
	}
}

func (r *reader) listMatcher(n *node) listMatcher {
	var m listMatcher
	for _, item := range n.items {
		m.items = append(m.items, r.matcher(item))
	}
	return m
}

// mapMatcher compiles a mapping: either fields of an object, or `$` matchers
// that must all hold; never both, for then it would be unclear what is compared.
func (r *reader) mapMatcher(n *node) matcher {
	var named, dollar []field
	for _, f := range n.fields {
		if strings.HasPrefix(f.name, "$") {
			dollar = append(dollar, f)
		} else {
			named = append(named, f)
		}
	}
	if len(dollar) == 0 {
		return r.objectMatcher(named)
	}
	if len(named) > 0 {
		r.problem(named[0].pos, Problem{Message: "a field beside a $ matcher", Wanted: "either $ matchers or fields",
			Found: fmt.Sprintf("%q beside %q", named[0].name, dollar[0].name), Hint: "put the matcher under the field it is about"})
	}
	var all allMatcher
	for _, f := range dollar {
		if m := r.dollar(f); m != nil {
			all = append(all, m)
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

func (r *reader) objectMatcher(fields []field) objectMatcher {
	m := objectMatcher{}
	for _, f := range fields {
		m.fields = append(m.fields, fieldMatcher{name: f.name, pos: f.pos, m: r.matcher(f.value)})
	}
	sort.SliceStable(m.fields, func(i, j int) bool { return m.fields[i].name < m.fields[j].name })
	return m
}
