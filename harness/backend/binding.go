package backend

import (
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// claim: an embed connection has subscribed. It gets the session unless the turn
// belongs to another connection that is still there: a task is not continued in
// another tab (seed 000, 4.3). b.mu is held.
func (b *Backend) claim(s *session, c *conn) {
	s.subscribers = append(withoutConn(s.subscribers, c), c)
	switch {
	case s.owner == nil:
		b.bind(s, c)
	case s.bound == nil:
		// The tab of the turn went, and came back as far as can be told.
		s.owner = c
		b.bind(s, c)
	}
}

// own gives the turn that begins to the connection that sent its message. A
// client that cannot operate a page leaves it to who has the session. b.mu is
// held.
func (b *Backend) own(s *session, c *conn) {
	if c.embed && c.subscribed[s.id] {
		b.bind(s, c)
		s.owner = c
	}
}

// disown: the turn is over, and with it what its connection owned. b.mu is held.
func (b *Backend) disown(s *session) {
	s.owner = nil
	b.rebind(s)
}

// rebind gives a session whose turn belongs to nobody to the connection that
// subscribed last, if one is left. b.mu is held.
func (b *Backend) rebind(s *session) {
	if s.owner != nil || len(s.subscribers) == 0 || b.closed {
		return
	}
	b.bind(s, s.subscribers[len(s.subscribers)-1])
	b.pump(s)
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

// withoutConn gives a list without one connection.
func withoutConn(conns []*conn, c *conn) []*conn {
	return slices.DeleteFunc(conns, func(other *conn) bool { return other == c })
}
