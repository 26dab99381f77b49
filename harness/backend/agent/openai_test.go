package agent_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/agent"
	"github.com/maochat/conformance/harness/protocol"
)

func asks(t *testing.T, m *model, change ...func(*agent.Options)) backend.Options {
	t.Helper()
	o := agent.Options{BaseURL: m.url, Model: "test", APIKey: "secret", RetryDelay: time.Millisecond, MaxRetryDelay: 5 * time.Millisecond}
	for _, f := range change {
		f(&o)
	}
	a, err := agent.NewOpenAI(o)
	require.NoError(t, err)
	return backend.Options{Agent: a}
}

// filled answers any page tool as done.
func filled(r protocol.Request) map[string]any {
	return map[string]any{"success": true, "pageVersion": "v1", "result": map[string]any{"actions": []any{map[string]any{
		"action": string(r.Tool.Action()), "ok": true, "durationMs": 1,
		"changes": map[string]any{"urlChanged": false, "titleChanged": false, "versionChanged": false, "added": 0, "removed": 0, "updated": 0, "messages": []any{}},
	}}}}
}

func TestAnAnswerIsStreamedAndKept(t *testing.T) {
	m := serveModel(t, func(w http.ResponseWriter, _ *http.Request) {
		events(w, delta(map[string]any{"reasoning_content": "let me"}), delta(map[string]any{"reasoning": " see"}),
			delta(map[string]any{"content": "Hel"}), delta(map[string]any{"content": "lo"}), finish("stop"), usage())
		done(w)
	})
	p := join(t, asks(t, m), "embed", filled)
	p.ask("hi")
	frames := p.turn()
	assert.Equal(t, []string{"user_message_saved", "session_status", "session_title_updated", "thinking_start", "thinking_delta", "thinking_end", "content_delta", "message_end",
		"session_status"}, kinds(frames))
	assert.Equal(t, "Hello", text(frames))
	assert.InDelta(t, 15, first(frames, "message_end")["total_tokens"], 0)

	stored := p.backend.Messages()
	require.Len(t, stored, 2)
	assert.Equal(t, "Hello", stored[1].Content)
	assert.Equal(t, "let me see", stored[1].Thinking)
	assert.Equal(t, "Bearer secret", m.keys[0])
	sent := m.messages(0)
	assert.Equal(t, "system", sent[0]["role"])
	assert.Equal(t, "hi", sent[1]["content"])

	assert.Equal(t, "hi", first(frames, "session_title_updated")["title"])

	p.ask("and now?")
	assert.NotContains(t, kinds(p.turn()), "session_title_updated", "a conversation is named once")
	again := m.messages(1)
	assert.Equal(t, []any{"system", "user", "assistant", "user"}, roles(again), "the conversation goes on")
	assert.Empty(t, p.backend.Violations())
}

func roles(messages []map[string]any) []any {
	var out []any
	for _, m := range messages {
		out = append(out, m["role"])
	}
	return out
}

func TestPageToolsAreCalledWithinTheTurn(t *testing.T) {
	m := serveModel(t,
		calls(use{"c1", "page_fill", `{"snapshotId":"s1","elementId":"e1","value":"Ada"}`}, use{"c2", "page_observe", ``}),
		says("Done."))
	p := join(t, asks(t, m), "embed", filled)
	p.ask("fill it")
	frames := p.turn()
	assert.Equal(t, "Done.", text(frames))
	require.Len(t, p.requests, 2)
	assert.Equal(t, protocol.PageFill, p.requests[0].Tool)
	assert.Equal(t, "s1", p.requests[0].SnapshotID)
	assert.Equal(t, []map[string]any{{"elementId": "e1", "value": "Ada"}}, p.requests[0].Actions)
	assert.Empty(t, p.requests[1].Actions)

	offered := m.asked()[0]["tools"].([]any)
	assert.Len(t, offered, len(protocol.Tools)+1)
	for i, tool := range protocol.Tools {
		function := offered[i].(map[string]any)["function"].(map[string]any)
		schema, err := tool.ArgumentsSchema()
		require.NoError(t, err)
		raw, err := json.Marshal(schema)
		require.NoError(t, err)
		sent, err := json.Marshal(function["parameters"])
		require.NoError(t, err)
		assert.Equal(t, string(tool), function["name"])
		assert.NotEmpty(t, function["description"])
		assert.JSONEq(t, string(raw), string(sent), "%s has its own schema", tool)
	}

	second := m.messages(1)
	assert.Equal(t, []any{"system", "user", "assistant", "tool", "tool"}, roles(second))
	assert.Equal(t, "c1", second[3]["tool_call_id"])
	assert.Contains(t, second[3]["content"], `"success":true`)
	start := first(frames, "tool_call_start")
	assert.Equal(t, "page_fill", start["tool_name"])
	assert.Equal(t, "success", first(frames, "tool_call_result")["status"])
	assert.Empty(t, p.backend.Violations())
}

