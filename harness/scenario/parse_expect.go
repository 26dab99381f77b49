package scenario

import (
	"fmt"
	"slices"
	"time"
)

// Defaults of the waiting steps.
const (
	DefaultExpectWithin = 20 * time.Second
	DefaultNoneFor      = 300 * time.Millisecond
	DefaultWaitWithin   = 10 * time.Second
	DefaultUserWithin   = 10 * time.Second
)

// ResultType is the frame that an expect step waits for unless it says otherwise.
const ResultType = "page_tool_result"

func (r *reader) expect(n *node, step *Step) Action {
	o := r.object(n, "an expect step", "expect", "check", "within", "of", "capture")
	step.Check = r.checkID(r.need(o, "check", "the id of this assertion"))
	e := &Expect{
		Frame:   r.framePattern(o.get("expect")),
		Of:      r.text(o.get("of"), "the name of a call"),
		Within:  r.duration(o.get("within"), DefaultExpectWithin),
		Capture: r.captures(o.get("capture")),
		Type:    ResultType,
	}
	if typeWanted, ok := e.Frame.Field("type"); ok {
		if e.Type, ok = typeWanted.Text(); !ok {
			r.problem(typeWanted.Pos, Problem{Message: "the type of an expected frame must be literal", Wanted: "a frame type", Found: typeWanted.String()})
		}
	}
	if e.Type != ResultType && e.Of != "" {
		r.problem(o.fields["of"].pos, Problem{Message: "of names a call, and only results belong to calls", Wanted: "no of with type " + e.Type})
	}
	return e
}

func (r *reader) framePattern(n *node) Pattern {
	if n.kind != kindMap {
		r.wrongKind(n, "a part of the frame: {success: true, …}")
	}
	return r.pattern(n)
}

func (r *reader) captures(n *node) []Capture {
	if n == nil {
		return nil
	}
	if n.kind != kindMap {
		r.wrongKind(n, "a mapping from a name to a path: {old: result.snapshot}")
		return nil
	}
	var out []Capture
	for _, f := range n.fields {
		if slices.Contains([]string{SnapshotNone, "last", CaptureSession, CaptureSnapshot}, f.name) {
			r.problem(f.pos, Problem{Message: fmt.Sprintf("%q has a meaning of its own", f.name), Wanted: "another name"})
		}
		out = append(out, Capture{Name: f.name, Pos: f.pos, Path: r.text(f.value, "a path such as result.snapshot")})
	}
	return out
}

func (r *reader) expectNone(n *node, step *Step) Action {
	o := r.object(n, "an expectNone step", "expectNone", "check", "for")
	step.Check = r.checkID(r.need(o, "check", "the id of this assertion"))
	return &ExpectNone{Frame: r.framePattern(o.get("expectNone")), For: r.duration(o.get("for"), DefaultNoneFor)}
}

func (r *reader) verify(n *node, step *Step) Action {
	o := r.object(n, "a check step", append([]string{"check", "within"}, conditionKinds...)...)
	step.Check = r.checkID(o.get("check"))
	return &Verify{Condition: r.condition(o, "a check step"), Within: r.duration(o.get("within"), 0)}
}

func (r *reader) await(n *node) Action {
	o := r.object(n, "a wait", append([]string{"within"}, conditionKinds...)...)
	return &Await{Condition: r.condition(o, "a wait"), Within: r.duration(o.get("within"), DefaultWaitWithin)}
}

