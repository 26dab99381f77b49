package scenario

import (
	"encoding/json"
	"time"
)

// Step is one entry of a scenario's steps.
type Step struct {
	Pos   Pos
	Index int    // from zero
	Text  string // the step's own lines in the file, for messages
	Check string // id of the assertion; empty for steps that assert nothing
	Do    Action
}

// Action is what a step does: one of *Send, *Expect, *ExpectNone, *Verify,
// *PageAct, *UserAct, *Network, *TabAct, *Navigate, *EndTurn, *AgentActs, *History, *Await.
type Action interface {
	// Verb is the word that the step has in the file.
	Verb() string
}

// Send hands a page-tool request to the backend.
type Send struct {
	As       string // name of the call for `of`, may be empty
	Tool     string
	Snapshot string // name of a captured snapshot, SnapshotNone, or empty for the last
	Actions  []ActionSpec

	RequestID           string // literal id, empty to have one made
	RequireConfirmation *bool
	TimeoutMs           *int
	IncludeSnapshot     *bool

	Invalid bool // the request breaks the contract on purpose
	AtOnce  bool // it does not wait for the calls before it

	Raw     any             // a whole frame with {$ref} placeholders; not validated
	RawText json.RawMessage // text that need not even be JSON
	Pad     int             // bytes that a raw frame is filled up to with spaces
	Cancel  string          // name of the call to cancel; nothing else is set then
	Reason  string          // of the cancel, may be empty
}

// SnapshotNone asks for a request without a snapshot id.
const SnapshotNone = "none"

// ActionSpec is one action of a request.
type ActionSpec struct {
	Pos    Pos
	Action string         // empty: the request's own
	Target *Target        // resolved to elementId when the step runs
	Params map[string]any // with Ref placeholders for {$ref: name}
}

// Target names an element as an agent would, from a snapshot.
type Target struct {
	Pos      Pos
	Fields   Pattern // role, label, text, context … of the wanted element
	Nth      int     // from one; 0 means that the target must be the only one
	Snapshot string  // name of a captured snapshot, empty for the last
}

// Ref stands in a Send for a captured value.
type Ref struct {
	Name string
	Pos  Pos
}

// Expect waits for a frame of the SDK: the result of a call unless the
// pattern names another type.
type Expect struct {
	Frame   Pattern
	Type    string // "page_tool_result" unless the pattern says otherwise
	Of      string // name of the call, empty for the oldest one not yet expected
	Within  time.Duration
	Capture []Capture
}

// Captures that exist without being taken: the session's id, and the id of the
// last snapshot once there is one.
const (
	CaptureSession  = "sessionId"
	CaptureSnapshot = "snapshotId"
)

// Capture takes a value out of a result.
type Capture struct {
	Name string
	Path string // dotted, array indexes as numbers: result.snapshot.elements.0.elementId
	Pos  Pos
}

// ExpectNone watches for a while that no frame of the SDK matches.
type ExpectNone struct {
	Frame Pattern
	For   time.Duration
}

// Verify reads the truth. With Within it is read again until it holds.
type Verify struct {
	Condition Condition
	Within    time.Duration // 0: read once
}

// Await holds the scenario until a condition is true. It asserts nothing; a
// condition that does not come true makes the case time out.
type Await struct {
	Condition Condition
	Within    time.Duration
}

// PageAct makes the page change itself.
type PageAct struct {
	Action string // an action of the fixture, or "clearLog"
	Args   []any
	Eval   string // JavaScript in the page's own world, instead of an action
}

// UserAct is what a person does with real mouse and keyboard.
type UserAct struct {
	Confirm string   // "allow", "allowTask" or "deny"
	Stop    bool     // the stop control
	Control string   // any control of the profile, pressed
	Click   *RoleRef // any control of page or SDK, pressed
	Press   string   // a chord such as Control+A
	Type    string   // text
	Compose string   // letters of an input method, left open
	Commit  string   // the text that ends them
	Pinch   int      // percent that the page is enlarged to with two fingers
	Level   string   // the level to choose in the panel: "per_action", "task", "full" or "revoke"
	Message string   // a message to write and send to the agent
	Within  time.Duration
}

// RoleRef finds a control by its place in the accessibility tree.
type RoleRef struct {
	Role string
	Name string // the accessible name, exactly
}

// Navigate moves the tab.
type Navigate struct {
	To   string // path or URL; empty for the others
	Move string // "reload", "back" or "forward"
}

// EndTurn ends the agent's turn by one event of the backend.
type EndTurn struct {
	How string // "message_end", "error", "completed", "failed", "cancelled" or "snapshot"
}

