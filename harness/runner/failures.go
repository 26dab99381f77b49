package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/protocol/dialect"
	"github.com/maochat/conformance/harness/runner/result"
)

// finding is a failure as a step returns it.
type finding struct {
	failure result.Failure
	fatal   bool // the steps after it would mean nothing
}

func (f *finding) Error() string { return f.failure.Message }

// failed makes a finding after which the case goes on.
func failed(check, message string) *finding {
	return &finding{failure: result.Failure{Check: check, Status: result.Fail, Message: message}}
}

// ends makes it one after which the case cannot go on.
func (f *finding) ends() *finding { f.fatal = true; return f }

// as gives it another status.
func (f *finding) as(s result.Status) *finding { f.failure.Status = s; return f }

// detail adds what was wanted and found.
func (f *finding) detail(wanted, found string) *finding {
	f.failure.Wanted, f.failure.Found = wanted, found
	return f
}

// classify says what an error that no step judged means for the case: which
// side did it. check is the assertion that the step was about, if any.
func classify(err error, check string) *finding {
	var judged *finding
	if errors.As(err, &judged) {
		return judged
	}
	f := failed(check, err.Error())
	var control *chrome.ControlError
	var eval *chrome.EvalError
	var gone *chrome.DocumentGoneError
	switch {
	case errors.Is(err, chrome.ErrTabCrashed):
		return f.as(result.Crash).ends()
	case errors.As(err, &control), errors.As(err, &eval), errors.As(err, &gone), errors.Is(err, oracle.ErrNotReadable):
		return f // the page is not what the scenario expects
	case errors.Is(err, context.DeadlineExceeded):
		return f.as(result.Timeout).ends()
	default:
		f.failure.Check = ""
		return f.as(result.Error).ends()
	}
}

// skipReason gives the reason for which a case cannot be played with this SDK.
func skipReason(err error) (string, bool) {
	var inexpressible *dialect.ErrInexpressible
	if errors.As(err, &inexpressible) {
		return fmt.Sprintf("the dialect %s cannot express it: %s", inexpressible.Dialect, inexpressible.Reason), true
	}
	return "", false
}
