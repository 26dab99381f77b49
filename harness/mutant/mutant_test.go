package mutant

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/bundle"
)

func TestParseReadsBothForms(t *testing.T) {
	mutants, err := read(fstest.MapFS{
		"a.yaml": &fstest.MapFile{Data: []byte(`
- id: one
  why: "it forgets\n"
  file: src/a.ts
  find: |-
    if (x) {
      return 'y';
    }
  replace: ""
`)},
		"b.yaml": &fstest.MapFile{Data: []byte(`
- id: two
  why: it forgets in two places
  edits:
    - {file: src/a.ts, find: x, replace: z}
    - {file: src/b.ts, find: y, replace: z}
`)},
	})
	require.NoError(t, err)
	assert.Equal(t, []Mutant{
		{ID: "one", Why: "it forgets", Edits: []bundle.Edit{{File: "src/a.ts", Find: "if (x) {\n  return 'y';\n}"}}},
		{ID: "two", Why: "it forgets in two places", Edits: []bundle.Edit{
			{File: "src/a.ts", Find: "x", Replace: "z"}, {File: "src/b.ts", Find: "y", Replace: "z"},
		}},
	}, mutants)
}

func TestParseRefusesWhatProvesNothing(t *testing.T) {
	for _, row := range []struct {
		reason, table, problem string
	}{
		{"no id", `{why: w, file: f, find: x, replace: y}`, "row 1 has no id"},
		{"a doubled id", `{id: a, why: w, file: f, find: x, replace: y}, {id: a, why: w, file: f, find: x, replace: y}`, "the id a stands in one.yaml already"},
		{"no reason", `{id: a, why: " ", file: f, find: x, replace: y}`, "a does not say why it exists"},
		{"no edit", `{id: a, why: w}`, "a needs file and find, or edits"},
		{"no file", `{id: a, why: w, find: x, replace: y}`, "a: an edit needs file and find"},
		{"no text", `{id: a, why: w, edits: [{file: f, replace: y}]}`, "a: an edit needs file and find"},
		{"no change", `{id: a, why: w, file: f, find: x, replace: x}`, `a: the edit of "x" changes nothing`},
		{"both forms", `{id: a, why: w, file: f, find: x, edits: [{file: f, find: z}]}`, "a has edits and an edit beside them"},
		{"an unknown field", `{id: a, why: w, file: f, find: x, replcae: y}`, "replcae"},
		{"a doubled key", `{id: a, why: w, file: f, find: x, find: y}`, "find"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			_, err := read(table("one.yaml", "["+row.table+"]"))
			require.ErrorContains(t, err, row.problem)
		})
	}
}

func TestParseTellsEveryProblem(t *testing.T) {
	tables := table("one.yaml", `[{id: a, why: w}, {why: w, file: f, find: x}]`)
	tables["two.yaml"] = &fstest.MapFile{Data: []byte(`[{id: a, why: w, file: f, find: x}]`)}
	tables["three.yaml"] = &fstest.MapFile{Data: []byte(`[{id: b,`)}
	_, err := read(tables)
	require.ErrorContains(t, err, "mutants/one.yaml: a needs file and find")
	require.ErrorContains(t, err, "mutants/one.yaml: row 2 has no id")
	require.ErrorContains(t, err, "mutants/two.yaml: the id a stands in one.yaml already")
	require.ErrorContains(t, err, "mutants/three.yaml: ")
}

func table(file, rows string) fstest.MapFS {
	return fstest.MapFS{file: &fstest.MapFile{Data: []byte(rows)}}
}

func TestTheCanaryIsThere(t *testing.T) {
	all, err := All()
	require.NoError(t, err)
	assert.Condition(t, func() bool {
		for _, m := range all {
			if m.ID == CanaryID {
				return true
			}
		}
		return false
	}, "no table has a row %s", CanaryID)
}

// everything is every mutant, and the one variant that is right.
func everything(t *testing.T) []Mutant {
	t.Helper()
	all, err := All()
	require.NoError(t, err)
	free, err := Free()
	require.NoError(t, err)
	return append(all, free)
}

// TestEveryRowFitsTheSource finds the rows that the source has left behind without building or playing anything.
func TestEveryRowFitsTheSource(t *testing.T) {
	checkout, err := bundle.FindCheckout(".")
	require.NoError(t, err)
	for _, m := range everything(t) {
		mutation := bundle.Mutation{ID: m.ID, Edits: m.Edits}
		for _, file := range mutation.Files() {
			source, err := os.ReadFile(filepath.Join(checkout.Root, "executor-js", filepath.FromSlash(file)))
			if !assert.NoError(t, err, m.ID) {
				continue
			}
			_, err = mutation.Apply(file, string(source))
			assert.NoError(t, err)
		}
	}
}
