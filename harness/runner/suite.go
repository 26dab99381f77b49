package runner

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/maochat/conformance/fixtures"
	"github.com/maochat/conformance/harness/mutant"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
	"github.com/maochat/conformance/scenarios"
)

// OpenSuite gives the folder of scenarios: the one named by dir, else the
// checkout's, else the one inside the binary. prefix is the path under which
// messages name its files.
func OpenSuite(dir string) (files fs.FS, prefix string, err error) {
	if dir != "" {
		info, err := os.Stat(dir)
		if err != nil {
			return nil, "", fmt.Errorf("opening the scenarios folder: %w", err)
		}
		if !info.IsDir() {
			return nil, "", fmt.Errorf("opening the scenarios folder: %s is a file", dir)
		}
		return os.DirFS(dir), filepath.ToSlash(dir), nil
	}
	if at, ok := checkoutFolder(); ok {
		return os.DirFS(at), scenarios.Folder, nil
	}
	return scenarios.Files, scenarios.Folder, nil
}

// checkoutFolder looks for the suite's folder from the working directory upward.
func checkoutFolder() (string, bool) {
	at, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for {
		folder := filepath.Join(at, scenarios.Folder)
		if _, err := os.Stat(filepath.Join(folder, scenario.CatalogueFile)); err == nil {
			return folder, true
		}
		up := filepath.Dir(at)
		if up == at {
			return "", false
		}
		at = up
	}
}

// LoadSuite reads a folder of scenarios against everything that exists here.
// See scenario.Load for what is returned on load errors.
func LoadSuite(files fs.FS, prefix string) (*scenario.Set, error) {
	known, err := vocabulary()
	if err != nil {
		return nil, err
	}
	return scenario.Load(files, prefix, known)
}

// vocabulary collects what scenarios may refer to.
func vocabulary() (scenario.Vocabulary, error) {
	known := scenario.Vocabulary{
		Fixtures: map[string]scenario.Fixture{},
		Mutants:  map[string]bool{},
		Features: sdk.Features(),
	}
	for _, tool := range protocol.Tools {
		known.Tools = append(known.Tools, string(tool))
	}
	for _, f := range fixtures.List() {
		known.Fixtures[f.Name] = fixtureVocabulary(f)
	}
	mutants, err := mutant.All()
	if err != nil {
		return known, fmt.Errorf("reading the mutants: %w", err)
	}
	for _, m := range mutants {
		known.Mutants[m.ID] = true
	}
	for _, name := range sdk.Profiles() {
		profile, err := sdk.Load(name)
		if err != nil {
			return known, fmt.Errorf("reading the SDK profile %s: %w", name, err)
		}
		for control := range profile.Controls {
			if !slices.Contains(known.Controls, control) {
				known.Controls = append(known.Controls, control)
			}
		}
	}
	return known, nil
}

func fixtureVocabulary(f fixtures.Fixture) scenario.Fixture {
	out := scenario.Fixture{Variants: f.Variants}
	for _, c := range f.Controls {
		out.Elements = append(out.Elements, c.ID)
		out.Labels = append(out.Labels, c.Label)
	}
	for _, a := range append(f.Actions, fixtures.CommonActions()...) {
		out.Actions = append(out.Actions, a.Name)
	}
	return out
}
