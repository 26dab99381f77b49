package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

const (
	// maxCalls bounds the tools that one answer of a model may call.
	maxCalls = 32
	// maxAnswer bounds the text and the arguments of one answer, in bytes.
	maxAnswer = 1 << 20
)

// toolCall is a tool that the model calls.
type toolCall struct {
	id, name  string
	arguments strings.Builder
}

func (c *toolCall) use() backend.ToolUse {
	return backend.ToolUse{ID: c.id, Name: c.name, Arguments: c.arguments.String()}
}

// answer is one answer of the model.
type answer struct {
	text   strings.Builder
	calls  []*toolCall
	byPart map[int64]*toolCall
	size   int

	thinking bool
	finished bool
}

// message is the answer as the model gets to see it again.
func (a *answer) message() openai.ChatCompletionMessageParamUnion {
	m := openai.ChatCompletionAssistantMessageParam{}
	if a.text.Len() > 0 {
		m.Content.OfString = openai.String(a.text.String())
	}
	for _, c := range a.calls {
		m.ToolCalls = append(m.ToolCalls, callParam(c.use()))
	}
	return openai.ChatCompletionMessageParamUnion{OfAssistant: &m}
}

// ask asks the model until it has answered, and tells the user what it says and
// when it has to be asked again.
func (a *OpenAI) ask(ctx context.Context, t *backend.Turn, params openai.ChatCompletionNewParams) (*answer, error) {
	for attempt := 1; ; attempt++ {
		got, err := a.stream(ctx, t, params)
		if err == nil {
			return got, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var turn *turnError
		if errors.As(err, &turn) {
			return nil, turn.err
		}
		reason, retry := judge(err)
		if !retry || attempt > a.o.MaxRetries {
			return nil, &backend.UserError{Message: reason.words, Err: err}
		}
		delay := a.delay(attempt, err)
		told := protocol.LLMRetryData{
			Reason: reason.name, Attempt: attempt, MaxRetries: a.o.MaxRetries, DelaySeconds: delay.Seconds(), StatusCode: reason.status,
		}
		if err := t.Retry(ctx, told); err != nil {
			return nil, err
		}
		if err := t.Reset(ctx); err != nil {
			return nil, err
		}
		if err := pause(ctx, delay); err != nil {
			return nil, err
		}
	}
}

// turnError is an error of the turn itself, which asking again does not mend.
type turnError struct{ err error }

func (e *turnError) Error() string { return e.err.Error() }
func (e *turnError) Unwrap() error { return e.err }

// errBroken says that a stream ended before the answer did.
var errBroken = errors.New("the model's answer broke off")

// stream asks the model once.
func (a *OpenAI) stream(ctx context.Context, t *backend.Turn, params openai.ChatCompletionNewParams) (got *answer, err error) {
	bounded, cancel := context.WithTimeout(ctx, a.o.RequestTimeout)
	defer cancel()
	stream := a.client.Chat.Completions.NewStreaming(bounded, params)
	defer func() {
		if closeErr := stream.Close(); err == nil && closeErr != nil {
			err = closeErr
		}
	}()
	got = &answer{byPart: map[int64]*toolCall{}}
	for stream.Next() {
		chunk := stream.Current()
		t.Use(int(chunk.Usage.PromptTokens), int(chunk.Usage.CompletionTokens))
		for _, choice := range chunk.Choices {
			if choice.Index != 0 {
				continue
			}
			if err := got.take(ctx, t, choice.Delta); err != nil {
				return nil, err
			}
			got.finished = got.finished || choice.FinishReason != ""
		}
	}
	if err := stream.Err(); err != nil {
		return nil, err
	}
	if !got.finished {
		return nil, errBroken
	}
	if err := got.settle(ctx, t); err != nil {
		return nil, &turnError{err}
	}
	return got, nil
}

// take takes a piece of the answer and tells the user.
func (a *answer) take(ctx context.Context, t *backend.Turn, delta openai.ChatCompletionChunkChoiceDelta) error {
	thought := thoughtOf(delta)
	a.size += len(thought) + len(delta.Content)
	for _, part := range delta.ToolCalls {
		a.size += len(part.Function.Arguments)
	}
	if a.size > maxAnswer {
		return &turnError{&backend.UserError{Message: "The model's answer is too long.", Err: fmt.Errorf("more than %d bytes", maxAnswer)}}
	}
	if err := a.tell(ctx, t, thought, delta); err != nil {
		return &turnError{err}
	}
	return nil
}

func (a *answer) tell(ctx context.Context, t *backend.Turn, thought string, delta openai.ChatCompletionChunkChoiceDelta) error {
	if thought != "" {
		if !a.thinking {
			a.thinking = true
			if err := t.ThinkStart(ctx); err != nil {
				return err
			}
		}
		if err := t.Think(ctx, thought); err != nil {
			return err
		}
	}
	if said := delta.Content + delta.Refusal; said != "" {
		if err := a.settle(ctx, t); err != nil {
			return err
		}
		a.text.WriteString(said)
		if err := t.Say(ctx, said); err != nil {
			return err
		}
	}
	for _, part := range delta.ToolCalls {
		if err := a.takeCall(ctx, t, part); err != nil {
			return err
		}
	}
	return nil
}

// settle ends the thoughts, if the model had any.
func (a *answer) settle(ctx context.Context, t *backend.Turn) error {
	if !a.thinking {
		return nil
	}
	a.thinking = false
	return t.ThinkEnd(ctx)
}

// takeCall takes a piece of a tool call; the first one has its name.
func (a *answer) takeCall(ctx context.Context, t *backend.Turn, part openai.ChatCompletionChunkChoiceDeltaToolCall) error {
	call, known := a.byPart[part.Index]
	if !known {
		if part.Function.Name == "" {
			return nil // a piece of nothing
		}
		if len(a.calls) >= maxCalls {
			return &backend.UserError{Message: "The model calls too many tools at once.", Err: fmt.Errorf("more than %d", maxCalls)}
		}
		if err := a.settle(ctx, t); err != nil {
			return err
		}
		call = &toolCall{id: part.ID, name: part.Function.Name}
		if call.id == "" {
			call.id = fmt.Sprintf("call_%d_%d", time.Now().UnixNano(), part.Index)
		}
		a.byPart[part.Index] = call
		a.calls = append(a.calls, call)
		if err := t.ToolStart(ctx, backend.ToolUse{ID: call.id, Name: call.name}); err != nil {
			return err
		}
	}
	if part.Function.Arguments == "" {
		return nil
	}
	call.arguments.WriteString(part.Function.Arguments)
	return t.ToolArguments(ctx, call.id, call.arguments.String())
}

// thoughtOf reads what a model thinks, in the two ways in which endpoints say it.
func thoughtOf(delta openai.ChatCompletionChunkChoiceDelta) string {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		var thought string
		if field, ok := delta.JSON.ExtraFields[name]; ok && json.Unmarshal([]byte(field.Raw()), &thought) == nil && thought != "" {
			return thought
		}
	}
	return ""
}

