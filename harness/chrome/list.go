package chrome

import (
	"context"
	_ "embed" // for the script
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

// renderedJS reads the text of an element.
//
//go:embed js/rendered.js
var renderedJS string

// All returns every control that matches now, in document order, without waiting
// for one. Their places are not measured.
func (t *Tab) All(ctx context.Context, q ControlQuery) ([]Control, error) {
	var missing *ControlError
	nodes, err := t.query(ctx, q)
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	controls := make([]Control, len(nodes))
	for i, n := range nodes {
		controls[i] = controlOf(n)
	}
	return controls, nil
}

// Text returns the text that a control shows, with its lines. The control must
// come from this tab and still be in its document.
func (t *Tab) Text(ctx context.Context, c Control) (string, error) {
	contextID, err := t.contextOf(ctx, "", harnessWorld)
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	numeric := t.frames.numericID(contextID)
	t.mu.Unlock()
	node, err := Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: c.node, ExecutionContextID: numeric, ObjectGroup: harnessWorld})
	if err != nil {
		return "", err
	}
	res, err := Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: renderedJS, ObjectID: node.Object.ObjectID, ReturnByValue: new(true), Silent: new(true),
	})
	if err != nil {
		return "", err
	}
	if res.ExceptionDetails != nil {
		return "", evalError(res.ExceptionDetails)
	}
	var shown string
	if err := json.Unmarshal(res.Result.Value, &shown); err != nil {
		return "", fmt.Errorf("reading the text of a control: %w", err)
	}
	return strings.TrimSpace(shown), nil
}
