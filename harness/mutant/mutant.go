// Package mutant holds deliberately broken variants of the reference SDK. Each breaks one rule of the
// specification; a scenario names it under `kills` together with the check that must then fail. A suite in which
// a mutant survives has a check that proves nothing.
package mutant

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/maochat/conformance/harness/bundle"
)

// CanaryID names the mutant whose death shows that the whole apparatus can see a fault. If it survives, a run of
// the others says nothing.
const CanaryID = "canary"

// Mutant is one row of mutants.yaml: a fault, made by replacing texts of the source.
type Mutant struct {
	ID string
	// Why says which rule is broken, and by what kind of mistake.
	Why string
	// Edits are relative to executor-js; each Find must stand exactly once in its file. Most faults are one edit: more
	// are needed where several places guard the same rule.
	Edits []bundle.Edit
}

// row is a mutant as the table holds it: with one edit of its own, or with a list of them.
type row struct {
	ID          string `yaml:"id"`
	Why         string `yaml:"why"`
	bundle.Edit `yaml:",inline"`
	Edits       []bundle.Edit `yaml:"edits"`
}

//go:embed mutants.yaml
var table []byte

// All reads the table. An error means that the table itself is wrong: a row without a reason, a doubled id.
func All() ([]Mutant, error) { return parse(table) }

func parse(table []byte) ([]Mutant, error) {
	var doc struct {
		Mutants []row `yaml:"mutants"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(table), yaml.Strict(), yaml.DisallowUnknownField())
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading mutants.yaml: %w", err)
	}
	var mutants []Mutant
	seen := map[string]bool{}
	var problems []error
	for i, r := range doc.Mutants {
		m, err := r.mutant()
		switch {
		case r.ID == "":
			err = fmt.Errorf("row %d has no id", i+1)
		case seen[r.ID]:
			err = fmt.Errorf("the id %s stands twice", r.ID)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("mutants.yaml: %w", err))
		}
		seen[r.ID] = true
		mutants = append(mutants, m)
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return mutants, nil
}

// mutant brings both forms of a row into one.
func (r row) mutant() (Mutant, error) {
	m := Mutant{ID: r.ID, Why: strings.TrimSpace(r.Why), Edits: r.Edits}
	if m.Why == "" {
		return m, fmt.Errorf("%s does not say why it exists", r.ID)
	}
	switch own := r.Edit != (bundle.Edit{}); {
	case own && len(r.Edits) > 0:
		return m, fmt.Errorf("%s has edits and an edit beside them", r.ID)
	case own:
		m.Edits = []bundle.Edit{r.Edit}
	case len(r.Edits) == 0:
		return m, fmt.Errorf("%s needs file and find, or edits", r.ID)
	}
	for _, e := range m.Edits {
		switch {
		case e.File == "" || e.Find == "":
			return m, fmt.Errorf("%s: an edit needs file and find", r.ID)
		case e.Find == e.Replace:
			return m, fmt.Errorf("%s: the edit of %q changes nothing", r.ID, e.Find)
		}
	}
	return m, nil
}

// Bundle builds mao-chat.js with the fault in it, from the checkout around the working directory. Errors:
// *bundle.MutationError when the row no longer fits the source or has no effect, *bundle.CheckoutError without a
// checkout, *bundle.BuildError when the mutated source does not build.
func (m Mutant) Bundle(ctx context.Context) ([]byte, error) {
	src, err := bundle.FindCheckout(".")
	if err != nil {
		return nil, fmt.Errorf("building mutant %s: %w", m.ID, err)
	}
	set, err := src.BuildSDK(ctx, &bundle.Mutation{ID: m.ID, Edits: m.Edits})
	if err != nil {
		return nil, err
	}
	js, _ := set.File(bundle.SDK)
	return js, nil
}
