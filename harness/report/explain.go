package report

import (
	"fmt"
	"strings"

	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// Cases describes cases as report.json does, without outcomes.
func Cases(cases []scenario.Case) []result.Case {
	out := make([]result.Case, len(cases))
	for i, c := range cases {
		out[i] = result.CaseOf(c)
	}
	return out
}

// Explain renders a scenario for a person: why it exists, the clauses that it
// checks in words, and its steps as they stand in the file.
func Explain(s *scenario.Scenario, clauses map[string]scenario.Clause) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n\n", s.ID, s.Title)
	fmt.Fprintf(&b, "why        %s\n", strings.ReplaceAll(s.Why, "\n", " "))
	fmt.Fprintf(&b, "file       %s\n", s.File)
	fmt.Fprintf(&b, "level      %s\n", s.Level)
	if s.Negative {
		b.WriteString("negative   it shows what must not happen\n")
	}
	fmt.Fprintf(&b, "needs      %s\n", strings.Join(s.Needs(), ", "))
	fmt.Fprintf(&b, "allowed    %s\n", s.Authorization)
	for _, c := range s.Cases() {
		fmt.Fprintf(&b, "case       %s\n", c.ID)
	}
	for _, id := range s.Clauses {
		fmt.Fprintf(&b, "clause     %s: %s\n", id, clauses[id].Text)
	}
	for _, k := range s.Kills {
		fmt.Fprintf(&b, "kills      %s by %s\n", k.Mutant, k.Check)
	}
	b.WriteString("\nsteps\n")
	for _, step := range s.Steps {
		fmt.Fprintf(&b, "%3d\n%s", step.Index+1, indent(step.Text, "    "))
	}
	fmt.Fprintf(&b, "\nand always: %s\n", strings.Join(scenario.ImplicitChecks, ", "))
	return b.String()
}
