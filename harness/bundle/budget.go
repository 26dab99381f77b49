package bundle

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// Budget is the most that one bundle may weigh, and what its parts weighed when the budget was set.
type Budget struct {
	// Bundle is the name of a file of a Set.
	Bundle string `yaml:"bundle"`
	// Gzip is the limit in bytes.
	Gzip int `yaml:"gzip"`
	// Aim is the limit that this one is on its way to; nothing when it is reached.
	Aim int `yaml:"aim,omitempty"`
	// Shares are the folders as they were when the limit was set, so that a breach can say what grew.
	Shares []Share `yaml:"shares"`
}

//go:embed budgets.yaml
var budgetsFile []byte

// Budgets reads the limits of the reference SDK's bundles.
func Budgets() ([]Budget, error) { return parseBudgets(budgetsFile) }

func parseBudgets(text []byte) ([]Budget, error) {
	var doc struct {
		Budgets []Budget `yaml:"budgets"`
	}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict(), yaml.DisallowUnknownField()).Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading budgets.yaml: %w", err)
	}
	for _, b := range doc.Budgets {
		if b.Bundle == "" || b.Gzip <= 0 {
			return nil, fmt.Errorf("reading budgets.yaml: %q needs a bundle's name and a limit", b.Bundle)
		}
	}
	return doc.Budgets, nil
}

// BudgetError says that a bundle weighs more than it may.
type BudgetError struct {
	Bundle string
	Gzip   int
	Limit  int
	// Grown are the folders that weigh more than when the limit was set, those that grew most first.
	Grown []Growth
}

// Growth is how a folder's share of a compressed bundle changed.
type Growth struct {
	Folder  string
	Was, Is int
}

func (e *BudgetError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s weighs %d bytes with gzip, %d over its budget of %d", e.Bundle, e.Gzip, e.Gzip-e.Limit, e.Limit)
	for _, g := range e.Grown {
		fmt.Fprintf(&b, "\n  %+6d  %s (%d, was %d)", g.Is-g.Was, g.folder(), g.Is, g.Was)
	}
	return b.String()
}

func (g Growth) folder() string {
	if g.Folder == "" {
		return "(the bundler)"
	}
	return g.Folder
}

// Check says which bundles of the set are over their budgets: nil when none is, else *BudgetError for each, joined.
func (s *Set) Check(budgets []Budget) error {
	var problems []error
	for _, b := range budgets {
		script, ok := s.files[b.Bundle]
		if !ok {
			problems = append(problems, fmt.Errorf("there is a budget for %s, which is not built", b.Bundle))
			continue
		}
		size := gzipSize(script)
		if size <= b.Gzip {
			continue
		}
		shares, err := s.Shares(b.Bundle)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		problems = append(problems, &BudgetError{Bundle: b.Bundle, Gzip: size, Limit: b.Gzip, Grown: grown(b.Shares, shares)})
	}
	return errors.Join(problems...)
}

func grown(before, now []Share) []Growth {
	was := map[string]Share{}
	for _, s := range before {
		was[s.Folder] = s
	}
	var out []Growth
	for _, s := range now {
		// Both, for the compressed share of a folder moves a little with what stands around it.
		if old := was[s.Folder]; s.Raw > old.Raw && s.Gzip > old.Gzip {
			out = append(out, Growth{Folder: s.Folder, Was: old.Gzip, Is: s.Gzip})
		}
	}
	slices.SortStableFunc(out, func(a, b Growth) int { return (b.Is - b.Was) - (a.Is - a.Was) })
	return out
}

// Record gives the text of budgets.yaml with the same limits and the shares as they are in this set.
func (s *Set) Record(budgets []Budget) ([]byte, error) {
	var out bytes.Buffer
	for line := range bytes.Lines(budgetsFile) { // the comment at the top stays
		if !bytes.HasPrefix(line, []byte("#")) {
			break
		}
		out.Write(line)
	}
	now := slices.Clone(budgets)
	for i := range now {
		shares, err := s.Shares(now[i].Bundle)
		if err != nil {
			return nil, err
		}
		now[i].Shares = shares
	}
	text, err := yaml.Marshal(map[string][]Budget{"budgets": now})
	if err != nil {
		return nil, fmt.Errorf("writing budgets.yaml: %w", err)
	}
	out.Write(text)
	return out.Bytes(), nil
}
