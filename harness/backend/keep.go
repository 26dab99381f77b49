package backend

import (
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// SessionRecord is a session as it outlives its backend.
type SessionRecord struct {
	ID               int64
	Title, Source    string
	Phase            protocol.Phase
	Created, Updated time.Time
}

// Change is something that was said or that a session became.
type Change struct {
	// Session is the session as it is now.
	Session SessionRecord
	// Message is the message that was added to it; nil when none was.
	Message *Message
}

// StoredSession is a session of an earlier backend, with its messages in order.
type StoredSession struct {
	SessionRecord
	Messages []Message
}

func (s *session) record() SessionRecord {
	return SessionRecord{ID: s.id, Title: s.title, Source: s.source, Phase: s.phase, Created: s.created, Updated: s.updated}
}

// changedSession tells who keeps sessions. b.mu is held.
func (b *Backend) changedSession(s *session, m *Message) {
	if b.options.OnChange == nil {
		return
	}
	change := Change{Session: s.record()}
	if m != nil {
		copied := *m
		copied.ToolCalls, copied.Images = slices.Clone(m.ToolCalls), slices.Clone(m.Images)
		change.Message = &copied
	}
	b.options.OnChange(change)
}

// restore takes the sessions of an earlier backend over. A turn that ran then
// does not go on. b.mu is held, or nobody else knows b.
func (b *Backend) restore(stored []StoredSession) error {
	for _, old := range stored {
		if _, twice := b.sessions[old.ID]; twice || old.ID <= 0 {
			return fmt.Errorf("restore session %d: not an id of its own", old.ID)
		}
		s, err := b.makeSession(old.ID, old.Title, old.Source)
		if err != nil {
			return err
		}
		s.created, s.updated, s.messages = old.Created, old.Updated, slices.Clone(old.Messages)
		if s.phase = old.Phase; !endsTurn(s.phase) && s.phase != protocol.PhaseIdle {
			s.phase = protocol.PhaseFailed
		}
		b.lastID = max(b.lastID, s.id)
		for _, m := range s.messages {
			b.lastID = max(b.lastID, m.ID)
		}
	}
	return nil
}

// seedHistory gives the first session the messages that it is to begin with.
// b.mu is held.
func (b *Backend) seedHistory(s *session) {
	seed := b.options.History
	b.options.History = nil
	for _, m := range seed {
		b.keep(s, m)
	}
}
