package scenario

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAgentStepsAreRead(t *testing.T) {
	text, err := os.ReadFile("testdata/good/agent.yaml")
	require.NoError(t, err)
	s, err := Parse("agent.yaml", "chat/agent", text, testVocabulary())
	require.NoError(t, err)

	require.Len(t, s.History, 5)
	assert.Equal(t, "question 3", s.History[2].Content, "each repeated message has its number")
	assert.Equal(t, []StoredCall{{ID: "t0", Name: "search", Arguments: "{}"}}, s.History[3].ToolCalls)

	events := s.Steps[1].Do.(*AgentActs).Events
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, e.Type)
	}
	assert.Equal(t, []string{
		"thinking_start", "thinking_delta", "thinking_delta", "thinking_end", "content_delta", "content_delta", "content_delta",
		"tool_call_start", "tool_call_args_delta", "tool_call_result", "ask_user_questions", "ask_user_questions_cancelled",
		"session_title_updated", "session_status", "session_snapshot", "llm_retry", "llm_waiting", "llm_stream_reset", "error", EventRemote, EventBusy,
		"file_change", "content_delta", "message_end", "session_status",
	}, kinds)
	assert.Equal(t, 100, events[6].Repeat)
	assert.Equal(t, 2*time.Millisecond, events[6].Every)
	assert.Equal(t, 1, events[5].Repeat)
	assert.Equal(t, map[string]any{"tool_call_id": "t1", "result": "done", "status": "success"}, events[9].Data)
	assert.True(t, events[22].Invalid)

	late := s.Steps[2].Do.(*AgentActs)
	assert.Equal(t, "turn", late.Execution.(Ref).Name)
	assert.InDelta(t, 7, late.Session, 0)
	assert.Len(t, s.Steps[3].Do.(*History).Messages, 1)
	shown := s.Steps[4].Do.(*Verify).Condition
	assert.Equal(t, "launcher", shown.UI.Within)
	assert.Equal(t, 2, shown.UI.Nth)
}

func TestForeignEventsAreKnown(t *testing.T) {
	for _, kind := range []string{"tool_execute", "compaction_started", "subagent_event", "unknown_thing"} {
		assert.True(t, Foreign(kind), kind)
	}
	for _, kind := range []string{"content_delta", "error", "", "unknown"} {
		assert.False(t, Foreign(kind), kind)
	}
}
