package chrome

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// resetBound is how long a tab may take to leave its page. A page that is stuck
// in a script is given up after it and its tab replaced.
const resetBound = 3 * time.Second

// answerBound is how long the page of an ended scenario may take to answer before
// its scripts are ended. Nobody needs them any more.
const answerBound = 500 * time.Millisecond

// A Tab is one page target. Its methods may be used from several goroutines,
// but input and navigation make sense from one only.
type Tab struct {
	browser *Browser
	worker  *Worker
	id      target.ID
	target  *chromedp.Target

	// carrier holds the tab in chromedp's way; release ends it and waits.
	carrier context.Context
	release context.CancelFunc
	// life ends with the tab; its cause says why.
	life context.Context
	end  context.CancelCauseFunc

	crashed chan struct{}
	dialogs chan Dialog
	done    sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever something below changes
	frames  frameTree
	doc     Document
	record  record
	policy  DialogPolicy
	// stale is true while the tab shows no page of the scenario yet.
	stale bool
	// goal is the last address that was navigated to.
	goal string
	// pruneHistory is true when the history holds entries of an earlier one.
	pruneHistory bool
	applied      *TabOptions
	clock        page.ScriptIdentifier // what lets the clock run faster
	// nextDialog ends when the next dialog opens.
	nextDialog context.Context
	dialogCame context.CancelFunc
}

// record is what a tab saw since the last reset.
type record struct {
	console []ConsoleEntry
	dropped int
	held    []runtime.RemoteObjectID // objects that stand in the console
	dialogs []Dialog
	open    bool // the last of dialogs is still open
}

// newTab opens a tab in the worker's browser context.
func newTab(ctx context.Context, w *Worker) (*Tab, error) {
	t := &Tab{
		browser: w.browser, worker: w,
		crashed: make(chan struct{}), dialogs: make(chan Dialog, 64), changed: make(chan struct{}),
		frames: frameTree{frames: make(map[cdp.FrameID]*frame)},
		stale:  true,
	}
	t.life, t.end = context.WithCancelCause(context.WithoutCancel(ctx))
	t.nextDialog, t.dialogCame = context.WithCancel(t.life)
	t.carrier, t.release = chromedp.NewContext(w.browser.life,
		chromedp.WithExistingBrowserContext(w.contextID), chromedp.WithListener(t.onEvent))

	opened := make(chan error, 1)
	go func() { opened <- chromedp.Do(t.carrier) }()
	bound, cancel := context.WithTimeout(ctx, callBound)
	defer cancel()
	var err error
	select {
	case err = <-opened:
	case <-bound.Done():
		err = &TimeoutError{Doing: "opening a tab", After: callBound}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}
	if err != nil {
		t.release()
		t.end(err)
		if dead := w.browser.Err(); dead != nil {
			return nil, dead
		}
		return nil, err
	}
	t.target = chromedp.FromContext(t.carrier).Target
	t.id = t.target.TargetID
	t.mu.Lock()
	t.frames.root(cdp.FrameID(t.id))
	t.mu.Unlock()
	t.done.Go(t.answerDialogs)
	t.done.Go(t.watchEnd)
	if err := t.trim(ctx); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// trim switches off what chromedp enables for its own queries and nobody here
// uses. It would send events for every change of the page's tree and for every
// request.
func (t *Tab) trim(ctx context.Context) error {
	for _, domain := range []cdp.Command[cdp.Empty, cdp.Empty]{css.Disable, dom.Disable, network.Disable} {
		if _, err := Call(ctx, t, domain, cdp.Empty{}); err != nil {
			return err
		}
	}
	return nil
}

// watchEnd ends the tab's life when the browser detaches it or dies.
func (t *Tab) watchEnd() {
	detached, err := chromedp.Detached(t.carrier)
	if err != nil {
		t.end(ErrTabClosed)
		return
	}
	select {
	case <-t.life.Done():
	case <-detached:
		t.end(t.endedBy(ErrTabClosed))
	case <-t.browser.died:
		t.end(ErrBrowserDied)
	case <-t.browser.closed:
		t.end(ErrBrowserClosed)
	}
}

// close ends the tab and waits until nothing of it runs any more.
func (t *Tab) close() {
	t.end(ErrTabClosed)
	t.release()
	t.done.Wait()
}

// Context returns a context that lives as long as the tab; its cause says why
// it ended. It also carries the tab for chromedp's own functions, which callers
// should not need.
func (t *Tab) Context() context.Context { return joined{t.life, t.carrier} }

// joined takes the end from life and the values from carrier.
type joined struct {
	context.Context
	carrier context.Context
}

// Value satisfies context.Context.
func (j joined) Value(key any) any {
	if v := j.Context.Value(key); v != nil {
		return v
	}
	return j.carrier.Value(key)
}

// Crashed returns a channel that closes when the tab's renderer crashes.
func (t *Tab) Crashed() <-chan struct{} { return t.crashed }

// Opened lists the tabs and windows that this tab's pages opened since the last
// reset.
func (t *Tab) Opened() []Opened { return t.browser.openedBy(t.id) }

// apply brings the tab's emulation in line with the options.
func (t *Tab) apply(ctx context.Context, o TabOptions) error {
	o.Fresh = false
	t.mu.Lock()
	was := t.applied
	t.mu.Unlock()
	if was == nil || was.Width != o.Width || was.Height != o.Height || was.Density != o.Density {
		_, err := Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(o.Width), Height: int64(o.Height), DeviceScaleFactor: o.Density,
		})
		if err != nil {
			return fmt.Errorf("setting the viewport to %dx%d: %w", o.Width, o.Height, err)
		}
	}
	if (was != nil && was.ReducedMotion) != o.ReducedMotion {
		motion := &emulation.MediaFeature{Name: "prefers-reduced-motion"}
		if o.ReducedMotion {
			motion.Value = "reduce"
		}
		if _, err := Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{motion}}); err != nil {
			return fmt.Errorf("setting the wish for less movement: %w", err)
		}
	}
	if err := t.setClock(ctx, o.ClockRate); err != nil {
		return err
	}
	if was == nil || was.FocusEmulation != o.FocusEmulation {
		if err := t.SetFocusEmulation(ctx, o.FocusEmulation); err != nil {
			return err
		}
	}
	if was != nil && was.Background && !o.Background {
		if err := t.show(ctx); err != nil {
			return err
		}
	}
	t.mu.Lock()
	t.applied = &o
	t.mu.Unlock()
	if o.Background {
		return t.hide(ctx, o.FocusEmulation)
	}
	return nil
}

