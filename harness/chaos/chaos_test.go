package chaos_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chaos"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/maochat/conformance/harness/mutant"
)

func TestMain(m *testing.M) { os.Exit(chrometest.Main(m)) }

func TestNothingElseIsTouched(t *testing.T) {
	bundles, err := bundle.Load(t.Context())
	require.NoError(t, err)
	script, ok := bundles.File(bundle.Executor)
	require.True(t, ok)
	report, err := chaos.Run(t.Context(), chrometest.Tab(t), chaos.Options{Executor: script, Actions: 200, Seed: 1})
	require.NoError(t, err)
	for _, fault := range report.Faults {
		t.Errorf("step %d: %s\n%q", fault.Step, fault.Text, fault.Trail)
	}
	assert.GreaterOrEqual(t, report.Actions, 200)
	// How the page's changes fall between the actions depends on the machine; the bounds say that all kinds took place.
	t.Logf("%d done, %d changes, refused: %v", report.Done, report.Mutations, report.Refused)
	assert.Greater(t, report.Done, 20, "actions that were carried out")
	assert.Greater(t, report.Mutations, 100, "changes of the page")
	assert.Greater(t, report.Refused["element_not_available"]+report.Refused["element_changed"], 10, "stale ids that were refused")
	assert.InDelta(t, report.Listed, report.Named, float64(report.Listed)/50, "controls that the page knows")
}

// Executors without one of their guards must be found out.
func TestFaultyExecutorsAreFoundOut(t *testing.T) {
	mutants, err := mutant.All()
	require.NoError(t, err)
	byID := map[string]mutant.Mutant{}
	for _, m := range mutants {
		byID[m.ID] = m
	}
	checkout, err := bundle.FindCheckout(".")
	require.NoError(t, err)
	for id, why := range map[string]string{
		"identity-without-context": "a row that is used again for another record",
		"verify-assumes-expected":  "a value that the page takes back",
		"no-recheck-at-the-press":  "what the page does while the pointer comes",
	} {
		t.Run(id, func(t *testing.T) {
			m, ok := byID[id]
			require.True(t, ok, "the mutant exists")
			script, err := checkout.BuildExecutor(t.Context(), bundle.Mutation{ID: m.ID, Edits: m.Edits})
			require.NoError(t, err)
			for seed := range uint64(4) {
				report, err := chaos.Run(t.Context(), chrometest.Tab(t), chaos.Options{Executor: script, Actions: 400, Seed: seed + 1, MaxFaults: 1})
				require.NoError(t, err)
				if len(report.Faults) > 0 {
					t.Logf("found after %d actions: %s", report.Actions, report.Faults[0].Text)
					return
				}
			}
			t.Errorf("not found out: %s", why)
		})
	}
}
