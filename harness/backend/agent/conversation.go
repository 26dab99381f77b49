package agent

import (
	"github.com/openai/openai-go/v3"

	"github.com/maochat/conformance/harness/backend"
)

const (
	// maxHistory is how many stored messages the model gets to see.
	maxHistory = 60
	// maxOldResult is how much of a tool's result of an earlier turn it sees, in
	// bytes: old snapshots are worthless.
	maxOldResult = 2000
)

// conversation is what the model gets to see: the instructions and what was said,
// from a message of the user on.
func (a *OpenAI) conversation(history []backend.Message) []openai.ChatCompletionMessageParamUnion {
	messages := []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(a.o.Instructions)}
	for _, m := range recent(history) {
		switch m.Role {
		case backend.RoleUser:
			messages = append(messages, openai.UserMessage(m.Content))
		case backend.RoleAssistant:
			messages = append(messages, assistantMessage(m))
		case backend.RoleTool:
			messages = append(messages, openai.ToolMessage(cut(m.Content, maxOldResult), m.ToolCallID))
		}
	}
	return messages
}

// recent gives the last messages, beginning with one of the user. A tool call
// without a result, of a turn that was stopped, is left out: endpoints refuse it.
func recent(history []backend.Message) []backend.Message {
	from := max(len(history)-maxHistory, 0)
	for from < len(history) && history[from].Role != backend.RoleUser {
		from++
	}
	answered := map[string]bool{}
	for _, m := range history[from:] {
		if m.Role == backend.RoleTool {
			answered[m.ToolCallID] = true
		}
	}
	var kept []backend.Message
	for _, m := range history[from:] {
		var uses []backend.ToolUse
		for _, use := range m.ToolCalls {
			if answered[use.ID] {
				uses = append(uses, use)
			}
		}
		m.ToolCalls = uses
		if m.Role == backend.RoleAssistant && m.Content == "" && len(uses) == 0 {
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

func assistantMessage(m backend.Message) openai.ChatCompletionMessageParamUnion {
	p := openai.ChatCompletionAssistantMessageParam{}
	if m.Content != "" {
		p.Content.OfString = openai.String(m.Content)
	}
	for _, use := range m.ToolCalls {
		p.ToolCalls = append(p.ToolCalls, callParam(use))
	}
	return openai.ChatCompletionMessageParamUnion{OfAssistant: &p}
}

func callParam(use backend.ToolUse) openai.ChatCompletionMessageToolCallUnionParam {
	arguments := use.Arguments
	if arguments == "" {
		arguments = "{}"
	}
	return openai.ChatCompletionMessageToolCallUnionParam{OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
		ID: use.ID, Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: use.Name, Arguments: arguments},
	}}
}

// pictureMessage shows the model a picture; only messages of the user can hold
// one.
func pictureMessage(dataURI string) openai.ChatCompletionMessageParamUnion {
	return openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{
		openai.TextContentPart("The picture that page_screenshot took."),
		openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: dataURI}),
	})
}

// cut shortens a text to at most so many bytes, at a character, and says so.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end] + "… [cut]"
}
