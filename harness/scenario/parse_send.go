package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// callFields are the fields of a send that belong to the request; what else
// stands in the short form is a parameter of its one action.
var callFields = []string{"tool", "target", "actions", "snapshot", "as", "requestId", "requireConfirmation", "timeoutMs", "includeSnapshot", "invalid", "atOnce"}

func (r *reader) send(n *node) Action {
	s := &Send{}
	if n.kind != kindMap {
		r.wrongKind(n, "a request: {tool: page_fill, target: {role: textbox, label: Name}, value: Ada}")
		return s
	}
	has := func(name string) bool {
		return slices.ContainsFunc(n.fields, func(f field) bool { return f.name == name })
	}
	switch {
	case has("raw"):
		o := r.object(n, "a raw send", "raw", "as", "pad")
		s.As = r.text(o.get("as"), "a name for the call")
		if s.Raw = r.template(o.get("raw")); o.get("raw").kind != kindMap {
			r.wrongKind(o.get("raw"), "a frame: a mapping (rawText sends anything else)")
		}
		if pad := o.get("pad"); pad != nil {
			s.Pad = r.integer(pad, 1, 8<<20)
		}
	case has("rawText"):
		o := r.object(n, "a raw send", "rawText", "as")
		s.As = r.text(o.get("as"), "a name for the call")
		s.RawText = json.RawMessage(r.text(o.get("rawText"), "the text of a frame"))
	case has("cancel"):
		o := r.object(n, "a cancel", "cancel", "reason")
		s.Cancel = r.text(o.get("cancel"), "the name of a call")
		s.Reason = r.text(o.get("reason"), "a reason")
	default:
		r.request(n, s)
	}
	return s
}

func (r *reader) request(n *node, s *Send) {
	o := object{pos: n.pos, fields: map[string]field{}}
	var params []field
	for _, f := range n.fields {
		if slices.Contains(callFields, f.name) {
			o.fields[f.name] = f
		} else {
			params = append(params, f)
		}
	}
	s.Tool = r.text(r.need(o, "tool", "the name of a page tool (or raw, rawText, cancel)"), "the name of a page tool")
	s.As = r.text(o.get("as"), "a name for the call")
	s.Snapshot = r.text(o.get("snapshot"), "the name of a captured snapshot, or none")
	s.RequestID = r.text(o.get("requestId"), "an id")
	s.Invalid = r.boolean(o.get("invalid"), false)
	s.AtOnce = r.boolean(o.get("atOnce"), false)
	if b := o.get("requireConfirmation"); b != nil {
		s.RequireConfirmation = new(r.boolean(b, false))
	}
	if b := o.get("includeSnapshot"); b != nil {
		s.IncludeSnapshot = new(r.boolean(b, false))
	}
	if t := o.get("timeoutMs"); t != nil {
		s.TimeoutMs = new(r.integer(t, 0, 1_000_000))
	}
	if !o.has("actions") {
		if len(params) > 0 || o.has("target") {
			s.Actions = []ActionSpec{r.actionSpec(n.pos, "", o.get("target"), params)}
		}
		return
	}
	if len(params) > 0 || o.has("target") {
		pos := o.fields["target"].pos
		if len(params) > 0 {
			pos = params[0].pos
		}
		r.problem(pos, Problem{Message: "a parameter beside actions", Wanted: "parameters inside the entries of actions", Hint: "move it into an entry"})
	}
	s.Actions = r.actionList(o.get("actions"))
}

func (r *reader) actionList(n *node) []ActionSpec {
	if n.kind != kindList || len(n.items) == 0 {
		r.wrongKind(n, "a list of actions")
		return nil
	}
	var out []ActionSpec
	for _, item := range n.items {
		if item.kind != kindMap {
			r.wrongKind(item, "an action: {action: fill, target: {…}, value: Ada}")
			continue
		}
		var action string
		var target *node
		var params []field
		for _, f := range item.fields {
			switch f.name {
			case "action":
				action = r.text(f.value, "the name of an action")
			case "target":
				target = f.value
			default:
				params = append(params, f)
			}
		}
		out = append(out, r.actionSpec(item.pos, action, target, params))
	}
	return out
}

func (r *reader) actionSpec(pos Pos, action string, target *node, params []field) ActionSpec {
	spec := ActionSpec{Pos: pos, Action: action, Params: map[string]any{}}
	for _, f := range params {
		if strings.HasPrefix(f.name, "$") {
			r.problem(f.pos, Problem{Message: "a matcher as the name of a parameter", Wanted: "a parameter", Found: fmt.Sprintf("%q", f.name)})
			continue
		}
		spec.Params[f.name] = r.template(f.value)
		if f.name == "elementId" && target != nil {
			r.problem(f.pos, Problem{Message: "both a target and an elementId", Wanted: "one of them"})
		}
	}
	if target != nil {
		spec.Target = r.target(target)
	}
	return spec
}

// targetFields are the fields of a snapshot element by which it may be named.
var targetFields = []string{"role", "label", "text", "context", "kind", "type", "frame", "formName"}

func (r *reader) target(n *node) *Target {
	t := &Target{Pos: n.pos}
	o := r.object(n, "a target", append([]string{"nth", "snapshot"}, targetFields...)...)
	t.Nth = r.integer(o.get("nth"), 1, 1000)
	t.Snapshot = r.text(o.get("snapshot"), "the name of a captured snapshot")
	var fields []field
	for _, name := range targetFields {
		if f, ok := o.fields[name]; ok {
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		r.problem(n.pos, Problem{Message: "a target that names nothing", Wanted: "at least a role or a label"})
	}
	t.Fields = Pattern{Pos: n.pos, m: r.objectMatcher(fields)}
	return t
}

// template reads a value to be sent; {$ref: name} stands for a captured value.
func (r *reader) template(n *node) any {
	switch n.kind {
	case kindMap:
		if len(n.fields) == 1 && n.fields[0].name == "$ref" {
			return Ref{Name: r.text(n.fields[0].value, "the name of a capture"), Pos: n.pos}
		}
		m := make(map[string]any, len(n.fields))
		for _, f := range n.fields {
			m[f.name] = r.template(f.value)
		}
		return m
	case kindList:
		l := make([]any, len(n.items))
		for i, item := range n.items {
			l[i] = r.template(item)
		}
		return l
	default:
		return n.value
	}
}

// Fill puts captured values in the place of each Ref of a template.
func Fill(template any, env Env) (any, error) {
	switch x := template.(type) {
	case Ref:
		v, ok := env.Captures[x.Name]
		if !ok {
			return nil, fmt.Errorf("%s: %q has not been captured", x.Pos, x.Name)
		}
		return v, nil
	case map[string]any:
		m := make(map[string]any, len(x))
		for k, v := range x {
			filled, err := Fill(v, env)
			if err != nil {
				return nil, err
			}
			m[k] = filled
		}
		return m, nil
	case []any:
		l := make([]any, len(x))
		for i, v := range x {
			filled, err := Fill(v, env)
			if err != nil {
				return nil, err
			}
			l[i] = filled
		}
		return l, nil
	default:
		return x, nil
	}
}

// templateRefs lists the captures that a template looks up.
func templateRefs(template any) []located {
	var out []located
	switch x := template.(type) {
	case Ref:
		out = append(out, located{Text: x.Name, Pos: x.Pos})
	case map[string]any:
		for _, v := range x {
			out = append(out, templateRefs(v)...)
		}
	case []any:
		for _, v := range x {
			out = append(out, templateRefs(v)...)
		}
	}
	return out
}
