package chrome

import (
	"context"
	_ "embed" // for the scripts
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

// placeJS finds the point where a user would click an element.
//
//go:embed js/place.js
var placeJS string

const (
	// frameWait is how long one animation frame is waited for; pages in the
	// background get none.
	frameWait = 50 * time.Millisecond
	// stillTries is how many frames a control may keep moving.
	stillTries = 20
)

// A placeError says why a control that exists cannot be clicked now.
type placeError struct {
	control Control
	problem string
}

// Error satisfies the error interface.
func (e *placeError) Error() string {
	return fmt.Sprintf("the %s %q %s", e.control.Role, e.control.Name, e.problem)
}

// place waits until the control stands still and sets its rectangle and the
// point to click. A control outside the viewport is scrolled into it.
func (t *Tab) place(ctx context.Context, c *Control) error {
	contextID, err := t.contextOf(ctx, "", harnessWorld)
	if err != nil {
		return err
	}
	t.mu.Lock()
	numeric := t.frames.numericID(contextID)
	t.mu.Unlock()
	node, err := Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{
		BackendNodeID: c.node, ExecutionContextID: numeric, ObjectGroup: harnessWorld,
	})
	if err != nil {
		return err
	}
	res, err := Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: placeJS, ObjectID: node.Object.ObjectID,
		Arguments:    []*runtime.CallArgument{{Value: jsonOf(frameWait.Milliseconds())}, {Value: jsonOf(stillTries)}},
		AwaitPromise: new(true), ReturnByValue: new(true), Silent: new(true),
	})
	if err != nil {
		return err
	}
	if res.ExceptionDetails != nil {
		return evalError(res.ExceptionDetails)
	}
	var at struct {
		Rect    *Rect
		X, Y    float64
		Moving  bool
		Covered string
	}
	if err := json.Unmarshal(res.Result.Value, &at); err != nil {
		return fmt.Errorf("reading the place of a control: %w", err)
	}
	switch {
	case at.Rect == nil:
		return &placeError{*c, "takes no place on the screen"}
	case at.Moving:
		return &placeError{*c, "keeps moving"}
	}
	c.Rect, c.X, c.Y, c.CoveredBy = *at.Rect, at.X, at.Y, at.Covered
	return nil
}

// jsonOf encodes a number for the page.
func jsonOf[T int | int64](n T) []byte { return fmt.Append(nil, n) }
