package chrome

import (
	"context"
	_ "embed" // for the script
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// visibilityJS waits for a page to become visible or hidden.
//
//go:embed js/visibility.js
var visibilityJS string

// frontBound is how long a change between front and background may take.
const frontBound = 3 * time.Second

// hide puts another tab of the same window in front. It is a stranger that the
// next [Worker.Tab] closes.
func (t *Tab) hide(ctx context.Context, emulated bool) error {
	_, err := callBrowser(ctx, t.browser, target.CreateTarget, target.CreateTargetParams{
		URL: blankPage, BrowserContextID: t.worker.contextID, NewWindow: new(false),
	})
	if err != nil {
		return fmt.Errorf("putting another tab in front: %w", err)
	}
	if emulated {
		return nil // the page goes on believing that it is visible
	}
	return t.untilVisibility(ctx, "hidden")
}

// show brings the tab to the front of its window again.
func (t *Tab) show(ctx context.Context) error {
	if _, err := Call(ctx, t, page.BringToFront, cdp.Empty{}); err != nil {
		return fmt.Errorf("bringing the tab to the front: %w", err)
	}
	return t.untilVisibility(ctx, "visible")
}

// untilVisibility waits until the page knows that it is visible or hidden.
func (t *Tab) untilVisibility(ctx context.Context, wanted string) error {
	holds, err := CallIsolated[bool](ctx, t, visibilityJS, wanted, frontBound.Milliseconds())
	if err != nil {
		return fmt.Errorf("waiting for the page to be %s: %w", wanted, err)
	}
	if !holds {
		return fmt.Errorf("the page is not %s after %s", wanted, frontBound)
	}
	return nil
}
