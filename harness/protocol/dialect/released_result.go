package dialect

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/maochat/conformance/harness/protocol"
)

// releasedResult is page_tool_result in this dialect.
type releasedResult struct {
	SessionID int64        `json:"sessionId"`
	RequestID string       `json:"requestId"`
	Data      releasedData `json:"data"`
}

type releasedData struct {
	Success     bool            `json:"success"`
	Result      map[string]any  `json:"result"`
	Error       *protocol.Error `json:"error"`
	SnapshotID  string          `json:"snapshotId"`
	PageVersion string          `json:"pageVersion"`
}

// Decode implements [Codec]. The released SDK answers with page_tool_result and
// sends no other frame about page tools.
func (c *released) Decode(frame []byte) (any, error) {
	kind, err := protocol.FrameType(frame)
	if err != nil {
		return nil, fmt.Errorf("read the type of a frame: %w", err)
	}
	if kind != protocol.TypePageToolResult {
		return nil, nil
	}
	var raw releasedResult
	if err := json.Unmarshal(frame, &raw); err != nil {
		return nil, fmt.Errorf("decode %s: %w", kind, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.normal(raw), nil
}

// normal gives a released result in the harness's form.
func (c *released) normal(raw releasedResult) *protocol.Result {
	p, planned := c.planOf(raw.RequestID)
	out := &protocol.Result{
		Type:        protocol.TypePageToolResult,
		RequestID:   raw.RequestID,
		SessionID:   raw.SessionID,
		Success:     raw.Data.Success,
		PageVersion: raw.Data.PageVersion,
		Error:       raw.Data.Error,
	}
	body := raw.Data.Result
	switch {
	case body == nil:
	case body["steps"] != nil:
		c.normalBatch(out, body, p, planned)
	case body["elements"] != nil:
		c.normalInspect(out, body)
	case body["dataUri"] != nil:
		out.Result = map[string]any{"actions": []any{started("screenshot", out.Success)}, "screenshot": normalScreenshot(body)}
	case body["changes"] != nil:
		out.Result = map[string]any{"actions": []any{normalObserve(body, out.Success)}}
	case body["action"] != nil:
		c.normalSingle(out, body, p)
	}
	c.settleError(out, p)
	if out.PageVersion != "" {
		c.version = out.PageVersion
	}
	return out
}

// settleError gives a failure an error and respells its code.
func (c *released) settleError(out *protocol.Result, p plan) {
	if out.Success {
		return
	}
	if out.Error == nil {
		out.Error = &protocol.Error{Code: protocol.ErrInternalError, Message: "the SDK reported a failure without an error"}
	}
	if out.Error.Code == "" {
		out.Error.Code = protocol.ErrInternalError
	}
	c.respell(out.Error, p.snapshot, out.PageVersion)
}

// respell turns snapshot_expired into navigation_detected where the page's
// address changed after the snapshot: the released SDK has one code for both,
// and its page version tells them apart.
func (c *released) respell(e *protocol.Error, snapshotID, versionNow string) {
	if e.Code != protocol.ErrSnapshotExpired || versionNow == "" {
		return
	}
	s, known := c.snapshot(snapshotID)
	if !known || s.version == "" || hrefOf(s.version) == hrefOf(versionNow) {
		return
	}
	details := maps.Clone(e.Details)
	if details == nil {
		details = map[string]any{}
	}
	details["releasedCode"] = string(e.Code)
	e.Code, e.Details = protocol.ErrNavigationDetected, details
}

// normalInspect: the result is the snapshot itself.
func (c *released) normalInspect(out *protocol.Result, body map[string]any) {
	c.keep(body)
	out.SnapshotID = text(body["snapshotId"])
	if out.PageVersion == "" {
		out.PageVersion = text(body["pageVersion"])
	}
	out.Result = map[string]any{"actions": []any{started("inspect", out.Success)}, "snapshot": normalSnapshot(body)}
}

// normalSingle: the result is one action's.
func (c *released) normalSingle(out *protocol.Result, body map[string]any, p plan) {
	out.Result = map[string]any{"actions": []any{c.normalAction(body, p.version, p.snapshot)}}
	if !out.Success {
		first := 0
		out.StoppedAt = &first
	}
}

// normalBatch: the released stoppedAt is the last step that ran (of a cancelled
// batch the first that did not), a stop that no step caused is told as a
// success, and a failed batch has its error in the step.
func (c *released) normalBatch(out *protocol.Result, body map[string]any, p plan, planned bool) {
	steps := list(body["steps"])
	actions := make([]any, 0, len(steps))
	version := p.version
	failed := -1
	for i, s := range steps {
		step, ok := s.(map[string]any)
		if !ok {
			continue
		}
		action := c.normalAction(step, version, p.snapshot)
		actions = append(actions, action)
		version = cmp.Or(text(step["pageVersion"]), version)
		if action["ok"] == false && failed < 0 {
			failed = i
			if out.Error == nil {
				out.Error = errorOf(step["error"])
			}
		}
	}
	out.Result = map[string]any{"actions": actions}
	if failed >= 0 {
		out.Success, out.StoppedAt = false, &failed
		return
	}
	stopped, ok := body["stoppedAt"].(float64)
	if !ok || (planned && len(steps) >= len(p.actions)) {
		return
	}
	first := len(steps)
	out.Success, out.StoppedAt = false, &first
	if out.Error == nil {
		out.Error = stopError(int(stopped), steps, text(body["reason"]))
	}
}

// stopError gives the error of a batch that stopped though no step failed. The
// released SDK tells the cause in a sentence, of which two words are relied on.
func stopError(stopped int, steps []any, reason string) *protocol.Error {
	e := &protocol.Error{Code: protocol.ErrPageChanged, Message: reason, Details: map[string]any{"releasedReason": reason}}
	var last map[string]any
	if len(steps) > 0 {
		last, _ = steps[len(steps)-1].(map[string]any)
	}
	switch {
	case stopped >= len(steps):
		e.Code = protocol.ErrTaskCancelled
	case last["effect"] == "navigation":
		e.Code = protocol.ErrNavigationDetected
	case strings.Contains(reason, "per_action"):
		e.Code = protocol.ErrAuthorizationRequired
	}
	if e.Message == "" {
		e.Message = "the SDK stopped the batch without a reason"
	}
	return e
}

// normalScreenshot takes the data URI apart. How many areas were masked is
// known only where none was.
func normalScreenshot(body map[string]any) map[string]any {
	out := map[string]any{"mime": body["mime"], "width": body["width"], "height": body["height"]}
	if _, data, ok := strings.Cut(text(body["dataUri"]), ";base64,"); ok {
		out["data"] = data
		out["byteLength"] = float64(base64Bytes(data))
	}
	if body["masked"] == false {
		out["masked"] = float64(0)
	}
	return out
}

// base64Bytes gives the number of bytes that padded base64 stands for.
func base64Bytes(data string) int {
	padding := len(data) - len(strings.TrimRight(data, "="))
	return len(data)/4*3 - padding
}

// errorOf reads an error inside a step.
func errorOf(v any) *protocol.Error {
	raw, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	return &protocol.Error{
		Code:      protocol.ErrorCode(text(raw["code"])),
		Message:   text(raw["message"]),
		ElementID: text(raw["elementId"]),
	}
}
