package backend_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// page is what GET messages gives.
type page struct {
	Messages []struct {
		ID              int64
		Role, Content   string
		ThinkingContent *string
		ToolCalls       *string
		ToolCallID      *string `json:"toolCallId"`
	}
	HasMore             bool
	NextBeforeMessageID *int64 `json:"nextBeforeMessageId"`
}

func (s *site) messages(query string) page {
	s.t.Helper()
	var p page
	s.rest("GET", fmt.Sprintf("/sessions/%d/messages%s", s.session, query), nil).into(s.t, &p)
	return p
}

// speaking is a session in which a turn runs.
func speaking(t *testing.T, o backend.Options) (*site, *sdk) {
	t.Helper()
	s := serveWithSession(t, o)
	c := s.join()
	c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "hello", "eventId": "ev_1"})
	c.hear("user_message_saved")
	c.hear("session_status")
	return s, c
}

func TestAStreamIsSentAndKept(t *testing.T) {
	s, c := speaking(t, backend.Options{})
	ctx := bounded(t)
	require.NoError(t, s.Stream(ctx,
		backend.StreamEvent{Type: protocol.TypeThinkingStart},
		backend.StreamEvent{Type: protocol.TypeThinkingDelta, Data: protocol.DeltaData{Delta: "hm"}},
		backend.StreamEvent{Type: protocol.TypeThinkingEnd},
		backend.StreamEvent{Type: protocol.TypeContentDelta, Data: protocol.DeltaData{Delta: "I "}},
		backend.StreamEvent{Type: protocol.TypeContentDelta, Data: protocol.DeltaData{Delta: "look"}},
		backend.StreamEvent{Type: protocol.TypeToolCallStart, Data: protocol.ToolCallStartData{ToolCallID: "t1", ToolName: "search"}},
		backend.StreamEvent{Type: protocol.TypeToolCallArgsDelta, Data: protocol.ToolCallArgsDeltaData{ToolCallID: "t1", Arguments: `{"q":1}`}},
		backend.StreamEvent{Type: protocol.TypeToolCallResult, Data: protocol.ToolCallResultData{ToolCallID: "t1", Result: "found", Status: "success"}},
		backend.StreamEvent{Type: protocol.TypeContentDelta, Data: protocol.DeltaData{Delta: "lost"}},
		backend.StreamEvent{Type: protocol.TypeLLMStreamReset},
		backend.StreamEvent{Type: protocol.TypeContentDelta, Execution: "ev_other", Data: protocol.DeltaData{Delta: "stale"}},
		backend.StreamEvent{Type: protocol.TypeContentDelta, Data: protocol.DeltaData{Delta: "done"}},
		backend.StreamEvent{Type: protocol.TypeMessageEnd, Data: protocol.MessageEndData{TotalTokens: 3}},
		backend.StreamEvent{Type: protocol.TypeSessionStatus, Data: protocol.SessionStatusData{Phase: protocol.PhaseCompleted}},
	))
	assert.Equal(t, "ev_1", data(c.hear("thinking_start"))["executionId"])
	assert.Equal(t, "hm", data(c.hear("thinking_delta"))["delta"])
	c.hear("thinking_end")
	assert.Equal(t, "I ", data(c.hear("content_delta"))["delta"])
	for _, kind := range []string{
		"content_delta", "tool_call_start", "tool_call_args_delta", "tool_call_result", "content_delta", "llm_stream_reset", "content_delta",
		"content_delta", "message_end",
	} {
		c.hear(kind)
	}
	assert.Equal(t, map[string]any{"phase": "COMPLETED", "executionId": "ev_1"}, data(c.hear("session_status")))
	assert.Empty(t, s.Violations())

	p := s.messages("?roundLimit=20")
	require.Len(t, p.Messages, 4)
	assert.Equal(t, "USER", p.Messages[0].Role)
	assert.Equal(t, "I look", p.Messages[1].Content)
	assert.Equal(t, "hm", *p.Messages[1].ThinkingContent)
	var calls []map[string]any
	require.NoError(t, json.Unmarshal([]byte(*p.Messages[1].ToolCalls), &calls))
	assert.Equal(t, []map[string]any{{"id": "t1", "type": "function", "function": map[string]any{"name": "search", "arguments": `{"q":1}`}}}, calls)
	assert.Equal(t, "found", p.Messages[2].Content)
	assert.Equal(t, "t1", *p.Messages[2].ToolCallID)
	assert.Equal(t, "done", p.Messages[3].Content, "what was reset, and what another turn said, is not kept")
}

