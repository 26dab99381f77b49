package look_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/sdk"
)

// event is what the agent sends, in its short form.
func event(kind string, data map[string]any) backend.StreamEvent {
	return backend.StreamEvent{Type: kind, Data: data}
}

func delta(text string) backend.StreamEvent {
	return event("content_delta", map[string]any{"delta": text})
}

// said writes a message to the agent, and so begins a turn.
func (s *stage) said(text string) {
	s.t.Helper()
	s.do(sdk.GestureCompose)
	require.NoError(s.t, s.tab.Type(s.t.Context(), text))
	s.do(sdk.GestureSend)
	s.shown("stop")
}

func (s *stage) streams(events ...backend.StreamEvent) {
	s.t.Helper()
	require.NoError(s.t, s.backend.Stream(s.t.Context(), events...))
}

// written is an answer with everything that Markdown has.
var written = strings.Join([]string{
	"### Order SO-2041", "The order has **two** items, and one is *not* in stock, see [the list](https://example.org/list).",
	"1. Ask the customer\n2. Change `quantity`\n   - to 2\n   - or to 1", "> Chairs are sold in pairs.",
	"| Item | Count | Price |\n| :-- | --: | :-: |\n| Chair | 3 | 49.00 |\n| Desk | 1 | 199.00 |",
	"```json\n{\"order\": \"SO-2041\", \"note\": \"a line that is rather longer than the panel is wide\"}\n```",
	"- [x] stock\n- [ ] invoice", "<b>Bold</b> and <script>alert(1)</script>, 1 &lt; 2.",
}, "\n\n")

var questions = []any{
	map[string]any{
		"question": "Which delivery do you want?", "header": "Delivery",
		"options": []any{
			map[string]any{"label": "Express", "description": "Tomorrow before noon, 9.90"},
			map[string]any{"label": "Standard", "description": "Within three days"},
		},
	},
	map[string]any{
		"question": "What else shall be in the parcel?", "multiSelect": true,
		"options": []any{map[string]any{"label": "Invoice"}, map[string]any{"label": "Gift card"}},
	},
}

var chatStates = map[string]struct {
	options map[string]any
	show    func(*stage)
}{
	"answer": {show: func(s *stage) {
		s.said("What is in this order?")
		s.streams(
			event("thinking_start", map[string]any{}), event("thinking_delta", map[string]any{"delta": "The table lists it."}),
			event("thinking_end", map[string]any{}), delta("Let me look it up."),
			event("tool_call_start", map[string]any{"tool_call_id": "t1", "tool_name": "order_search", "arguments": `{"id":"SO-2041"}`}),
			event("tool_call_result", map[string]any{"tool_call_id": "t1", "result": "2 items", "status": "success", "summary": "2 items"}),
			event("tool_call_start", map[string]any{"tool_call_id": "t2", "tool_name": "stock_level", "arguments": `{}`}),
			event("tool_call_result", map[string]any{"tool_call_id": "t2", "result": "no such warehouse", "status": "error"}),
			delta(written), event("session_title_updated", map[string]any{"title": "Stock of SO-2041"}), event("message_end", map[string]any{}),
		)
		s.shown("send")
	}},
	"streaming": {show: func(s *stage) {
		s.said("Explain the order")
		s.streams(event("thinking_start", map[string]any{}), event("thinking_delta", map[string]any{"delta": "Hm."}), event("thinking_end", map[string]any{}),
			delta("The order has two"), event("tool_call_start", map[string]any{"tool_call_id": "t1", "tool_name": "order_search"}))
	}},
	"thinking": {show: func(s *stage) {
		s.said("Explain the order")
		s.streams(event("llm_waiting", map[string]any{"phase": "first_token", "elapsedSeconds": 12}))
	}},
	"questions": {show: func(s *stage) {
		s.said("Send it")
		s.streams(delta("I need to know two things."), event("ask_user_questions", map[string]any{"requestId": "q1", "questions": questions}))
		s.shown("questions.submit")
	}},
	"replied": {show: func(s *stage) {
		s.said("Send it")
		s.streams(event("ask_user_questions", map[string]any{"requestId": "q1", "questions": questions[:1]}))
		s.shown("questions.submit")
		_, err := s.tab.ClickControl(s.t.Context(), chrome.ControlQuery{Role: "radio", Name: regexp.MustCompile("^Express"), Wait: patience}, chrome.ClickOptions{})
		require.NoError(s.t, err)
		s.press("questions.submit")
		s.streams(delta("Express it is."), event("message_end", map[string]any{}))
	}},
	"retry": {show: func(s *stage) {
		s.said("Hello")
		s.streams(event("llm_retry", map[string]any{"reason": "overloaded", "attempt": 1, "maxRetries": 3, "delaySeconds": 5}))
	}},
	"failed": {show: func(s *stage) {
		s.said("Hello")
		s.streams(delta("I will"), event("error", map[string]any{"message": "The model is overloaded"}))
	}},
	"stopped": {show: func(s *stage) {
		s.said("Hello")
		s.streams(delta("I will"))
		s.do(sdk.GestureStop)
	}},
	"quote": {show: func(s *stage) {
		s.press("launcher")
		_, err := s.tab.Eval(s.t.Context(), `getSelection().selectAllChildren(document.querySelector("tr"))`)
		require.NoError(s.t, err)
		s.shown("quote.remove")
	}},
	"lost": {show: func(s *stage) {
		s.said("Hello")
		s.streams(delta("I will"))
		require.NoError(s.t, s.backend.Drop(backend.DropReset))
		s.shown("panel.retry")
	}},
}

// chatLooks are the sizes and media of interest for a conversation.
var chatLooks = map[string]look{
	"desktop": looks["desktop"], "narrow": looks["narrow"], "forced-colors": looks["forced-colors"],
	"dark":  {width: 1100, height: 720, media: map[string]string{"prefers-color-scheme": "dark"}},
	"theme": {width: 1100, height: 720, options: map[string]any{"theme": map[string]any{"primary": "#7a3fd0"}, "position": "left"}},
}

func TestEveryStateOfAConversationIsAccessible(t *testing.T) {
	for name, state := range chatStates {
		for as, l := range chatLooks {
			for _, locale := range []string{"zh", "en"} {
				if locale == "en" && as != "desktop" || as == "theme" && name != "answer" && name != "questions" {
					continue
				}
				t.Run(as+"/"+locale+"/"+name, func(t *testing.T) {
					t.Parallel()
					options := map[string]any{"locale": locale}
					maps.Copy(options, l.options)
					maps.Copy(options, state.options)
					s := open(t, look{width: l.width, height: l.height, media: l.media, options: options})
					state.show(s)
					s.check("chat-" + as + "-" + locale + "-" + name)
				})
			}
		}
	}
}