func TestABatchIsOneRequest(t *testing.T) {
	m := serveModel(t, calls(use{"c1", "page_fill", `{"snapshotId":"s1","actions":[{"action":"fill","elementId":"e1","value":"a"},{"action":"check","elementId":"e2"}]}`}), says("ok"))
	p := join(t, asks(t, m), "embed", filled)
	p.ask("fill")
	p.turn()
	require.Len(t, p.requests, 1)
	assert.Len(t, p.requests[0].Actions, 2)
}

func TestWhatTheModelGetsWrongIsToldToIt(t *testing.T) {
	for name, tc := range map[string]struct{ tool, arguments, told string }{
		"unknown tool":         {"page_teleport", `{}`, "unknown_tool"},
		"no JSON":              {"page_click", `{"elementId":`, "no JSON object"},
		"an injected selector": {"page_click", `{"snapshotId":"s","elementId":"e","selector":"#pay"}`, "invalid_arguments"},
		"a coordinate":         {"page_click", `{"x":3,"y":4}`, "invalid_arguments"},
		"a missing value":      {"page_fill", `{"snapshotId":"s","elementId":"e"}`, "invalid_arguments"},
		"both forms":           {"page_fill", `{"elementId":"e","value":"x","actions":[{"action":"fill"}]}`, "not both"},
		"empty batch":          {"page_fill", `{"actions":[]}`, "no list with an action"},
		"no questions":         {"ask_user_questions", `{}`, "questions is a list"},
	} {
		t.Run(name, func(t *testing.T) {
			m := serveModel(t, calls(use{"c1", tc.tool, tc.arguments}), says("I see."))
			p := join(t, asks(t, m), "embed", filled)
			p.ask("do it")
			frames := p.turn()
			assert.Equal(t, "I see.", text(frames))
			assert.Empty(t, p.requests, "nothing reaches the page")
			assert.Equal(t, "error", first(frames, "tool_call_result")["status"])
			assert.Contains(t, m.messages(1)[3]["content"], tc.told)
			assert.Empty(t, p.backend.Violations())
		})
	}
}

func TestFailuresThatPassAreTriedAgain(t *testing.T) {
	for name, tc := range map[string]struct {
		failure reply
		reason  string
	}{
		"429":             {fails(429, "Retry-After", "0.001"), "rate_limit"},
		"500":             {fails(500), "server_error"},
		"503":             {fails(503), "server_error"},
		"a broken stream": {breaks("half an ans"), "stream_broken"},
		"an ended stream": {func(w http.ResponseWriter, _ *http.Request) {
			events(w, delta(map[string]any{"content": "half"}))
			done(w)
		}, "stream_broken"},
		"an error in it": {func(w http.ResponseWriter, _ *http.Request) {
			events(w, map[string]any{"error": map[string]any{"message": "x"}})
		}, "connection"},
		"nonsense in it": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = w.Write([]byte("data: {\n\n"))
		}, "connection"},
		"an endless answer": {stalls, "timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			m := serveModel(t, tc.failure, says("Here I am."))
			p := join(t, asks(t, m, func(o *agent.Options) { o.RequestTimeout = 500 * time.Millisecond }), "embed", filled)
			p.ask("hi")
			frames := p.turn()
			retry := first(frames, "llm_retry")
			require.NotNil(t, retry, "%v", kinds(frames))
			assert.Equal(t, tc.reason, retry["reason"])
			assert.Contains(t, kinds(frames), "llm_stream_reset")
			stored := p.backend.Messages()
			assert.Equal(t, "Here I am.", stored[len(stored)-1].Content, "what broke off is not kept")
			assert.Equal(t, "COMPLETED", data(frames[len(frames)-1])["phase"])
			assert.Empty(t, p.backend.Violations())
		})
	}
}

