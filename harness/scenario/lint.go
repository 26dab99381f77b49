package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// lint checks what only the whole scenario can tell: names that other files
// define, captures and calls across steps, and the rules that keep a scenario
// able to fail.
func (r *reader) lint(s *Scenario, known *Vocabulary) {
	if known == nil {
		known = &Vocabulary{}
	}
	readable := len(r.problems) == 0
	r.lintHeader(s, known)
	r.lintChecks(s)
	r.lintSteps(s, known)
	if !readable {
		return // the steps that could not be read would be missed below
	}
	r.lintContract(s)
	r.lintCaptures(s)
	r.lintCalls(s)
	r.lintTabs(s)
	r.lintTruth(s)
}

func (r *reader) lintHeader(s *Scenario, known *Vocabulary) {
	for _, l := range r.locate("clauses", s.Clauses) {
		if known.Clauses == nil {
			break
		}
		clause, ok := known.Clauses[l.Text]
		if !ok {
			r.unknownClause(l, known)
		} else if clause.NotApplicable != "" {
			r.problem(l.Pos, Problem{Message: fmt.Sprintf("clause %q is marked not applicable", l.Text), Wanted: "a clause that applies", Found: clause.NotApplicable})
		}
	}
	if known.Features != nil {
		features := slices.Concat(known.Features, known.Tools)
		for _, l := range r.locate("requires", s.Requires) {
			if !slices.Contains(features, l.Text) {
				r.unknown(l.Pos, "feature", l.Text, features, "profiles declare features; tools count as such")
			}
		}
	}
	for _, kill := range s.Kills {
		if known.Mutants != nil && !known.Mutants[kill.Mutant] {
			r.unknown(kill.Pos, "mutant", kill.Mutant, slices.Collect(maps.Keys(known.Mutants)), "mutants are rows of the files in harness/mutant/mutants")
		}
		checks := slices.Concat(s.Checks(), ImplicitChecks)
		if kill.Check != "" && !slices.Contains(checks, kill.Check) {
			r.unknown(kill.Pos, "check of this scenario", kill.Check, checks, "name the check that must fail on the mutant")
		}
	}
	r.lintFixture(s, known)
}

func (r *reader) unknownClause(l located, known *Vocabulary) {
	ids := slices.Collect(maps.Keys(known.Clauses))
	hint := "the clauses are listed in scenarios/spec.yaml"
	if nearer := didYouMean(l.Text, ids); nearer != "" {
		hint = nearer
	}
	r.problem(l.Pos, Problem{Message: "unknown clause", Wanted: "an id of scenarios/spec.yaml", Found: fmt.Sprintf("%q", l.Text), Hint: hint})
}

func (r *reader) lintFixture(s *Scenario, known *Vocabulary) {
	if s.Fixture == "" || known.Fixtures == nil {
		return
	}
	fixture, ok := known.Fixtures[s.Fixture]
	if !ok {
		r.unknown(r.at("fixture"), "fixture", s.Fixture, slices.Collect(maps.Keys(known.Fixtures)), "")
		return
	}
	for _, l := range r.locate("variants", s.Variants) {
		if !slices.Contains(fixture.Variants, l.Text) {
			r.unknown(l.Pos, "variant of fixture "+s.Fixture, l.Text, fixture.Variants, "")
		}
	}
}

func (r *reader) lintChecks(s *Scenario) {
	seen := map[string]Pos{}
	for _, step := range s.Steps {
		if step.Check == "" {
			continue
		}
		if before, twice := seen[step.Check]; twice {
			r.problem(step.Pos, Problem{Message: fmt.Sprintf("check id %q twice", step.Check), Wanted: "each id once in a scenario",
				Found: fmt.Sprintf("it already stands in line %d", before.Line)})
		}
		if slices.Contains(ImplicitChecks, step.Check) {
			r.problem(step.Pos, Problem{Message: fmt.Sprintf("check id %q belongs to the runner", step.Check), Wanted: "another id"})
		}
		seen[step.Check] = step.Pos
	}
}

