package scenario

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// longestWait bounds every duration that a scenario may name.
const longestWait = 2 * time.Minute

// reader turns nodes into values and collects what is wrong on the way. Its
// methods return a usable zero value after a problem, so that one pass over a
// file reports all of them.
type reader struct {
	problems Problems
	root     *node // of the file, to find places again
}

// at is the place of a field of the file's top mapping.
func (r *reader) at(name string) Pos {
	for _, f := range r.root.fields {
		if f.name == name {
			return f.value.pos
		}
	}
	return r.root.pos
}

// locate gives values of a header list their places back.
func (r *reader) locate(name string, values []string) []located {
	out := make([]located, len(values))
	for i, v := range values {
		out[i] = located{Text: v, Pos: r.at(name)}
		for _, f := range r.root.fields {
			if f.name != name {
				continue
			}
			for _, item := range f.value.items {
				if item.value == any(v) {
					out[i].Pos = item.pos
				}
			}
		}
	}
	return out
}

func (r *reader) problem(pos Pos, p Problem) {
	p.Pos = pos
	r.problems = append(r.problems, p)
}

func (r *reader) wrongKind(n *node, wanted string) {
	r.problem(n.pos, Problem{Message: "wrong type", Wanted: wanted, Found: n.found()})
}

// object is a mapping whose field names have been checked.
type object struct {
	pos    Pos
	fields map[string]field
}

func (o object) has(name string) bool { _, ok := o.fields[name]; return ok }

// get is the node of a field, nil when it is not there.
func (o object) get(name string) *node { return o.fields[name].value }

// object reads a mapping that may hold only the named fields; what names it in
// messages ("an expect step").
func (r *reader) object(n *node, what string, known ...string) object {
	o := object{pos: n.pos, fields: map[string]field{}}
	if n.kind != kindMap {
		r.wrongKind(n, what+": a mapping")
		return o
	}
	for _, f := range n.fields {
		if !slices.Contains(known, f.name) {
			r.problem(f.pos, Problem{Message: "unknown field in " + what, Wanted: oneOf(known),
				Found: fmt.Sprintf("%q", f.name), Hint: didYouMean(f.name, known)})
			continue
		}
		o.fields[f.name] = f
	}
	return o
}

// need reports a field that must be there and is not.
func (r *reader) need(o object, name, why string) *node {
	n := o.get(name)
	if n == nil {
		r.problem(o.pos, Problem{Message: fmt.Sprintf("%q is missing", name), Wanted: why})
	}
	return n
}

func (r *reader) text(n *node, wanted string) string {
	if n == nil {
		return ""
	}
	s, ok := n.value.(string)
	if n.kind != kindString || !ok {
		r.wrongKind(n, wanted)
		return ""
	}
	if strings.TrimSpace(s) == "" {
		r.problem(n.pos, Problem{Message: "empty text", Wanted: wanted})
	}
	return strings.TrimRight(s, "\n")
}

func (r *reader) boolean(n *node, otherwise bool) bool {
	if n == nil {
		return otherwise
	}
	b, ok := n.value.(bool)
	if !ok {
		r.wrongKind(n, "true or false")
		return otherwise
	}
	return b
}

func (r *reader) integer(n *node, low, high int) int {
	if n == nil {
		return 0
	}
	f, ok := n.value.(float64)
	if !ok || f != float64(int(f)) || f < float64(low) || f > float64(high) {
		r.wrongKind(n, fmt.Sprintf("a whole number from %d to %d", low, high))
		return 0
	}
	return int(f)
}

func (r *reader) duration(n *node, otherwise time.Duration) time.Duration {
	if n == nil {
		return otherwise
	}
	s, _ := n.value.(string)
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 || d > longestWait {
		r.wrongKind(n, fmt.Sprintf("a duration such as 300ms or 5s, at most %s", longestWait))
		return otherwise
	}
	return d
}

func (r *reader) texts(n *node, wanted string) []located {
	if n == nil {
		return nil
	}
	if n.kind != kindList {
		r.wrongKind(n, "a list: "+wanted)
		return nil
	}
	var out []located
	seen := map[string]bool{}
	for _, item := range n.items {
		s := r.text(item, wanted)
		if s == "" {
			continue
		}
		if seen[s] {
			r.problem(item.pos, Problem{Message: fmt.Sprintf("%q is listed twice", s), Wanted: "each entry once"})
			continue
		}
		seen[s] = true
		out = append(out, located{Text: s, Pos: item.pos})
	}
	return out
}

// located is a text with its place, for checks that come after reading.
type located struct {
	Text string
	Pos  Pos
}

func plainTexts(ls []located) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = l.Text
	}
	return out
}

func (r *reader) choice(n *node, otherwise string, choices ...string) string {
	if n == nil {
		return otherwise
	}
	s, ok := n.value.(string)
	if !ok || !slices.Contains(choices, s) {
		p := Problem{Message: "not one of the possible values", Wanted: oneOf(choices), Found: n.found()}
		if ok {
			p.Hint = didYouMean(s, choices)
		}
		r.problem(n.pos, p)
		return otherwise
	}
	return s
}

func (r *reader) mapping(n *node, wanted string) map[string]any {
	if n == nil {
		return nil
	}
	if n.kind != kindMap {
		r.wrongKind(n, wanted)
		return nil
	}
	return n.plain().(map[string]any)
}
