package chrome

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// Freeze stops the page as a browser stops a tab that was long in the
// background: no timer, no message and no other task of it runs until [Tab.Thaw].
func (t *Tab) Freeze(ctx context.Context) error {
	return t.setLifecycle(ctx, page.SetWebLifecycleStateStateFrozen)
}

// Thaw lets a frozen page go on.
func (t *Tab) Thaw(ctx context.Context) error {
	return t.setLifecycle(ctx, page.SetWebLifecycleStateStateActive)
}

func (t *Tab) setLifecycle(ctx context.Context, state page.SetWebLifecycleStateState) error {
	if _, err := Call(ctx, t, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}); err != nil {
		return fmt.Errorf("making the page %s: %w", state, err)
	}
	return nil
}

// Hide puts another tab in front and lets the page know it. See
// [TabOptions.Background] for what a hidden page cannot do.
func (t *Tab) Hide(ctx context.Context) error {
	if err := t.SetFocusEmulation(ctx, false); err != nil {
		return err
	}
	t.background(true)
	return t.hide(ctx, false)
}

// Show brings a hidden page to the front again, with the focus.
func (t *Tab) Show(ctx context.Context) error {
	if err := t.show(ctx); err != nil {
		return err
	}
	t.background(false)
	return t.SetFocusEmulation(ctx, true)
}

// background notes whether another tab is in front, for the next scenario.
func (t *Tab) background(hidden bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.applied != nil {
		applied := *t.applied
		applied.Background = hidden
		t.applied = &applied
	}
}

// Crash ends the renderer of the page as a bug in it would, and returns when the
// browser has noticed. The tab is of no use then; [Worker.Tab] gives a new one.
func (t *Tab) Crash(ctx context.Context) error {
	_, crashing := callWithin(ctx, t, resetBound, page.Crash, cdp.Empty{}) // never answered
	noticed, cancel := context.WithTimeout(ctx, resetBound)
	defer cancel()
	select {
	case <-t.crashed:
		return nil
	case <-noticed.Done():
		return fmt.Errorf("crashing the tab: it lives on: %w", crashing)
	}
}
