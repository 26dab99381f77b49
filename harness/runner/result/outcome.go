package result

import (
	"encoding/json"
	"time"

	"github.com/maochat/conformance/harness/scenario"
)

// Failure is one thing that was not as it must be.
type Failure struct {
	// Check is the id of the assertion, the scenario's own or an implicit one;
	// empty for errors of the harness.
	Check string `json:"check,omitempty"`
	// Status is Fail, Timeout, Crash or Error.
	Status Status `json:"status"`
	// Step counts from zero; -1 for what is checked at the end.
	Step int `json:"step"`
	// Pos is where the step stands.
	Pos scenario.Pos `json:"pos"`
	// StepText is the step as the file has it.
	StepText string `json:"stepText,omitempty"`
	// Message says in one line what is wrong.
	Message string `json:"message"`
	// Wanted and Found say it in detail; either may be empty.
	Wanted string `json:"wanted,omitempty"`
	Found  string `json:"found,omitempty"`
	// Mismatches are the places where a value differs from its pattern.
	Mismatches []scenario.Mismatch `json:"mismatches,omitempty"`
	// Pictures are there when pictures were compared.
	Pictures *Pictures `json:"pictures,omitempty"`
}

// Check is an assertion that was evaluated.
type Check struct {
	ID   string `json:"id"`
	Step int    `json:"step"` // -1 for what is checked at the end
	OK   bool   `json:"ok"`
}

// EventKind says what a trace event tells of.
type EventKind string

// The kinds of trace events.
const (
	EventStep    EventKind = "step"    // a step began
	EventFrame   EventKind = "frame"   // a frame crossed the wire
	EventCheck   EventKind = "check"   // an assertion was evaluated
	EventUser    EventKind = "user"    // the runner did what a user does
	EventConsole EventKind = "console" // the page wrote or threw something
	EventNote    EventKind = "note"    // anything else: connections, navigation
)

// Event is one line of a case's trace.
type Event struct {
	// AtMs is the time since the case began, in milliseconds.
	AtMs float64   `json:"atMs"`
	Kind EventKind `json:"kind"`
	// From is "sdk" or "server" for frames.
	From string `json:"from,omitempty"`
	// Text is the line to show.
	Text string `json:"text"`
	// Raw is the frame, with the token taken out of it.
	Raw json.RawMessage `json:"raw,omitempty"`
	// Violation says how a frame breaks the protocol.
	Violation string `json:"violation,omitempty"`
}

// Outcome is one run of a case.
type Outcome struct {
	// Status is the worst of the failures, or Pass, or why it did not run.
	Status Status `json:"status"`
	// Reason says why the case was skipped or is not implemented.
	Reason     string    `json:"reason,omitempty"`
	StartedAt  time.Time `json:"startedAt"`
	DurationMs float64   `json:"durationMs"`
	Failures   []Failure `json:"failures,omitempty"`
	Checks     []Check   `json:"checks,omitempty"`
	Trace      []Event   `json:"trace,omitempty"`
}

// severity orders the statuses of failures: what the harness did wrong makes
// the rest void, a crash explains what follows it, and a case in which
// something was read and wrong is a failure even if it also ran out of time.
var severity = map[Status]int{Timeout: 1, Fail: 2, Crash: 3, Error: 4}

// Settle gives the status of a run from its failures.
func Settle(failures []Failure) Status {
	status := Pass
	for _, f := range failures {
		if severity[f.Status] > severity[status] {
			status = f.Status
		}
	}
	return status
}

// FailedChecks lists the ids of the checks that did not hold.
func (o Outcome) FailedChecks() []string {
	var ids []string
	for _, f := range o.Failures {
		if f.Check != "" {
			ids = append(ids, f.Check)
		}
	}
	return ids
}