// stalls begins an answer and never ends it.
func stalls(w http.ResponseWriter, r *http.Request) {
	events(w, delta(map[string]any{"content": "wait"}))
	<-r.Context().Done()
}

func TestFailuresThatStayEndTheTurn(t *testing.T) {
	for name, tc := range map[string]struct {
		failure reply
		words   string
		asked   int
	}{
		"401":                {fails(401), "not allowed", 1},
		"400":                {fails(400), "did not accept", 1},
		"404":                {fails(404), "did not accept", 1},
		"429 for good":       {fails(429), "too much", 4},
		"500 for good":       {fails(500), "has a problem", 4},
		"a model that loops": {calls(use{"c", "page_observe", "{}"}), "stopped after 5 steps", 5},
	} {
		t.Run(name, func(t *testing.T) {
			m := serveModel(t, tc.failure)
			p := join(t, asks(t, m, func(o *agent.Options) { o.MaxRounds = 5 }), "embed", filled)
			p.ask("hi")
			frames := p.turn()
			assert.Contains(t, first(frames, "error")["message"], tc.words)
			assert.NotContains(t, first(frames, "error")["message"], m.url, "no address reaches the user")
			assert.Equal(t, "FAILED", data(frames[len(frames)-1])["phase"])
			assert.Len(t, m.asked(), tc.asked)
			assert.Empty(t, p.backend.Violations())

			p.ask("again")
			assert.NotEmpty(t, p.until("user_message_saved"), "the next message is taken")
		})
	}
}

func TestTheUserStopsTheTurn(t *testing.T) {
	ended := make(chan struct{})
	m := serveModel(t, func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		stalls(w, r)
	})
	p := join(t, asks(t, m), "embed", filled)
	p.ask("hi")
	p.until("content_delta")
	p.say(map[string]any{"type": "cancel", "sessionId": p.session})
	frames := p.turn()
	assert.Equal(t, "CANCELLED", data(frames[len(frames)-1])["phase"])
	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("the model is still asked after the stop")
	}
	stored := p.backend.Messages()
	assert.Equal(t, "wait", stored[len(stored)-1].Content, "what was said before the stop stays")
	p.say(map[string]any{"type": "ping"})
	assert.Equal(t, []string{"pong"}, kinds(p.until("pong")), "nothing comes after the stop")
}

func TestTheUserStopsAPageTool(t *testing.T) {
	m := serveModel(t, calls(use{"c1", "page_click", `{"snapshotId":"s","elementId":"e"}`}), says("never"))
	p := join(t, asks(t, m), "embed", func(protocol.Request) map[string]any { return nil })
	p.ask("click")
	p.until(protocol.TypePageToolRequest)
	p.say(map[string]any{"type": "cancel", "sessionId": p.session})
	frames := p.turn()
	assert.Equal(t, "CANCELLED", data(frames[len(frames)-1])["phase"])
	p.say(map[string]any{"type": "ping"})
	assert.Equal(t, []string{"pong"}, kinds(p.until("pong")), "the SDK stopped by itself and is told nothing")
	assert.Len(t, m.asked(), 1)
}

func TestPageToolsAreForEmbedSessionsAlone(t *testing.T) {
	m := serveModel(t, calls(use{"c1", "page_click", `{"snapshotId":"s","elementId":"e"}`}), says("I cannot."))
	p := join(t, asks(t, m), "desktop", filled)
	p.ask("click")
	p.turn()
	assert.Len(t, m.asked()[0]["tools"], 1, "only asking the user is offered")
	assert.Contains(t, m.messages(1)[3]["content"], backend.CodeNeedsASession)
	assert.Contains(t, m.messages(1)[3]["content"], "Embed SDK", "the model is told what it takes")
	assert.Empty(t, p.requests)
	assertRefused(t, p.backend, backend.CodeNeedsASession)
}

