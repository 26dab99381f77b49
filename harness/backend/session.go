package backend

import (
	"context"
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
	agent   int64
	title   string
	source  string
	created time.Time
	updated time.Time
	phase   protocol.Phase
	// execution names the turn that runs; empty when none does.
	execution string
	// lastExecution names the turn that ended last.
	lastExecution string
	messages      []Message
	draft         draft
	asked         []asked // questions that wait for the user
	// answers are where the agent waits for the answers to its questions.
	answers map[string]chan<- []protocol.QuestionAnswer
	stop    context.CancelCauseFunc // ends the agent's turn; nil without an agent
	codec   dialect.Codec

	// bound is the embed connection that page tools go to.
	bound *conn
	// owner is the embed connection that the turn belongs to: the one that sent
	// its message. It is nil where no turn runs, or a turn that no embed client
	// began. While the owner is there nobody else gets the session.
	owner *conn
	// subscribers are the embed connections that have the session, in the order
	// in which they subscribed.
	subscribers []*conn
	// lost is when that connection went without giving the session up.
	lost    time.Time
	queue   []*Call // waiting to be sent
	running []*Call // sent and not answered
	ends    []ending
}

// ending is how a call of the past ended.
type ending struct {
	requestID string
	end       End
}

// newSession makes a session. b.mu is held.
func (b *Backend) newSession(title, source string) (*session, error) {
	b.lastID++
	s, err := b.makeSession(b.lastID, title, source)
	if err == nil {
		b.changedSession(s, nil)
	}
	return s, err
}

// makeSession makes a session with an id. b.mu is held, or nobody else knows b.
func (b *Backend) makeSession(id int64, title, source string) (*session, error) {
	codec, err := dialect.New(b.options.Dialect)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	now := time.Now()
	s := &session{
		id: id, agent: b.options.AgentID, title: title, source: source, created: now, updated: now,
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
		b.claim(s, c)
	}
	b.catchUp(c, s)
	b.pump(s)
}

// catchUp tells a connection where a session stands: its phase and, while a turn
// runs, the tools that run and the questions that wait. b.mu is held.
func (b *Backend) catchUp(c *conn, s *session) {
	b.event(c, protocol.TypeSessionSnapshot, &s.id, protocol.SessionSnapshotData{Phase: s.phase, ExecutionID: s.execution})
	if s.execution == "" {
		return
	}
	for _, use := range s.draft.running() {
		b.event(c, protocol.TypeToolCallStart, &s.id, protocol.ToolCallStartData{
			ExecutionID: s.execution, ToolCallID: use.ID, ToolName: use.Name, Arguments: use.Arguments,
		})
	}
	for _, a := range s.asked {
		b.event(c, protocol.TypeAskUserQuestions, &s.id, a.data)
	}
}

// unsubscribe takes a session from a connection. b.mu is held.
func (b *Backend) unsubscribe(c *conn, id int64) {
	delete(c.subscribed, id)
	s, ok := b.sessions[id]
	if !ok {
		return
	}
	s.subscribers = withoutConn(s.subscribers, c)
	if s.bound != c {
		return
	}
	s.bound, s.lost = nil, time.Time{}
	b.record(AuditRecord{Event: AuditUnbound, SessionID: s.id, Conn: c.number, Reason: ReasonUnsubscribe})
	b.failAll(s, ReasonUnsubscribe)
	b.rebind(s)
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
		s.subscribers = withoutConn(s.subscribers, c)
		if s.bound != c {
			continue
		}
		s.bound, s.lost = nil, time.Now()
		b.record(AuditRecord{Event: AuditUnbound, SessionID: s.id, Conn: c.number, Reason: reason})
		b.failAll(s, reason)
		b.rebind(s)
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
