package backend

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// NoExecution in [StreamEvent.Execution] leaves the executionId out.
const NoExecution = "none"

// StreamEvent is an event of the agent's turn, or any other event of a session.
type StreamEvent struct {
	// Type is the frame's.
	Type string
	// Data is a …Data value of package protocol, or anything that JSON can say.
	Data any
	// Session is the session that the frame names. 0: the one that was taken last.
	Session int64
	// Execution is the turn that the frame names. "": the one that runs, else
	// the last one; see [NoExecution].
	Execution string
	// Unvalidated says that the frame breaks the protocol on purpose.
	Unvalidated bool
}

const (
	// backlogHigh is how many frames may wait on a connection before a stream
	// waits for its reader.
	backlogHigh = outgoingFrames / 2
	// backlogPause is how long a stream then waits before it looks again.
	backlogPause = time.Millisecond
)

// Stream sends events to every connection, in order, and keeps what they say:
// text and tools of the turn become stored messages when it ends, and a phase is
// the session's from then on. It waits for a reader that lags. The error wraps
// [ErrNotConnected] where there is no session, else it is ctx's.
func (b *Backend) Stream(ctx context.Context, events ...StreamEvent) error {
	for _, e := range events {
		if err := b.roomToWrite(ctx, backlogHigh); err != nil {
			return fmt.Errorf("stream %s: %w", e.Type, err)
		}
		b.mu.Lock()
		err := b.streamOne(b.latest, e)
		b.mu.Unlock()
		if err != nil {
			return fmt.Errorf("stream %s: %w", e.Type, err)
		}
	}
	if err := b.roomToWrite(ctx, 0); err != nil {
		return fmt.Errorf("write the stream: %w", err)
	}
	return nil
}

// roomToWrite waits until no connection has more frames to write than so many.
func (b *Backend) roomToWrite(ctx context.Context, most int) error {
	for b.lagging(most) {
		pause := time.NewTimer(backlogPause)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
	}
	return ctx.Err()
}

func (b *Backend) lagging(most int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.conns {
		if len(c.out) > most && c.ending == "" {
			return true
		}
	}
	return false
}

// streamOne sends one event in a session. b.mu is held.
func (b *Backend) streamOne(s *session, e StreamEvent) error {
	switch {
	case b.closed:
		return ErrClosed
	case s == nil:
		return ErrNotConnected
	}
	fields, plain, err := plainData(e.Data)
	if err != nil {
		return err
	}
	if plain {
		nameExecution(s, e, fields)
	}
	named := s.id
	if e.Session != 0 {
		named = e.Session
	}
	var data any = fields
	if !plain {
		data = e.Data
	}
	raw, err := json.Marshal(protocol.Event{Type: e.Type, SessionID: &named, Data: data})
	if err != nil {
		return err
	}
	for c := range b.conns {
		if c.user != 0 && c.ending == "" {
			c.send(outgoing{raw: raw, deliberate: e.Unvalidated})
		}
	}
	if plain && named == s.id && !e.Unvalidated && b.concerns(s, fields) {
		b.note(s, e.Type, fields)
	}
	return nil
}

// plainData turns data into a mapping, where it is one.
func plainData(data any) (map[string]any, bool, error) {
	if data == nil {
		return map[string]any{}, true, nil
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return nil, false, err
	}
	var fields map[string]any
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return nil, false, nil
	}
	return fields, true, nil
}

// nameExecution says which turn an event belongs to.
func nameExecution(s *session, e StreamEvent, fields map[string]any) {
	if given, _ := fields["executionId"].(string); given != "" {
		return
	}
	delete(fields, "executionId")
	switch {
	case e.Execution == NoExecution:
	case e.Execution != "":
		fields["executionId"] = e.Execution
	case slices.Contains(protocol.TurnEvents, e.Type), e.Type == protocol.TypeSessionStatus:
		fields["executionId"] = s.turnID()
	case e.Type == protocol.TypeSessionSnapshot && s.execution != "":
		fields["executionId"] = s.execution
	}
}

// turnID names the turn that runs, else the last one.
func (s *session) turnID() string {
	for _, id := range []string{s.execution, s.lastExecution} {
		if id != "" {
			return id
		}
	}
	return noExecution
}

// concerns tells whether an event is about the turn that runs, and not sent to
// see whether a client drops it.
func (b *Backend) concerns(s *session, fields map[string]any) bool {
	id, named := fields["executionId"].(string)
	return !named || id == s.turnID()
}

// note keeps what an event says about its session. b.mu is held.
func (b *Backend) note(s *session, kind string, fields map[string]any) {
	text := func(name string) string {
		t, _ := fields[name].(string)
		return t
	}
	switch kind {
	case protocol.TypeContentDelta:
		b.nextRound(s)
		s.draft.text += text("delta")
	case protocol.TypeThinkingDelta:
		b.nextRound(s)
		s.draft.thinking += text("delta")
	case protocol.TypeLLMStreamReset:
		s.draft.reset()
	case protocol.TypeToolCallStart:
		b.nextRound(s)
		s.draft.begin(ToolUse{ID: text("tool_call_id"), Name: text("tool_name"), Arguments: text("arguments")})
	case protocol.TypeToolCallArgsDelta:
		s.draft.argue(text("tool_call_id"), text("arguments"))
	case protocol.TypeToolCallResult:
		s.draft.end(text("tool_call_id"), text("result"))
	case protocol.TypeAskUserQuestions:
		s.asked = append(s.asked, asked{id: text("requestId"), data: fields})
	case protocol.TypeAskUserQuestionsCancelled:
		s.forgetAsked(text("requestId"))
	case protocol.TypeSessionTitleUpdated:
		s.title = text("title")
		b.changedSession(s, nil)
	case protocol.TypeMessageEnd:
		b.phaseIs(s, protocol.PhaseCompleted)
	case protocol.TypeError:
		b.phaseIs(s, protocol.PhaseFailed)
	case protocol.TypeSessionStatus, protocol.TypeSessionSnapshot:
		b.phaseIs(s, protocol.Phase(text("phase")))
		if s.phase == protocol.PhaseRunning && text("executionId") != "" {
			s.execution = text("executionId")
		}
		if endsTurn(s.phase) {
			s.closeTurn()
			b.disown(s)
			b.disown(s)
		}
	}
}

// endsTurn tells whether a phase ends a turn.
func endsTurn(phase protocol.Phase) bool {
	return phase == protocol.PhaseCompleted || phase == protocol.PhaseFailed || phase == protocol.PhaseCancelled
}

// phaseIs gives a session a phase; at the end of a turn what was said is kept.
// b.mu is held.
func (b *Backend) phaseIs(s *session, phase protocol.Phase) {
	s.phase = phase
	if endsTurn(phase) {
		b.keepRound(s)
		s.asked = nil
	}
	b.changedSession(s, nil)
}

// closeTurn forgets which turn runs.
func (s *session) closeTurn() {
	if s.stop != nil {
		s.stop(ErrTurnOver)
		s.stop, s.answers = nil, nil
	}
	if s.execution != "" {
		s.lastExecution = s.execution
	}
	s.execution = ""
}