// SetFocusEmulation switches on or off that the page believes to have the focus
// and to be visible. [Worker.Tab] sets it for every scenario anew.
func (t *Tab) SetFocusEmulation(ctx context.Context, on bool) error {
	_, err := Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: on})
	if err != nil {
		return fmt.Errorf("switching focus emulation: %w", err)
	}
	t.mu.Lock()
	if t.applied != nil {
		applied := *t.applied
		applied.FocusEmulation = on
		t.applied = &applied
	}
	t.mu.Unlock()
	return nil
}

// recycle makes the tab ready for the next scenario without a navigation of its
// own, which would cost as much as opening a page. The old page stays until the
// next [Tab.Navigate]; from now on its dialogs are accepted, and what it still
// says is forgotten when the new document comes. It fails when the tab crashed
// or its page does not answer and cannot be left.
func (t *Tab) recycle(ctx context.Context) error {
	if t.life.Err() != nil {
		return context.Cause(t.life)
	}
	t.mu.Lock()
	t.stale, t.goal = true, ""
	t.record = record{open: t.record.open, dialogs: t.record.dialogs}
	t.policy = DialogDismiss
	t.mu.Unlock()
	if t.OpenDialog() != nil {
		if err := t.answerDialog(ctx, true, ""); err != nil {
			return err
		}
	}
	t.closeStrangers(ctx)
	if !t.Responds(ctx, answerBound) {
		return t.Reset(ctx)
	}
	return nil
}

// closeStrangers closes the tabs and windows that pages of this worker opened.
func (t *Tab) closeStrangers(ctx context.Context) {
	for _, id := range t.browser.strangersIn(t.worker.contextID, t.id) {
		if _, err := callBrowser(ctx, t.browser, target.CloseTarget, target.CloseTargetParams{TargetID: id}); err != nil {
			t.browser.opts.Log("chrome: closing a page that a scenario opened: %v", err)
		}
	}
	t.browser.forgetOpened(t.id)
}

// Reset leaves the current page for about:blank, closes what the page opened,
// empties the history and the records, and sets the dialog policy back. Cookies
// and storage stay: scenarios have origins of their own, or ask for a fresh
// context. It fails when the tab crashed or its page does not let go.
func (t *Tab) Reset(ctx context.Context) error {
	if t.life.Err() != nil {
		return fmt.Errorf("resetting a tab: %w", context.Cause(t.life))
	}
	t.mu.Lock()
	t.stale = true
	t.policy = DialogDismiss
	t.mu.Unlock()
	if err := t.leavePage(ctx); err != nil {
		return fmt.Errorf("resetting a tab: %w", err)
	}
	t.closeStrangers(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale, t.goal = true, "" // about:blank is no page of a scenario either
	return nil
}

// leavePage navigates to about:blank. A page that is stuck in a script gets the
// script ended once.
func (t *Tab) leavePage(ctx context.Context) error {
	err := t.navigateWithin(ctx, blankPage, resetBound)
	if err == nil || ctx.Err() != nil || t.life.Err() != nil {
		return err
	}
	if stopErr := t.TerminateScripts(ctx); stopErr != nil {
		return err
	}
	return t.navigateWithin(ctx, blankPage, resetBound)
}

// TerminateScripts ends the script that runs in the page now, for example an
// endless loop. The page stays and later scripts run.
func (t *Tab) TerminateScripts(ctx context.Context) error {
	_, err := callWithin(ctx, t, resetBound, runtime.TerminateExecution, cdp.Empty{})
	return err
}

// Responds reports whether the page's thread answers within the bound. It tells
// a page that hangs from one that only has nothing to say.
func (t *Tab) Responds(ctx context.Context, limit time.Duration) bool {
	_, err := callWithin(ctx, t, limit, runtime.Evaluate, runtime.EvaluateParams{Expression: "0", Silent: new(true)})
	return err == nil
}

// notify wakes everybody who waits for a change. The caller holds t.mu.
func (t *Tab) notify() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// await waits until cond, which is called with t.mu held, returns true.
func (t *Tab) await(ctx context.Context, doing string, limit time.Duration, cond func() bool) error {
	return t.within(ctx, doing, limit, func(ctx context.Context) error {
		for {
			t.mu.Lock()
			met, changed := cond(), t.changed
			t.mu.Unlock()
			if met {
				return nil
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
}
