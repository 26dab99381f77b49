package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// scriptBound ends a script that keeps the page's thread, in the page itself,
// a little before the call gives up.
const scriptBound = callBound - time.Second

// Eval evaluates an expression in the main world of the top document, waits for
// it when it is a promise, and returns its value as JSON ("null" for undefined).
// An exception is an *[EvalError]. It is not a user gesture, and the page's
// content security policy does not apply to it. Bound: 10 seconds or ctx.
func (t *Tab) Eval(ctx context.Context, expr string) (json.RawMessage, error) {
	return t.EvalIn(ctx, "", expr)
}

// EvalIn is [Tab.Eval] in a frame (by [Frame].ID; empty for the top frame).
// Frames of other sites are in other processes and cannot be evaluated in.
func (t *Tab) EvalIn(ctx context.Context, frameID, expr string) (json.RawMessage, error) {
	return t.evaluate(ctx, frameID, mainWorld, expr)
}

// EvalIsolated is [Tab.EvalIn] in the harness' isolated world: the same
// document, seen through built-ins that the page cannot have overwritten, and
// without the page's own variables.
func (t *Tab) EvalIsolated(ctx context.Context, frameID, expr string) (json.RawMessage, error) {
	return t.evaluate(ctx, frameID, harnessWorld, expr)
}

// EvalAs evaluates as [Tab.Eval] does and decodes the value.
func EvalAs[T any](ctx context.Context, t *Tab, expr string) (T, error) {
	return decodeAs[T](t.Eval(ctx, expr))
}

// CallIsolated calls a JavaScript function (its source text) in the harness'
// isolated world of the top document with JSON arguments, and decodes what it
// returns, waiting for a promise.
func CallIsolated[T any](ctx context.Context, t *Tab, function string, args ...any) (T, error) {
	return decodeAs[T](t.callFunction(ctx, "", harnessWorld, function, args))
}

// CallMain is [CallIsolated] in the page's own world, for what only the page's
// own variables tell.
func CallMain[T any](ctx context.Context, t *Tab, function string, args ...any) (T, error) {
	return decodeAs[T](t.callFunction(ctx, "", mainWorld, function, args))
}

func decodeAs[T any](raw json.RawMessage, err error) (T, error) {
	var v T
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, fmt.Errorf("decoding what JavaScript returned: %w", err)
	}
	return v, nil
}

func (t *Tab) evaluate(ctx context.Context, frameID, world, expr string) (json.RawMessage, error) {
	return t.inWorld(ctx, frameID, world, func(contextID string) (*runtime.RemoteObject, *runtime.ExceptionDetails, error) {
		res, err := Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{
			Expression: expr, UniqueContextID: contextID,
			AwaitPromise: new(true), ReturnByValue: new(true), Silent: new(true),
			Timeout: runtime.TimeDelta(scriptBound.Milliseconds()),
		})
		return res.Result, res.ExceptionDetails, err
	})
}

func (t *Tab) callFunction(ctx context.Context, frameID, world, function string, args []any) (json.RawMessage, error) {
	declaration, packed, err := packArguments(function, args)
	if err != nil {
		return nil, err
	}
	return t.inWorld(ctx, frameID, world, func(contextID string) (*runtime.RemoteObject, *runtime.ExceptionDetails, error) {
		res, err := Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: declaration, Arguments: []*runtime.CallArgument{{Value: packed}}, UniqueContextID: contextID,
			AwaitPromise: new(true), ReturnByValue: new(true), Silent: new(true),
		})
		return res.Result, res.ExceptionDetails, err
	})
}

