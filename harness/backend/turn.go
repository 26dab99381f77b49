package backend

import (
	"encoding/json"
	"fmt"

	"github.com/maochat/conformance/harness/protocol"
)

// TurnEnd is one of the events by which a client learns that the agent's turn
// is over (seed 004, 4.2). In a real conversation several of them come together;
// a scenario sends one at a time, to see that each of them suffices.
type TurnEnd string

// The events that end a turn.
const (
	TurnMessageEnd TurnEnd = "message_end" // the answer is complete
	TurnError      TurnEnd = "error"       // the turn failed
	TurnCompleted  TurnEnd = "completed"   // session_status COMPLETED
	TurnFailed     TurnEnd = "failed"      // session_status FAILED
	TurnCancelled  TurnEnd = "cancelled"   // session_status CANCELLED
	TurnSnapshot   TurnEnd = "snapshot"    // session_snapshot COMPLETED
)

// turnPhases gives the phase that a session is in after its turn ended.
var turnPhases = map[TurnEnd]protocol.Phase{
	TurnMessageEnd: protocol.PhaseCompleted, TurnError: protocol.PhaseFailed, TurnCompleted: protocol.PhaseCompleted,
	TurnFailed: protocol.PhaseFailed, TurnCancelled: protocol.PhaseCancelled, TurnSnapshot: protocol.PhaseCompleted,
}

// noExecution names the turn of requests that no message of the user began.
const noExecution = "ev_none"

// takeMessage stores a message of the user, says so, and begins the turn, which
// belongs to the connection that sent it. While a turn runs, another message is
// not taken. b.mu is held.
func (b *Backend) takeMessage(c *conn, f incoming) {
	var frame protocol.SendMessage
	s, ok := b.sessions[f.sessionID]
	if !ok || json.Unmarshal(f.raw, &frame) != nil {
		return
	}
	if s.phase == protocol.PhaseRunning {
		b.event(c, protocol.TypeSessionAlreadyRunning, &s.id, protocol.SessionAlreadyRunningData{
			Message: "the agent is still at work on the message before", ExecutionID: s.execution,
		})
		return
	}
	kept := b.keep(s, Message{Role: RoleUser, Content: frame.Data.Content, Images: frame.Data.Images})
	b.broadcast(protocol.TypeUserMessageSaved, &s.id, protocol.UserMessageSavedData{
		TempEventID: frame.Data.EventID, MessageID: kept.ID,
	})
	b.own(s, c)
	s.phase, s.execution = protocol.PhaseRunning, frame.Data.EventID
	b.status(s)
	b.pump(s)
	b.startTurn(s, c)
}

// EndTurn ends the agent's turn in the session that was taken last, with one
// event. The error wraps [ErrNotConnected] where there is no session.
func (b *Backend) EndTurn(how TurnEnd) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	phase, known := turnPhases[how]
	if !known {
		return fmt.Errorf("end the turn: unknown event %q", how)
	}
	s := b.latest
	if b.closed || s == nil || s.bound == nil {
		return fmt.Errorf("end the turn: %w", ErrNotConnected)
	}
	execution := s.execution
	if execution == "" {
		execution = noExecution
	}
	b.phaseIs(s, phase)
	switch how {
	case TurnMessageEnd:
		b.broadcast(protocol.TypeMessageEnd, &s.id, protocol.MessageEndData{ExecutionID: execution})
	case TurnError:
		b.broadcast(protocol.TypeError, &s.id, protocol.ErrorData{Message: "the agent failed", ExecutionID: execution})
	case TurnSnapshot:
		b.broadcast(protocol.TypeSessionSnapshot, &s.id, protocol.SessionSnapshotData{Phase: s.phase, ExecutionID: s.execution})
	default:
		b.status(s)
	}
	s.closeTurn()
	b.disown(s)
	return nil
}

// status tells everybody the phase of a session. b.mu is held.
func (b *Backend) status(s *session) {
	b.broadcast(protocol.TypeSessionStatus, &s.id, protocol.SessionStatusData{Phase: s.phase, ExecutionID: s.execution})
}
