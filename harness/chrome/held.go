package chrome

import (
	"context"
	_ "embed" // for the script
	"encoding/json"

	"github.com/chromedp/cdproto/runtime"
)

//go:embed js/held.js
var heldFunction string

// maxHeld bounds how many objects of the console are kept in mind.
const maxHeld = 200

// ConsoleObjects reads what the objects hold that the page wrote to the console,
// each as JSON: an entry's text shows the beginning of them only. Objects of a
// document that is gone are gone with it.
func (t *Tab) ConsoleObjects(ctx context.Context) []string {
	t.mu.Lock()
	ids := append([]runtime.RemoteObjectID(nil), t.record.held...)
	t.mu.Unlock()
	var all []string
	for _, id := range ids {
		res, err := Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: heldFunction, ObjectID: id, ReturnByValue: new(true), Silent: new(true),
		})
		if err != nil || res.ExceptionDetails != nil || res.Result == nil {
			continue
		}
		var text string
		if json.Unmarshal(res.Result.Value, &text) == nil {
			all = append(all, text)
		}
	}
	return all
}

// hold keeps the objects of a console call in mind. The caller holds t.mu.
func (t *Tab) hold(ev *runtime.EventConsoleAPICalled) {
	for _, arg := range ev.Args {
		if arg.ObjectID != "" && !t.stale && len(t.record.held) < maxHeld {
			t.record.held = append(t.record.held, arg.ObjectID)
		}
	}
}
