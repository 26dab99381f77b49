package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// caseOf loads a scenario of testdata/play.
func caseOf(t *testing.T, name string) scenario.Case {
	t.Helper()
	file := filepath.Join("testdata", "play", name+".yaml")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := scenario.Parse(file, "play/"+name, text, nil)
	require.NoError(t, err)
	return scenario.Case{ID: s.ID, Scenario: s}
}

// played plays a scenario with the reference SDK.
func played(t *testing.T, name string, limits Limits) result.Outcome {
	t.Helper()
	outcome, err := theStage(t).Play(t.Context(), reference(t), caseOf(t, name), limits)
	require.NoError(t, err)
	return outcome
}

func TestPassingCases(t *testing.T) {
	for _, name := range []string{"passes", "per-action", "declared-exception", "chat"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			outcome := played(t, name, Limits{})
			assert.Equal(t, result.Pass, outcome.Status, "%+v", outcome.Failures)
			held := map[string]bool{}
			for _, c := range outcome.Checks {
				held[c.ID] = c.OK
			}
			for _, id := range append(caseOf(t, name).Scenario.Checks(), scenario.CheckFrames, scenario.CheckSchema, scenario.CheckExceptions, scenario.CheckAnswered) {
				assert.True(t, held[id], "the check %s was evaluated and held", id)
			}
		})
	}
}

func TestTraceTellsTheStory(t *testing.T) {
	outcome := played(t, "passes", Limits{})
	var story []string
	for i, e := range outcome.Trace {
		story = append(story, string(e.Kind)+" "+e.From+" "+e.Text)
		if i > 0 {
			assert.GreaterOrEqual(t, e.AtMs, outcome.Trace[i-1].AtMs, "events are in the order of time")
		}
	}
	text := strings.Join(story, "\n")
	for _, want := range []string{"frame sdk auth", "frame sdk subscribe", "frame server page_tool_request page_fill", "frame sdk page_tool_result success",
		"user  allowTask", "check  state holds", "step  1 send"} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "eyJ", "no token in a trace")
}

// TestFailingCases holds that each way to fail is told apart: the check, the
// verdict, and words that help.
func TestFailingCases(t *testing.T) {
	cases := []struct {
		name   string
		status result.Status
		checks []string
		words  string
	}{
		{"dom-differs", result.Fail, []string{"node"}, `value: wanted "Ada", found ""`},
		{"node-missing", result.Fail, []string{"node"}, "found no node"},
		{"state-differs", result.Fail, []string{"state"}, "not even after 200ms"},
		{"log-differs", result.Fail, []string{"order", "number", "none"}, "wanted exactly click, mousedown, mouseup"},
		{"result-differs", result.Fail, []string{"filled"}, "invalid_arguments"},
		{"target-unlisted", result.Fail, []string{scenario.CheckTarget}, `textbox "Customer"`},
		{"target-ambiguous", result.Fail, []string{scenario.CheckTarget}, "2 elements of the snapshot fit"},
		{"no-answer", result.Fail, []string{"filled", "state"}, "only page_tool_status: confirming"},
		{"left-over", result.Fail, []string{scenario.CheckFrames}, "a result that no step expects: page_tool_result failure invalid_arguments"},
		{"ui-differs", result.Fail, []string{"named", "absent", "asked"}, `value: wanted "7"`},
		{"unasked", result.Fail, []string{"silent"}, "a frame came that must not come"},
		{"frame-missing", result.Timeout, []string{"message"}, "no send_message came within 100ms"},
		{"exception", result.Fail, []string{scenario.CheckExceptions}, "page broke"},
		{"exception-missing", result.Fail, []string{scenario.CheckExceptions}, "a declared exception did not happen"},
		{"wait-in-vain", result.Timeout, nil, "did not come true within 100ms"},
		{"page-action-throws", result.Fail, nil, "scenario broke"},
		{"capture-missing", result.Fail, []string{"listed"}, "nothing at result.nothing"},
		{"control-missing", result.Fail, nil, `button`},
		{"no-card", result.Fail, []string{scenario.CheckCard}, "gesture deny"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			outcome := played(t, tc.name, Limits{})
			assert.Equal(t, tc.status, outcome.Status)
			assert.Equal(t, tc.checks, outcome.FailedChecks())
			assert.Contains(t, words(outcome), tc.words)
			for _, f := range outcome.Failures {
				assert.NotEmpty(t, f.Pos.File)
				if f.Step >= 0 {
					assert.NotEmpty(t, f.StepText, "the step is shown")
				}
			}
		})
	}
}

// words is everything that the failures of an outcome say.
func words(o result.Outcome) string {
	var b strings.Builder
	for _, f := range o.Failures {
		b.WriteString(f.Message + "\n" + f.Wanted + "\n" + f.Found + "\n")
		for _, m := range f.Mismatches {
			b.WriteString(m.String() + "\n")
		}
	}
	return b.String()
}

func TestAHangingPageEndsInTime(t *testing.T) {
	outcome := played(t, "page-hangs", Limits{Case: 3 * time.Second})
	assert.Equal(t, result.Timeout, outcome.Status)
	assert.Contains(t, words(outcome), "the case took longer than 3s")
	assert.Equal(t, result.Pass, played(t, "per-action", Limits{}).Status, "the worker plays on")
}

// TestACaseEndsWhereItsCallerKnowsEnough holds that nothing is played after it: no
// step, and none of the checks at the end.
func TestACaseEndsWhereItsCallerKnowsEnough(t *testing.T) {
	whole := caseOf(t, "passes").Scenario.Checks()
	require.Greater(t, len(whole), 1, "the scenario goes on after its first check")
	outcome := played(t, "passes", Limits{Enough: func(c result.Check) bool { return c.ID == whole[0] }})
	assert.Equal(t, result.Pass, outcome.Status)
	require.Len(t, outcome.Checks, 1)
	assert.Equal(t, whole[0], outcome.Checks[0].ID)

	outcome = played(t, "dom-differs", Limits{Enough: func(c result.Check) bool { return !c.OK }})
	assert.Equal(t, result.Fail, outcome.Status)
	last := outcome.Checks[len(outcome.Checks)-1]
	assert.Equal(t, result.Check{ID: "node", Step: last.Step, OK: false}, last, "a failure can be enough")
	assert.GreaterOrEqual(t, last.Step, 0)
}
