package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// askTool is the tool by which a model asks the user.
const askTool = "ask_user_questions"

// maxResult bounds what a model gets of a tool's result, in bytes.
const maxResult = 120_000

// toolbox holds the tools that the model may call in a turn.
type toolbox struct {
	params []openai.ChatCompletionToolUnionParam
	page   []protocol.Tool
}

// tools gives the tools of a turn: those of the page that the backend permits,
// and asking the user.
func (a *OpenAI) tools(t *backend.Turn) (*toolbox, error) {
	box := &toolbox{page: t.PageTools()}
	for _, tool := range box.page {
		schema, err := tool.ArgumentsSchema()
		if err != nil {
			return nil, err
		}
		box.add(string(tool), tool.Describe(), schema)
	}
	box.add(askTool, "Asks the user questions with choices, and waits for the answers. Every question also takes an answer in the user's own words.", askSchema)
	return box, nil
}

func (b *toolbox) add(name, description string, schema map[string]any) {
	b.params = append(b.params, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: name, Description: openai.String(description), Parameters: schema,
	}))
}

var askSchema = map[string]any{
	"type": "object", "additionalProperties": false, "required": []any{"questions"},
	"properties": map[string]any{"questions": map[string]any{
		"type": "array", "minItems": 1, "maxItems": 6,
		"items": map[string]any{
			"type": "object", "additionalProperties": false, "required": []any{"question", "options"},
			"properties": map[string]any{
				"question":    map[string]any{"type": "string"},
				"header":      map[string]any{"type": "string", "description": "One or two words above the question."},
				"multiSelect": map[string]any{"type": "boolean"},
				"options": map[string]any{"type": "array", "items": map[string]any{
					"type": "object", "additionalProperties": false, "required": []any{"label"},
					"properties": map[string]any{"label": map[string]any{"type": "string"}, "description": map[string]any{"type": "string"}},
				}},
			},
		},
	}},
}

// outcome is what a tool gave: text for the model, a line for the user, and a
// picture perhaps.
type outcome struct {
	text, summary string
	ok            bool
	picture       string // a data URI
}

// refused is the outcome of a call that was not made.
func refused(code, message string) outcome {
	raw, err := json.Marshal(map[string]any{"success": false, "error": map[string]any{"code": code, "message": message}})
	if err != nil { // texts always encode
		panic(fmt.Sprintf("encode a refusal: %v", err))
	}
	return outcome{text: string(raw), summary: code}
}

// run runs a tool. What the model did wrong is an outcome that tells it so; the
// error is the turn's.
func (b *toolbox) run(ctx context.Context, t *backend.Turn, call *toolCall) (outcome, error) {
	tool := protocol.Tool(call.name)
	known := call.name == askTool || slices.Contains(protocol.Tools, tool)
	if !known {
		names := []string{askTool}
		for _, name := range b.page {
			names = append(names, string(name))
		}
		return refused("unknown_tool", fmt.Sprintf("there is no tool %q; there are %s", call.name, strings.Join(names, ", "))), nil
	}
	arguments := map[string]any{}
	if text := strings.TrimSpace(call.arguments.String()); text != "" {
		if err := json.Unmarshal([]byte(text), &arguments); err != nil {
			return refused(string(protocol.ErrInvalidArguments), "the arguments are no JSON object: "+err.Error()), nil
		}
	}
	if call.name == askTool {
		return ask(ctx, t, arguments)
	}
	if !slices.Contains(b.page, tool) {
		// It was not offered; the backend says why not.
		done, err := t.CallPage(ctx, protocol.Request{Tool: tool})
		return pageOutcome(done), err
	}
	request, err := pageRequest(tool, arguments)
	if err != nil {
		return refused(string(protocol.ErrInvalidArguments), err.Error()), nil
	}
	done, err := t.CallPage(ctx, request)
	if err != nil {
		return outcome{}, err
	}
	return pageOutcome(done), nil
}

