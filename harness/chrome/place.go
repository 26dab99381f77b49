package chrome

import (
	"context"
	_ "embed" // for the scripts
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
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

// placement is what the script says of an element.
type placement struct {
	Rect    *Rect // nil when it takes no place
	X, Y    float64
	Moving  bool
	Covered string
}

// place waits until an element stands still and says where a user would click
// it. An element outside the viewport is scrolled into it.
func (t *Tab) place(ctx context.Context, id cdp.BackendNodeID) (placement, error) {
	var at placement
	contextID, err := t.contextOf(ctx, "", harnessWorld)
	if err != nil {
		return at, err
	}
	t.mu.Lock()
	numeric := t.frames.numericID(contextID)
	t.mu.Unlock()
	node, err := Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{
		BackendNodeID: id, ExecutionContextID: numeric, ObjectGroup: harnessWorld,
	})
	if err != nil {
		return at, err
	}
	res, err := Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: placeJS, ObjectID: node.Object.ObjectID,
		Arguments:    []*runtime.CallArgument{{Value: jsonOf(frameWait.Milliseconds())}, {Value: jsonOf(stillTries)}},
		AwaitPromise: new(true), ReturnByValue: new(true), Silent: new(true),
	})
	if err != nil {
		return at, err
	}
	if res.ExceptionDetails != nil {
		return at, evalError(res.ExceptionDetails)
	}
	if err := json.Unmarshal(res.Result.Value, &at); err != nil {
		return at, fmt.Errorf("reading the place of a control: %w", err)
	}
	return at, nil
}

// jsonOf encodes a number for the page.
func jsonOf[T int | int64](n T) []byte { return fmt.Append(nil, n) }