// The Verb of each action.
func (*Send) Verb() string       { return "send" }
func (*Expect) Verb() string     { return "expect" }
func (*ExpectNone) Verb() string { return "expectNone" }
func (*Verify) Verb() string     { return "check" }
func (*PageAct) Verb() string    { return "page" }
func (*UserAct) Verb() string    { return "user" }
func (*Navigate) Verb() string   { return "navigate" }
func (*EndTurn) Verb() string    { return "turn" }
func (*Await) Verb() string      { return "wait" }

// tools lists the tools that a send makes use of, named as tools.
func (s *Send) tools() []string {
	if s.Tool == "" {
		return nil
	}
	tools := []string{s.Tool}
	for _, a := range s.Actions {
		if a.Action != "" {
			tools = append(tools, "page_"+a.Action)
		}
	}
	return tools
}

// features lists what a send makes use of besides tools.
func (s *Send) features() []string {
	var features []string
	for name, used := range map[string]bool{
		"batch":                len(s.Actions) > 1,
		"include_snapshot":     s.IncludeSnapshot != nil,
		"request_cancel":       s.Cancel != "",
		"request_timeout":      s.TimeoutMs != nil,
		"require_confirmation": s.RequireConfirmation != nil,
	} {
		if used {
			features = append(features, name)
		}
	}
	return features
}

// Answerable tells whether an SDK can answer the frame: it is a request and has
// an id by which the answer can be told.
func (s *Send) Answerable() bool {
	frame, ok := s.Raw.(map[string]any)
	if s.RawText != nil {
		ok = json.Unmarshal(s.RawText, &frame) == nil
	}
	if !ok {
		return s.Tool != ""
	}
	id, named := frame["requestId"].(string)
	_, captured := frame["requestId"].(Ref)
	return frame["type"] == "page_tool_request" && (captured || named && id != "")
}

// Acts tells whether the request may change the page.
func (s *Send) Acts() bool {
	for _, tool := range s.tools() {
		switch tool {
		case "page_inspect", "page_observe", "page_wait", "page_screenshot":
		default:
			return true
		}
	}
	return false
}

// ConditionKind says which truth a condition reads.
type ConditionKind string

// The truths that a check or wait may read.
const (
	OnDOM     ConditionKind = "dom"     // a node of the page, through DevTools
	OnState   ConditionKind = "state"   // the framework's own state
	OnLog     ConditionKind = "log"     // the events that the page saw
	OnFocus   ConditionKind = "focus"   // the deep active element
	OnConsole ConditionKind = "console" // what the page wrote and threw
	OnFrames  ConditionKind = "frames"  // every frame of the connection so far
	OnAudit   ConditionKind = "audit"   // the backend's audit records
	OnStorage ConditionKind = "storage" // what the page's origin keeps in the browser
	OnMarkup  ConditionKind = "markup"  // every attribute and text of the page, shadow roots and frames included
	OnMotion  ConditionKind = "motion"  // the animations that run right now, shadow roots and frames included
	OnEvents  ConditionKind = "events"  // what the SDK told the host page by onEvent
	OnREST    ConditionKind = "rest"    // every REST call that the SDK made
	OnUI      ConditionKind = "ui"      // a control of the SDK, or any, as the accessibility tree shows it
	OnPixels  ConditionKind = "pixels"  // the SDK's newest picture beside the browser's own
)

var conditionKinds = []string{string(OnDOM), string(OnState), string(OnLog), string(OnFocus), string(OnConsole), string(OnFrames), string(OnAudit),
	string(OnStorage), string(OnMarkup), string(OnMotion), string(OnEvents), string(OnREST), string(OnUI), string(OnArtifact), string(OnPixels)}

// Condition is something that can be read and compared.
type Condition struct {
	Pos  Pos
	Kind ConditionKind
	DOM  NodeQuery // for OnDOM: which node
	Log  LogWants  // for OnLog
	UI   UIQuery   // for OnUI: which control
	Want Pattern   // for all but OnLog

	Pixels PixelWants // for OnPixels
}

// NodeQuery finds nodes of the page. Exactly one of ID, CSS and Name is set.
type NodeQuery struct {
	ID, CSS, Name string
	Frame         string // CSS selector of the iframe that holds it, empty for the top document
}

// UIQuery finds controls in the accessibility tree. Either Control or Role is
// set.
type UIQuery struct {
	Control string // of the SDK profile
	Role    string
	Name    Pattern // of the accessible name, with Role; unset for any
	Within  string  // a control of the SDK profile that it lies in, with Role
	Nth     int     // which of several, from one; 0 for the first
}

// LogWants says what the event log must hold for a target.
type LogWants struct {
	Target string // element id, empty for all
	Frame  string // CSS selector of the iframe whose log is read, empty for the top document
	// Seq is the exact order of the events of the types that it names; events
	// of other types may lie between.
	Seq   []Pattern
	Count []LogCount
	None  []string // event types that must not occur
}

// LogCount wants a number of events of a type.
type LogCount struct {
	Type string
	Want Pattern
}
