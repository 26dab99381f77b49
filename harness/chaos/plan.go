package chaos

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/maochat/conformance/harness/protocol"
)

// kept is how many snapshots the driver remembers: more than the executor
// does, so that some have expired.
const kept = 10

// mutation is one change of the page: when it happens and which it is.
type mutation struct {
	// On is the event of the page that sets it off, "confirm" for the user's
	// question, or "timer". Empty for one that comes before the request.
	On string `json:"on,omitempty"`
	// Ms is when a timer goes off.
	Ms   int    `json:"ms,omitempty"`
	Name string `json:"name"`
	Seed uint32 `json:"seed"`
}

// step is one request and what the page does to itself around it.
type step struct {
	Before []mutation       `json:"before"`
	During []mutation       `json:"during"`
	Frame  protocol.Request `json:"frame"`
	// acts says what the actions of the frame are meant to do; empty for an
	// inspection.
	acts []act
}

// act is one action and the control that its id was given for.
type act struct {
	name  protocol.ActionName
	value string
	// key names the control; empty where the id is none of its snapshot.
	key string
}

// named is a control of a snapshot with what the page says it was.
type named struct {
	ElementID string `json:"elementId"`
	Key       string `json:"key"`
	Control   string `json:"control"`
}

type snapshot struct {
	id       string
	elements []named
}

// driver chooses the steps.
type driver struct {
	rng       *rand.Rand
	mutations []string
	snapshots []snapshot // newest last
	steps     int
}

var hooks = []string{"pointerover", "pointermove", "pointerdown", "mousedown", "mouseup", "focusin", "focusout", "keydown", "beforeinput", "input", "change", "scroll", "confirm", "timer", "timer", "timer"}

func (d *driver) next() step {
	d.steps++
	s := step{Before: []mutation{}, During: []mutation{}}
	// What would stop everything for long is taken back more often than it is done.
	for _, undo := range []string{"uncover", "show", "closeDialog"} {
		for range 2 {
			if d.chance(0.35) {
				s.Before = append(s.Before, d.mutation(undo))
			}
		}
	}
	s.Frame = protocol.Request{Type: "page_tool_request", RequestID: fmt.Sprintf("chaos-%d", d.steps), SessionID: 1, Tool: "page_inspect"}
	if len(d.snapshots) == 0 || d.chance(0.25) {
		return s
	}
	for range d.rng.IntN(3) {
		s.Before = append(s.Before, d.mutation(d.some()))
	}
	for range d.rng.IntN(3) {
		m := d.mutation(d.some())
		m.On, m.Ms = d.pick(hooks), d.rng.IntN(700)
		s.During = append(s.During, m)
	}
	d.act(&s)
	return s
}

// act fills in a request of one to three actions.
func (d *driver) act(s *step) {
	count := 1
	if d.chance(0.15) {
		count += 1 + d.rng.IntN(2)
	}
	snapshot := d.snapshot()
	for range count {
		from := snapshot
		target := from.elements[d.rng.IntN(len(from.elements))]
		if d.chance(0.03) {
			// The id of one snapshot under the name of another.
			from = d.snapshot()
			if !slices.Contains(from.elements, target) {
				target.Key = ""
			}
		}
		action, params := d.choose(target.Control)
		params["action"], params["elementId"], params["snapshotId"] = string(action), target.ElementID, from.id
		s.Frame.Actions = append(s.Frame.Actions, params)
		s.acts = append(s.acts, act{name: action, value: valueOf(params), key: target.Key})
	}
	s.Frame.Tool = protocol.Tool("page_" + string(s.acts[0].name))
	if d.chance(0.1) {
		ask := true
		s.Frame.RequireConfirmation = &ask
	}
}

// choose picks what is done to a control, mostly what suits it.
func (d *driver) choose(control string) (protocol.ActionName, map[string]any) {
	if d.chance(0.05) {
		return "focus", map[string]any{}
	}
	switch {
	case control == "done" && d.chance(0.8):
		return protocol.ActionName(d.pick([]string{"check", "uncheck"})), map[string]any{}
	case control == "note" && d.chance(0.7):
		return "fill", map[string]any{"value": fmt.Sprintf("text %d", d.rng.IntN(1000))}
	case control == "note":
		return "keyboard", map[string]any{"text": d.pick([]string{"a", "xy"})}
	case control == "status":
		return "select", map[string]any{"values": []any{d.pick([]string{"new", "paid", "sent", "lost"})}}
	default:
		return "click", map[string]any{}
	}
}

func valueOf(params map[string]any) string {
	if values, ok := params["values"].([]any); ok {
		return fmt.Sprint(values[0])
	}
	if value, ok := params["value"].(string); ok {
		return value
	}
	return ""
}

// snapshot picks one, often the newest.
func (d *driver) snapshot() snapshot {
	if d.chance(0.6) {
		return d.snapshots[len(d.snapshots)-1]
	}
	return d.snapshots[d.rng.IntN(len(d.snapshots))]
}

func (d *driver) remember(id string, elements []named) {
	if len(elements) == 0 {
		return
	}
	d.snapshots = append(d.snapshots, snapshot{id, elements})
	if len(d.snapshots) > kept {
		d.snapshots = d.snapshots[1:]
	}
}

// some picks a change of the page. Navigations make everything stale and would
// leave little to see if they came as often as the others.
func (d *driver) some() string {
	name := d.pick(d.mutations)
	if (name == "push" || name == "replace" || name == "route") && d.chance(0.8) {
		return "revert"
	}
	return name
}

func (d *driver) mutation(name string) mutation { return mutation{Name: name, Seed: d.rng.Uint32()} }

func (d *driver) chance(p float64) bool { return d.rng.Float64() < p }

func (d *driver) pick(list []string) string { return list[d.rng.IntN(len(list))] }
