package chrome

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The ends of a browser or a tab. A runner tells by them a crash from a failure.
var (
	// ErrBrowserDied means that the browser process ended or that the
	// connection to it was lost while the run still needed it.
	ErrBrowserDied = errors.New("the browser died")
	// ErrBrowserClosed means that the browser was closed with [Browser.Close].
	ErrBrowserClosed = errors.New("the browser is closed")
	// ErrTabCrashed means that the renderer process of the tab crashed.
	ErrTabCrashed = errors.New("the tab crashed")
	// ErrTabClosed means that the tab was closed, by its worker or by the page.
	ErrTabClosed = errors.New("the tab is closed")
)

// A TimeoutError says that the browser did not answer within the bound.
// It matches [context.DeadlineExceeded] with errors.Is.
type TimeoutError struct {
	// Doing says what was being done, for example "Runtime.evaluate".
	Doing string
	// After is how long it was waited for.
	After time.Duration
	// Dialog is the dialog that was open at that moment and blocked the page,
	// or nil.
	Dialog *Dialog
}

// Error satisfies the error interface.
func (e *TimeoutError) Error() string {
	msg := fmt.Sprintf("%s: no answer from the browser after %s", e.Doing, e.After.Round(time.Millisecond))
	if e.Dialog != nil {
		msg += fmt.Sprintf("; the page is blocked by an open %s dialog (%q)", e.Dialog.Kind, e.Dialog.Message)
	}
	return msg
}

// Is makes errors.Is(err, context.DeadlineExceeded) true.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// An EvalError is an exception that JavaScript threw in an evaluation.
type EvalError struct {
	// Text is the exception as the browser shows it, without the stack.
	Text string
	// URL, Line and Column (both from 1) say where it was thrown, when known.
	URL          string
	Line, Column int64
	// Stack is the JavaScript stack, one frame a line, or empty.
	Stack string
}

// Error satisfies the error interface.
func (e *EvalError) Error() string {
	var b strings.Builder
	b.WriteString("JavaScript threw: ")
	b.WriteString(e.Text)
	if e.Line > 0 {
		fmt.Fprintf(&b, " (%s:%d:%d)", orText(e.URL, "evaluated code"), e.Line, e.Column)
	}
	return b.String()
}

// A DocumentGoneError says that the document that was worked on went away
// before the work was done, because the page navigated or the frame was removed.
type DocumentGoneError struct {
	// Doing says what was being done.
	Doing string
	// Err is what the browser answered.
	Err error
}

// Error satisfies the error interface.
func (e *DocumentGoneError) Error() string {
	return fmt.Sprintf("%s: the document went away meanwhile: %v", e.Doing, e.Err)
}

// Unwrap returns what the browser answered.
func (e *DocumentGoneError) Unwrap() error { return e.Err }

// A NavigateError says that a navigation failed, for example because nothing
// listens at the address.
type NavigateError struct {
	// URL is the address that was asked for.
	URL string
	// Text is the browser's reason, for example "net::ERR_CONNECTION_REFUSED".
	Text string
}

// Error satisfies the error interface.
func (e *NavigateError) Error() string {
	return fmt.Sprintf("navigating to %s: %s", e.URL, e.Text)
}

// orText returns s, or other when s is empty.
func orText(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
