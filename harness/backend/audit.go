package backend

import (
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// AuditEvent says what an [AuditRecord] is about.
type AuditEvent string

// The events of the backend's audit log.
const (
	AuditCall    AuditEvent = "call"     // a call was sent to the SDK
	AuditEnd     AuditEvent = "end"      // a call ended
	AuditRefused AuditEvent = "refused"  // a frame about a call was not taken
	AuditBound   AuditEvent = "bound"    // a connection took a session
	AuditUnbound AuditEvent = "unbound"  // a connection lost a session
	AuditUserAct AuditEvent = "user_act" // the SDK reported an act of its user
)

// AuditRecord is one line of the backend's audit log (seed 000, 7.2). It names
// what was done and never holds a value that was written or read.
type AuditRecord struct {
	// Seq counts the records of a backend from 1.
	Seq int
	// At is when it happened.
	At time.Time
	// Event says what happened.
	Event AuditEvent
	// SessionID, RequestID and Conn say where; zero values mean that there is
	// no such thing.
	SessionID int64
	RequestID string
	Conn      int
	// Tool and Actions say what a call asks for.
	Tool    protocol.Tool
	Actions []protocol.ActionName
	// End, Success and Code say how a call ended. Code is the error's, or the one
	// an agent gets for an end without a result.
	End     End
	Success bool
	Code    string
	// Reason says why a call or a binding ended, or why a frame was refused.
	Reason Reason
	// Duration is the time from sending a call to its end.
	Duration time.Duration
	// Act is what the SDK reported, with AuditUserAct.
	Act *protocol.Audit
}

// Audit gives the backend's audit log so far.
func (b *Backend) Audit() []AuditRecord {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.audit)
}

// record adds to the audit log. b.mu is held.
func (b *Backend) record(r AuditRecord) {
	b.recorded++
	r.Seq = b.recorded
	r.At = time.Now()
	b.audit = append(newest(b.audit, b.options.Keep), r)
	if b.options.OnAudit != nil {
		b.options.OnAudit(r)
	}
}

// newest drops the older half of a list that has twice as many as are kept; 0
// keeps all.
func newest[T any](list []T, keep int) []T {
	if keep == 0 || len(list) < 2*keep {
		return list
	}
	return slices.Clone(list[len(list)-keep:])
}

// recordCall records that a call was sent. b.mu is held.
func (b *Backend) recordCall(c *Call) {
	b.record(AuditRecord{
		Event: AuditCall, SessionID: c.session.id, RequestID: c.request.RequestID, Conn: c.by.number,
		Tool: c.request.Tool, Actions: actionNames(c.request),
	})
}

// recordEnd records how a call ended. b.mu is held.
func (b *Backend) recordEnd(c *Call) {
	r := AuditRecord{
		Event: AuditEnd, SessionID: c.request.SessionID, RequestID: c.request.RequestID,
		Tool: c.request.Tool, Actions: actionNames(c.request),
		End: c.outcome.End, Code: c.outcome.Code, Reason: c.outcome.Reason, Duration: c.outcome.Duration(),
	}
	if c.by != nil {
		r.Conn = c.by.number
	}
	if result := c.outcome.Result; result != nil {
		r.Success = result.Success
		if result.Error != nil {
			r.Code = string(result.Error.Code)
		}
	}
	b.record(r)
}

// actionNames names the actions of a request.
func actionNames(r protocol.Request) []protocol.ActionName {
	if len(r.Actions) == 0 {
		return []protocol.ActionName{r.Tool.Action()}
	}
	names := make([]protocol.ActionName, 0, len(r.Actions))
	for _, action := range r.Actions {
		name, ok := action["action"].(string)
		if !ok {
			name = string(r.Tool.Action())
		}
		names = append(names, protocol.ActionName(name))
	}
	return names
}
