package result

import (
	"bufio"
	"fmt"
	"path"
	"strings"
)

// Expectations are lists of what is known of cases before they run. Known
// failing cases must fail, known flaky ones may, and an entry that matches
// nothing is stale.
type Expectations struct {
	entries []entry
}

type entry struct {
	file    string
	line    int
	pattern string
	reason  string
	kind    Expectation
}

// Add reads a list: one case id or pattern (`fill/*/react`) a line, the reason
// behind a `#`. Each entry needs a reason. The error names the line.
func (e *Expectations) Add(kind Expectation, file, text string) error {
	scanner := bufio.NewScanner(strings.NewReader(text))
	for n := 1; scanner.Scan(); n++ {
		pattern, reason, _ := strings.Cut(scanner.Text(), "#")
		pattern, reason = strings.TrimSpace(pattern), strings.TrimSpace(reason)
		switch {
		case pattern == "":
			continue
		case reason == "":
			return fmt.Errorf("%s:%d: %s has no reason\n    wanted: the reason behind a #", file, n, pattern)
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("%s:%d: %s is not a pattern\n    wanted: a case id, * for any part of it", file, n, pattern)
		}
		e.entries = append(e.entries, entry{file, n, pattern, reason, kind})
	}
	return scanner.Err()
}

// Apply notes the expectations on the cases and reports entries that match
// none of them as problems of the run.
func (e *Expectations) Apply(r *Run) {
	for _, entry := range e.entries {
		matched := false
		for i := range r.Cases {
			c := &r.Cases[i]
			if ok, err := path.Match(entry.pattern, c.Case.ID); err == nil && ok {
				c.Expected, c.Reason, matched = entry.kind, entry.reason, true
			}
		}
		if !matched {
			r.Problems = append(r.Problems, Problem{Status: Fail,
				Message: fmt.Sprintf("%s:%d: %s matches no case: the expectation is stale", entry.file, entry.line, entry.pattern)})
		}
	}
}
