package scenario

import (
	"encoding/json"
	"errors"

	"github.com/maochat/conformance/harness/protocol"
)

// lintContract checks each request against the contract, so that a scenario
// that means to send a good one does, and one that means to send a bad one does
// too. Ids that only a run knows are filled in with stand-ins.
func (r *reader) lintContract(s *Scenario) {
	for _, step := range s.Steps {
		send, ok := step.Do.(*Send)
		if !ok || send.Tool == "" {
			continue
		}
		frame, err := json.Marshal(standIn(send))
		if err != nil {
			r.problem(step.Pos, Problem{Message: "the request cannot be written as JSON", Found: err.Error()})
			continue
		}
		err = protocol.Validate(protocol.ToSDK, frame)
		var fault *protocol.FrameError
		switch {
		case err != nil && !send.Invalid:
			p := Problem{Message: "the request breaks the contract", Hint: "say invalid: true if that is the point"}
			if errors.As(err, &fault) {
				p.Message += " at " + fault.Pointer
				p.Wanted, p.Found = fault.Wanted, fault.Found
			} else {
				p.Found = err.Error()
			}
			r.problem(step.Pos, p)
		case err == nil && send.Invalid:
			r.problem(step.Pos, Problem{Message: "the request is marked invalid and is not", Wanted: "a request that breaks the contract", Hint: "remove invalid: true"})
		}
	}
}

// standIn is the request with an example of each id that a run would fill in.
func standIn(send *Send) protocol.Request {
	req := protocol.Request{Type: protocol.TypePageToolRequest, RequestID: send.RequestID, SessionID: 1, Tool: protocol.Tool(send.Tool),
		RequireConfirmation: send.RequireConfirmation, TimeoutMs: send.TimeoutMs, IncludeSnapshot: send.IncludeSnapshot}
	if req.RequestID == "" {
		req.RequestID = "request"
	}
	if send.Snapshot != "" && send.Snapshot != SnapshotNone {
		req.SnapshotID = "snapshot"
	}
	for _, a := range send.Actions {
		action, _ := exemplify(a.Params).(map[string]any)
		if a.Action != "" {
			action["action"] = a.Action
		}
		if a.Target != nil {
			action["elementId"] = "element"
		}
		if _, element := action["elementId"]; element && send.Snapshot != SnapshotNone {
			req.SnapshotID = "snapshot"
		}
		req.Actions = append(req.Actions, action)
	}
	return req
}

// exemplify puts an example in the place of each reference; references stand
// for ids.
func exemplify(template any) any {
	switch x := template.(type) {
	case Ref:
		return "reference"
	case map[string]any:
		m := make(map[string]any, len(x))
		for k, v := range x {
			m[k] = exemplify(v)
		}
		return m
	case []any:
		l := make([]any, len(x))
		for i, v := range x {
			l[i] = exemplify(v)
		}
		return l
	default:
		return x
	}
}
