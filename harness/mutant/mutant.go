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

// Mutant is one row of mutants.yaml: one text of one source file replaced by another.
type Mutant struct {
	ID string `yaml:"id"`
	// Why says which rule is broken, and by what kind of mistake.
	Why string `yaml:"why"`
	// File is relative to executor-js.
	File string `yaml:"file"`
	// Find must stand exactly once in File.
	Find    string `yaml:"find"`
	Replace string `yaml:"replace"`
}

//go:embed mutants.yaml
var table []byte

// All reads the table. An error means that the table itself is wrong: a row without a reason, a doubled id.
func All() ([]Mutant, error) { return parse(table) }

func parse(table []byte) ([]Mutant, error) {
	var doc struct {
		Mutants []Mutant `yaml:"mutants"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(table), yaml.Strict(), yaml.DisallowUnknownField())
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading mutants.yaml: %w", err)
	}
	seen := map[string]bool{}
	var problems []error
	for i, m := range doc.Mutants {
		switch {
		case m.ID == "":
			problems = append(problems, fmt.Errorf("mutants.yaml: row %d has no id", i+1))
		case seen[m.ID]:
			problems = append(problems, fmt.Errorf("mutants.yaml: the id %s stands twice", m.ID))
		case strings.TrimSpace(m.Why) == "":
			problems = append(problems, fmt.Errorf("mutants.yaml: %s does not say why it exists", m.ID))
		case m.File == "" || m.Find == "":
			problems = append(problems, fmt.Errorf("mutants.yaml: %s needs file and find", m.ID))
		}
		seen[m.ID] = true
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return doc.Mutants, nil
}

// Bundle builds mao-chat.js with the fault in it, from the checkout around the working directory. Errors:
// *bundle.MutationError when the row no longer fits the source or has no effect, *bundle.CheckoutError without a
// checkout, *bundle.BuildError when the mutated source does not build.
func (m Mutant) Bundle(ctx context.Context) ([]byte, error) {
	src, err := bundle.FindCheckout(".")
	if err != nil {
		return nil, fmt.Errorf("building mutant %s: %w", m.ID, err)
	}
	set, err := src.BuildSDK(ctx, &bundle.Mutation{ID: m.ID, File: m.File, Find: m.Find, Replace: m.Replace})
	if err != nil {
		return nil, err
	}
	js, _ := set.File(bundle.SDK)
	return js, nil
}
