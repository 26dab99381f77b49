package demo_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend/agent"
	"github.com/maochat/conformance/harness/demo"
	"github.com/maochat/conformance/harness/sdk"
)

// chunk is a piece of a model's answer, as its API streams it.
func chunk(delta map[string]any, finish any) string {
	raw, err := json.Marshal(map[string]any{"id": "c", "object": "chat.completion.chunk", "model": "m",
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("data: %s\n\n", raw)
}

// calling is the answer of a model that calls a tool.
func calling(id, name string, arguments map[string]any) string {
	raw, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	return chunk(map[string]any{"tool_calls": []any{map[string]any{
		"index": 0, "id": id, "type": "function", "function": map[string]any{"name": name, "arguments": string(raw)},
	}}}, nil) + chunk(map[string]any{}, "tool_calls") + "data: [DONE]\n\n"
}

// lastResult reads the result of the tool that the model called last.
func lastResult(r *http.Request) (result struct {
	Success bool
	Result  struct {
		Snapshot struct {
			SnapshotID string `json:"snapshotId"`
			Elements   []struct {
				ElementID string `json:"elementId"`
				Label     string
			}
		}
	}
}, any bool) {
	var body struct {
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	if json.NewDecoder(r.Body).Decode(&body) != nil || len(body.Messages) == 0 {
		return result, false
	}
	last := body.Messages[len(body.Messages)-1]
	var text string
	if last.Role != "tool" || json.Unmarshal(last.Content, &text) != nil {
		return result, false
	}
	return result, json.Unmarshal([]byte(text), &result) == nil
}

// TestAModelDrivesThePage holds that an agent with a model sees the page through
// the SDK and acts on what it saw: a stand-in for the model looks for the field by
// its label, as a model does, and fills it in.
func TestAModelDrivesThePage(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		answer := calling("c1", "page_inspect", map[string]any{})
		result, called := lastResult(r)
		switch {
		case called && result.Result.Snapshot.SnapshotID != "":
			answer = chunk(map[string]any{"content": "I see no such field."}, "stop")
			for _, e := range result.Result.Snapshot.Elements {
				if e.Label == "Customer" {
					answer = calling("c2", "page_fill", map[string]any{
						"snapshotId": result.Result.Snapshot.SnapshotID, "elementId": e.ElementID, "value": "Grace Hopper",
					})
				}
			}
		case called && result.Success:
			answer = chunk(map[string]any{"content": "The customer is **Grace Hopper** now."}, "stop")
		case called:
			answer = chunk(map[string]any{"content": "It did not work."}, "stop")
		}
		_, _ = w.Write([]byte(answer))
	}))
	t.Cleanup(model.Close)
	asks, err := agent.NewOpenAI(agent.Options{BaseURL: model.URL + "/v1", Model: "m"})
	require.NoError(t, err)
	d, url, _ := start(t, demo.Options{Agent: asks})
	p := sit(t, d, url+"?lang=en")
	p.ask("The customer is Grace Hopper.")
	p.sees("confirm.card")
	assert.Empty(t, p.form()["customer"])
	p.do(sdk.GestureAllow)
	p.reads("The customer is Grace Hopper now")
	p.picture("9-model")
	require.Eventually(t, func() bool { return p.form()["customer"] == "Grace Hopper" }, patience, 50*time.Millisecond)
	assert.Empty(t, d.Violations())
}