// assertRefused finds the one call that the backend did not make in its audit log.
func assertRefused(t *testing.T, b *backend.Backend, code string) {
	t.Helper()
	var ends []backend.AuditRecord
	for _, r := range b.Audit() {
		assert.NotEqual(t, backend.AuditCall, r.Event, "nothing was sent")
		if r.Event == backend.AuditEnd {
			ends = append(ends, r)
		}
	}
	require.Len(t, ends, 1)
	assert.Equal(t, backend.EndRefused, ends[0].End)
	assert.Equal(t, code, ends[0].Code)
	assert.Equal(t, protocol.PageClick, ends[0].Tool)
}

func TestOnlyPermittedToolsAreOffered(t *testing.T) {
	m := serveModel(t, calls(use{"c1", "page_click", `{"snapshotId":"s","elementId":"e"}`}), says("I cannot."))
	o := asks(t, m)
	o.PageTools = []protocol.Tool{protocol.PageInspect}
	p := join(t, o, "embed", filled)
	p.ask("click")
	p.turn()
	offered := m.asked()[0]["tools"].([]any)
	require.Len(t, offered, 2)
	assert.Equal(t, "page_inspect", offered[0].(map[string]any)["function"].(map[string]any)["name"])
	assert.Contains(t, m.messages(1)[3]["content"], backend.CodeNotPermitted)
	assert.Empty(t, p.requests)
	assertRefused(t, p.backend, backend.CodeNotPermitted)
}

func TestTheUserIsAsked(t *testing.T) {
	m := serveModel(t, calls(use{"c1", "ask_user_questions", `{"questions":[{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}]}`}), says("B it is."))
	p := join(t, asks(t, m), "embed", filled)
	p.ask("hi")
	asked := first(p.until("ask_user_questions"), "ask_user_questions")
	p.say(map[string]any{"type": "ask_user_questions_result", "sessionId": p.session, "data": map[string]any{
		"requestId": asked["requestId"], "answers": []any{map[string]any{"question": "Which?", "selectedLabels": []any{"B"}, "customInput": nil}},
	}})
	assert.Equal(t, "B it is.", text(p.turn()))
	assert.Contains(t, m.messages(1)[3]["content"], `"selectedLabels":["B"]`)
	assert.Empty(t, p.backend.Violations())
}

func TestAPictureReachesAModelThatSees(t *testing.T) {
	picture := func(r protocol.Request) map[string]any {
		answer := filled(r)
		answer["result"].(map[string]any)["screenshot"] = map[string]any{
			"mime": "image/png", "width": 1, "height": 1, "scale": 1, "byteLength": 3, "data": "QUJD", "masked": true, "omitted": []any{},
		}
		return answer
	}
	for _, vision := range []bool{true, false} {
		t.Run(fmt.Sprint(vision), func(t *testing.T) {
			m := serveModel(t, calls(use{"c1", "page_screenshot", `{}`}), says("I see."))
			p := join(t, asks(t, m, func(o *agent.Options) { o.Vision = vision }), "embed", picture)
			p.ask("look")
			frames := p.turn()
			messages := m.messages(1)
			assert.NotContains(t, messages[3]["content"], "QUJD")
			assert.NotContains(t, first(frames, "tool_call_result")["result"], "QUJD", "the picture is not stored as text")
			raw, err := json.Marshal(messages[len(messages)-1])
			require.NoError(t, err)
			assert.Equal(t, vision, strings.Contains(string(raw), "data:image/png;base64,QUJD"))
		})
	}
}

func TestAStoppedCallIsNotShownToTheModelAgain(t *testing.T) {
	m := serveModel(t, calls(use{"c1", "page_click", `{"snapshotId":"s","elementId":"e"}`}), says("Fine."))
	p := join(t, asks(t, m), "embed", func(protocol.Request) map[string]any { return nil })
	p.ask("click")
	p.until(protocol.TypePageToolRequest)
	p.say(map[string]any{"type": "cancel", "sessionId": p.session})
	p.turn()
	p.ask("never mind")
	p.turn()
	assert.Equal(t, []any{"system", "user", "user"}, roles(m.messages(1)), "endpoints refuse a call without a result")
}

func TestAnAgentNeedsAModel(t *testing.T) {
	_, err := agent.NewOpenAI(agent.Options{Model: "m"})
	require.ErrorContains(t, err, "BaseURL and Model are needed")
}
