package chrome

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// callBound is how long a call waits for the browser's answer when the caller's
// context sets no earlier end.
const callBound = 20 * time.Second

// Call runs any DevTools command on the tab. It waits at most 10 seconds, or
// until ctx ends, the tab crashes or the browser dies, and says which in the
// error. It must not be used inside an event callback.
func Call[P, R any](ctx context.Context, t *Tab, cmd cdp.Command[P, R], params P) (R, error) {
	return callWithin(ctx, t, callBound, cmd, params)
}

// callWithin is Call with another bound.
func callWithin[P, R any](ctx context.Context, t *Tab, limit time.Duration, cmd cdp.Command[P, R], params P) (R, error) {
	var res R
	err := t.within(ctx, cmd.Method, limit, func(ctx context.Context) error {
		var err error
		res, err = cdp.Call(ctx, t.target, cmd, params)
		return err
	})
	return res, err
}

// callBrowser runs a browser-wide command, within the same bound.
func callBrowser[P, R any](ctx context.Context, b *Browser, cmd cdp.Command[P, R], params P) (R, error) {
	var res R
	err := within(ctx, b.life, cmd.Method, callBound, func(ctx context.Context) error {
		var err error
		res, err = cdp.Call(ctx, b.session, cmd, params)
		return err
	})
	if err != nil && errors.Is(err, context.Canceled) && b.Err() != nil {
		err = fmt.Errorf("%s: %w", cmd.Method, b.Err())
	}
	return res, err
}

// within runs fn on behalf of the tab and turns the ends that a bound, a crash
// or a closing brings about into errors that say so.
func (t *Tab) within(ctx context.Context, doing string, limit time.Duration, fn func(context.Context) error) error {
	err := within(ctx, t.life, doing, limit, fn)
	var timeout *TimeoutError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &timeout):
		timeout.Dialog = t.OpenDialog()
		return err
	case errors.Is(err, chromedp.ErrTargetDetached):
		// The end of the tab and the end of the call come from two events.
		return fmt.Errorf("%s: %w", doing, t.endedBy(ErrTabClosed))
	case errors.Is(err, context.Canceled) && ctx.Err() == nil && t.browser.Err() != nil:
		return fmt.Errorf("%s: %w", doing, t.browser.Err())
	}
	return err
}

// endedBy returns why the tab ended, or other while that is not known.
func (t *Tab) endedBy(other error) error {
	if err := t.browser.Err(); err != nil {
		return err
	}
	if t.life.Err() != nil {
		if cause := context.Cause(t.life); cause != nil && !errors.Is(cause, context.Canceled) {
			return cause
		}
	}
	return other
}

// within runs fn with a context that ends after limit, with ctx or with life.
func within(ctx, life context.Context, doing string, limit time.Duration, fn func(context.Context) error) error {
	start := time.Now()
	bound, cancelBound := context.WithTimeout(ctx, limit)
	defer cancelBound()
	call, cancel := context.WithCancelCause(bound)
	defer cancel(nil)
	stop := context.AfterFunc(life, func() { cancel(context.Cause(life)) })
	defer stop()

	err := fn(call)
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	case life.Err() != nil:
		return fmt.Errorf("%s: %w", doing, context.Cause(life))
	case bound.Err() != nil && errors.Is(err, context.DeadlineExceeded):
		return &TimeoutError{Doing: doing, After: time.Since(start)}
	case isDocumentGone(err):
		return &DocumentGoneError{Doing: doing, Err: err}
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// isDocumentGone recognises the browser's answers to a call whose document or
// execution context ended before it was done.
func isDocumentGone(err error) bool {
	var answer *cdproto.Error
	if !errors.As(err, &answer) {
		return false
	}
	for _, text := range []string{
		"Cannot find context with specified id",
		"uniqueContextId not found",
		"Execution context was destroyed",
		"Inspected target navigated or closed",
		"Promise was collected",
	} {
		if strings.Contains(answer.Message, text) {
			return true
		}
	}
	return false
}
