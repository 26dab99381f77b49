package chrome

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// navigateBound is how long a navigation may take until the document is parsed.
const navigateBound = 20 * time.Second

const blankPage = "about:blank"

// A Document describes the document in the top frame.
type Document struct {
	// URL is its address, fragment included.
	URL string
	// Loader changes with every load; a document that came back from the
	// back/forward cache has its old one.
	Loader cdp.LoaderID
	// Number counts the documents that the tab showed, from 1.
	Number int
	// Within counts the navigations inside this document: history pushes and
	// fragment changes.
	Within int
	// Restored is true for a document that came back from the back/forward
	// cache.
	Restored bool
	// Parsed is true from DOMContentLoaded on, Loaded from load on.
	Parsed, Loaded bool
	// Unreachable is true for the browser's own error page.
	Unreachable bool
}

// Document returns the state of the top document.
func (t *Tab) Document() Document {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stale {
		return Document{}
	}
	return t.doc
}

// Navigate opens url in the tab and returns when its document is parsed and its
// scripts without async have run (DOMContentLoaded). It does not wait for
// images and frames, for one that hangs would hold it up. Bound: 15 seconds or
// ctx.
func (t *Tab) Navigate(ctx context.Context, url string) error {
	return t.navigateWithin(ctx, url, navigateBound)
}

func (t *Tab) navigateWithin(ctx context.Context, url string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	t.mu.Lock()
	before := t.doc.Within
	t.goal = url
	t.mu.Unlock()
	res, err := callWithin(ctx, t, limit, page.Navigate, page.NavigateParams{URL: url})
	if err != nil {
		return fmt.Errorf("navigating to %s: %w", url, err)
	}
	if res.ErrorText != "" {
		return &NavigateError{URL: url, Text: res.ErrorText}
	}
	if res.LoaderID == "" {
		return t.await(ctx, "navigating to "+url, limit, func() bool { return t.doc.Within > before })
	}
	err = t.await(ctx, "navigating to "+url, limit, func() bool {
		return t.doc.Loader == res.LoaderID && t.doc.Parsed
	})
	if err != nil {
		return err
	}
	return t.forgetHistory(ctx)
}

// forgetHistory drops the history entries of earlier scenarios, so that going
// back cannot lead there, and with them their pages in the back/forward cache.
func (t *Tab) forgetHistory(ctx context.Context) error {
	t.mu.Lock()
	due := t.pruneHistory
	t.pruneHistory = false
	t.mu.Unlock()
	if !due {
		return nil
	}
	if _, err := Call(ctx, t, page.ResetNavigationHistory, cdp.Empty{}); err != nil {
		return fmt.Errorf("emptying the history: %w", err)
	}
	return nil
}

// Reload loads the page again and returns when the new document is parsed.
func (t *Tab) Reload(ctx context.Context) error {
	number := t.Document().Number
	if _, err := Call(ctx, t, page.Reload, page.ReloadParams{}); err != nil {
		return fmt.Errorf("reloading: %w", err)
	}
	return t.WaitDocument(ctx, func(d Document) bool { return d.Number > number && d.Parsed })
}

// Back goes one entry back in the tab's history, as the browser's button does,
// and returns when that document is there: parsed anew, restored from the
// back/forward cache, or the same one when the entry lies within it.
func (t *Tab) Back(ctx context.Context) error { return t.traverse(ctx, -1) }

// Forward goes one entry forward; see [Tab.Back].
func (t *Tab) Forward(ctx context.Context) error { return t.traverse(ctx, +1) }

func (t *Tab) traverse(ctx context.Context, step int64) error {
	history, err := Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
	if err != nil {
		return fmt.Errorf("moving in the history: %w", err)
	}
	index := history.CurrentIndex + step
	if index < 0 || index >= int64(len(history.Entries)) {
		return fmt.Errorf("moving in the history: there is no entry %+d", step)
	}
	before := t.Document()
	_, err = Call(ctx, t, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: history.Entries[index].ID})
	if err != nil {
		return fmt.Errorf("moving in the history: %w", err)
	}
	return t.WaitDocument(ctx, func(d Document) bool {
		return d.Number > before.Number && d.Parsed || d.Number == before.Number && d.Within > before.Within
	})
}

// WaitDocument waits until the top document satisfies cond, at most 15 seconds
// or until ctx ends. Cond must be quick and must not use the tab.
func (t *Tab) WaitDocument(ctx context.Context, cond func(Document) bool) error {
	return t.await(ctx, "waiting for a document", navigateBound, func() bool { return cond(t.doc) })
}
