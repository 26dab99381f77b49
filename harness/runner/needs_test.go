package runner

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// TestUnmet asks two profiles for what testdata/needs.yaml needs.
func TestUnmet(t *testing.T) {
	text, err := os.ReadFile("testdata/needs.yaml")
	require.NoError(t, err)
	s, err := scenario.Parse("needs.yaml", "needs", text, nil)
	require.NoError(t, err)

	reference, err := sdk.Load("reference")
	require.NoError(t, err)
	reason, missing := unmet(reference, s)
	assert.False(t, missing, reason)

	released, err := sdk.Load("released")
	require.NoError(t, err)
	reason, missing = unmet(released, s)
	assert.True(t, missing)
	assert.Equal(t, "the profile released does not declare page_audit, the control questions, the gesture revoke, the control log", reason)
}
