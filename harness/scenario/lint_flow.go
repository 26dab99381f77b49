package scenario

import (
	"fmt"
	"maps"
	"slices"
)

// lintCaptures checks that each capture is used, and each use captured before.
func (r *reader) lintCaptures(s *Scenario) {
	captured := map[string]Pos{CaptureSession: {}, CaptureSnapshot: {}}
	used := map[string]bool{CaptureSession: true, CaptureSnapshot: true}
	use := func(l located) {
		if l.Text == "" {
			return
		}
		used[l.Text] = true
		if _, ok := captured[l.Text]; !ok {
			r.problem(l.Pos, Problem{Message: fmt.Sprintf("%q has not been captured before this step", l.Text),
				Wanted: "a name from an earlier capture", Found: clip(fmt.Sprint(slices.Sorted(maps.Keys(captured))), 80),
				Hint: didYouMean(l.Text, slices.Collect(maps.Keys(captured)))})
		}
	}
	for _, step := range s.Steps {
		for _, l := range stepRefs(step) {
			use(l)
		}
		expect, ok := step.Do.(*Expect)
		if !ok {
			continue
		}
		for _, c := range expect.Capture {
			if before, twice := captured[c.Name]; twice {
				r.problem(c.Pos, Problem{Message: fmt.Sprintf("%q is captured twice", c.Name), Wanted: "each name once", Found: fmt.Sprintf("it already stands in line %d", before.Line)})
				continue
			}
			captured[c.Name] = c.Pos
		}
	}
	for _, name := range slices.Sorted(maps.Keys(captured)) {
		if !used[name] {
			r.problem(captured[name], Problem{Message: fmt.Sprintf("the capture %q is never used", name), Wanted: "{$ref: " + name + "} or snapshot: " + name + " in a later step", Hint: "remove it"})
		}
	}
}

// stepRefs lists the captures that a step looks up.
func stepRefs(step Step) []located {
	var out []located
	switch do := step.Do.(type) {
	case *Send:
		out = append(out, templateRefs(do.Raw)...)
		if do.Snapshot != SnapshotNone {
			out = append(out, located{Text: do.Snapshot, Pos: step.Pos})
		}
		for _, a := range do.Actions {
			out = append(out, templateRefs(a.Params)...)
			if a.Target != nil {
				out = append(out, located{Text: a.Target.Snapshot, Pos: a.Target.Pos})
				out = append(out, a.Target.Fields.refs()...)
			}
		}
	case *Expect:
		out = do.Frame.refs()
	case *ExpectNone:
		out = do.Frame.refs()
	case *AgentActs:
		out = append(templateRefs(do.Execution), templateRefs(do.Session)...)
		for _, e := range do.Events {
			out = append(out, templateRefs(e.Data)...)
		}
	case *Verify:
		out = do.Condition.refs()
	case *Await:
		out = do.Condition.refs()
	}
	return out
}

func (c Condition) refs() []located {
	out := append(c.Want.refs(), c.UI.Name.refs()...)
	for _, p := range c.Log.Seq {
		out = append(out, p.refs()...)
	}
	for _, n := range c.Log.Count {
		out = append(out, n.Want.refs()...)
	}
	return out
}

// openCall is a call whose result no expect step has taken yet.
type openCall struct {
	name     string
	step     Step
	optional bool // it may rightly stay without a result
}

// lintCalls pairs sends and expects, as the runner will: a result without an
// expect would be left over, an expect without a send could never be met.
func (r *reader) lintCalls(s *Scenario) {
	var open []openCall
	named := map[string]bool{}
	ids := map[string]bool{}
	doomed := false // the next frame will not arrive
	for _, step := range s.Steps {
		switch do := step.Do.(type) {
		case *Send:
			if do.Cancel != "" {
				if !named[do.Cancel] {
					r.problem(step.Pos, Problem{Message: fmt.Sprintf("no call is named %q", do.Cancel), Wanted: "the name (as) of an earlier send"})
				}
				continue
			}
			if do.As != "" && named[do.As] {
				r.problem(step.Pos, Problem{Message: fmt.Sprintf("two calls are named %q", do.As), Wanted: "each name once"})
			}
			named[do.As] = true
			if !do.Answerable() {
				continue
			}
			// A raw frame may rightly be ignored, and a repeated id joins its first call.
			optional := do.Tool == "" || do.RequestID != "" && ids[do.RequestID] || doomed
			doomed = false
			ids[do.RequestID] = true
			open = append(open, openCall{name: do.As, step: step, optional: optional})
		case *Expect:
			if do.Type == ResultType {
				open = r.lintExpect(step, do, open, named)
			}
		case *Network:
			open = overtaken(open, do.Severs() || do.Stalls())
			doomed = do.Next == "half"
		case *TabAct:
			open = overtaken(open, do.Ends())
		case *Navigate:
			open = overtaken(open, true)
		}
	}
	for _, call := range open {
		if !call.optional {
			r.problem(call.step.Pos, Problem{Message: "the result of this call is never expected", Wanted: "an expect step for it", Hint: "no frame may be left over at the end"})
		}
	}
}

// lintTabs checks that the user turns to another tab than the one they are in.
func (r *reader) lintTabs(s *Scenario) {
	in := TabFirst
	for _, step := range s.Steps {
		turn, ok := step.Do.(*TabAct)
		if !ok || turn.How != TabFirst && turn.How != TabSecond {
			continue
		}
		if turn.How == in {
			r.problem(step.Pos, Problem{Message: "the user is in that tab already", Wanted: "the other one", Found: "tab: " + turn.How})
		}
		in = turn.How
	}
}

// overtaken marks the open calls as ones that may stay without a result.
func overtaken(open []openCall, by bool) []openCall {
	for i := range open {
		open[i].optional = open[i].optional || by
	}
	return open
}

func (r *reader) lintExpect(step Step, e *Expect, open []openCall, named map[string]bool) []openCall {
	if e.Of == "" {
		if len(open) == 0 {
			r.problem(step.Pos, Problem{Message: "no call is left whose result could be expected", Wanted: "a send before it"})
			return open
		}
		return open[1:]
	}
	at := slices.IndexFunc(open, func(c openCall) bool { return c.name == e.Of })
	if at >= 0 {
		return slices.Delete(slices.Clone(open), at, at+1)
	}
	found := "no call of that name"
	if named[e.Of] {
		found = "its result has been expected before"
	}
	r.problem(step.Pos, Problem{Message: fmt.Sprintf("no result of %q can be expected here", e.Of), Wanted: "the name (as) of a send without an expect", Found: found})
	return open
}
