package chrome

import (
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// onEvent records what the tab's session reports. It runs in the loop that also
// delivers the answers of calls, so it only writes things down.
func (t *Tab) onEvent(ev any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExecutionContextCreated:
		var aux struct {
			FrameID   cdp.FrameID `json:"frameId"`
			IsDefault bool        `json:"isDefault"`
		}
		if err := json.Unmarshal(ev.Context.AuxData, &aux); err != nil || aux.FrameID == "" {
			return
		}
		world := ev.Context.Name
		if aux.IsDefault {
			world = mainWorld
		}
		t.frames.addContext(aux.FrameID, world, ev.Context)
	case *runtime.EventExecutionContextDestroyed:
		t.frames.dropContext(ev.ExecutionContextUniqueID)
	case *runtime.EventExecutionContextsCleared:
		t.frames.dropAllContexts()
	case *runtime.EventConsoleAPICalled:
		if !t.frames.isHarnessWorld(ev.ExecutionContextID) {
			t.addConsole(consoleCall(ev))
			t.hold(ev)
		}
	case *runtime.EventExceptionThrown:
		t.addConsole(consoleException(ev))
	case *log.EventEntryAdded:
		t.addConsole(consoleLog(ev))
	case *page.EventFrameAttached:
		t.frames.attach(ev.FrameID, ev.ParentFrameID)
	case *page.EventFrameDetached:
		// A frame that swaps its process keeps its place in the page.
		if ev.Reason != page.FrameDetachedReasonSwap {
			t.frames.detach(ev.FrameID)
		}
	case *page.EventFrameNavigated:
		t.frameNavigated(ev)
	case *page.EventNavigatedWithinDocument:
		t.frames.setURL(ev.FrameID, ev.URL)
		if ev.FrameID == t.frames.main {
			t.doc.URL = ev.URL
			t.doc.Within++
		}
	case *page.EventLifecycleEvent:
		t.lifecycle(ev)
	case *page.EventJavascriptDialogOpening:
		t.dialogOpened(ev)
	case *page.EventJavascriptDialogClosed:
		t.dialogClosed(ev)
	case *inspector.EventTargetCrashed:
		t.end(ErrTabCrashed)
		closeOnce(t.crashed)
	default:
		return
	}
	t.notify()
}

// frameNavigated notes that a frame committed a new document, or one that came
// back from the back/forward cache.
func (t *Tab) frameNavigated(ev *page.EventFrameNavigated) {
	t.frames.navigated(ev.Frame)
	if ev.Frame.ParentID != "" {
		return
	}
	// The first document that the scenario asked for begins its records. A new
	// tab's own about:blank may come late.
	if t.stale && t.goal != "" && (ev.Frame.URL != blankPage || t.goal == blankPage) {
		t.stale, t.record, t.doc = false, record{}, Document{}
		t.pruneHistory = true
	}
	restored := ev.Type == page.NavigationTypeBackForwardCacheRestore
	t.doc = Document{
		URL: ev.Frame.URL + ev.Frame.URLFragment, Loader: ev.Frame.LoaderID, Number: t.doc.Number + 1,
		Restored: restored, Parsed: restored, Loaded: restored, Unreachable: ev.Frame.UnreachableURL != "",
	}
}

// lifecycle notes how far the top document is.
func (t *Tab) lifecycle(ev *page.EventLifecycleEvent) {
	if ev.FrameID != t.frames.main || ev.LoaderID != t.doc.Loader {
		return
	}
	switch ev.Name {
	case "DOMContentLoaded":
		t.doc.Parsed = true
	case "load":
		t.doc.Parsed, t.doc.Loaded = true, true
	}
}

// closeOnce closes ch unless it is closed. The caller must hold the lock under
// which alone ch is closed.
func closeOnce(ch chan struct{}) {
	select {
	case <-ch:
	default:
		close(ch)
	}
}
