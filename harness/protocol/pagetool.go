package protocol

// Frame types of the page tools.
const (
	TypePageToolRequest = "page_tool_request"
	TypePageToolResult  = "page_tool_result"
	TypePageToolStatus  = "page_tool_status"
	TypePageToolCancel  = "page_tool_cancel"
	TypePageAudit       = "page_audit"
)

// Request is one call of a page tool (seed 000, 6.4; PROTOCOL.md, request).
type Request struct {
	Type      string `json:"type"`
	RequestID string `json:"requestId"`
	SessionID int64  `json:"sessionId"`
	Tool      Tool   `json:"tool"`
	// SnapshotID counts for every action that names none itself.
	SnapshotID string `json:"snapshotId,omitempty"`
	// Actions holds the parameters: one entry is a single action, more are an ordered batch.
	Actions []map[string]any `json:"actions,omitempty"`
	// RequireConfirmation asks the user at any level.
	RequireConfirmation *bool `json:"requireConfirmation,omitempty"`
	// TimeoutMs is in milliseconds, 1,000 to 120,000; the SDK takes 30,000 without it.
	TimeoutMs *int `json:"timeoutMs,omitempty"`
	// IncludeSnapshot puts a fresh snapshot into the result.
	IncludeSnapshot *bool `json:"includeSnapshot,omitempty"`
}

// Result is the one answer to a Request.
type Result struct {
	Type        string `json:"type"`
	RequestID   string `json:"requestId"`
	SessionID   int64  `json:"sessionId"`
	Success     bool   `json:"success"`
	PageVersion string `json:"pageVersion"`
	SnapshotID  string `json:"snapshotId,omitempty"`
	// Result is kept open, so that scenarios can match any part of it; DecodeResultBody gives the typed view.
	Result map[string]any `json:"result,omitempty"`
	// StoppedAt is the index of the first action that was not completed.
	StoppedAt *int   `json:"stoppedAt,omitempty"`
	Error     *Error `json:"error,omitempty"`
}

// Error is a refusal or a failure as it travels.
type Error struct {
	Code      ErrorCode      `json:"code"`
	Message   string         `json:"message"`
	ElementID string         `json:"elementId,omitempty"`
	Details   map[string]any `json:"details,omitempty"`
}

// State is where a request stands.
type State string

// The states that a Status reports.
const (
	StateQueued     State = "queued"
	StateConfirming State = "confirming"
	StateRunning    State = "running"
)

// Status tells a waiting SDK from a silent one.
type Status struct {
	Type        string `json:"type"`
	RequestID   string `json:"requestId"`
	SessionID   int64  `json:"sessionId"`
	State       State  `json:"state"`
	ActionIndex int    `json:"actionIndex"`
}

// CancelReason says why the backend ends a call.
type CancelReason string

// The reasons of a Cancel.
const (
	CancelReasonCancel   CancelReason = "cancel"
	CancelReasonTakeover CancelReason = "takeover"
	CancelReasonTimeout  CancelReason = "timeout"
)

// Cancel ends one call, or without RequestID every call of the session.
type Cancel struct {
	Type      string       `json:"type"`
	RequestID string       `json:"requestId,omitempty"`
	SessionID int64        `json:"sessionId"`
	Reason    CancelReason `json:"reason,omitempty"`
}

// Level is how far the user lets the agent act (seed 000, 3.3).
type Level string

// The authorization levels.
const (
	LevelPerAction Level = "per_action"
	LevelTask      Level = "task"
	LevelFull      Level = "full"
)

// AuditEvent is an act of the user on authorization.
type AuditEvent string

// The events of an Audit.
const (
	AuditGranted   AuditEvent = "granted"
	AuditLowered   AuditEvent = "lowered"
	AuditRevoked   AuditEvent = "revoked"
	AuditConfirmed AuditEvent = "confirmed"
	AuditDenied    AuditEvent = "denied"
	AuditStopped   AuditEvent = "stopped"
)

// Audit reports an act of the user on authorization (seed 000, 7.2). It never holds page content or a value.
type Audit struct {
	Type string `json:"type"`
	// SessionID is nil when the act belongs to no session, such as a revocation before the first message.
	SessionID     *int64       `json:"sessionId"`
	Event         AuditEvent   `json:"event"`
	Level         Level        `json:"level"`
	PreviousLevel Level        `json:"previousLevel,omitempty"`
	RequestID     string       `json:"requestId,omitempty"`
	Actions       []ActionName `json:"actions,omitempty"`
	HighRisk      bool         `json:"highRisk,omitempty"`
	Sensitive     bool         `json:"sensitive,omitempty"`
	Reason        string       `json:"reason,omitempty"`
	// At is in milliseconds since 1970.
	At int64 `json:"at"`
}
