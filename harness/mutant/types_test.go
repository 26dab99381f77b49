package mutant

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/bundle"
)

// broken is a mutant as the check of types reads it.
type broken struct {
	ID string `json:"id"`
	// Files are the texts of the files that it changes.
	Files map[string]string `json:"files"`
}

// finding is what the check of types has against a mutant.
type finding struct {
	ID       string   `json:"id"`
	Problems []string `json:"problems"`
}

func checkTypes(t *testing.T, checkout *bundle.Checkout, mutants []broken) []finding {
	t.Helper()
	input, err := json.Marshal(mutants)
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join("scripts", "check-mutants.mjs"))
	cmd.Dir = filepath.Join(checkout.Root, "executor-js")
	cmd.Stdin = bytes.NewReader(input)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	output, err := cmd.Output()
	require.NoError(t, err, complaint.String())
	var findings []finding
	require.NoError(t, json.Unmarshal(output, &findings), "%s", output)
	return findings
}

// TestEveryMutantIsSoundCode: a mutant that throws because a name is gone dies without showing that its check sees
// the fault that it is named after.
func TestEveryMutantIsSoundCode(t *testing.T) {
	checkout, err := bundle.FindCheckout(".")
	require.NoError(t, err)
	var mutants []broken
	for _, m := range everything(t) {
		mutation := bundle.Mutation{ID: m.ID, Edits: m.Edits}
		b := broken{ID: m.ID, Files: map[string]string{}}
		for _, file := range mutation.Files() {
			b.Files[file] = mutated(t, checkout, mutation, file)
		}
		mutants = append(mutants, b)
	}
	for _, f := range checkTypes(t, checkout, mutants) {
		t.Errorf("%s: its code would fail by itself:\n  %s", f.ID, strings.Join(f.Problems, "\n  "))
	}
}

func mutated(t *testing.T, checkout *bundle.Checkout, mutation bundle.Mutation, file string) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(checkout.Root, "executor-js", filepath.FromSlash(file)))
	require.NoError(t, err)
	text, err := mutation.Apply(file, string(source))
	require.NoError(t, err)
	return text
}

func TestTheCheckOfTypesSeesWhatThrows(t *testing.T) {
	checkout, err := bundle.FindCheckout(".")
	require.NoError(t, err)
	one := func(id, text string) broken { return broken{ID: id, Files: map[string]string{"src/a.ts": text}} }
	findings := checkTypes(t, checkout, []broken{
		one("a name that is gone", `export const a = gone;`),
		one("a part that is gone", `export const a = "x".gone;`),
		one("not a function", `const b = 1; export const a = b();`),
		one("maybe nothing", `export const a = (x: { y?: string }): number => x.y.length;`),
		one("no such export", `import { gone } from "./index"; export const a = gone;`),
		one("broken text", `export const a = ;`),
		one("another type", `export const a = (): string => 1;`),
		one("of no use", `export function a(b: number): number { return 1; const c = 2; }`),
		{ID: "two files that fit", Files: map[string]string{
			"src/a.ts": `import { b } from "./executor"; export const a = b;`, "src/executor.ts": `export const b = 1;`,
		}},
		{ID: "two files that do not", Files: map[string]string{
			"src/a.ts": `import { b } from "./executor"; export const a = b;`, "src/executor.ts": `export const c = 1;`,
		}},
	})
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.ID)
	}
	assert.Equal(t, []string{
		"a name that is gone", "a part that is gone", "not a function", "maybe nothing", "no such export", "broken text",
		"two files that do not",
	}, ids)
}
