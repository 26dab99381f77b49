package chrome

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

// CallOn calls a function in the harness' isolated world with an element as `this`
// and returns what it returns, awaited. The element is any of the tab's, also in a
// closed shadow root.
func CallOn[T any](ctx context.Context, t *Tab, id cdp.BackendNodeID, function string, args ...int64) (T, error) {
	var answer T
	contextID, err := t.contextOf(ctx, "", harnessWorld)
	if err != nil {
		return answer, err
	}
	t.mu.Lock()
	numeric := t.frames.numericID(contextID)
	t.mu.Unlock()
	node, err := Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{
		BackendNodeID: id, ExecutionContextID: numeric, ObjectGroup: harnessWorld,
	})
	if err != nil {
		return answer, err
	}
	packed := make([]*runtime.CallArgument, len(args))
	for i, arg := range args {
		packed[i] = &runtime.CallArgument{Value: fmt.Append(nil, arg)}
	}
	res, err := Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: function, ObjectID: node.Object.ObjectID, Arguments: packed,
		AwaitPromise: new(true), ReturnByValue: new(true), Silent: new(true),
	})
	if err != nil {
		return answer, err
	}
	if res.ExceptionDetails != nil {
		return answer, evalError(res.ExceptionDetails)
	}
	raw, err := valueOf(res.Result)
	if err != nil {
		return answer, err
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return answer, fmt.Errorf("reading what JavaScript said of an element: %w", err)
	}
	return answer, nil
}
