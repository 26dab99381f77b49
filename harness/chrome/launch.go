package chrome

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Bounds of the browser's life.
const (
	launchBound = 30 * time.Second
	closeBound  = 5 * time.Second
)

// maxOutputLines bounds how much of what a browser printed is quoted when it does
// not start.
const maxOutputLines = 12

// Options say which browser to start and how. The zero value starts the browser
// that [Find] finds, without a window, 1280 by 800 pixels large.
type Options struct {
	// Path is the browser to start; empty means what [Find] finds.
	Path string
	// Headed opens visible windows. It needs a display.
	Headed bool
	// Log receives what the browser and its driver have to say, one line a
	// call. Nil drops it.
	Log func(format string, args ...any)
	// ExtraFlags are added to the command line and replace flags of the same
	// name. A value is a string, or true for a bare flag, or false to leave out
	// a flag that is there by default.
	ExtraFlags map[string]any
	// WindowWidth and WindowHeight are the size of a tab's viewport in CSS
	// pixels; 0 means 1280 and 800.
	WindowWidth, WindowHeight int
}

// A LaunchError says that a browser was found and did not start.
type LaunchError struct {
	// Path is the browser.
	Path string
	// Err is the reason, often with what the browser printed.
	Err error
}

// Error satisfies the error interface.
func (e *LaunchError) Error() string {
	reason := e.Err.Error()
	msg := fmt.Sprintf("starting the browser %s: %s", e.Path, lastLines(reason, maxOutputLines))
	switch {
	case strings.Contains(reason, "error while loading shared libraries"):
		msg += "\nThe browser lacks system libraries: install it from your distribution's package."
	case strings.Contains(reason, "Missing X server"):
		msg += "\nA visible window needs a display: run it headless, or under xvfb-run."
	}
	return msg
}

// lastLines shortens a text to its end, where the browser says why it gave up.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) > n {
		lines = append([]string{lines[0], "…"}, lines[len(lines)-n:]...)
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the reason.
func (e *LaunchError) Unwrap() error { return e.Err }

// Launch starts a browser with a fresh profile. ctx bounds the start only (and
// so do 30 seconds); the browser lives until [Browser.Close], or until this
// process ends in whatever way. Profile directories that killed runs left
// behind are deleted on the way. Errors: *[NotFoundError], *[LaunchError].
func Launch(ctx context.Context, o Options) (*Browser, error) {
	path, err := Find(o.Path)
	if err != nil {
		return nil, err
	}
	o = withDefaults(o)
	if swept, err := sweepProfiles(os.TempDir()); err != nil {
		o.Log("chrome: sweeping stale profiles: %v", err)
	} else if swept > 0 {
		o.Log("chrome: deleted %d profile directories of earlier runs that were killed", swept)
	}
	prof, err := newProfile(os.TempDir())
	if err != nil {
		return nil, err
	}
	b := &Browser{
		path: path, opts: o, profile: prof,
		died: make(chan struct{}), closed: make(chan struct{}),
		pages: make(map[target.ID]*target.Info), opened: make(map[target.ID][]Opened),
	}
	if err := b.start(ctx); err != nil {
		b.shutDown()
		return nil, &LaunchError{Path: path, Err: err}
	}
	go b.watch()
	return b, nil
}

func withDefaults(o Options) Options {
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	if o.WindowWidth == 0 {
		o.WindowWidth = 1280
	}
	if o.WindowHeight == 0 {
		o.WindowHeight = 800
	}
	return o
}

// start runs the process and makes the first calls to it, within the bound.
func (b *Browser) start(ctx context.Context) error {
	opts := append(allocatorOptions(b.path, b.profile.dir, b.opts),
		chromedp.ModifyCmdFunc(tieToParent),
		chromedp.CombinedOutput(&lineWriter{log: b.opts.Log}))
	// The browser's life must not depend on ctx, which bounds the start only.
	root, cancelRoot := chromedp.NewExecAllocator(context.WithoutCancel(ctx), opts...)
	life, cancelLife := chromedp.NewContext(root,
		chromedp.WithLogf(b.opts.Log), chromedp.WithErrorf(b.opts.Log),
		chromedp.WithBrowserOption(chromedp.WithBrowserLogf(b.opts.Log), chromedp.WithBrowserErrorf(b.opts.Log)))
	b.life, b.kill = life, sync.OnceFunc(func() { cancelRoot(); cancelLife() })

	bounded, cancel := context.WithTimeoutCause(ctx, launchBound, fmt.Errorf("it did not answer within %s", launchBound))
	defer cancel()
	stop := context.AfterFunc(bounded, b.kill)
	err := b.firstCalls()
	if !stop() {
		// The bound ended the browser, so its error is only a consequence.
		return context.Cause(bounded)
	}
	return err
}

// firstCalls asks for the version and begins to follow the browser's pages.
func (b *Browser) firstCalls() error {
	version, err := chromedp.CallBrowser(b.life, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return err
	}
	b.version = version
	b.session = chromedp.FromContext(b.life).Browser
	if err := chromedp.ListenBrowser(b.life, b.onBrowserEvent); err != nil {
		return err
	}
	_, err = chromedp.CallBrowser(b.life, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true})
	return err
}

// lineWriter hands what the browser prints to a log function, line by line.
type lineWriter struct {
	log  func(string, ...any)
	rest []byte
}

var _ io.Writer = (*lineWriter)(nil)

// Write satisfies io.Writer. It never fails.
func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	for {
		line, rest, found := strings.Cut(string(w.rest), "\n")
		if !found {
			return len(p), nil
		}
		if line = strings.TrimSpace(line); line != "" {
			w.log("browser: %s", line)
		}
		w.rest = []byte(rest)
	}
}
