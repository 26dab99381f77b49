package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// CatalogueFile is the name of the clause catalogue in the scenarios folder.
const CatalogueFile = "spec.yaml"

// Set is a folder of scenarios.
type Set struct {
	Scenarios []*Scenario // by id
	Catalogue *Catalogue
}

// Load reads the clause catalogue and every scenario below a folder. The
// vocabulary is completed with the catalogue's clauses. A file that cannot be
// used is in the returned Problems; the set holds the others, so that a linter
// can go on. An error that is not Problems means that the folder cannot be read.
func Load(dir fs.FS, prefix string, known Vocabulary) (*Set, error) {
	set := &Set{Catalogue: &Catalogue{}}
	var problems Problems
	collect := func(err error) error {
		var ps Problems
		if errors.As(err, &ps) {
			problems = append(problems, ps...)
			return nil
		}
		return err
	}
	if text, err := fs.ReadFile(dir, CatalogueFile); err == nil {
		catalogue, err := ParseCatalogue(path.Join(prefix, CatalogueFile), text)
		if err := collect(err); err != nil {
			return nil, err
		}
		if catalogue != nil {
			set.Catalogue, known.Clauses = catalogue, catalogue.ByID()
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the clause catalogue: %w", err)
	}
	err := fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("reading the scenarios folder: %w", err)
		}
		if entry.IsDir() || name == CatalogueFile || !isYAML(name) {
			return nil
		}
		s, err := loadFile(dir, prefix, name, &known)
		if s != nil {
			set.Scenarios = append(set.Scenarios, s)
		}
		return collect(err)
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(set.Scenarios, func(a, b *Scenario) int { return strings.Compare(a.ID, b.ID) })
	return set, problems.err()
}

func isYAML(name string) bool { return path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" }

func loadFile(dir fs.FS, prefix, name string, known *Vocabulary) (*Scenario, error) {
	file := path.Join(prefix, name)
	if path.Ext(name) == ".yml" {
		return nil, Problems{{Pos: Pos{File: file}, Message: "scenario files end in .yaml", Found: path.Base(name), Hint: "rename it"}}
	}
	id, err := IDOf(name)
	if err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(dir, name)
	if err != nil {
		return nil, fmt.Errorf("reading scenario %s: %w", file, err)
	}
	return Parse(file, id, text, known)
}
