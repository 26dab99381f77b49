package backend

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// ErrTurnOver is what a turn answers that was stopped or is over.
var ErrTurnOver = errors.New("the turn is over")

// CodeNotPermitted is what an agent gets for a page tool that its permissions do
// not hold. In a turn that no Embed SDK began it gets [CodeNeedsASession].
const CodeNotPermitted = "tool_not_permitted"

// AgentLoop is an agent: it answers the messages of users.
type AgentLoop interface {
	// Run plays the turn that a message of the user began, from its first word to
	// its last. Where it returns nil the answer is complete; an error is told to
	// the user, by [UserError] in its words. ctx ends when the user stops the turn
	// or the backend closes; Run must then return soon.
	Run(ctx context.Context, t *Turn) error
}

// UserError is an error in words for the user. Of any other error the user
// learns only that there was one.
type UserError struct {
	Message string
	Err     error // why, for logs; may be nil
}

// Error satisfies the error interface.
func (e *UserError) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap gives the reason.
func (e *UserError) Unwrap() error { return e.Err }

// Turn is one turn of an agent. Its methods may be called from one goroutine at
// a time; after the turn's end they return [ErrTurnOver].
type Turn struct {
	backend   *Backend
	session   *session
	execution string
	embed     bool
	usage     protocol.MessageEndData
}

// startTurn lets the agent answer. b.mu is held.
func (b *Backend) startTurn(s *session, c *conn) {
	if b.options.Agent == nil {
		return
	}
	ctx, stop := context.WithCancelCause(context.Background())
	s.stop = stop
	t := &Turn{backend: b, session: s, execution: s.execution, embed: c.embed}
	b.running.Go(func() {
		err := b.options.Agent.Run(ctx, t)
		t.finish(err)
		stop(ErrTurnOver)
	})
}

// finish tells how the turn ended, unless that was told already.
func (t *Turn) finish(err error) {
	b, s := t.backend, t.session
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.over() != nil {
		return
	}
	if err == nil {
		_ = b.streamOne(s, StreamEvent{Type: protocol.TypeMessageEnd, Data: t.usage}) // a turn that is not over has a session
	} else {
		message := "the agent failed"
		var told *UserError
		if errors.As(err, &told) {
			message = told.Message
		}
		b.trace.add(TraceEvent{Kind: KindAgent, Note: fmt.Sprintf("turn %s: %v", t.execution, err)})
		_ = b.streamOne(s, StreamEvent{Type: protocol.TypeError, Data: protocol.ErrorData{Message: message}})
	}
	b.status(s)
	s.closeTurn()
	b.disown(s)
}

// over gives why the turn is over. b.mu is held.
func (t *Turn) over() error {
	switch {
	case t.backend.closed:
		return ErrClosed
	case t.session.execution != t.execution:
		return ErrTurnOver
	}
	return nil
}

// emit sends an event of the turn, once no connection lags.
func (t *Turn) emit(ctx context.Context, kind string, data any) error {
	if err := t.backend.roomToWrite(ctx, backlogHigh); err != nil {
		return err
	}
	t.backend.mu.Lock()
	defer t.backend.mu.Unlock()
	if err := t.over(); err != nil {
		return err
	}
	return t.backend.streamOne(t.session, StreamEvent{Type: kind, Data: data})
}

// History gives the conversation up to the message that began the turn, which is
// the last one, and what was stored since.
func (t *Turn) History() []Message {
	t.backend.mu.Lock()
	defer t.backend.mu.Unlock()
	return slices.Clone(t.session.messages)
}

// Title gives the session's title.
func (t *Turn) Title() string {
	t.backend.mu.Lock()
	defer t.backend.mu.Unlock()
	return t.session.title
}

// SetTitle names the session.
func (t *Turn) SetTitle(ctx context.Context, title string) error {
	return t.emit(ctx, protocol.TypeSessionTitleUpdated, protocol.SessionTitleUpdatedData{Title: title})
}

// Say adds to the answer.
func (t *Turn) Say(ctx context.Context, delta string) error {
	return t.emit(ctx, protocol.TypeContentDelta, protocol.DeltaData{Delta: delta})
}

// ThinkStart, Think and ThinkEnd tell what the model thinks before it answers.
func (t *Turn) ThinkStart(ctx context.Context) error {
	return t.emit(ctx, protocol.TypeThinkingStart, nil)
}

// Think adds to the thoughts; see [Turn.ThinkStart].
func (t *Turn) Think(ctx context.Context, delta string) error {
	return t.emit(ctx, protocol.TypeThinkingDelta, protocol.DeltaData{Delta: delta})
}

// ThinkEnd ends the thoughts; see [Turn.ThinkStart].
func (t *Turn) ThinkEnd(ctx context.Context) error { return t.emit(ctx, protocol.TypeThinkingEnd, nil) }

// ToolStart says that a tool begins.
func (t *Turn) ToolStart(ctx context.Context, use ToolUse) error {
	return t.emit(ctx, protocol.TypeToolCallStart, protocol.ToolCallStartData{ToolCallID: use.ID, ToolName: use.Name, Arguments: use.Arguments})
}

