package runner

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// watcher is a Progress that remembers and may interfere.
type watcher struct {
	mu     sync.Mutex
	total  int
	begun  []string
	ended  []result.CaseResult
	onCase func(begun int)
}

func (w *watcher) Begin(_ result.About, total int) { w.total = total }

func (w *watcher) CaseBegins(id string) {
	w.mu.Lock()
	w.begun = append(w.begun, id)
	n := len(w.begun)
	w.mu.Unlock()
	if w.onCase != nil {
		w.onCase(n)
	}
}

func (w *watcher) CaseEnds(r result.CaseResult) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = append(w.ended, r)
}

func TestRunRepeatsAndReports(t *testing.T) {
	w := &watcher{}
	run := theStage(t).Run(t.Context(), Plan{
		Subject: reference(t), Repeat: 2, Progress: w,
		Cases: []scenario.Case{caseOf(t, "per-action"), caseOf(t, "dom-differs")},
	})
	assert.Equal(t, 4, w.total)
	assert.Len(t, w.begun, 4)
	assert.Len(t, w.ended, 4)
	require.Len(t, run.Cases, 2)
	assert.Equal(t, result.Pass, run.Cases[0].Verdict, "%+v", run.Cases[0].Outcomes)
	assert.Equal(t, result.Fail, run.Cases[1].Verdict)
	assert.Len(t, run.Cases[0].Outcomes, 2)
	assert.Empty(t, run.Cases[0].Outcomes[0].Trace, "traces of repeated passes are not kept")
	assert.NotEmpty(t, run.Cases[1].Outcomes[0].Trace)
	assert.Equal(t, "maoconform run play/dom-differs", run.Cases[1].Rerun)
	assert.Equal(t, result.ExitFailed, run.ExitCode)
	assert.Equal(t, ReferenceName, run.About.SDK)
	assert.Contains(t, run.About.Browser, "Chrom")
}

func TestWhatTheProfileDoesNotDeclareIsNotPlayed(t *testing.T) {
	c := caseOf(t, "per-action")
	lacking := *c.Scenario
	lacking.Requires = []string{"page_teleport"}
	c.Scenario = &lacking
	run := theStage(t).Run(t.Context(), Plan{Subject: reference(t), Cases: []scenario.Case{c}})
	assert.Equal(t, result.NotImplemented, run.Cases[0].Verdict)
	assert.Equal(t, "the profile reference does not declare page_teleport", run.Cases[0].Outcomes[0].Reason)
	assert.Equal(t, result.ExitUsage, run.ExitCode, "a run in which nothing was played is no success")
}

// TestAnSDKThatCannotStartIsOneMessage holds that a dead SDK is told once, not
// once for each case, and ends the run at once.
func TestAnSDKThatCannotStartIsOneMessage(t *testing.T) {
	cases := []struct{ file, words string }{
		{"never-connects.js", "the SDK does not connect: wait for the SDK to subscribe: it made no REST call and opened no WebSocket"},
		{"throws-in-init.js", "the SDK did not start: MaoChat.init threw: Error: cannot start today"},
		{"throws-at-load.js", "the script did not define MaoChat.init"},
		{"other-global.js", "the script did not define MaoChat.init"},
		{"hangs.js", "the page with the SDK hangs"},
	}
	for _, tc := range cases {
		t.Run(tc.file, func(t *testing.T) {
			w := &watcher{}
			run := theStage(t).Run(t.Context(), Plan{
				Subject: scripted(t, tc.file), Limits: Limits{Connect: time.Second, Case: 5 * time.Second}, Progress: w,
				Cases: []scenario.Case{caseOf(t, "per-action"), caseOf(t, "passes")},
			})
			require.Len(t, run.Problems, 1)
			assert.Equal(t, result.Fail, run.Problems[0].Status)
			assert.Contains(t, run.Problems[0].Message, tc.words)
			assert.Contains(t, run.Problems[0].Message, tc.file)
			assert.Equal(t, result.ExitFailed, run.ExitCode)
			assert.Empty(t, w.begun, "no case was played")
			assert.Equal(t, result.Skip, run.Cases[0].Verdict)
		})
	}
}

func TestARunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	w := &watcher{onCase: func(int) { cancel(errStopped) }}
	run := theStage(t).Run(ctx, Plan{
		Subject: reference(t), Progress: w, Repeat: 50,
		Cases: []scenario.Case{caseOf(t, "per-action"), caseOf(t, "passes")},
	})
	assert.LessOrEqual(t, len(w.begun), 3, "what was begun when the run was stopped, and no more")
	require.Len(t, run.Problems, 1)
	assert.Equal(t, "the run was ended before it was done: stopped by hand", run.Problems[0].Message)
	assert.Equal(t, result.ExitBroken, run.ExitCode)
}

type stopped struct{}

func (stopped) Error() string { return "stopped by hand" }

var errStopped = stopped{}

// breakable is a stage of its own with one worker, and the tab that this worker
// will give to every case.
func breakable(t *testing.T) (*Stage, *chrome.Tab) {
	t.Helper()
	stage, err := NewStage(t.Context(), StageOptions{Parallel: 1, Bundles: theStage(t).Bundles()})
	require.NoError(t, err)
	t.Cleanup(func() { _ = stage.Close() }) // a dead browser closes with an error
	worker, err := stage.borrow(t.Context())
	require.NoError(t, err)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	stage.workers <- worker
	return stage, tab
}

// whenPlaying does something to the tab once a case shows its page.
func whenPlaying(t *testing.T, tab *chrome.Tab, do func(context.Context)) (wait func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if tab.WaitDocument(ctx, func(d chrome.Document) bool { return strings.HasSuffix(d.URL, inlinePath) && d.Loaded }) == nil {
			do(ctx)
		}
	}()
	return func() { <-done }
}

func TestACrashedTabIsACrash(t *testing.T) {
	stage, tab := breakable(t)
	wait := whenPlaying(t, tab, func(ctx context.Context) { _, _ = chrome.Call(ctx, tab, page.Crash, cdp.Empty{}) })
	outcome, err := stage.Play(t.Context(), reference(t), caseOf(t, "no-answer"), Limits{Case: 15 * time.Second})
	require.NoError(t, err)
	wait()
	assert.Equal(t, result.Crash, outcome.Status, words(outcome))
	next, err := stage.Play(t.Context(), reference(t), caseOf(t, "per-action"), Limits{})
	require.NoError(t, err)
	assert.Equal(t, result.Pass, next.Status, "the next case gets a new tab: %s", words(next))
}

func TestABrowserThatDiesEndsTheRunWithOneMessage(t *testing.T) {
	stage, tab := breakable(t)
	var wait func()
	w := &watcher{onCase: func(begun int) {
		if begun == 2 {
			wait = whenPlaying(t, tab, func(ctx context.Context) { _, _ = chrome.Call(ctx, tab, browser.Crash, cdp.Empty{}) })
		}
	}}
	run := stage.Run(t.Context(), Plan{
		Subject: reference(t), Progress: w, Limits: Limits{Case: 20 * time.Second},
		Cases: []scenario.Case{caseOf(t, "dom-differs"), caseOf(t, "no-answer"), caseOf(t, "passes"), caseOf(t, "per-action")},
	})
	require.NotNil(t, wait)
	wait()
	require.Len(t, run.Problems, 1)
	assert.Contains(t, run.Problems[0].Message, "the browser died")
	assert.Equal(t, result.ExitBroken, run.ExitCode)
	assert.Equal(t, result.Fail, run.Cases[0].Verdict, "what had ended stays judged")
	for _, c := range run.Cases[1:] {
		assert.Equal(t, result.Skip, c.Verdict, "the rest was not judged")
	}
}

func TestAPortInUse(t *testing.T) {
	taken := theStage(t).server.listener.Addr().String()
	_, err := NewStage(t.Context(), StageOptions{Listen: taken, Bundles: theStage(t).Bundles()})
	assert.ErrorContains(t, err, "listening for the pages of the run")
	assert.ErrorContains(t, err, taken)
}

func TestNoBrowser(t *testing.T) {
	_, err := NewStage(t.Context(), StageOptions{Browser: chrome.Options{Path: "/nonexistent/chrome"}, Bundles: theStage(t).Bundles()})
	var missing *chrome.NotFoundError
	require.ErrorAs(t, err, &missing)
}
