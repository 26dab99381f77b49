package result

import (
	"time"

	"github.com/maochat/conformance/harness/scenario"
)

// Case describes what was run, so that a report needs no scenario files.
type Case struct {
	ID       string         `json:"id"`
	Scenario string         `json:"scenario"`
	Variant  string         `json:"variant,omitempty"`
	Title    string         `json:"title"`
	Why      string         `json:"why"`
	File     string         `json:"file"`
	Clauses  []string       `json:"clauses"`
	Level    scenario.Level `json:"level"`
	Negative bool           `json:"negative,omitempty"`
}

// CaseOf describes a case.
func CaseOf(c scenario.Case) Case {
	s := c.Scenario
	return Case{ID: c.ID, Scenario: s.ID, Variant: c.Variant, Title: s.Title, Why: s.Why, File: s.File,
		Clauses: s.Clauses, Level: s.Level, Negative: s.Negative}
}

// CaseResult is a case with the outcomes of its runs and the verdict on them.
type CaseResult struct {
	Case     Case        `json:"case"`
	Verdict  Status      `json:"verdict"`
	Expected Expectation `json:"expected,omitempty"`
	// Reason comes with the expectation, from the list that states it.
	Reason   string    `json:"reason,omitempty"`
	Rerun    string    `json:"rerun"` // the command that runs the case again
	Outcomes []Outcome `json:"outcomes"`
}

// Good tells whether the case lets the run pass.
func (c CaseResult) Good() bool { return Good(c.Verdict, c.Expected) }

// Worst gives the outcome that a reader should see first: the first one that
// did not pass, else the first.
func (c CaseResult) Worst() Outcome {
	for _, o := range c.Outcomes {
		if o.Status != Pass {
			return o
		}
	}
	if len(c.Outcomes) == 0 {
		return Outcome{Status: Skip}
	}
	return c.Outcomes[0]
}

// About says what was tested with what.
type About struct {
	Harness   string    `json:"harness"`  // version of the harness
	Contract  string    `json:"contract"` // version of the protocol contract
	SDK       string    `json:"sdk"`      // name of the artifact
	SDKSHA256 string    `json:"sdkSha256"`
	SDKBytes  int       `json:"sdkBytes"`
	Profile   string    `json:"profile"`
	Browser   string    `json:"browser"` // name and version
	Binary    string    `json:"binary"`  // path of the browser
	System    string    `json:"system"`
	CPUs      int       `json:"cpus"`
	Parallel  int       `json:"parallel"`
	Repeat    int       `json:"repeat"`
	StartedAt time.Time `json:"startedAt"`
}

// Problem is something wrong with the run as a whole.
type Problem struct {
	// Status is Fail for what speaks against the SDK or a stale expectation,
	// Error for what the harness or the browser did.
	Status  Status `json:"status"`
	Message string `json:"message"`
}

// Run is a whole run. Its JSON form is report.json.
type Run struct {
	About      About          `json:"about"`
	DurationMs float64        `json:"durationMs"`
	Verdict    string         `json:"verdict"` // "good", "failed", "empty" or "broken"
	ExitCode   int            `json:"exitCode"`
	Summary    map[Status]int `json:"summary"`
	Problems   []Problem      `json:"problems,omitempty"`
	Cases      []CaseResult   `json:"cases"`
}

// Exit codes of a run.
const (
	ExitGood   = 0
	ExitFailed = 1 // a conformance failure or a stale expectation
	ExitUsage  = 2 // a usage or load error, or nothing ran
	ExitBroken = 3 // an error of the harness or of the browser
)

// Finish judges every case and the run. It is called once, when all outcomes
// are in.
func (r *Run) Finish() {
	r.Summary = map[Status]int{}
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Verdict = Judge(c.Outcomes, c.Expected)
		r.Summary[c.Verdict]++
	}
	r.ExitCode = r.exitCode()
	r.Verdict = map[int]string{ExitGood: "good", ExitFailed: "failed", ExitUsage: "empty", ExitBroken: "broken"}[r.ExitCode]
}

// exitCode ranks: a broken harness says nothing about the SDK, a failure is
// told even if other cases did not run, and a run in which nothing was put to
// the test is no success.
func (r *Run) exitCode() int {
	broken, failed, ran := false, false, false
	for _, p := range r.Problems {
		broken = broken || p.Status == Error
		failed = failed || p.Status != Error
	}
	for _, c := range r.Cases {
		broken = broken || c.Verdict == Error
		failed = failed || !c.Good()
		ran = ran || c.Verdict.Ran()
	}
	switch {
	case broken:
		return ExitBroken
	case failed:
		return ExitFailed
	case !ran:
		return ExitUsage
	default:
		return ExitGood
	}
}