// packArguments makes one argument of all, and a function that hands them on one
// by one: the protocol's types leave out an argument whose JSON is empty (null, "",
// [] or {}), which would arrive as undefined. The handing on uses no built-in that
// a page can have overwritten.
func packArguments(function string, args []any) (declaration string, packed []byte, err error) {
	values := make([]json.RawMessage, len(args))
	places := make([]string, len(args))
	for i, arg := range args {
		if values[i], err = json.Marshal(arg); err != nil {
			return "", nil, fmt.Errorf("encoding argument %d for the page: %w", i, err)
		}
		places[i] = fmt.Sprintf("packed.values[%d]", i)
	}
	if packed, err = json.Marshal(map[string]any{"values": values}); err != nil {
		return "", nil, fmt.Errorf("encoding the arguments for the page: %w", err)
	}
	return fmt.Sprintf("function (packed) { return (%s)(%s); }", function, strings.Join(places, ", ")), packed, nil
}

// inWorld runs eval in a context of the wanted world. When the context turns out
// to be gone before anything ran, it is tried again with the new document's.
func (t *Tab) inWorld(ctx context.Context, frameID, world string,
	eval func(contextID string) (*runtime.RemoteObject, *runtime.ExceptionDetails, error),
) (json.RawMessage, error) {
	for tries := 0; ; tries++ {
		contextID, err := t.contextOf(ctx, frameID, world)
		if err != nil {
			return nil, err
		}
		obj, exception, err := eval(contextID)
		var gone *DocumentGoneError
		if errors.As(err, &gone) && neverRan(gone) && tries < 3 {
			t.forgetContext(contextID)
			continue
		}
		if err != nil {
			return nil, err
		}
		if exception != nil {
			return nil, evalError(exception)
		}
		return valueOf(obj)
	}
}

// neverRan tells a context that was already gone from one that went during the
// evaluation, whose effects may have happened.
func neverRan(err *DocumentGoneError) bool {
	text := err.Err.Error()
	return strings.Contains(text, "uniqueContextId not found") || strings.Contains(text, "Cannot find context")
}

// contextOf returns the execution context of a world in a frame. The isolated
// world is made when the document has none yet.
func (t *Tab) contextOf(ctx context.Context, frameID, world string) (string, error) {
	id := ""
	known := func() bool {
		fr := t.frames.frames[t.frameOrMain(frameID)]
		if fr != nil {
			id = fr.contexts[world]
		}
		return id != ""
	}
	t.mu.Lock()
	found, main := known(), t.frameOrMain(frameID)
	t.mu.Unlock()
	if found {
		return id, nil
	}
	if world == harnessWorld {
		_, err := Call(ctx, t, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: main, WorldName: harnessWorld})
		if err != nil {
			return "", fmt.Errorf("making the harness' own JavaScript world: %w", err)
		}
	}
	err := t.await(ctx, "waiting for a document to evaluate in", callBound, known)
	return id, err
}

// frameOrMain resolves an empty frame id to the top frame. The caller holds t.mu.
func (t *Tab) frameOrMain(frameID string) cdp.FrameID {
	if frameID == "" {
		return t.frames.main
	}
	return cdp.FrameID(frameID)
}

// forgetContext drops a context that the browser no longer knows.
func (t *Tab) forgetContext(contextID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.frames.dropContext(contextID)
}

// valueOf returns the JSON of a result by value.
func valueOf(obj *runtime.RemoteObject) (json.RawMessage, error) {
	switch {
	case obj == nil || obj.Type == runtime.RemoteObjectTypeUndefined:
		return json.RawMessage("null"), nil
	case obj.UnserializableValue != "":
		return nil, fmt.Errorf("JavaScript returned %s, which JSON cannot carry", obj.UnserializableValue)
	case len(obj.Value) == 0:
		return nil, fmt.Errorf("JavaScript returned a %s, which JSON cannot carry", obj.Type)
	}
	return json.RawMessage(obj.Value), nil
}

// evalError turns the browser's exception into ours.
func evalError(d *runtime.ExceptionDetails) *EvalError {
	e := &EvalError{Text: exceptionText(d), URL: d.URL, Line: d.LineNumber + 1, Column: d.ColumnNumber + 1, Stack: stackText(d.StackTrace)}
	e.Text = strings.TrimPrefix(strings.TrimPrefix(e.Text, "Uncaught (in promise) "), "Uncaught ")
	return e
}
