package runner

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/protocol/dialect"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// TestOwnFailings asks both profiles which of a result's mismatches are the SDK's.
func TestOwnFailings(t *testing.T) {
	frame := map[string]any{"result": map[string]any{"actions": []any{
		map[string]any{"action": "fill"}, map[string]any{"action": "observe"},
	}}}
	for _, row := range []struct {
		reason           string
		mismatch         scenario.Mismatch
		ofTheReleasedOne bool
	}{
		{"it does not declare to tell what the page shows afterwards",
			scenario.Mismatch{Path: "result.actions[0].verification.actual", Wanted: `"Ada"`, Found: scenario.Absent}, false},
		{"nor what the action changed",
			scenario.Mismatch{Path: "result.actions[0].changes.target", Wanted: `an object`, Found: scenario.Absent}, false},
		{"what it tells all the same has to be right",
			scenario.Mismatch{Path: "result.actions[0].verification.actual", Wanted: `"Zoe"`, Found: `"Ada"`}, true},
		{"that it tells too much is a failure",
			scenario.Mismatch{Path: "result.actions[0].verification.actual", Wanted: "no such field", Found: `"canary"`}, true},
		{"to observe is to tell the changes",
			scenario.Mismatch{Path: "result.actions[1].changes.messages", Wanted: "an array", Found: scenario.Absent}, true},
		{"whether an action was done is no feature",
			scenario.Mismatch{Path: "result.actions[0].ok", Wanted: "true", Found: scenario.Absent}, true},
		{"the details of an error are one",
			scenario.Mismatch{Path: "error.details", Wanted: `an object like {reason: "denied"}`, Found: scenario.Absent}, false},
		{"its word for what opens a tab is wider",
			scenario.Mismatch{Path: "error.code", Wanted: `"new_tab"`, Found: `"unsupported_target"`}, false},
		{"in the action too",
			scenario.Mismatch{Path: "result.actions[0].error.code", Wanted: `one of ["download", "new_tab"]`, Found: `"unsupported_target"`}, false},
		{"it has a word for what is disabled",
			scenario.Mismatch{Path: "error.code", Wanted: `"element_disabled"`, Found: `"element_changed"`}, true},
		{"no error is no word",
			scenario.Mismatch{Path: "error.code", Wanted: `"new_tab"`, Found: scenario.Absent}, true},
		{"an element of that code is no error",
			scenario.Mismatch{Path: "result.snapshot.elements[0].code", Wanted: `"new_tab"`, Found: `"unsupported_target"`}, true},
	} {
		t.Run(row.reason, func(t *testing.T) {
			for name, its := range map[string]bool{"reference": true, "released": row.ofTheReleasedOne} {
				profile, err := sdk.Load(name)
				require.NoError(t, err)
				codec, err := dialect.New(profile.Dialect)
				require.NoError(t, err)
				own := ownFailings(profile, codec.Traits(), frame, []scenario.Mismatch{row.mismatch})
				assert.Equal(t, its, len(own) == 1, name)
			}
		})
	}
}
