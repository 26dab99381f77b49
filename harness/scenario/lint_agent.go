package scenario

import (
	"encoding/json"
	"errors"
	"path"
	"slices"

	"github.com/maochat/conformance/harness/protocol"
)

// foreignEvents are the frames that a server sends and that an Embed SDK has to
// pass over (seed 004, 4.2). A name that begins with "unknown_" is one of a
// server of the future.
var foreignEvents = []string{
	"tool_execute", "tool_result", "tool_error", "skill_sync_required", "skill_sync_done", "mcp_sync_required", "file_change", "compaction_*",
	"side_session_created", "subagent_*", "session_tree_status", "queue_updated", "queue_message_consumed",
	"cancelled", "session_list_update", "todo_updated", "context_window", "activity", "unknown_*",
}

// Foreign tells whether a frame type is none of an Embed SDK's.
func Foreign(frameType string) bool {
	return slices.ContainsFunc(foreignEvents, func(pattern string) bool {
		fits, err := path.Match(pattern, frameType)
		return err == nil && fits
	})
}

// lintAgent checks what an agent says against the contract, so that a scenario
// that means to send a good frame does, and one that means to send a bad one too.
func (r *reader) lintAgent(a *AgentActs) {
	for _, e := range a.Events {
		if e.Type == EventRemote || e.Type == EventBusy || Foreign(e.Type) {
			continue
		}
		data := exemplify(e.Data)
		if fields, ok := data.(map[string]any); ok {
			if _, given := fields["executionId"]; !given && slices.Contains(protocol.TurnEvents, e.Type) {
				fields["executionId"] = "execution"
			}
		}
		raw, err := json.Marshal(map[string]any{"type": e.Type, "sessionId": 1, "data": data})
		if err != nil {
			r.problem(e.Pos, Problem{Message: "the event cannot be written as JSON", Found: err.Error()})
			continue
		}
		err = protocol.Validate(protocol.ToSDK, raw)
		var fault *protocol.FrameError
		switch {
		case err != nil && !e.Invalid:
			p := Problem{Message: "the event breaks the contract", Found: err.Error(), Hint: "say invalid: true in an event entry if that is the point"}
			if errors.As(err, &fault) {
				p.Message += " at " + fault.Pointer
				p.Wanted, p.Found = fault.Wanted, fault.Found
			}
			r.problem(e.Pos, p)
		case err == nil && e.Invalid:
			r.problem(e.Pos, Problem{Message: "the event is marked invalid and is not", Wanted: "an event that breaks the contract", Hint: "remove invalid: true"})
		}
	}
}
