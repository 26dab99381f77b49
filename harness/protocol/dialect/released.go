package dialect

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

const (
	// releasedCallTimeout is the released server's timer. It runs from
	// dispatch and includes the 120 s a confirmation may take.
	releasedCallTimeout = 180 * time.Second
	// releasedBatchTool is the thirteenth tool, which the seed does not have.
	releasedBatchTool = "page_actions"
	// plansKept and snapshotsKept bound what a codec remembers.
	plansKept     = 256
	snapshotsKept = 8
)

// released speaks the dialect of the released mao-chat.js 0.2: frames whose
// content sits in `data`, one action a tool, `page_actions` for batches, results
// in a shape for each tool.
type released struct {
	mu        sync.Mutex
	snapshots []releasedSnapshot // oldest first
	plans     []plan             // oldest first
	version   string             // the page version last reported
}

// plan is what was asked for, kept until the answer comes, for a released
// result does not tell what it leaves undone.
type plan struct {
	requestID string
	snapshot  string
	actions   []plannedAction
	version   string // the page version known when the request was encoded
}

// plannedAction is one action of a plan.
type plannedAction struct {
	name      string
	elementID string
}

// releasedRequest is page_tool_request in this dialect.
type releasedRequest struct {
	Type      string              `json:"type"`
	SessionID int64               `json:"sessionId"`
	Data      releasedRequestData `json:"data"`
}

type releasedRequestData struct {
	RequestID string         `json:"requestId"`
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// releasedCancel is page_tool_cancel in this dialect: it names no request.
type releasedCancel struct {
	Type      string             `json:"type"`
	SessionID int64              `json:"sessionId"`
	Data      releasedCancelData `json:"data"`
}

type releasedCancelData struct {
	Reason string `json:"reason,omitempty"`
}

func newReleased() *released { return &released{} }

// Name implements [Codec].
func (c *released) Name() string { return Released }

// Traits implements [Codec].
func (c *released) Traits() Traits {
	return Traits{CallTimeout: releasedCallTimeout, WiderCodes: releasedCodes}
}

// EncodeRequest implements [Codec].
func (c *released) EncodeRequest(r protocol.Request) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	actions, err := canonical(r.Actions)
	if err != nil {
		return nil, fmt.Errorf("encode page tool request %s: %w", r.RequestID, err)
	}
	tool, arguments, err := c.arguments(r, actions)
	if err != nil {
		return nil, err
	}
	frame, err := json.Marshal(releasedRequest{
		Type:      protocol.TypePageToolRequest,
		SessionID: r.SessionID,
		Data:      releasedRequestData{RequestID: r.RequestID, Tool: tool, Arguments: arguments},
	})
	if err != nil {
		return nil, fmt.Errorf("encode page tool request %s: %w", r.RequestID, err)
	}
	c.remember(r, actions)
	return frame, nil
}

// EncodeRaw implements [Codec]. A page-tool frame written by hand is written in
// the seed's dialect; its faults mean nothing in this one.
func (c *released) EncodeRaw(frame []byte) ([]byte, error) {
	kind, err := protocol.FrameType(frame)
	if err == nil && slices.Contains([]string{protocol.TypePageToolRequest, protocol.TypePageToolCancel}, kind) {
		return nil, inexpressible("a hand-written %s is in the seed's dialect", kind)
	}
	return frame, nil
}

// EncodeCancel implements [Codec].
func (c *released) EncodeCancel(cancel protocol.Cancel) ([]byte, error) {
	frame, err := json.Marshal(releasedCancel{
		Type:      protocol.TypePageToolCancel,
		SessionID: cancel.SessionID,
		Data:      releasedCancelData{Reason: string(cancel.Reason)},
	})
	if err != nil {
		return nil, fmt.Errorf("encode page tool cancel: %w", err)
	}
	return frame, nil
}

// arguments gives the released tool and its arguments.
func (c *released) arguments(r protocol.Request, actions []map[string]any) (string, map[string]any, error) {
	switch {
	case r.RequireConfirmation != nil && *r.RequireConfirmation:
		return "", nil, inexpressible("a request cannot ask for a confirmation by itself")
	case r.IncludeSnapshot != nil && *r.IncludeSnapshot:
		return "", nil, inexpressible("a result never carries a fresh snapshot")
	case r.TimeoutMs != nil:
		return "", nil, inexpressible("a request carries no time-out")
	case len(actions) > 1:
		return c.batch(r, actions)
	}
	action := map[string]any{}
	if len(actions) == 1 {
		action = actions[0]
	}
	return c.single(r, action)
}