// condition reads the one truth that a check or wait is about.
func (r *reader) condition(o object, what string) Condition {
	c := Condition{Pos: o.pos}
	var found []field
	for _, name := range conditionKinds {
		if f, ok := o.fields[name]; ok {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		r.problem(o.pos, Problem{Message: what + " reads exactly one truth", Wanted: oneOf(conditionKinds), Found: fmt.Sprintf("%d of them", len(found))})
		return c
	}
	f := found[0]
	c.Pos, c.Kind = f.pos, ConditionKind(f.name)
	switch c.Kind {
	case OnDOM:
		c.DOM, c.Want = r.domCondition(f.value)
	case OnLog:
		c.Log = r.logCondition(f.value)
	case OnUI:
		c.UI, c.Want = r.uiCondition(f.value)
	case OnPixels:
		c.Pixels, c.Want = r.pixelCondition(f.value)
	case OnConsole:
		r.object(f.value, "a console condition", "errors", "warnings", "exceptions", "entries")
		c.Want = r.pattern(f.value)
	case OnStorage:
		r.object(f.value, "a storage condition", "local", "session", "cookies", "databases", "$json")
		c.Want = r.pattern(f.value)
	case OnArtifact:
		r.object(f.value, "an artifact condition", "bytes", "gzip", "text")
		c.Want = r.pattern(f.value)
	case OnMarkup:
		r.object(f.value, "a markup condition", "text", "url")
		c.Want = r.pattern(f.value)
	case OnState, OnFocus:
		if f.value.kind != kindMap {
			r.wrongKind(f.value, "a mapping of what is wanted")
		}
		c.Want = r.pattern(f.value)
	default:
		if f.value.kind != kindMap && f.value.kind != kindList {
			r.wrongKind(f.value, "a list, or a matcher for one such as {$has: [...]}")
		}
		c.Want = r.pattern(f.value)
	}
	return c
}

// nodeProps are the properties of a node that a dom condition may compare.
var nodeProps = []string{"count", "tag", "value", "checked", "indeterminate", "selected", "selectedValues", "text",
	"disabled", "readonly", "visible", "focused", "attributes", "rect"}

func (r *reader) domCondition(n *node) (NodeQuery, Pattern) {
	o := r.object(n, "a dom condition", append([]string{"id", "css", "name", "frame"}, nodeProps...)...)
	q := NodeQuery{
		ID:    r.text(o.get("id"), "an element id"),
		CSS:   r.text(o.get("css"), "a CSS selector"),
		Name:  r.text(o.get("name"), "the name attribute of a control"),
		Frame: r.text(o.get("frame"), "a CSS selector of an iframe"),
	}
	if ways := count(q.ID != "", q.CSS != "", q.Name != ""); ways != 1 {
		r.problem(n.pos, Problem{Message: "a dom condition names its node in one way", Wanted: "exactly one of id, css, name", Found: fmt.Sprintf("%d of them", ways)})
	}
	var fields []field
	for _, name := range nodeProps {
		if f, ok := o.fields[name]; ok {
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		r.problem(n.pos, Problem{Message: "a dom condition that wants nothing", Wanted: "at least one of " + oneOf(nodeProps)[len("one of "):]})
	}
	return q, Pattern{Pos: n.pos, m: r.objectMatcher(fields)}
}

// uiProps are the properties of a control that a ui condition may compare.
var uiProps = []string{"count", "name", "text", "value", "description", "states"}

func (r *reader) uiCondition(n *node) (UIQuery, Pattern) {
	o := r.object(n, "a ui condition", append([]string{"control", "role", "named", "within", "nth"}, uiProps...)...)
	q := UIQuery{
		Control: r.text(o.get("control"), "a control of the SDK profile"),
		Role:    r.text(o.get("role"), "an accessibility role"),
		Within:  r.text(o.get("within"), "a control of the SDK profile"),
		Nth:     r.integer(o.get("nth"), 1, 1000),
	}
	if named := o.get("named"); named != nil {
		q.Name = r.pattern(named)
	}
	if count(q.Control != "", q.Role != "") != 1 || q.Control != "" && (o.has("named") || o.has("within")) {
		r.problem(n.pos, Problem{Message: "a ui condition names its control in one way", Wanted: "control alone, or role with named and within"})
	}
	var fields []field
	for _, name := range uiProps {
		if f, ok := o.fields[name]; ok {
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		r.problem(n.pos, Problem{Message: "a ui condition that wants nothing", Wanted: "at least one of " + oneOf(uiProps)[len("one of "):]})
	}
	return q, Pattern{Pos: n.pos, m: r.objectMatcher(fields)}
}

func count(conditions ...bool) int {
	n := 0
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}

func (r *reader) logCondition(n *node) LogWants {
	o := r.object(n, "a log condition", "target", "frame", "$seq", "$count", "$none")
	w := LogWants{Target: r.text(o.get("target"), "an element id"), Frame: r.text(o.get("frame"), "a CSS selector of an iframe")}
	if count(o.has("$seq"), o.has("$count"), o.has("$none")) == 0 {
		r.problem(n.pos, Problem{Message: "a log condition that wants nothing", Wanted: "$seq, $count or $none"})
	}
	if seq := o.get("$seq"); seq != nil {
		if seq.kind != kindList || len(seq.items) == 0 {
			r.wrongKind(seq, "a list of event types, or of {type, trusted, …}")
		}
		for _, item := range seq.items {
			w.Seq = append(w.Seq, r.logEntry(item))
		}
	}
	if counts := o.get("$count"); counts != nil {
		if counts.kind != kindMap {
			r.wrongKind(counts, "a mapping from an event type to a number")
		}
		for _, f := range counts.fields {
			w.Count = append(w.Count, LogCount{Type: f.name, Want: r.pattern(f.value)})
		}
	}
	w.None = plainTexts(r.texts(o.get("$none"), "event types"))
	return w
}

// logEntry reads an entry of $seq: a type alone or with what else is wanted.
func (r *reader) logEntry(n *node) Pattern {
	if n.kind == kindString {
		return Pattern{Pos: n.pos, m: objectMatcher{fields: []fieldMatcher{{name: "type", pos: n.pos, m: r.matcher(n)}}}}
	}
	o := r.object(n, "a log entry", "type", "target", "trusted", "detail")
	r.text(r.need(o, "type", "an event type"), "an event type")
	return r.pattern(n)
}