// ToolArguments gives all the arguments so far of a tool that began.
func (t *Turn) ToolArguments(ctx context.Context, id, arguments string) error {
	return t.emit(ctx, protocol.TypeToolCallArgsDelta, protocol.ToolCallArgsDeltaData{ToolCallID: id, Arguments: arguments})
}

// ToolResult says how a tool ended. Summary is for the user's eyes.
func (t *Turn) ToolResult(ctx context.Context, use ToolUse, result, summary string, ok bool) error {
	status := "error"
	if ok {
		status = "success"
	}
	return t.emit(ctx, protocol.TypeToolCallResult, protocol.ToolCallResultData{
		ToolCallID: use.ID, ToolName: use.Name, Result: result, Status: status, Summary: summary,
	})
}

// Retry says that the model is asked again.
func (t *Turn) Retry(ctx context.Context, data protocol.LLMRetryData) error {
	return t.emit(ctx, protocol.TypeLLMRetry, data)
}

// Reset takes back what was said since the last finished round of tools: the
// model begins it anew.
func (t *Turn) Reset(ctx context.Context) error {
	return t.emit(ctx, protocol.TypeLLMStreamReset, nil)
}

// Use counts the tokens that the turn cost.
func (t *Turn) Use(prompt, completion int) {
	t.usage.PromptTokens += prompt
	t.usage.CompletionTokens += completion
	t.usage.TotalTokens += prompt + completion
}

// PageTools gives the page tools that the agent may use in this turn: those of
// its permissions, and none in a session that no Embed SDK began the turn in
// (seed 000, 9.3).
func (t *Turn) PageTools() []protocol.Tool {
	if !t.embed {
		return nil
	}
	return slices.Clone(t.backend.options.PageTools)
}

// CallPage lets the SDK do something in the page and waits for its answer. The
// outcome says also why there is none; the error is ctx's, or that the turn is
// over. When ctx ends the call is cancelled, for the page too.
func (t *Turn) CallPage(ctx context.Context, r protocol.Request) (Outcome, error) {
	b := t.backend
	b.mu.Lock()
	err := t.over()
	b.mu.Unlock()
	if err != nil {
		return Outcome{}, err
	}
	if !slices.Contains(t.PageTools(), r.Tool) {
		return t.refusePage(r), nil
	}
	r.SessionID = t.session.id
	call, err := b.StartCall(ctx, r)
	if err != nil {
		return Outcome{}, err
	}
	outcome, err := call.Wait(ctx)
	if err != nil && !errors.Is(context.Cause(ctx), ErrTurnOver) { // the end of the turn has cancelled it
		_ = b.Cancel(call.RequestID(), protocol.CancelReasonCancel) // it may have ended meanwhile
	}
	return outcome, err
}

// refusePage refuses a call that the agent may not make in this turn. Nothing of
// it reaches a page; the audit log has it.
func (t *Turn) refusePage(r protocol.Request) Outcome {
	now := time.Now()
	o := Outcome{End: EndRefused, Code: CodeNotPermitted, Reason: ReasonNotPermitted, QueuedAt: now, EndedAt: now}
	if !t.embed {
		o.Code, o.Reason = CodeNeedsASession, ReasonNoSession
	}
	t.backend.mu.Lock()
	defer t.backend.mu.Unlock()
	t.backend.record(AuditRecord{
		Event: AuditEnd, SessionID: t.session.id, Tool: r.Tool, Actions: actionNames(r), End: o.End, Code: o.Code, Reason: o.Reason,
	})
	return o
}

// Ask asks the user and waits for the answers. When ctx ends the questions are
// taken back.
func (t *Turn) Ask(ctx context.Context, questions []protocol.UserQuestion) ([]protocol.QuestionAnswer, error) {
	b := t.backend
	id := "ask-" + rand.Text()
	answers := make(chan []protocol.QuestionAnswer, 1)
	b.mu.Lock()
	t.session.answers = map[string]chan<- []protocol.QuestionAnswer{id: answers}
	b.mu.Unlock()
	if err := t.emit(ctx, protocol.TypeAskUserQuestions, protocol.AskUserQuestionsData{RequestID: id, Questions: questions}); err != nil {
		return nil, err
	}
	select {
	case given := <-answers:
		return given, nil
	case <-ctx.Done():
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(t.session.answers, id)
		if t.over() == nil {
			_ = b.streamOne(t.session, StreamEvent{ // a turn that is not over has a session
				Type: protocol.TypeAskUserQuestionsCancelled, Data: protocol.AskUserQuestionsCancelledData{RequestID: id},
			})
		}
		return nil, fmt.Errorf("ask the user: %w", context.Cause(ctx))
	}
}

// takeAnswers takes the user's answers to questions. Answers to what nobody
// asks, or any more, are dropped. b.mu is held.
func (b *Backend) takeAnswers(f incoming) {
	var frame protocol.AskUserQuestionsResult
	s, ok := b.sessions[f.sessionID]
	if !ok || json.Unmarshal(f.raw, &frame) != nil {
		return
	}
	s.forgetAsked(frame.Data.RequestID)
	if waiting, ok := s.answers[frame.Data.RequestID]; ok {
		delete(s.answers, frame.Data.RequestID)
		waiting <- frame.Data.Answers
	}
}