// failure is why a model did not answer: a name for programs and words for users.
type failure struct {
	name, words string
	status      *int
}

// judge says what an error of the endpoint means, and whether asking again may
// help.
func judge(err error) (failure, bool) {
	var api *openai.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return failure{name: "timeout", words: "The model took too long to answer."}, true
	case errors.As(err, &api):
		return judgeStatus(api.StatusCode)
	case errors.Is(err, errBroken), errors.Is(err, io.ErrUnexpectedEOF):
		return failure{name: "stream_broken", words: "The model's answer broke off."}, true
	}
	return failure{name: "connection", words: "The model cannot be reached."}, true
}

func judgeStatus(status int) (failure, bool) {
	f := failure{name: "server_error", words: "The model's server has a problem.", status: &status}
	switch {
	case status == http.StatusTooManyRequests:
		f.name, f.words = "rate_limit", "The model is asked too much at the moment."
		return f, true
	case status >= 500 || status == http.StatusRequestTimeout || status == http.StatusConflict:
		return f, true
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		f.name, f.words = "unauthorized", "The agent is not allowed to ask its model."
	default:
		f.name, f.words = "refused", "The model did not accept the request."
	}
	return f, false
}

// delay is how long to wait before an attempt: what the endpoint asks for, else
// twice as long each time.
func (a *OpenAI) delay(attempt int, err error) time.Duration {
	delay := a.o.RetryDelay << min(attempt-1, 20)
	var api *openai.Error
	if errors.As(err, &api) && api.Response != nil {
		if seconds, err := strconv.ParseFloat(api.Response.Header.Get("Retry-After"), 64); err == nil && seconds >= 0 {
			delay = time.Duration(seconds * float64(time.Second))
		}
	}
	return min(delay, a.o.MaxRetryDelay)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
