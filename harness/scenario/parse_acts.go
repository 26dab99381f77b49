package scenario

import (
	"fmt"
	"slices"
)

func (r *reader) pageAct(n *node) Action {
	p := &PageAct{}
	if n.kind == kindString {
		p.Action = r.text(n, "an action of the fixture")
		return p
	}
	o := r.object(n, "a page step", "action", "args", "eval")
	p.Action = r.text(o.get("action"), "an action of the fixture")
	p.Eval = r.text(o.get("eval"), "JavaScript")
	if (p.Action == "") == (p.Eval == "") {
		r.problem(n.pos, Problem{Message: "a page step does one thing", Wanted: "either action or eval"})
	}
	if args := o.get("args"); args != nil {
		if p.Args, _ = args.plain().([]any); args.kind != kindList || p.Action == "" {
			r.wrongKind(args, "a list, together with action")
		}
	}
	return p
}

// turnEnds are the events that end the agent's turn.
var turnEnds = []string{"message_end", "error", "completed", "failed", "cancelled", "snapshot"}

// levelChoices are what a user may choose in the panel.
var levelChoices = []string{"per_action", "task", "full", "revoke"}

var confirmAnswers = []string{"allow", "allowTask", "deny"}

func (r *reader) userAct(step, n *node) Action {
	u := &UserAct{Within: DefaultUserWithin}
	for _, f := range step.fields {
		if f.name == "within" {
			u.Within = r.duration(f.value, DefaultUserWithin)
		}
	}
	o := r.object(n, "a user step", "confirm", "stop", "click", "press", "type", "compose", "commit", "pinch", "level", "message")
	if len(o.fields) != 1 {
		r.problem(n.pos, Problem{Message: "a user does one thing in a step", Wanted: "exactly one of confirm, stop, click, press, type, compose, commit, pinch, level, message", Found: n.found()})
	}
	u.Confirm = r.choice(o.get("confirm"), "", confirmAnswers...)
	if stop := o.get("stop"); stop != nil {
		if u.Stop = r.boolean(stop, false); !u.Stop {
			r.wrongKind(stop, "true")
		}
	}
	if click := o.get("click"); click != nil {
		c := r.object(click, "a click", "control", "role", "name")
		u.Control = r.text(c.get("control"), "a control of the SDK profile")
		if u.Control == "" {
			u.Click = &RoleRef{
				Role: r.text(r.need(c, "role", "an accessibility role (or control)"), "an accessibility role"),
				Name: r.text(r.need(c, "name", "the accessible name"), "an accessible name"),
			}
		} else if c.has("role") || c.has("name") {
			r.problem(click.pos, Problem{Message: "both a control and a role", Wanted: "control alone, or role and name"})
		}
	}
	u.Press = r.text(o.get("press"), "a chord such as Control+A")
	if t := o.get("type"); t != nil {
		u.Type = r.text(t, "the text to type")
	}
	u.Compose = r.text(o.get("compose"), "the letters of an input method")
	u.Commit = r.text(o.get("commit"), "the text that ends the composition")
	u.Pinch = r.integer(o.get("pinch"), 100, 400)
	u.Level = r.choice(o.get("level"), "", levelChoices...)
	u.Message = r.text(o.get("message"), "what the user writes")
	return u
}

var moves = []string{"reload", "back", "forward"}

func (r *reader) navigate(n *node) Action {
	if n.kind == kindString && slices.Contains(moves, n.value.(string)) {
		return &Navigate{Move: n.value.(string)}
	}
	if n.kind != kindMap {
		r.problem(n.pos, Problem{Message: "where to?", Wanted: "{to: path}, " + oneOf(moves)[len("one of "):], Found: n.found(),
			Hint: fmt.Sprintf("navigate: {to: %v}", n.value)})
		return &Navigate{Move: "reload"}
	}
	o := r.object(n, "a navigate step", "to")
	return &Navigate{To: r.text(r.need(o, "to", "a path or URL"), "a path or URL")}
}
