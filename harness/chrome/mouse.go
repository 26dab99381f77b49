package chrome

import (
	"context"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// ClickOptions vary a click. The zero value is one click of the left button.
type ClickOptions struct {
	// Button is "left", "middle" or "right"; empty means left.
	Button string
	// Count is 2 for a double click; 0 means 1.
	Count int
	// Modifiers are held during the click, for example "Control".
	Modifiers []string
}

// Click moves the real mouse to a point in CSS pixels of the top viewport and
// presses and releases a button there. The page gets trusted events, in
// whatever element lies at that point. A dialog that the click opens does not
// hold it up.
func (t *Tab) Click(ctx context.Context, x, y float64, o ClickOptions) error {
	modifiers, err := modifierMask(o.Modifiers)
	if err != nil {
		return err
	}
	button := input.MouseButton(orText(o.Button, string(input.MouseButtonLeft)))
	held := map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2, input.MouseButtonMiddle: 4}[button]
	if held == 0 {
		return fmt.Errorf("clicking: unknown mouse button %q", o.Button)
	}
	if err := t.MoveMouse(ctx, x, y); err != nil {
		return err
	}
	for count := range int64(max(o.Count, 1)) {
		event := input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y,
			Button: button, Buttons: held, ClickCount: count + 1, Modifiers: modifiers,
		}
		if err := dispatch(ctx, t, "pressing the mouse button", input.DispatchMouseEvent, event); err != nil {
			return err
		}
		event.Type, event.Buttons = input.DispatchMouseEventTypeMouseReleased, 0
		if err := dispatch(ctx, t, "releasing the mouse button", input.DispatchMouseEvent, event); err != nil {
			return err
		}
	}
	return nil
}

// MoveMouse moves the real mouse to a point in CSS pixels of the top viewport.
func (t *Tab) MoveMouse(ctx context.Context, x, y float64) error {
	return dispatch(ctx, t, "moving the mouse", input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y,
	})
}

// errDialogOpened ends the wait for an input event whose handler opened a dialog.
var errDialogOpened = errors.New("a dialog opened")

// dispatch sends an input event. The browser answers when the page has handled
// it; a handler that opened a dialog does not come back before that is closed,
// so then the event counts as delivered.
func dispatch[P, R any](ctx context.Context, t *Tab, doing string, cmd cdp.Command[P, R], params P) error {
	t.mu.Lock()
	nextDialog := t.nextDialog
	t.mu.Unlock()
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := context.AfterFunc(nextDialog, func() { cancel(errDialogOpened) })
	defer stop()
	_, err := Call(watched, t, cmd, params)
	switch {
	case err == nil, errors.Is(err, errDialogOpened):
		return nil
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
}
