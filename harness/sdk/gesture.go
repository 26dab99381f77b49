package sdk

import (
	"context"
	"fmt"
	"time"

	"github.com/maochat/conformance/harness/chrome"
)

// Perform does what a user does for a gesture: it finds the controls by role and
// name and presses them with the real mouse, one after the other. Each control
// is waited for until it can be pressed, at most wait (0 means 5 seconds). A
// control that is not there, or cannot be pressed, is an error that says so.
func (p *Profile) Perform(ctx context.Context, tab *chrome.Tab, gesture string, wait time.Duration) error {
	steps, ok := p.Gestures[gesture]
	if !ok {
		return fmt.Errorf("the SDK profile %s has no gesture %q", p.Name, gesture)
	}
	for _, step := range steps {
		if step.Unless != "" {
			there, err := p.Present(ctx, tab, step.Unless)
			if err != nil {
				return fmt.Errorf("gesture %s: %w", gesture, err)
			}
			if there {
				continue
			}
		}
		if err := p.Press(ctx, tab, step.Press, wait); err != nil {
			return fmt.Errorf("gesture %s: %w", gesture, err)
		}
	}
	return nil
}

// Press presses one of the SDK's controls with the real mouse; see
// [Profile.Perform].
func (p *Profile) Press(ctx context.Context, tab *chrome.Tab, control string, wait time.Duration) error {
	q, ok := p.Query(control)
	if !ok {
		return fmt.Errorf("the SDK profile %s has no control %q", p.Name, control)
	}
	q.Wait = wait
	if _, err := tab.ClickControl(ctx, q, chrome.ClickOptions{}); err != nil {
		return fmt.Errorf("pressing the SDK's control %q: %w", control, err)
	}
	return nil
}

// Present reports whether one of the SDK's controls is there now.
func (p *Profile) Present(ctx context.Context, tab *chrome.Tab, control string) (bool, error) {
	q, ok := p.Query(control)
	if !ok {
		return false, fmt.Errorf("the SDK profile %s has no control %q", p.Name, control)
	}
	return tab.Present(ctx, q)
}