func TestHistoryComesInRounds(t *testing.T) {
	var messages []backend.Message
	for i := range 5 {
		messages = append(messages,
			backend.Message{Role: backend.RoleUser, Content: fmt.Sprintf("q%d", i)},
			backend.Message{Role: backend.RoleAssistant, Content: fmt.Sprintf("a%d", i)})
	}
	s := serveWithSession(t, backend.Options{History: messages})
	last := s.messages("?roundLimit=2")
	require.Len(t, last.Messages, 4)
	assert.Equal(t, "q3", last.Messages[0].Content)
	require.True(t, last.HasMore)
	require.NotNil(t, last.NextBeforeMessageID)

	before := s.messages(fmt.Sprintf("?roundLimit=3&beforeMessageId=%d", *last.NextBeforeMessageID))
	require.Len(t, before.Messages, 6)
	assert.Equal(t, "q0", before.Messages[0].Content)
	assert.False(t, before.HasMore)
	assert.Nil(t, before.NextBeforeMessageID)

	s.rest("POST", "/sessions", map[string]any{"agentId": 3})
	assert.Len(t, s.messages("?roundLimit=50").Messages, 10, "a later session begins empty, the first stays")
}

func TestASubscriberIsToldWhatRuns(t *testing.T) {
	s, _ := speaking(t, backend.Options{})
	require.NoError(t, s.Stream(bounded(t),
		backend.StreamEvent{Type: protocol.TypeToolCallStart, Data: protocol.ToolCallStartData{ToolCallID: "t1", ToolName: "search"}},
		backend.StreamEvent{Type: protocol.TypeToolCallStart, Data: protocol.ToolCallStartData{ToolCallID: "t2", ToolName: "search"}},
		backend.StreamEvent{Type: protocol.TypeToolCallResult, Data: protocol.ToolCallResultData{ToolCallID: "t1", Result: "x", Status: "success"}},
		backend.StreamEvent{Type: protocol.TypeAskUserQuestions, Data: protocol.AskUserQuestionsData{RequestID: "q1", Questions: []protocol.UserQuestion{{Question: "Which?", Options: []protocol.UserQuestionOption{}}}}},
	))
	late := s.dial()
	late.say("auth", "token", s.Token(), "client", "embed")
	late.hear("connected")
	late.say("subscribe", "sessionId", s.session)
	assert.Equal(t, map[string]any{"phase": "RUNNING", "executionId": "ev_1"}, data(late.hear("session_snapshot")))
	assert.Equal(t, "t2", data(late.hear("tool_call_start"))["tool_call_id"], "a finished call is not told again")
	assert.Equal(t, "q1", data(late.hear("ask_user_questions"))["requestId"])
	assert.Empty(t, s.Violations())
}

func TestALongStreamWaitsForItsReader(t *testing.T) {
	s, c := speaking(t, backend.Options{})
	const many = 1000 // some times what may wait to be written
	sent := make(chan error, 1)
	go func() {
		events := make([]backend.StreamEvent, many)
		for i := range events {
			events[i] = backend.StreamEvent{Type: protocol.TypeContentDelta, Data: protocol.DeltaData{Delta: "w "}}
		}
		sent <- s.Stream(bounded(t), events...)
	}()
	for range many {
		c.hear("content_delta")
	}
	require.NoError(t, <-sent)
}

func TestRESTCallsAreRecorded(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	s.messages("?roundLimit=7")
	s.restAs("", "GET", "/agents/3", nil)
	calls := s.RESTCalls()
	require.Len(t, calls, 3)
	assert.Equal(t, "POST", calls[0].Method)
	assert.JSONEq(t, `{"agentId":3,"title":"t","source":"embed"}`, string(calls[0].Body))
	assert.Equal(t, map[string]string{"roundLimit": "7"}, calls[1].Query)
	assert.True(t, calls[1].Authorized)
	assert.False(t, calls[2].Authorized)
	assert.Equal(t, 401, calls[2].Status)
}

func TestAMessageOfAnotherChannelIsTold(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	require.NoError(t, s.RemoteMessage("by phone", "weixin"))
	told := data(c.hear("user_message_saved"))
	assert.Equal(t, "by phone", told["content"])
	assert.Empty(t, told["tempEventId"])
	assert.Equal(t, "by phone", s.messages("").Messages[0].Content)
	assert.Empty(t, s.Violations())
}

func TestWithoutASessionThereIsNothingToStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := backend.New(backend.Options{})
		require.NoError(t, err)
		defer func() { assert.NoError(t, b.Close(t.Context())) }()
		require.ErrorIs(t, b.Stream(t.Context(), backend.StreamEvent{Type: protocol.TypeThinkingStart}), backend.ErrNotConnected)
		require.ErrorIs(t, b.AddHistory(backend.Message{}), backend.ErrNotConnected)
		require.ErrorIs(t, b.RemoteMessage("x", "weixin"), backend.ErrNotConnected)
	})
}
