package backend

import (
	"bytes"
	"slices"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

// Unmatched is a frame about page tools that no open call asked for. It had no
// effect.
type Unmatched struct {
	// Why says what is wrong with it.
	Why UnmatchedWhy
	// Frame is the frame as it was traced.
	Frame TraceEvent
}

// UnmatchedWhy says why a frame was refused.
type UnmatchedWhy string

// Why frames are refused.
const (
	// WhyLate: the call ended without a result before this answer came.
	WhyLate UnmatchedWhy = "late"
	// WhyDuplicate: the call had been answered already.
	WhyDuplicate UnmatchedWhy = "duplicate"
	// WhyUnknown: there never was such a call.
	WhyUnknown UnmatchedWhy = "unknown_request"
	// WhyConnection: the call runs on another connection.
	WhyConnection UnmatchedWhy = "wrong_connection"
	// WhySession: the call belongs to another session.
	WhySession UnmatchedWhy = "wrong_session"
	// WhyUnreadable: the frame could not be decoded.
	WhyUnreadable UnmatchedWhy = "unreadable"
)

// Unmatched gives the refused frames so far.
func (b *Backend) Unmatched() []Unmatched {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.refused)
}

// takePageFrame takes a frame about page tools. It gives the calls whose watchers
// have to be told. b.mu is held.
func (b *Backend) takePageFrame(c *conn, f incoming) []*Call {
	calls, why := b.callsFor(c, f)
	decoded, err := b.decoder(c, f, calls).Decode(f.raw)
	switch frame := decoded.(type) {
	case *protocol.Audit:
		b.record(AuditRecord{
			Event: AuditUserAct, SessionID: f.sessionID, RequestID: frame.RequestID, Conn: c.number, Act: frame,
		})
		return nil
	case *protocol.Status:
		if len(calls) == 0 {
			b.refuse(c, f, why)
			return nil
		}
		for _, call := range calls {
			b.takeStatus(call, *frame)
		}
		return calls
	case *protocol.Result:
		if len(calls) == 0 {
			b.refuse(c, f, why)
			return nil
		}
		b.takeResult(calls, f, frame)
		return nil
	}
	if f.kind == protocol.TypePageToolResult && len(calls) > 0 {
		b.takeResult(calls, f, unreadable(f, err))
		return nil
	}
	b.refuse(c, f, WhyUnreadable)
	return nil
}

// callsFor gives the open calls that a frame of a connection is about, else why
// there is none. Several calls are the same request, sent again while it runs:
// one answer is for all of them.
func (b *Backend) callsFor(c *conn, f incoming) ([]*Call, UnmatchedWhy) {
	why := WhyUnknown
	var calls []*Call
	for _, s := range b.sessions {
		for _, call := range s.running {
			switch {
			case call.request.RequestID != f.requestID:
			case call.by != c:
				why = WhyConnection
			case !call.raw && f.sessionID != s.id:
				why = WhySession
			default:
				calls = append(calls, call)
			}
		}
		if end, ok := s.endOf(f.requestID); ok && why == WhyUnknown {
			why = WhyLate
			if end == EndResult {
				why = WhyDuplicate
			}
		}
	}
	return calls, why
}

// decoder gives the codec that knows most about a frame.
func (b *Backend) decoder(c *conn, f incoming, calls []*Call) dialect.Codec {
	if len(calls) > 0 {
		return calls[0].session.codec
	}
	if s, ok := b.sessions[f.sessionID]; ok && s.bound == c {
		return s.codec
	}
	return b.checker
}

// refuse records a frame that has no effect. b.mu is held.
func (b *Backend) refuse(c *conn, f incoming, why UnmatchedWhy) {
	b.refused = append(newest(b.refused, b.options.Keep), Unmatched{Why: why, Frame: f.event})
	b.record(AuditRecord{
		Event: AuditRefused, SessionID: f.sessionID, RequestID: f.requestID, Conn: c.number, Code: string(why),
	})
}

// takeStatus: a waiting SDK is not a silent one. b.mu is held.
func (b *Backend) takeStatus(call *Call, status protocol.Status) {
	call.statuses = append(call.statuses, status)
	waits := call.since.IsZero()
	switch {
	case call.cancelled != "":
	case status.State == protocol.StateRunning && waits:
		b.countDown(call)
	case status.State != protocol.StateRunning && !waits:
		b.standStill(call)
	}
}

// takeResult ends calls with an answer. b.mu is held.
func (b *Backend) takeResult(calls []*Call, f incoming, result *protocol.Result) {
	outcome := Outcome{End: EndResult, Result: result, Raw: bytes.Clone(f.raw)}
	if f.event.Violation != "" {
		outcome.Violations = []string{f.event.Violation}
	}
	for _, call := range calls {
		b.end(call, outcome)
	}
}

// unreadable stands for an answer that could not be decoded.
func unreadable(f incoming, err error) *protocol.Result {
	message := "the answer could not be read"
	if err != nil {
		message += ": " + err.Error()
	}
	return &protocol.Result{
		Type: protocol.TypePageToolResult, RequestID: f.requestID, SessionID: f.sessionID,
		Error: &protocol.Error{Code: protocol.ErrInternalError, Message: message},
	}
}
