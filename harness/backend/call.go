package backend

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// End says how a call ended. Each call ends exactly once.
type End string

// The ends of a call.
const (
	// EndResult: the SDK answered.
	EndResult End = "result"
	// EndTimeout: the SDK was silent for too long.
	EndTimeout End = "timeout"
	// EndCancelled: the call was cancelled and not answered any more.
	EndCancelled End = "cancelled"
	// EndDisconnected: the connection that ran the call, or would have, went.
	EndDisconnected End = "disconnected"
	// EndRefused: there was no embed connection to send the call to.
	EndRefused End = "refused"
)

// Reason says why a call ended without a result, or why a connection ended.
type Reason string

// The reasons.
const (
	// ReasonPageGone: the SDK closed the connection properly: its page was left
	// or reloaded, or the SDK was destroyed.
	ReasonPageGone Reason = "page_gone"
	// ReasonUnsubscribe: the SDK gave the session up.
	ReasonUnsubscribe Reason = "unsubscribe"
	// ReasonTakeover: another connection took the session.
	ReasonTakeover Reason = "takeover"
	// ReasonConnectionLost: the connection broke.
	ReasonConnectionLost Reason = "connection_lost"
	// ReasonSilence: the SDK said nothing any more.
	ReasonSilence Reason = "silence"
	// ReasonUnanswered: the user did not answer for too long.
	ReasonUnanswered Reason = "unanswered"
	// ReasonOversized: the SDK sent a frame over the limit.
	ReasonOversized Reason = "oversized"
	// ReasonRefused: the SDK did not authenticate.
	ReasonRefused Reason = "refused"
	// ReasonDropped: the harness dropped the connection, see [Backend.Drop].
	ReasonDropped Reason = "dropped"
	// ReasonBackendClosed: see [Backend.Close].
	ReasonBackendClosed Reason = "backend_closed"
	// ReasonCancel: see [Backend.Cancel].
	ReasonCancel Reason = "cancel"
	// ReasonUserStop: the user stopped the agent in the SDK.
	ReasonUserStop Reason = "user_stop"
	// ReasonNoSession: no embed connection has the session.
	ReasonNoSession Reason = "no_session"
	// ReasonNotPermitted: the agent may not use the page tool.
	ReasonNotPermitted Reason = "not_permitted"
	// ReasonNoReturn: the connection was lost and did not come back in time.
	ReasonNoReturn Reason = "no_return"
)

// The codes that an agent gets for a call that ended without a result.
const (
	CodeTimeout       = "page_tool_timeout"
	CodeCancelled     = "task_cancelled"
	CodeNotConnected  = "embed_client_not_connected"
	CodeNeedsASession = "embed_session_required"
)

// Outcome is how a call ended.
type Outcome struct {
	// End is how.
	End End
	// Result is the answer in the harness's form; nil unless End is EndResult.
	Result *protocol.Result
	// Raw is the answer as it came, in the SDK's own dialect.
	Raw json.RawMessage
	// Violations say how the answer breaks the protocol.
	Violations []string
	// Code is the code that the agent would get for an end without a result.
	Code string
	// Reason says why there is no result.
	Reason Reason
	// QueuedAt, SentAt and EndedAt are the times of the call; SentAt is zero for
	// a call that was never sent.
	QueuedAt, SentAt, EndedAt time.Time
}

// Duration is the time from sending the call to its end; 0 if it was not sent.
func (o Outcome) Duration() time.Duration {
	if o.SentAt.IsZero() {
		return 0
	}
	return o.EndedAt.Sub(o.SentAt)
}

// Call is one page-tool call.
type Call struct {
	backend *Backend
	session *session
	request protocol.Request
	frame   outgoing
	by      *conn // the connection that runs it, nil while it is queued
	raw     bool  // written by hand: its answer may name any session

	done    chan struct{}
	outcome Outcome // complete when done is closed

	// The fields below belong to Backend.mu.
	ended     bool
	cancelled Reason // "" unless the call is being cancelled
	statuses  []protocol.Status
	budget    time.Duration // of silence that is left
	since     time.Time     // when the budget began to run
	clock     *timer        // the one bound that applies now

	watch    sync.Mutex // guards watchers, and is held while they run
	watchers []*watcher
}

// watcher is a function that gets each status once.
type watcher struct {
	next int
	f    func(protocol.Status)
}

// Request is the request as it was sent, with its ids filled in.
func (c *Call) Request() protocol.Request { return c.request }

// RequestID names the call.
func (c *Call) RequestID() string { return c.request.RequestID }

// Done is closed when the call has ended.
func (c *Call) Done() <-chan struct{} { return c.done }

// Wait waits for the end of the call. The error is ctx's; the call itself goes
// on then.
func (c *Call) Wait(ctx context.Context) (Outcome, error) {
	select {
	case <-c.done:
		return c.outcome, nil
	default:
	}
	select {
	case <-c.done:
		return c.outcome, nil
	case <-ctx.Done():
		return Outcome{}, fmt.Errorf("wait for the answer to %s: %w", c.request.RequestID, ctx.Err())
	}
}

// Statuses gives what the SDK said about the call so far.
func (c *Call) Statuses() []protocol.Status {
	c.backend.mu.Lock()
	defer c.backend.mu.Unlock()
	return slices.Clone(c.statuses)
}

// OnStatus calls f with each status of the call, also those that came already,
// in order and one at a time. No frame of the SDK is read meanwhile, so f must
// not wait for the SDK, nor watch the call itself.
func (c *Call) OnStatus(f func(protocol.Status)) {
	c.watch.Lock()
	defer c.watch.Unlock()
	w := &watcher{f: f}
	c.watchers = append(c.watchers, w)
	w.catchUp(c.Statuses())
}

// notify tells the watchers what is new. Backend.mu is not held.
func (c *Call) notify() {
	c.watch.Lock()
	defer c.watch.Unlock()
	for _, w := range c.watchers {
		w.catchUp(c.Statuses())
	}
}

func (w *watcher) catchUp(statuses []protocol.Status) {
	for ; w.next < len(statuses); w.next++ {
		w.f(statuses[w.next])
	}
}