// lintSteps looks up what single steps name.
func (r *reader) lintSteps(s *Scenario, known *Vocabulary) {
	fixture, hasFixture := known.Fixtures[s.Fixture]
	for _, step := range s.Steps {
		switch do := step.Do.(type) {
		case *Send:
			r.lintSend(step, do, known)
			if hasFixture && fixture.Labels != nil {
				r.lintTargets(do, s, fixture)
			}
		case *Verify:
			r.lintCondition(do.Condition, s.Fixture, fixture, hasFixture)
			r.lintControl(do.Condition, known)
		case *Await:
			r.lintCondition(do.Condition, s.Fixture, fixture, hasFixture)
			r.lintControl(do.Condition, known)
		case *PageAct:
			if do.Action != "" && do.Action != "clearLog" && hasFixture && !slices.Contains(fixture.Actions, do.Action) {
				r.unknown(step.Pos, "action of fixture "+s.Fixture, do.Action, append(slices.Clone(fixture.Actions), "clearLog"), "")
			}
		case *AgentActs:
			r.lintAgent(do)
		case *UserAct:
			if do.Control != "" && known.Controls != nil && !slices.Contains(known.Controls, do.Control) {
				r.unknown(step.Pos, "control", do.Control, known.Controls, "controls are defined by the SDK profiles")
			}
		}
	}
}

func (r *reader) lintSend(step Step, send *Send, known *Vocabulary) {
	if known.Tools == nil || send.Invalid {
		return
	}
	for _, tool := range send.tools() {
		if !slices.Contains(known.Tools, tool) {
			r.unknown(step.Pos, "page tool", tool, known.Tools, "say invalid: true if that is the point")
		}
	}
}

// lintTargets looks the labels of targets up. Options and radios are not, for
// the catalogue lists controls only, and what the scenario itself makes the
// page show counts as a label.
func (r *reader) lintTargets(send *Send, s *Scenario, fixture Fixture) {
	for _, a := range send.Actions {
		if a.Target == nil {
			continue
		}
		if role, ok := a.Target.Fields.Field("role"); ok {
			if text, _ := role.Text(); text == "option" || text == "radio" {
				continue
			}
		}
		wanted, ok := a.Target.Fields.Field("label")
		if !ok {
			continue
		}
		label, literal := wanted.Text()
		if literal && !slices.Contains(fixture.Labels, label) && !s.pageShows(label) {
			r.unknown(wanted.Pos, "element label of fixture "+s.Fixture, label, fixture.Labels, "labels are as the page shows them")
		}
	}
}

// pageShows tells whether a page step of the scenario brings a text into the page.
func (s *Scenario) pageShows(text string) bool {
	for _, step := range s.Steps {
		act, ok := step.Do.(*PageAct)
		if ok && (slices.Contains(act.Args, any(text)) || strings.Contains(act.Eval, text)) {
			return true
		}
	}
	return false
}

func (r *reader) lintCondition(c Condition, name string, fixture Fixture, has bool) {
	if !has || fixture.Elements == nil {
		return
	}
	for _, id := range []string{c.DOM.ID, c.Log.Target} {
		if id != "" && c.DOM.Frame == "" && c.Log.Frame == "" && !slices.Contains(fixture.Elements, id) {
			r.unknown(c.Pos, "element of fixture "+name, id, fixture.Elements, "use css for what has no id of its own")
		}
	}
}

// lintControl looks up the controls that a ui condition names.
func (r *reader) lintControl(c Condition, known *Vocabulary) {
	for _, name := range []string{c.UI.Control, c.UI.Within} {
		if name != "" && known.Controls != nil && !slices.Contains(known.Controls, name) {
			r.unknown(c.Pos, "control", name, known.Controls, "controls are defined by the SDK profiles")
		}
	}
}

// lintTruth keeps scenarios able to fail: each asserts something, and one that
// acts looks at the page by another road than the SDK's own report.
func (r *reader) lintTruth(s *Scenario) {
	if len(s.Checks()) == 0 && len(s.Steps) > 0 {
		r.problem(s.Steps[0].Pos, Problem{Message: "the scenario asserts nothing", Wanted: "at least one check"})
	}
	acting, looks := -1, false
	for i, step := range s.Steps {
		switch do := step.Do.(type) {
		case *Send:
			if acting < 0 && do.Acts() {
				acting = i
			}
		case *Verify:
			switch do.Condition.Kind {
			case OnDOM, OnState, OnLog, OnFocus, OnPixels:
				looks = true
			}
		}
	}
	if acting >= 0 && !looks {
		r.problem(s.Steps[acting].Pos, Problem{Message: "the scenario acts on the page and never looks at it",
			Wanted: "a check of dom, state, log or focus", Hint: "the SDK's own result is a claim, not the truth"})
	}
}
