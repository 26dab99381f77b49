package result

import "slices"

// Status is a verdict on a case.
type Status string

// The verdicts. An Outcome has one of Pass, Fail, Timeout, Crash, Error, Skip
// and NotImplemented; the others come from comparing outcomes with each other
// and with what was expected.
const (
	Pass Status = "pass"
	// Fail: something was read and was not as it must be.
	Fail Status = "fail"
	// Timeout: something that must come did not come in time, and nothing else was wrong.
	Timeout Status = "timeout"
	// Crash: the page's renderer crashed or stopped to respond.
	Crash Status = "crash"
	// Error: the harness itself could not do its work; the SDK was not judged.
	Error Status = "error"
	// Skip: the case was not run, for the reason that stands beside it.
	Skip Status = "skip"
	// NotImplemented: the SDK does not declare what the case needs.
	NotImplemented Status = "not-implemented"
	// KnownFail: it failed as expected.
	KnownFail Status = "known-fail"
	// UnexpectedPass: it was expected to fail and did not; the expectation is stale.
	UnexpectedPass Status = "unexpected-pass"
	// Flaky: repeated runs did not agree.
	Flaky Status = "flaky"
)

// Statuses lists all verdicts in the order in which summaries show them.
var Statuses = []Status{Pass, Fail, Timeout, Crash, Error, Flaky, UnexpectedPass, KnownFail, NotImplemented, Skip}

// Ran tells whether the SDK was put to the test.
func (s Status) Ran() bool { return s != Skip && s != NotImplemented && s != Error }

// failed tells whether a single outcome speaks against the SDK.
func (s Status) failed() bool { return s == Fail || s == Timeout || s == Crash }

// Expectation is what is known of a case before it runs.
type Expectation string

// The expectations.
const (
	ExpectPass  Expectation = ""
	ExpectFail  Expectation = "known-failing" // it must fail
	ExpectFlaky Expectation = "known-flaky"   // it may
)

// Judge gives the verdict on a case from the outcomes of its runs. It is the
// only place that does.
//
// An error of the harness outranks everything, for nothing was learned. A case
// that did not run is no pass. Runs that disagree are flaky, whatever was
// expected.
func Judge(outcomes []Outcome, expected Expectation) Status {
	if len(outcomes) == 0 {
		return Skip
	}
	has := func(s Status) bool {
		return slices.ContainsFunc(outcomes, func(o Outcome) bool { return o.Status == s })
	}
	first := outcomes[0].Status
	agree := !slices.ContainsFunc(outcomes, func(o Outcome) bool { return o.Status != first })
	switch {
	case has(Error):
		return Error
	case !agree:
		return Flaky
	case expected == ExpectFail && first == Pass:
		return UnexpectedPass
	case expected == ExpectFail && first.failed():
		return KnownFail
	default:
		return first
	}
}

// Good tells whether a verdict lets a run pass.
func Good(s Status, expected Expectation) bool {
	switch s {
	case Pass, KnownFail, Skip, NotImplemented:
		return true
	case Fail, Timeout, Crash, Flaky:
		return expected == ExpectFlaky
	default:
		return false
	}
}
