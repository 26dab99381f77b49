package chrome

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// A Browser is a running browser process with a profile of its own. Its methods
// may be used from several goroutines.
type Browser struct {
	path    string
	opts    Options
	profile *profile
	version browser.GetVersionResult

	// life carries the browser in chromedp's way; session speaks to it.
	life    context.Context
	session *chromedp.Browser
	// kill ends the process and waits for it.
	kill func()

	died, closed chan struct{}
	closeOnce    sync.Once
	closeErr     error

	mu      sync.Mutex
	workers []*Worker
	// pages are the page targets that exist, opened those that a page opened,
	// by the page that opened them.
	pages  map[target.ID]*target.Info
	opened map[target.ID][]Opened
}

// Version names the browser and its version, for reports, for example
// "Chrome/156.0.8078.114". The headless shell says "(headless shell)" behind
// it, because it does not isolate cross-site frames as the full browser does.
func (b *Browser) Version() string {
	if b.HeadlessShell() {
		return b.version.Product + " (headless shell)"
	}
	return b.version.Product
}

// HeadlessShell reports whether this is the reduced headless shell and not the
// full browser.
func (b *Browser) HeadlessShell() bool {
	name := strings.ReplaceAll(filepath.Base(b.path), "_", "-")
	return strings.Contains(name, "headless-shell") || strings.HasPrefix(b.version.Product, "HeadlessChrome")
}

// Path returns the path of the binary that was started.
func (b *Browser) Path() string { return b.path }

// Died returns a channel that closes when the browser ends without having been
// closed by [Browser.Close].
func (b *Browser) Died() <-chan struct{} { return b.died }

// Err returns nil while the browser runs, [ErrBrowserClosed] after Close and
// [ErrBrowserDied] when it ended by itself.
func (b *Browser) Err() error {
	select {
	case <-b.closed:
		return ErrBrowserClosed
	default:
	}
	select {
	case <-b.session.LostConnection:
		return ErrBrowserDied
	default:
		return nil
	}
}

// watch closes died when the connection is lost before Close was called.
func (b *Browser) watch() {
	select {
	case <-b.closed:
	case <-b.session.LostConnection:
		select {
		case <-b.closed:
		default:
			close(b.died)
		}
	}
}

// Close ends the browser with everything in it and deletes its profile. It may
// be called more than once, also after the browser died.
func (b *Browser) Close() error {
	b.closeOnce.Do(func() {
		close(b.closed)
		b.closeErr = b.shutDown()
	})
	return b.closeErr
}

// shutDown kills the process, waits for the tabs' goroutines and deletes the
// profile. The profile is thrown away, so there is nothing to end gently.
func (b *Browser) shutDown() error {
	if b.kill != nil {
		b.kill()
	}
	b.mu.Lock()
	workers := b.workers
	b.workers = nil
	b.mu.Unlock()
	for _, w := range workers {
		w.abandon()
	}
	if err := b.profile.remove(); err != nil {
		return fmt.Errorf("closing the browser: %w", err)
	}
	return nil
}

// Opened is a tab or window that a page opened.
type Opened struct {
	// URL is where it was opened with, or where it was last seen.
	URL string
	// Type is "page" for a tab or window.
	Type string
	id   target.ID
}

// onBrowserEvent keeps the list of pages. It runs in the loop that reads from
// the browser, so it makes no calls.
func (b *Browser) onBrowserEvent(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *target.EventTargetCreated:
		b.notePage(ev.TargetInfo)
	case *target.EventTargetInfoChanged:
		b.notePage(ev.TargetInfo)
	case *target.EventTargetDestroyed:
		delete(b.pages, ev.TargetID)
		delete(b.opened, ev.TargetID)
	}
}

func (b *Browser) notePage(info *target.Info) {
	if info.Type != "page" {
		return
	}
	_, known := b.pages[info.TargetID]
	b.pages[info.TargetID] = info
	if info.OpenerID == "" {
		return
	}
	list := b.opened[info.OpenerID]
	for i := range list {
		if list[i].id == info.TargetID {
			list[i].URL = info.URL
			return
		}
	}
	if !known {
		b.opened[info.OpenerID] = append(list, Opened{URL: info.URL, Type: info.Type, id: info.TargetID})
	}
}

// openedBy returns copies of the entries of the pages that id opened.
func (b *Browser) openedBy(id target.ID) []Opened {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]Opened(nil), b.opened[id]...)
}

// forgetOpened empties the list of pages that id opened.
func (b *Browser) forgetOpened(id target.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.opened, id)
}

// strangersIn returns the pages of a browser context other than own.
func (b *Browser) strangersIn(contextID cdp.BrowserContextID, own target.ID) []target.ID {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ids []target.ID
	for id, info := range b.pages {
		if info.BrowserContextID == contextID && id != own {
			ids = append(ids, id)
		}
	}
	return ids
}