// single gives a tool of its own to the one action of a request.
func (c *released) single(r protocol.Request, action map[string]any) (string, map[string]any, error) {
	name, snapshot, err := headOf(r, action)
	if err != nil {
		return "", nil, err
	}
	arguments, err := c.encodeAction(name, snapshot, parametersOf(action))
	if err != nil {
		return "", nil, err
	}
	if snapshot != "" && !snapshotless(name) {
		arguments["snapshotId"] = snapshot
	}
	if _, named := action["action"]; named {
		return toolOf(name), arguments, nil
	}
	return string(r.Tool), arguments, nil
}

// batch gives page_actions, whose steps share one snapshot.
func (c *released) batch(r protocol.Request, actions []map[string]any) (string, map[string]any, error) {
	steps := make([]any, 0, len(actions))
	shared := ""
	for i, action := range actions {
		name, snapshot, err := headOf(r, action)
		if err != nil {
			return "", nil, err
		}
		if !batchable(name) {
			return "", nil, inexpressible("%s cannot be a step of a batch", name)
		}
		step, err := c.encodeAction(name, snapshot, parametersOf(action))
		if err != nil {
			return "", nil, err
		}
		if _, taken := step["type"]; taken {
			return "", nil, inexpressible("a step's own field %q is the name of its action", "type")
		}
		step["type"] = name
		steps = append(steps, step)
		if i == 0 {
			shared = snapshot
		}
		if snapshot != shared {
			return "", nil, inexpressible("all steps of a batch use one snapshot")
		}
	}
	arguments := map[string]any{"actions": steps}
	if shared != "" {
		arguments["snapshotId"] = shared
	}
	return releasedBatchTool, arguments, nil
}

// remember keeps the plan of a request whose frame was made.
func (c *released) remember(r protocol.Request, actions []map[string]any) {
	p := plan{requestID: r.RequestID, snapshot: r.SnapshotID, version: c.version}
	for _, action := range actions {
		name, snapshot, _ := headOf(r, action)
		if p.snapshot == "" {
			p.snapshot = snapshot
		}
		id, _ := action["elementId"].(string)
		p.actions = append(p.actions, plannedAction{name: name, elementID: id})
	}
	if len(p.actions) == 0 {
		p.actions = []plannedAction{{name: string(r.Tool.Action())}}
	}
	c.plans = append(c.plans, p)
	if len(c.plans) > plansKept {
		c.plans = slices.Delete(c.plans, 0, len(c.plans)-plansKept)
	}
}

// planOf gives the newest plan of a request.
func (c *released) planOf(requestID string) (plan, bool) {
	for _, p := range slices.Backward(c.plans) {
		if p.requestID == requestID {
			return p, true
		}
	}
	return plan{}, false
}

// headOf gives an action's name and the snapshot that it refers to.
func headOf(r protocol.Request, action map[string]any) (name, snapshot string, err error) {
	name, snapshot = string(r.Tool.Action()), r.SnapshotID
	if v, ok := action["action"]; ok {
		if name, ok = v.(string); !ok {
			return "", "", inexpressible("the name of an action has to be text")
		}
	}
	if v, ok := action["snapshotId"]; ok {
		if snapshot, ok = v.(string); !ok {
			return "", "", inexpressible("a snapshotId has to be text")
		}
	}
	return name, snapshot, nil
}

// canonical gives the actions with the types that encoding/json decodes to, and
// with nothing shared with the caller.
func canonical(actions []map[string]any) ([]map[string]any, error) {
	raw, err := json.Marshal(actions)
	if err != nil {
		return nil, fmt.Errorf("encode actions: %w", err)
	}
	var out []map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("decode actions: %w", err)
	}
	return out, nil
}

func inexpressible(format string, args ...any) error {
	return &ErrInexpressible{Dialect: Released, Reason: fmt.Sprintf(format, args...)}
}
