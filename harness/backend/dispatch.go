package backend

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// maxQueue is how many calls of one session may wait.
const maxQueue = 256

// CallOption changes how [Backend.StartCall] treats a call.
type CallOption func(*callOptions)

type callOptions struct{ unvalidated, atOnce bool }

// Unvalidated sends a call that breaks the protocol on purpose: that is no
// violation in the trace.
func Unvalidated() CallOption { return func(o *callOptions) { o.unvalidated = true } }

// AtOnce sends a call without waiting for those that are in flight, to try the
// SDK's own queue.
func AtOnce() CallOption { return func(o *callOptions) { o.atOnce = true } }

// StartCall starts a page-tool call and does not wait for it. Where the request
// names none, it gets an id of its own, and goes to the session that was taken
// last. A call for a session that nobody has is not an error; it ends with
// [EndRefused]. The error is a *dialect.ErrInexpressible where the SDK's dialect
// cannot say this.
func (b *Backend) StartCall(ctx context.Context, r protocol.Request, options ...CallOption) (*Call, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("start a page tool call: %w", err)
	}
	var o callOptions
	for _, option := range options {
		option(&o)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, fmt.Errorf("start a page tool call: %w", ErrClosed)
	}
	r.Type = protocol.TypePageToolRequest
	if r.RequestID == "" {
		r.RequestID = "call-" + rand.Text()
	}
	s := b.sessionFor(r.SessionID)
	c := &Call{backend: b, session: s, request: r, done: make(chan struct{}), outcome: Outcome{QueuedAt: time.Now()}}
	if s == nil {
		b.end(c, Outcome{End: EndRefused, Code: CodeNeedsASession, Reason: ReasonNoSession})
		return c, nil
	}
	c.request.SessionID = s.id
	raw, err := s.codec.EncodeRequest(c.request)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", r.Tool, err)
	}
	if len(s.queue) >= maxQueue {
		return nil, fmt.Errorf("start %s: %d calls wait already", r.Tool, maxQueue)
	}
	c.frame = outgoing{raw: raw, requestID: r.RequestID, deliberate: o.unvalidated}
	c.budget = b.budgetOf(c.request)
	switch {
	case s.bound != nil && o.atOnce:
		b.dispatch(c)
	case s.bound != nil:
		s.queue = append(s.queue, c)
		b.pump(s)
	case s.lost.IsZero():
		b.end(c, Outcome{End: EndRefused, Code: CodeNeedsASession, Reason: ReasonNoSession})
	default:
		s.queue = append(s.queue, c)
		c.clock = b.after(b.options.ReconnectHold, func() {
			b.end(c, Outcome{End: EndDisconnected, Code: CodeNotConnected, Reason: ReasonNoReturn})
		})
	}
	return c, nil
}

// SendRaw sends a frame as it stands, to the connection that has the session
// taken last. It is not validated and does not wait for calls in flight. With
// expectReplyTo it gives a call that waits for the answer to that request,
// whatever session the answer names; without it the call is nil. The error is a
// *dialect.ErrInexpressible where the frame means nothing in the SDK's dialect,
// and wraps [ErrNotConnected] where there is no connection.
func (b *Backend) SendRaw(ctx context.Context, frame []byte, expectReplyTo string) (*Call, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("send a raw frame: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, fmt.Errorf("send a raw frame: %w", ErrClosed)
	}
	s := b.latest
	if s == nil || s.bound == nil {
		return nil, fmt.Errorf("send a raw frame: %w", ErrNotConnected)
	}
	raw, err := s.codec.EncodeRaw(slices.Clone(frame))
	if err != nil {
		return nil, fmt.Errorf("send a raw frame: %w", err)
	}
	out := outgoing{raw: raw, requestID: expectReplyTo, deliberate: true}
	if expectReplyTo == "" {
		s.bound.send(out)
		return nil, nil
	}
	c := &Call{
		backend: b, session: s, raw: true, frame: out, done: make(chan struct{}),
		request: protocol.Request{Type: protocol.TypePageToolRequest, RequestID: expectReplyTo, SessionID: s.id},
		outcome: Outcome{QueuedAt: time.Now()},
	}
	c.budget = b.budgetOf(c.request)
	b.dispatch(c)
	return c, nil
}

// Cancel cancels a call that has not ended. One that waits in the backend ends
// at once; one that runs may still be answered for a short while, and ends with
// that answer. The error says that there is no such call.
func (b *Backend) Cancel(requestID string, reason protocol.CancelReason) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := false
	for _, s := range b.sessions {
		for _, c := range slices.Concat(s.queue, s.running) {
			if c.request.RequestID != requestID {
				continue
			}
			found = true
			if c.by != nil {
				b.sendCancel(c.by, s, protocol.Cancel{RequestID: requestID, SessionID: s.id, Reason: reason})
			}
			b.cancel(c, ReasonCancel)
		}
	}
	if !found {
		return fmt.Errorf("cancel %s: no such call is open", requestID)
	}
	return nil
}

// sessionFor gives the session that a call is for.
func (b *Backend) sessionFor(id int64) *session {
	if id == 0 {
		return b.latest
	}
	return b.sessions[id]
}

// budgetOf is how long a call may take, the user's time not counted.
func (b *Backend) budgetOf(r protocol.Request) time.Duration {
	budget := b.options.CallTimeout
	if r.TimeoutMs != nil {
		budget = time.Duration(*r.TimeoutMs) * time.Millisecond
	}
	if len(r.Actions) > 1 {
		budget += time.Duration(len(r.Actions)) * batchStep
	}
	if b.traits.SDKTimesOut {
		budget += b.options.CallGrace
	}
	return budget
}

