package runner

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// cardWatch stands in for the user of a scenario with `authorization: task`:
// when the SDK asks for the first time and no user step answers, it allows the
// whole task with the real mouse, once.
type cardWatch struct {
	p        *play
	asked    chan string // ids of requests that wait for the user
	problems chan error  // what went wrong; each is told once
	ended    <-chan struct{}
	stop     context.CancelFunc
	running  sync.WaitGroup

	mouse  sync.Mutex // one hand at a time
	acts   atomic.Int64
	acting atomic.Bool
	acted  atomic.Int64 // when the last act ended, in nanoseconds since 1970
}

// lookInterval is the pause between two looks for a card, where the SDK does
// not say that it asks.
const lookInterval = 100 * time.Millisecond

func (p *play) watchCards(ctx context.Context) *cardWatch {
	ctx, cancel := context.WithCancel(ctx)
	w := &cardWatch{p: p, asked: make(chan string, 64), problems: make(chan error, 64), ended: ctx.Done(), stop: cancel}
	w.running.Go(func() { w.answer(ctx) })
	return w
}

// close ends the watch and waits for it.
func (w *cardWatch) close() {
	w.stop()
	w.running.Wait()
}

// problem gives what went wrong and has not been told yet.
func (w *cardWatch) problem() error {
	select {
	case err := <-w.problems:
		return err
	default:
		return nil
	}
}

// fail notes a problem; it never waits.
func (w *cardWatch) fail(err error) {
	select {
	case w.problems <- err:
	default: // the ones before it have failed the case
	}
}

// patience is the time until which an answer may still come: what the user
// takes is not the SDK's.
func (w *cardWatch) patience(within time.Duration) time.Time {
	if w.acting.Load() {
		return time.Now().Add(within)
	}
	return time.Unix(0, w.acted.Load()).Add(within)
}

// expect watches a call for its card, unless a user step answers it.
func (w *cardWatch) expect(c *backend.Call, send *scenario.Send, answered bool) {
	if w.p.c.Scenario.Authorization != scenario.ForTask || answered || !send.Acts() {
		return
	}
	codec, err := dialect.New(w.p.subject.Profile.Dialect)
	if err != nil {
		w.fail(err)
		return
	}
	if codec.Traits().Status {
		c.OnStatus(func(s protocol.Status) {
			if s.State == protocol.StateConfirming {
				w.ask(c.RequestID())
			}
		})
		return
	}
	tab := w.p.tab
	w.running.Go(func() { w.look(c, tab) })
}

// ask notes that a request waits for the user; it never waits itself.
func (w *cardWatch) ask(requestID string) {
	select {
	case w.asked <- requestID:
	default: // the answer to the asks before it will fail the case
	}
}

// look watches the page of a tab for a card until the call or the watch ends.
func (w *cardWatch) look(c *backend.Call, tab *chrome.Tab) {
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	for {
		select {
		case <-c.Done():
			return
		case <-w.ended:
			return
		case <-tab.Context().Done():
			return
		case <-ticker.C:
		}
		ctx, cancel := context.WithTimeout(tab.Context(), lookInterval*10)
		there, err := w.p.subject.Profile.Present(ctx, tab, sdk.ControlCard)
		cancel()
		if err == nil && there {
			w.ask(c.RequestID())
			return
		}
	}
}

// answer allows the task at the first ask. A second one would be answered by
// nobody: the case fails with that reason instead of hanging.
func (w *cardWatch) answer(ctx context.Context) {
	granted := false
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-w.asked:
			if granted {
				w.fail(failed(scenario.CheckCard, fmt.Sprintf("the SDK asks again (request %s) although the user allowed the whole task", id)))
				continue
			}
			granted = true
			if err := w.gesture(ctx, sdk.GestureAllowTask, scenario.DefaultUserWithin); err != nil && ctx.Err() == nil {
				w.fail(err)
			}
		}
	}
}

// gesture does what a user does in the SDK's interface. A control that cannot
// be pressed is the failure of a check: that is the SDK's, not the harness'.
func (w *cardWatch) gesture(ctx context.Context, gesture string, wait time.Duration) error {
	w.mouse.Lock()
	defer w.mouse.Unlock()
	w.p.rec.note(result.EventUser, "%s", gesture)
	w.acts.Add(1)
	w.acting.Store(true)
	defer func() {
		w.acted.Store(time.Now().UnixNano())
		w.acting.Store(false)
	}()
	if err := w.p.subject.Profile.Perform(ctx, w.p.tab, gesture, w.p.wait(wait)); err != nil {
		return classify(err, scenario.CheckCard)
	}
	return nil
}
