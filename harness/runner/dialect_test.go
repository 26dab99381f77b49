package runner

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/sdk"
)

// releasedMini is a small SDK in the manner of the released product.
func releasedMini(t *testing.T) Subject {
	t.Helper()
	subject := scripted(t, "released-mini.js")
	profile, err := sdk.Load("released")
	require.NoError(t, err)
	subject.Profile = profile
	return subject
}

// TestScenariosRunInBothDialects holds that a scenario is written once: its
// frames, its connection, its grant and its confirm card are found by profile
// and codec.
func TestScenariosRunInBothDialects(t *testing.T) {
	for _, name := range []string{"any-dialect", "denied"} {
		for _, subject := range []Subject{reference(t), releasedMini(t)} {
			t.Run(name+"/"+subject.Profile.Name, func(t *testing.T) {
				t.Parallel()
				outcome, err := theStage(t).Play(t.Context(), subject, caseOf(t, name), Limits{})
				require.NoError(t, err)
				assert.Equal(t, result.Pass, outcome.Status, words(outcome))
			})
		}
	}
}

func TestWhatADialectCannotSayIsSkipped(t *testing.T) {
	outcome, err := theStage(t).Play(t.Context(), releasedMini(t), caseOf(t, "inexpressible"), Limits{})
	require.NoError(t, err)
	assert.Equal(t, result.Skip, outcome.Status, words(outcome))
	assert.Contains(t, outcome.Reason, "the dialect released cannot express it")
	assert.Empty(t, outcome.Failures)
}

// TestAnUnansweredActionEndsWithItsCase holds where an SDK does not say that it
// asks, so that the page is watched for a card, and the case is broken off.
func TestAnUnansweredActionEndsWithItsCase(t *testing.T) {
	outcome, err := theStage(t).Play(t.Context(), releasedMini(t), caseOf(t, "unanswered"), Limits{})
	require.NoError(t, err)
	assert.Equal(t, result.Skip, outcome.Status, words(outcome))
}
