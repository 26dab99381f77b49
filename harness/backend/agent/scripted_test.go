package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/agent"
	"github.com/maochat/conformance/harness/protocol"
)

func filler() *agent.FormFiller {
	return &agent.FormFiller{
		Fields: []agent.Field{{Label: "Customer", Tool: protocol.PageFill, Value: "Ada"}, {Label: "Country", Tool: protocol.PageSelect, Value: "France"}},
		Choice: &agent.Field{Label: "Gift wrap", Tool: protocol.PageCheck},
		Submit: "Save order",
	}
}

// form answers as a page with the form on it; refuse answers tools otherwise.
func form(refuse map[protocol.Tool]map[string]any) func(protocol.Request) map[string]any {
	return func(r protocol.Request) map[string]any {
		if answer, ok := refuse[r.Tool]; ok {
			delete(refuse, r.Tool)
			return answer
		}
		answer := filled(r)
		if r.Tool == protocol.PageInspect {
			var elements []any
			for i, label := range []string{"Customer", "Country", "Gift wrap", "Save order"} {
				elements = append(elements, map[string]any{"elementId": string(rune('a' + i)), "label": label, "role": "textbox"})
			}
			answer["result"].(map[string]any)["snapshot"] = map[string]any{"snapshotId": "s1", "elements": elements}
		}
		return answer
	}
}

func failure(code string) map[string]any {
	return map[string]any{"success": false, "pageVersion": "v1", "error": map[string]any{"code": code, "message": "no"}}
}

// asked plays a turn and answers the one question of it.
func (p *page) asked(message, choice string) []map[string]any {
	p.t.Helper()
	p.ask(message)
	frames := p.until("ask_user_questions")
	question := first(frames, "ask_user_questions")
	p.say(map[string]any{"type": "ask_user_questions_result", "sessionId": p.session, "data": map[string]any{
		"requestId": question["requestId"], "answers": []any{map[string]any{"question": "x", "selectedLabels": []any{choice}, "customInput": nil}},
	}})
	return append(frames, p.turn()...)
}

func (p *page) tools() []protocol.Tool {
	var tools []protocol.Tool
	for _, r := range p.requests {
		tools = append(tools, r.Tool)
	}
	return tools
}

func TestTheFillerFillsTheForm(t *testing.T) {
	p := join(t, backend.Options{Agent: filler()}, "embed", form(nil))
	frames := p.asked("[页面上下文]\nurl: x\n\n---\n\n帮我填写订单表单", "需要")
	assert.Equal(t, []protocol.Tool{protocol.PageInspect, protocol.PageFill, protocol.PageSelect, protocol.PageCheck}, p.tools())
	assert.Equal(t, "a", p.requests[1].Actions[0]["elementId"])
	assert.Equal(t, "s1", p.requests[1].SnapshotID)
	assert.Contains(t, text(frames), "3 项")
	assert.Equal(t, "帮我填写订单表单", first(frames, "session_title_updated")["title"], "the page's facts are no title")
	assert.Contains(t, text(frames), "没有提交")
}

func TestTheFillerDoesWhatTheUserChooses(t *testing.T) {
	p := join(t, backend.Options{Agent: filler()}, "embed", form(nil))
	frames := p.asked("Fill in the form and submit it", "No")
	assert.Equal(t, []protocol.Tool{protocol.PageInspect, protocol.PageFill, protocol.PageSelect, protocol.PageClick}, p.tools())
	assert.Contains(t, text(frames), "2 fields) and submitted")
}

func TestTheFillerLooksAgainWhereThePageChanged(t *testing.T) {
	p := join(t, backend.Options{Agent: filler()}, "embed", form(map[protocol.Tool]map[string]any{protocol.PageFill: failure("snapshot_expired")}))
	p.asked("fill in the form", "No")
	assert.Equal(t, []protocol.Tool{protocol.PageInspect, protocol.PageFill, protocol.PageInspect, protocol.PageFill, protocol.PageSelect}, p.tools())
}

func TestTheFillerStopsWhereTheUserDenies(t *testing.T) {
	p := join(t, backend.Options{Agent: filler()}, "embed", form(map[protocol.Tool]map[string]any{protocol.PageSelect: failure("authorization_denied")}))
	frames := p.asked("fill in the form", "Yes")
	assert.Equal(t, []protocol.Tool{protocol.PageInspect, protocol.PageFill, protocol.PageSelect}, p.tools(), "nothing is tried after a no")
	assert.Contains(t, text(frames), "I stopped at **Country**")
}

func TestTheFillerSubmitsWhenAsked(t *testing.T) {
	p := join(t, backend.Options{Agent: filler()}, "embed", form(nil))
	p.ask("现在提交")
	assert.Contains(t, text(p.turn()), "已提交")
	assert.Equal(t, []protocol.Tool{protocol.PageInspect, protocol.PageClick}, p.tools())
}

func TestTheFillerOffersItsHelp(t *testing.T) {
	p := join(t, backend.Options{Agent: filler()}, "embed", form(nil))
	p.ask("What is the time?")
	require.Contains(t, text(p.turn()), "fill in the order form")
	assert.Empty(t, p.requests)
}
