// Package mutant holds deliberately broken variants of the reference SDK. Each breaks one rule of the
// specification; a scenario names it under `kills` together with the check that must then fail. A suite in which
// a mutant survives has a check that proves nothing.
package mutant

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/maochat/conformance/harness/bundle"
)

// CanaryID names the mutant whose death shows that the whole apparatus can see a fault. If it survives, a run of
// the others says nothing.
const CanaryID = "canary"

// Mutant is one row of the tables under mutants: a fault, made by replacing texts of the source.
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

// tables are files of rows, one file for each subject. The fields of a row are those of [Mutant].
//
//go:embed mutants/*.yaml
var tables embed.FS

// freedoms is one table of what the contract leaves free.
//
//go:embed freedoms.yaml
var freedoms embed.FS

// Free is the opposite of a mutant: every row of freedoms.yaml at once, each of which changes the reference SDK in what
// the contract leaves free. A scenario that fails on it asks for more than the contract does.
func Free() (Mutant, error) {
	rows, err := read(freedoms)
	if err != nil {
		return Mutant{}, err
	}
	free := Mutant{ID: "free", Why: "an SDK may be right in another way"}
	for _, r := range rows {
		free.Edits = append(free.Edits, r.Edits...)
	}
	return free, nil
}

// All reads the tables. An error means that a table itself is wrong: a row without a reason, a doubled id.
func All() ([]Mutant, error) {
	folder, err := fs.Sub(tables, "mutants")
	if err != nil {
		return nil, fmt.Errorf("reading the tables of mutants: %w", err)
	}
	return read(folder)
}

func read(folder fs.FS) ([]Mutant, error) {
	files, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("reading the tables of mutants: %w", err)
	}
	var mutants []Mutant
	var problems []error
	home := map[string]string{} // of an id: the file that has it
	for _, file := range files {
		table, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, fmt.Errorf("reading the tables of mutants: %w", err)
		}
		rows, err := parse(table)
		if err != nil {
			problems = append(problems, fmt.Errorf("mutants/%s: %w", file, err))
			continue
		}
		for i, r := range rows {
			m, err := r.mutant()
			switch {
			case r.ID == "":
				err = fmt.Errorf("row %d has no id", i+1)
			case home[r.ID] != "":
				err = fmt.Errorf("the id %s stands in %s already", r.ID, home[r.ID])
			}
			if err != nil {
				problems = append(problems, fmt.Errorf("mutants/%s: %w", file, err))
			}
			home[r.ID] = file
			mutants = append(mutants, m)
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return mutants, nil
}

func parse(table []byte) ([]row, error) {
	var rows []row
	dec := yaml.NewDecoder(bytes.NewReader(table), yaml.Strict(), yaml.DisallowUnknownField())
	if err := dec.Decode(&rows); err != nil {
		return nil, err
	}
	return rows, nil
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
