package chrome

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/page"
)

// DialogPolicy says what becomes of a dialog that a page opens with alert,
// confirm, prompt or beforeunload.
type DialogPolicy string

// The dialog policies. A tab starts with the first.
const (
	// DialogDismiss closes a dialog with its "cancel" answer at once. A
	// beforeunload question is accepted, for else the page could not be left.
	DialogDismiss DialogPolicy = ""
	// DialogAccept closes a dialog with its "ok" answer at once.
	DialogAccept DialogPolicy = "accept"
	// DialogLeave leaves a dialog open, as a user does who has not seen it yet.
	// The page's thread stands still until [Tab.AnswerDialog].
	DialogLeave DialogPolicy = "leave"
	// DialogStay is [DialogDismiss] for a user who wants to stay: a beforeunload
	// question is answered with its "cancel" too.
	DialogStay DialogPolicy = "stay"
)

// A Dialog is a dialog that a page opened.
type Dialog struct {
	// Kind is "alert", "confirm", "prompt" or "beforeunload".
	Kind string
	// Message is its text.
	Message string
	// Default is the preset answer of a prompt.
	Default string
	// URL is the address of the frame that opened it.
	URL string
	// At is when the harness learned of it.
	At time.Time
	// Closed is true when it was closed, Accepted when that was with "ok".
	Closed, Accepted bool
}

// ErrNoDialog means that no dialog is open.
var ErrNoDialog = errors.New("no dialog is open")

// SetDialogPolicy says what becomes of the dialogs that open from now on.
func (t *Tab) SetDialogPolicy(p DialogPolicy) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.policy = p
}

// Dialogs returns the dialogs since the last reset, in the order of opening.
func (t *Tab) Dialogs() []Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stale {
		return nil
	}
	return append([]Dialog(nil), t.record.dialogs...)
}

// OpenDialog returns the dialog that is open now and blocks the page, or nil.
func (t *Tab) OpenDialog() *Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.record.open {
		return nil
	}
	d := t.record.dialogs[len(t.record.dialogs)-1]
	return &d
}

// AnswerDialog closes the open dialog, with "ok" when accept is true; text is
// the answer to a prompt. It returns [ErrNoDialog] when none is open.
func (t *Tab) AnswerDialog(ctx context.Context, accept bool, text string) error {
	if t.OpenDialog() == nil {
		return fmt.Errorf("answering a dialog: %w", ErrNoDialog)
	}
	return t.answerDialog(ctx, accept, text)
}

func (t *Tab) answerDialog(ctx context.Context, accept bool, text string) error {
	_, err := Call(ctx, t, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: accept, PromptText: text})
	if err != nil {
		return fmt.Errorf("answering a dialog: %w", err)
	}
	return nil
}

// dialogOpened records a dialog and passes it on to be answered. The caller
// holds t.mu.
func (t *Tab) dialogOpened(ev *page.EventJavascriptDialogOpening) {
	d := Dialog{Kind: string(ev.Type), Message: ev.Message, Default: ev.DefaultPrompt, URL: ev.URL, At: time.Now()}
	t.record.dialogs = append(t.record.dialogs, d)
	t.record.open = true
	t.dialogCame()
	t.nextDialog, t.dialogCame = context.WithCancel(t.life)
	if t.policy == DialogLeave && !t.stale {
		return
	}
	select {
	case t.dialogs <- d:
	default:
		// Only one dialog can be open at a time, so the queue never fills.
	}
}

// dialogClosed notes how the open dialog ended. The caller holds t.mu.
func (t *Tab) dialogClosed(ev *page.EventJavascriptDialogClosed) {
	if t.record.open {
		d := &t.record.dialogs[len(t.record.dialogs)-1]
		d.Closed, d.Accepted = true, ev.Result
	}
	t.record.open = false
}

// answerDialogs closes dialogs as the policy says, outside the event loop.
func (t *Tab) answerDialogs() {
	for {
		select {
		case <-t.life.Done():
			return
		case d := <-t.dialogs:
			t.mu.Lock()
			accept := t.stale || t.policy == DialogAccept || (d.Kind == string(page.DialogTypeBeforeunload) && t.policy != DialogStay)
			t.mu.Unlock()
			if err := t.answerDialog(t.life, accept, d.Default); err != nil && t.life.Err() == nil {
				t.browser.opts.Log("chrome: %v", err)
			}
		}
	}
}
