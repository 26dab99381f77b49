package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/scenario"
)

// matchLog compares a page's event log with what is wanted of it. What happened
// at the SDK's own host, or in an open shadow root of it, is left out unless it
// is asked for: those are the user's acts in the SDK's interface.
func matchLog(wants scenario.LogWants, log []oracle.LogEntry, env scenario.Env, host string) ([]scenario.Mismatch, error) {
	var seen []oracle.LogEntry
	for _, e := range log {
		own := e.Target == host || slices.Contains(e.Hosts, host)
		if wants.Target == e.Target || wants.Target == "" && !own {
			seen = append(seen, e)
		}
	}
	mismatches, err := matchSequence(wants.Seq, seen, env)
	if err != nil {
		return nil, err
	}
	for _, c := range wants.Count {
		n := 0
		for _, e := range seen {
			if e.Type == c.Type {
				n++
			}
		}
		for _, m := range c.Want.Match(float64(n), env) {
			m.Path = "number of " + c.Type + " events"
			mismatches = append(mismatches, m)
		}
	}
	for _, e := range seen {
		if slices.Contains(wants.None, e.Type) {
			mismatches = append(mismatches, scenario.Mismatch{Path: "events", Wanted: "no " + e.Type, Found: describeLog(seen)})
			break
		}
	}
	return mismatches, nil
}

// matchSequence compares the order of the events of the types that are named;
// events of other types may lie between.
func matchSequence(seq []scenario.Pattern, seen []oracle.LogEntry, env scenario.Env) ([]scenario.Mismatch, error) {
	if len(seq) == 0 {
		return nil, nil
	}
	named := map[string]bool{}
	for _, want := range seq {
		if field, ok := want.Field("type"); ok {
			text, _ := field.Text()
			named[text] = true
		}
	}
	var relevant []oracle.LogEntry
	for _, e := range seen {
		if named[e.Type] {
			relevant = append(relevant, e)
		}
	}
	if len(relevant) != len(seq) {
		return []scenario.Mismatch{{Path: "events", Wanted: describeSequence(seq), Found: describeLog(relevant)}}, nil
	}
	var mismatches []scenario.Mismatch
	for i, want := range seq {
		plain, err := scenario.Normalize(relevant[i])
		if err != nil {
			return nil, err
		}
		for _, m := range want.Match(plain, env) {
			m.Path = strings.TrimSuffix(fmt.Sprintf("events[%d].%s", i, m.Path), ".")
			mismatches = append(mismatches, m)
		}
	}
	if len(mismatches) > 0 {
		mismatches = append(mismatches, scenario.Mismatch{Path: "events", Wanted: describeSequence(seq), Found: describeLog(relevant)})
	}
	return mismatches, nil
}

func describeSequence(seq []scenario.Pattern) string {
	words := make([]string, len(seq))
	for i, want := range seq {
		words[i] = want.String()
		if field, ok := want.Field("type"); ok {
			words[i], _ = field.Text()
		}
	}
	return "exactly " + strings.Join(words, ", ")
}

func describeLog(log []oracle.LogEntry) string {
	const most = 60
	var words []string
	for i, e := range log {
		if i == most {
			words = append(words, fmt.Sprintf("and %d more", len(log)-most))
			break
		}
		words = append(words, fmt.Sprintf("%s(%s)", e.Type, e.Target))
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}
