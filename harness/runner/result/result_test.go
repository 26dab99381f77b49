package result

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func outcomes(statuses ...Status) []Outcome {
	out := make([]Outcome, len(statuses))
	for i, s := range statuses {
		out[i].Status = s
	}
	return out
}

// TestJudge is the table of verdicts, with hand-made outcomes.
func TestJudge(t *testing.T) {
	cases := []struct {
		why      string
		outcomes []Outcome
		expected Expectation
		want     Status
		good     bool
	}{
		{"one pass", outcomes(Pass), ExpectPass, Pass, true},
		{"all pass", outcomes(Pass, Pass, Pass), ExpectPass, Pass, true},
		{"one failure", outcomes(Fail), ExpectPass, Fail, false},
		{"a time-out is told apart", outcomes(Timeout, Timeout), ExpectPass, Timeout, false},
		{"a crash is told apart", outcomes(Crash), ExpectPass, Crash, false},
		{"a pass among failures", outcomes(Fail, Pass), ExpectPass, Flaky, false},
		{"a failure among passes", outcomes(Pass, Pass, Fail), ExpectPass, Flaky, false},
		{"failing in two ways", outcomes(Fail, Timeout), ExpectPass, Flaky, false},
		{"expected to fail and did", outcomes(Fail), ExpectFail, KnownFail, true},
		{"a time-out is a failure too", outcomes(Timeout), ExpectFail, KnownFail, true},
		{"expected to fail but did not", outcomes(Pass), ExpectFail, UnexpectedPass, false},
		{"expected to fail, now and then does not", outcomes(Fail, Pass), ExpectFail, Flaky, false},
		{"expected to be flaky and is", outcomes(Fail, Pass), ExpectFlaky, Flaky, true},
		{"expected to be flaky, failed only", outcomes(Fail), ExpectFlaky, Fail, true},
		{"expected to be flaky, passed", outcomes(Pass), ExpectFlaky, Pass, true},
		{"a harness error is never good", outcomes(Error), ExpectPass, Error, false},
		{"a harness error outranks a known failure", outcomes(Fail, Error), ExpectFail, Error, false},
		{"a harness error outranks flakiness", outcomes(Pass, Error), ExpectFlaky, Error, false},
		{"a skip is a skip", outcomes(Skip), ExpectPass, Skip, true},
		{"a skip is not the expected failure", outcomes(Skip), ExpectFail, Skip, true},
		{"not implemented", outcomes(NotImplemented), ExpectPass, NotImplemented, true},
		{"skipped once, passed once", outcomes(Skip, Pass), ExpectPass, Flaky, false},
		{"never run", nil, ExpectPass, Skip, true},
	}
	for _, tc := range cases {
		t.Run(tc.why, func(t *testing.T) {
			got := Judge(tc.outcomes, tc.expected)
			assert.Equal(t, tc.want, got)
			assert.Equal(t, tc.good, Good(got, tc.expected))
		})
	}
}

func TestSettle(t *testing.T) {
	failures := func(statuses ...Status) []Failure {
		out := make([]Failure, len(statuses))
		for i, s := range statuses {
			out[i].Status = s
		}
		return out
	}
	assert.Equal(t, Pass, Settle(nil))
	assert.Equal(t, Timeout, Settle(failures(Timeout)))
	assert.Equal(t, Fail, Settle(failures(Timeout, Fail, Timeout)), "something read and wrong outranks something missing")
	assert.Equal(t, Crash, Settle(failures(Fail, Crash)))
	assert.Equal(t, Error, Settle(failures(Crash, Error, Fail)))
}

func TestExitCodes(t *testing.T) {
	run := func(problems []Problem, statuses ...Status) *Run {
		r := &Run{Problems: problems}
		for _, s := range statuses {
			r.Cases = append(r.Cases, CaseResult{Outcomes: outcomes(s)})
		}
		r.Finish()
		return r
	}
	cases := []struct {
		why     string
		run     *Run
		code    int
		verdict string
	}{
		{"all pass", run(nil, Pass, Pass), ExitGood, "good"},
		{"skips beside passes", run(nil, Pass, Skip, NotImplemented), ExitGood, "good"},
		{"a failure", run(nil, Pass, Fail), ExitFailed, "failed"},
		{"many failures are no other code", run(nil, Fail, Fail, Fail, Timeout, Crash), ExitFailed, "failed"},
		{"nothing selected", run(nil), ExitUsage, "empty"},
		{"nothing ran", run(nil, Skip, NotImplemented), ExitUsage, "empty"},
		{"a harness error beside a failure", run(nil, Fail, Error), ExitBroken, "broken"},
		{"the browser died", run([]Problem{{Status: Error, Message: "the browser died"}}, Pass), ExitBroken, "broken"},
		{"a stale expectation", run([]Problem{{Status: Fail, Message: "matches nothing"}}, Pass), ExitFailed, "failed"},
	}
	for _, tc := range cases {
		t.Run(tc.why, func(t *testing.T) {
			assert.Equal(t, tc.code, tc.run.ExitCode)
			assert.Equal(t, tc.verdict, tc.run.Verdict)
		})
	}
}

func TestExpectations(t *testing.T) {
	r := &Run{Cases: []CaseResult{
		{Case: Case{ID: "fill/a/react"}, Outcomes: outcomes(Fail)},
		{Case: Case{ID: "fill/b/react"}, Outcomes: outcomes(Pass)},
		{Case: Case{ID: "fill/a/html"}, Outcomes: outcomes(Fail)},
	}}
	var e Expectations
	require.NoError(t, e.Add(ExpectFail, "known.txt", "# list\n\nfill/*/react # reverts late\n"))
	require.NoError(t, e.Add(ExpectFlaky, "flaky.txt", "click/gone # once\n"))
	e.Apply(r)
	r.Finish()
	assert.Equal(t, KnownFail, r.Cases[0].Verdict)
	assert.Equal(t, "reverts late", r.Cases[0].Reason)
	assert.Equal(t, UnexpectedPass, r.Cases[1].Verdict)
	assert.Equal(t, Fail, r.Cases[2].Verdict, "an entry holds for what it names only")
	require.Len(t, r.Problems, 1)
	assert.Equal(t, "flaky.txt:1: click/gone matches no case: the expectation is stale", r.Problems[0].Message)

	assert.ErrorContains(t, e.Add(ExpectFail, "known.txt", "fill/a\n"), "known.txt:1: fill/a has no reason")
	assert.ErrorContains(t, e.Add(ExpectFail, "known.txt", "\n[ # x\n"), "known.txt:2: [ is not a pattern")
}

func TestWorstOutcomeIsShown(t *testing.T) {
	assert.Equal(t, Fail, CaseResult{Outcomes: outcomes(Pass, Fail, Timeout)}.Worst().Status)
	assert.Equal(t, Pass, CaseResult{Outcomes: outcomes(Pass, Pass)}.Worst().Status)
	assert.Equal(t, Skip, CaseResult{}.Worst().Status)
}

func TestRunSurvivesJSON(t *testing.T) {
	r := Run{Cases: []CaseResult{{Case: Case{ID: "a"}, Outcomes: []Outcome{{Status: Fail, Failures: []Failure{{Check: "x", Status: Fail, Step: -1}},
		Trace: []Event{{AtMs: 1.5, Kind: EventFrame, From: "sdk", Raw: json.RawMessage(`{"type":"ping"}`)}}}}}}}
	r.Finish()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	var back Run
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, r, back)
}