// pump sends what may be sent now. b.mu is held.
func (b *Backend) pump(s *session) {
	for s.bound != nil && len(s.queue) > 0 && len(s.running) < b.options.MaxInFlight {
		b.dispatch(s.queue[0])
	}
}

// dispatch sends a call to the connection that has its session. b.mu is held.
func (b *Backend) dispatch(c *Call) {
	s := c.session
	s.queue = without(s.queue, c)
	s.running = append(s.running, c)
	c.clock.stop()
	c.by = s.bound
	c.outcome.SentAt = time.Now()
	b.recordCall(c)
	c.by.send(c.frame)
	b.countDown(c)
}

// countDown lets the call's budget run. b.mu is held.
func (b *Backend) countDown(c *Call) {
	c.since = time.Now()
	c.clock.stop()
	c.clock = b.after(c.budget, func() { b.overdue(c, ReasonSilence) })
}

// standStill stops the budget while the SDK waits for its user, or for other
// calls. b.mu is held.
func (b *Backend) standStill(c *Call) {
	c.budget = max(c.budget-time.Since(c.since), 0)
	c.since = time.Time{}
	c.clock.stop()
	c.clock = b.after(b.options.ConfirmTimeout, func() { b.overdue(c, ReasonUnanswered) })
}

// overdue ends a call that took too long. b.mu is held.
func (b *Backend) overdue(c *Call, reason Reason) {
	if b.traits.CancelNamesRequest {
		b.sendCancel(c.by, c.session, protocol.Cancel{
			RequestID: c.request.RequestID, SessionID: c.session.id, Reason: protocol.CancelReasonTimeout,
		})
	}
	b.end(c, Outcome{End: EndTimeout, Code: CodeTimeout, Reason: reason})
}

// cancel ends a call that waits, and gives one that runs a while to be
// answered. b.mu is held.
func (b *Backend) cancel(c *Call, reason Reason) {
	outcome := Outcome{End: EndCancelled, Code: CodeCancelled, Reason: reason}
	switch {
	case c.by == nil:
		b.end(c, outcome)
	case c.cancelled == "":
		c.cancelled = reason
		c.clock.stop()
		c.clock = b.after(b.options.CancelGrace, func() { b.end(c, outcome) })
	}
}

// userStopped: the user stopped the agent in the SDK. b.mu is held.
func (b *Backend) userStopped(c *conn, sessionID int64) {
	s, ok := b.sessions[sessionID]
	if !ok || s.bound != c {
		return
	}
	for _, call := range slices.Concat(s.queue, s.running) {
		b.cancel(call, ReasonUserStop)
	}
	if s.phase == protocol.PhaseRunning {
		b.phaseIs(s, protocol.PhaseCancelled)
		b.status(s)
		s.closeTurn()
		b.disown(s)
	}
}

// failAll ends all calls of a session, because its connection went. b.mu is held.
func (b *Backend) failAll(s *session, reason Reason) {
	calls := slices.Concat(s.running, s.queue)
	s.running, s.queue = nil, nil
	for _, c := range calls {
		b.end(c, Outcome{End: EndDisconnected, Code: CodeNotConnected, Reason: reason})
	}
}

// end ends a call, once. b.mu is held.
func (b *Backend) end(c *Call, o Outcome) {
	if c.ended {
		return
	}
	c.ended = true
	c.clock.stop()
	o.QueuedAt, o.SentAt, o.EndedAt = c.outcome.QueuedAt, c.outcome.SentAt, time.Now()
	c.outcome = o
	b.recordEnd(c)
	close(c.done)
	if s := c.session; s != nil {
		s.queue, s.running = without(s.queue, c), without(s.running, c)
		s.remember(c.request.RequestID, o.End)
		if !b.closed {
			b.pump(s)
		}
	}
}

// sendCancel sends page_tool_cancel to a connection. b.mu is held.
func (b *Backend) sendCancel(to *conn, s *session, cancel protocol.Cancel) {
	raw, err := s.codec.EncodeCancel(cancel)
	if err != nil { // only where the dialect cannot say it; nothing is lost then
		b.record(AuditRecord{Event: AuditRefused, SessionID: s.id, RequestID: cancel.RequestID, Conn: to.number, Code: err.Error()})
		return
	}
	to.send(outgoing{raw: raw, requestID: cancel.RequestID})
}

// without gives a list without one call.
func without(calls []*Call, c *Call) []*Call {
	return slices.DeleteFunc(calls, func(other *Call) bool { return other == c })
}

// Drop is a way to lose a connection.
type Drop string

// The ways to drop a connection.
const (
	// DropClose closes it with a close frame.
	DropClose Drop = "close"
	// DropReset cuts it with a TCP reset, as a failing network does.
	DropReset Drop = "rst"
	// DropExpired closes it because its token is no longer good, and refuses that
	// token from now on.
	DropExpired Drop = "expired"
)

// Drop drops all connections and does not wait until they are gone. The error
// wraps [ErrNotConnected] where there is none.
func (b *Backend) Drop(how Drop) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.conns) == 0 {
		return fmt.Errorf("drop the connection: %w", ErrNotConnected)
	}
	var failed error
	for c := range b.conns {
		switch how {
		case DropClose:
			c.shut(closeOrder{code: closeRestart, text: "dropped", reason: ReasonDropped})
		case DropReset:
			c.ending = ReasonDropped
			c.reset()
		case DropExpired:
			b.tokens.revoke(c.token)
			c.shut(closeOrder{code: protocol.CloseUnauthenticated, text: "token expired", reason: ReasonDropped})
		default:
			failed = errors.Join(failed, fmt.Errorf("drop the connection: unknown way %q", how))
		}
	}
	return failed
}