// pageRequest makes the request of a page tool from a model's arguments, and
// holds it against the contract: what is not in it never leaves the backend.
func pageRequest(tool protocol.Tool, arguments map[string]any) (protocol.Request, error) {
	r := protocol.Request{Type: protocol.TypePageToolRequest, RequestID: "r", SessionID: 1, Tool: tool}
	r.SnapshotID, _ = arguments["snapshotId"].(string)
	delete(arguments, "snapshotId")
	if list, batch := arguments["actions"]; batch {
		if len(arguments) > 1 {
			return r, errors.New("give the parameters of one action, or actions, not both")
		}
		actions, _ := list.([]any)
		for i, entry := range actions {
			action, ok := entry.(map[string]any)
			if !ok {
				return r, fmt.Errorf("actions[%d] is no object", i)
			}
			r.Actions = append(r.Actions, action)
		}
		if len(r.Actions) == 0 {
			return r, errors.New("actions is no list with an action in it")
		}
	} else if len(arguments) > 0 {
		r.Actions = []map[string]any{arguments}
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return r, err
	}
	if err := protocol.Validate(protocol.ToSDK, raw); err != nil {
		return r, err
	}
	r.RequestID, r.SessionID = "", 0
	return r, nil
}

// notOffered says why a page tool cannot be had, by the code of the refusal.
var notOffered = map[string]string{
	backend.CodeNotPermitted:  "this agent's permissions do not hold this tool; use the tools that are offered",
	backend.CodeNeedsASession: "page tools work only where the user writes in a page's own chat (the Embed SDK); ask the user to open that page",
}

// pageOutcome says what a page tool gave.
func pageOutcome(done backend.Outcome) outcome {
	if why, ok := notOffered[done.Code]; ok && done.End == backend.EndRefused {
		return refused(done.Code, why)
	}
	if done.Result == nil {
		return refused(done.Code, fmt.Sprintf("no answer from the page: %s (%s)", done.End, done.Reason))
	}
	result := *done.Result
	o := outcome{ok: result.Success, summary: "ok"}
	if result.Error != nil {
		o.summary = string(result.Error.Code)
	}
	o.picture, result.Result = takePicture(result.Result)
	view := map[string]any{"success": result.Success, "pageVersion": result.PageVersion}
	for name, value := range map[string]any{"result": result.Result, "error": result.Error, "stoppedAt": result.StoppedAt} {
		raw, err := json.Marshal(value)
		if err == nil && string(raw) != "null" {
			view[name] = json.RawMessage(raw)
		}
	}
	if result.SnapshotID != "" {
		view["snapshotId"] = result.SnapshotID
	}
	raw, err := json.Marshal(view)
	if err != nil { // it came as JSON
		return refused(string(protocol.ErrInternalError), err.Error())
	}
	o.text = cut(string(raw), maxResult)
	return o
}

// takePicture takes the picture out of a result, for it is no text.
func takePicture(result map[string]any) (string, map[string]any) {
	shot, ok := result["screenshot"].(map[string]any)
	if !ok {
		return "", result
	}
	data, _ := shot["data"].(string)
	mime, _ := shot["mime"].(string)
	rest, told := map[string]any{}, map[string]any{}
	for name, value := range result {
		rest[name] = value
	}
	for name, value := range shot {
		told[name] = value
	}
	told["data"] = "[the picture is not text]"
	rest["screenshot"] = told
	if data == "" || mime == "" {
		return "", rest
	}
	return "data:" + mime + ";base64," + data, rest
}

// ask asks the user.
func ask(ctx context.Context, t *backend.Turn, arguments map[string]any) (outcome, error) {
	var given struct {
		Questions []protocol.UserQuestion `json:"questions"`
	}
	raw, err := json.Marshal(arguments)
	if err != nil {
		return outcome{}, err
	}
	if err := json.Unmarshal(raw, &given); err != nil || len(given.Questions) == 0 {
		return refused(string(protocol.ErrInvalidArguments), "questions is a list of {question, options}"), nil
	}
	for i := range given.Questions {
		if given.Questions[i].Question == "" {
			return refused(string(protocol.ErrInvalidArguments), "a question has no text"), nil
		}
		if given.Questions[i].Options == nil {
			given.Questions[i].Options = []protocol.UserQuestionOption{}
		}
	}
	answers, err := t.Ask(ctx, given.Questions)
	if err != nil {
		return outcome{}, err
	}
	text, err := json.Marshal(map[string]any{"answers": answers})
	if err != nil {
		return outcome{}, err
	}
	return outcome{text: cut(string(text), maxResult), summary: "answered", ok: true}, nil
}
