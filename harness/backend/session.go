package backend

import (
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

// endsKept is how many ended calls a session remembers, to tell a late answer
// from one that nobody asked for.
const endsKept = 1024

// session is one chat session. Its fields belong to Backend.mu.
type session struct {
	id      int64
	title   string
	source  string
	created time.Time
	updated time.Time
	phase   protocol.Phase
	// execution names the turn that runs; empty when none does.
	execution string
	messages  []message
	codec     dialect.Codec

	// bound is the embed connection that page tools go to.
	bound *conn
	// lost is when that connection went without giving the session up.
	lost    time.Time
	queue   []*Call // waiting to be sent
	running []*Call // sent and not answered
	ends    []ending
}

// message is one stored message.
type message struct {
	id      int64
	content string
	created time.Time
}

// ending is how a call of the past ended.
type ending struct {
	requestID string
	end       End
}

// newSession makes a session. b.mu is held.
func (b *Backend) newSession(title, source string) (*session, error) {
	codec, err := dialect.New(b.options.Dialect)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	now := time.Now()
	b.lastID++
	s := &session{
		id: b.lastID, title: title, source: source, created: now, updated: now,
		phase: protocol.PhaseIdle, codec: codec,
	}
	b.sessions[s.id] = s
	return s, nil
}

// subscribe gives a connection a session of its user; frames about other
// sessions are ignored. b.mu is held.
func (b *Backend) subscribe(c *conn, id int64) {
	s, ok := b.sessions[id]
	if !ok {
		return
	}
	c.subscribed[id] = true
	if c.embed {
		b.bind(s, c)
	}
	b.event(c, protocol.TypeSessionSnapshot, &s.id, protocol.SessionSnapshotData{Phase: s.phase})
	b.pump(s)
}

// unsubscribe takes a session from a connection. b.mu is held.
func (b *Backend) unsubscribe(c *conn, id int64) {
	delete(c.subscribed, id)
	s, ok := b.sessions[id]
	if !ok || s.bound != c {
		return
	}
	s.bound, s.lost = nil, time.Time{}
	b.record(AuditRecord{Event: AuditUnbound, SessionID: s.id, Conn: c.number, Reason: ReasonUnsubscribe})
	b.failAll(s, ReasonUnsubscribe)
}

// bind makes a connection the one that page tools of a session go to. Where
// another one was, what ran there ends, and it is told. b.mu is held.
func (b *Backend) bind(s *session, c *conn) {
	old := s.bound
	if old == c {
		return
	}
	if old != nil {
		b.failAll(s, ReasonTakeover)
		b.sendCancel(old, s, protocol.Cancel{SessionID: s.id, Reason: protocol.CancelReasonTakeover})
		b.record(AuditRecord{Event: AuditUnbound, SessionID: s.id, Conn: old.number, Reason: ReasonTakeover})
	}
	s.bound, s.lost = c, time.Time{}
	b.latest = s
	b.record(AuditRecord{Event: AuditBound, SessionID: s.id, Conn: c.number})
	b.announce()
}

// disconnected ends what a connection had, and gives why it ended.
func (b *Backend) disconnected(c *conn, err error) Reason {
	reason, note := ended(err)
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.conns, c)
	switch {
	case c.ending != "":
		reason = c.ending
	case c.user == 0 && reason == ReasonSilence:
		reason = ReasonRefused
	}
	e := TraceEvent{Kind: KindClose, Conn: c.number, Note: fmt.Sprintf("%s: %s", reason, note)}
	if reason == ReasonOversized {
		e.Violation = fmt.Sprintf("a frame larger than %d bytes", b.options.ReadLimit)
	}
	b.trace.add(e)
	for _, s := range b.sessions {
		if s.bound != c {
			continue
		}
		s.bound, s.lost = nil, time.Now()
		b.record(AuditRecord{Event: AuditUnbound, SessionID: s.id, Conn: c.number, Reason: reason})
		b.failAll(s, reason)
	}
	return reason
}

// remember keeps how a call ended.
func (s *session) remember(requestID string, end End) {
	s.ends = append(s.ends, ending{requestID: requestID, end: end})
	if len(s.ends) > endsKept {
		s.ends = slices.Delete(s.ends, 0, len(s.ends)-endsKept)
	}
}

// endOf gives how the newest call with an id ended.
func (s *session) endOf(requestID string) (End, bool) {
	for _, e := range slices.Backward(s.ends) {
		if e.requestID == requestID {
			return e.end, true
		}
	}
	return "", false
}
