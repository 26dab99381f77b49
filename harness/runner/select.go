package runner

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/maochat/conformance/harness/scenario"
)

// Selection says which cases of a suite are meant. Its parts all apply.
type Selection struct {
	// Patterns name cases, scenarios or folders: "fill/controlled-input",
	// "fill", "fill/*/react". None means all.
	Patterns []string
	// Run is a regular expression for each element of an id, as of go test.
	Run string
	// Filters are key=value pairs: clause, level, fixture, variant, tool,
	// negative.
	Filters []string
}

// SelectionError says that a selection is malformed or selects nothing.
type SelectionError struct {
	Problem string
	Hint    string
}

func (e *SelectionError) Error() string {
	if e.Hint == "" {
		return e.Problem
	}
	return e.Problem + "\n    hint: " + e.Hint
}

// Select lists the cases that are meant, in the order of their ids. Selecting
// nothing is an error, and so is a pattern that matches nothing.
func Select(set *scenario.Set, sel Selection) ([]scenario.Case, error) {
	var all []scenario.Case
	for _, s := range set.Scenarios {
		all = append(all, s.Cases()...)
	}
	if len(all) == 0 {
		return nil, &SelectionError{Problem: "there are no scenarios"}
	}
	run, err := compileRun(sel.Run)
	if err != nil {
		return nil, err
	}
	filters, err := compileFilters(sel.Filters)
	if err != nil {
		return nil, err
	}
	for _, pattern := range sel.Patterns {
		if err := knownPattern(pattern, all); err != nil {
			return nil, err
		}
	}
	var selected []scenario.Case
	for _, c := range all {
		named := len(sel.Patterns) == 0 || slices.ContainsFunc(sel.Patterns, func(p string) bool { return matches(p, c.ID) })
		if named && run(c.ID) && filters(c) {
			selected = append(selected, c)
		}
	}
	if len(selected) == 0 {
		return nil, &SelectionError{Problem: "nothing is selected", Hint: "maoconform list shows the cases"}
	}
	return selected, nil
}

// knownPattern reports a pattern that is malformed or matches nothing.
func knownPattern(pattern string, all []scenario.Case) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return &SelectionError{Problem: fmt.Sprintf("%q is not a pattern", pattern), Hint: "* stands for any part between slashes"}
	}
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.ID
		if matches(pattern, c.ID) {
			return nil
		}
	}
	return &SelectionError{Problem: fmt.Sprintf("%q matches no case", pattern), Hint: scenario.Nearest(strings.TrimSuffix(pattern, ".yaml"), ids)}
}

// matches tells whether a pattern names a case, its scenario or a folder above.
func matches(pattern, id string) bool {
	pattern = strings.TrimSuffix(strings.TrimSuffix(pattern, "/..."), "/")
	parts := strings.Split(id, "/")
	for n := range parts {
		if ok, err := path.Match(pattern, strings.Join(parts[:n+1], "/")); err == nil && ok {
			return true
		}
	}
	return false
}

// compileRun reads a -run expression: unanchored, one for each element.
func compileRun(expression string) (func(id string) bool, error) {
	if expression == "" {
		return func(string) bool { return true }, nil
	}
	var parts []*regexp.Regexp
	for part := range strings.SplitSeq(expression, "/") {
		re, err := regexp.Compile(part)
		if err != nil {
			return nil, &SelectionError{Problem: fmt.Sprintf("--run %q: %v", expression, err)}
		}
		parts = append(parts, re)
	}
	return func(id string) bool {
		elements := strings.Split(id, "/")
		for i, re := range parts {
			if i >= len(elements) || !re.MatchString(elements[i]) {
				return false
			}
		}
		return true
	}, nil
}

// filterKeys are the properties by which cases may be filtered.
var filterKeys = map[string]func(c scenario.Case, value string) bool{
	"clause":   func(c scenario.Case, v string) bool { return slices.Contains(c.Scenario.Clauses, v) },
	"level":    func(c scenario.Case, v string) bool { return string(c.Scenario.Level) == v },
	"fixture":  func(c scenario.Case, v string) bool { return c.Scenario.Fixture == v },
	"variant":  func(c scenario.Case, v string) bool { return c.Variant == v },
	"tool":     func(c scenario.Case, v string) bool { return slices.Contains(c.Scenario.Needs(), v) },
	"negative": func(c scenario.Case, v string) bool { return fmt.Sprint(c.Scenario.Negative) == v },
}

func compileFilters(filters []string) (func(scenario.Case) bool, error) {
	for _, f := range filters {
		key, value, ok := strings.Cut(f, "=")
		if _, known := filterKeys[key]; !ok || !known || value == "" {
			return nil, &SelectionError{Problem: fmt.Sprintf("--filter %q is not understood", f),
				Hint: "key=value with one of clause, fixture, level, negative, tool, variant"}
		}
	}
	return func(c scenario.Case) bool {
		for _, f := range filters {
			key, value, _ := strings.Cut(f, "=")
			if !filterKeys[key](c, value) {
				return false
			}
		}
		return true
	}, nil
}
