package scenarios_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/report"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
)

// TestConformance plays every scenario in every variant as a subtest:
//
//	go test ./scenarios -run 'TestConformance/fill/controlled-input/react'
//	go test ./scenarios -run TestConformance -args -sdk path/to/mao-chat.js -headed
func TestConformance(t *testing.T) {
	stage, subject := theStage(t), theSubject(t)
	problem, err := stage.Preflight(t.Context(), subject, runner.Limits{})
	require.NoError(t, err)
	if problem != nil {
		t.Fatal(problem.Message)
	}
	for _, s := range theSuite(t).Scenarios {
		for _, c := range s.Cases() {
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				for _, clause := range s.Clauses {
					t.Attr("clause", clause)
				}
				outcome, err := stage.Play(t.Context(), subject, c, runner.Limits{})
				require.NoError(t, err)
				one := result.CaseResult{
					Case: result.CaseOf(c), Outcomes: []result.Outcome{outcome}, Rerun: "go test ./scenarios -run '^TestConformance/" + c.ID + "$'",
				}
				one.Verdict = result.Judge(one.Outcomes, result.ExpectPass)
				t.Attr("verdict", string(one.Verdict))
				keep(t, one)
				switch {
				case !one.Verdict.Ran() && one.Good():
					t.Skip(outcome.Reason)
				case !one.Good():
					t.Error("\n" + report.Failure(one))
				}
			})
		}
	}
}

// keep writes what happened where go test keeps artifacts.
func keep(t *testing.T, one result.CaseResult) {
	text, err := json.MarshalIndent(one, "", " ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(t.ArtifactDir(), "trace.json"), text, 0o644))
}
