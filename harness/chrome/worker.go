package chrome

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
)

// A Worker owns one browser context, that is cookies, storage and cache of its
// own, and in it one tab. It is used by one goroutine at a time; several workers
// work side by side.
type Worker struct {
	browser *Browser

	// mu is held during every method: closing the browser ends workers that
	// other goroutines still use.
	mu        sync.Mutex
	contextID cdp.BrowserContextID
	tab       *Tab
	closed    bool
}

// TabOptions say what a scenario needs of its tab.
type TabOptions struct {
	// FocusEmulation makes the page believe that it has the focus and is
	// visible, whatever is in front. Without it a headless browser still gives
	// the focus to each window's front tab; see Background.
	FocusEmulation bool
	// Background puts another tab of the same window in front: the page is
	// hidden, has no focus and gets no animation frames, unless the focus is
	// emulated. The accessibility tree of a hidden page cannot be queried.
	Background bool
	// Fresh asks for a new browser context: empty cookies, storage and cache
	// for every origin. It costs about 165 ms.
	Fresh bool
	// Width and Height are the viewport in CSS pixels; 0 means the browser's
	// window size.
	Width, Height int
	// Density is the number of screen pixels for a CSS pixel; 0 means 1.
	Density float64
	// ReducedMotion is the user's wish for as little movement as possible.
	ReducedMotion bool
	// ClockRate is how many times as fast the clock of the pages that the tab
	// loads runs: what they read of the time and what they wait for; 0 means 1.
	ClockRate int
}

// NewWorker makes a worker with its browser context. The tab comes with the
// first call of [Worker.Tab].
func (b *Browser) NewWorker(ctx context.Context) (*Worker, error) {
	w := &Worker{browser: b}
	if err := w.newContext(ctx); err != nil {
		return nil, fmt.Errorf("making a worker: %w", err)
	}
	b.mu.Lock()
	b.workers = append(b.workers, w)
	b.mu.Unlock()
	return w, nil
}

// newContext makes a browser context in which nothing can be downloaded to this
// machine.
func (w *Worker) newContext(ctx context.Context) error {
	res, err := callBrowser(ctx, w.browser, target.CreateBrowserContext, target.CreateBrowserContextParams{DisposeOnDetach: new(true)})
	if err != nil {
		return fmt.Errorf("making a browser context: %w", err)
	}
	w.contextID = res.BrowserContextID
	_, err = callBrowser(ctx, w.browser, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: w.contextID,
	})
	if err != nil {
		return fmt.Errorf("switching downloads off: %w", err)
	}
	return nil
}

// Tab returns the worker's tab with the wanted options, ready for
// [Tab.Navigate]. It is the same tab as before where that is still good; a tab
// that crashed, hangs or was closed is replaced. Until the first navigation it
// may still show the page of the scenario before; the records ([Tab.Console],
// [Tab.Dialogs], [Tab.Document]) begin with the new page. The tab returned by an
// earlier call must not be used any more.
func (w *Worker) Tab(ctx context.Context, o TabOptions) (*Tab, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.browser.Err(); err != nil {
		return nil, fmt.Errorf("preparing a tab: %w", err)
	}
	if w.closed {
		return nil, errors.New("the worker is closed")
	}
	w.fill(&o)
	if o.Fresh {
		w.dropContext(ctx)
		if err := w.newContext(ctx); err != nil {
			return nil, fmt.Errorf("making a fresh browser context: %w", err)
		}
	}
	if w.tab != nil {
		if err := w.tab.recycle(ctx); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			w.browser.opts.Log("chrome: replacing a tab that cannot be reset: %v", err)
			w.dropTab()
		}
	}
	if w.tab == nil {
		t, err := newTab(ctx, w)
		if err != nil {
			return nil, fmt.Errorf("opening a tab: %w", err)
		}
		w.tab = t
	}
	if err := w.tab.apply(ctx, o); err != nil {
		return nil, fmt.Errorf("preparing a tab: %w", err)
	}
	return w.tab, nil
}

// dropTab closes the tab without asking whether it is well.
func (w *Worker) dropTab() {
	if w.tab != nil {
		w.tab.close()
		w.tab = nil
	}
}

// dropContext disposes of the browser context with all its tabs.
func (w *Worker) dropContext(ctx context.Context) {
	if w.contextID != "" {
		_, err := callBrowser(ctx, w.browser, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: w.contextID})
		if err != nil && w.browser.Err() == nil {
			w.browser.opts.Log("chrome: disposing of a browser context: %v", err)
		}
		w.contextID = ""
	}
	w.dropTab()
}

// Close ends the worker's tab and browser context.
func (w *Worker) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	// Closing must also work when the run's own context has ended.
	ctx, cancel := context.WithTimeout(context.Background(), closeBound)
	defer cancel()
	w.dropContext(ctx)
	w.browser.mu.Lock()
	defer w.browser.mu.Unlock()
	for i, other := range w.browser.workers {
		if other == w {
			w.browser.workers = append(w.browser.workers[:i], w.browser.workers[i+1:]...)
			break
		}
	}
	return nil
}

// abandon ends the worker of a browser that is gone.
func (w *Worker) abandon() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.dropTab()
}
