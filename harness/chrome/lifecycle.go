package chrome

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
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

// Heap is what a page holds in memory.
type Heap struct {
	// Used is the size of its JavaScript objects, in bytes.
	Used uint64
	// Nodes and Listeners count those of all its documents.
	Nodes, Listeners int64
}

// Heap collects the page's garbage and tells what is left.
func (t *Tab) Heap(ctx context.Context) (Heap, error) {
	// What the harness has clicked is in its hands until it lets go.
	held := runtime.ReleaseObjectGroupParams{ObjectGroup: harnessWorld}
	if _, err := Call(ctx, t, runtime.ReleaseObjectGroup, held); err != nil {
		return Heap{}, fmt.Errorf("letting go of the page's elements: %w", err)
	}
	if _, err := Call(ctx, t, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		return Heap{}, fmt.Errorf("collecting the page's garbage: %w", err)
	}
	usage, err := Call(ctx, t, runtime.GetHeapUsage, cdp.Empty{})
	if err != nil {
		return Heap{}, fmt.Errorf("reading the size of the page's heap: %w", err)
	}
	counters, err := Call(ctx, t, memory.GetDOMCounters, cdp.Empty{})
	if err != nil {
		return Heap{}, fmt.Errorf("counting the page's nodes: %w", err)
	}
	return Heap{Used: uint64(usage.UsedSize), Nodes: counters.Nodes, Listeners: counters.JsEventListeners}, nil
}
