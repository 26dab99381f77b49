package runner

import (
	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// auditView is an audit record as scenarios see it.
type auditView struct {
	Event     string                `json:"event"`
	RequestID string                `json:"requestId,omitempty"`
	Tool      string                `json:"tool,omitempty"`
	Actions   []protocol.ActionName `json:"actions,omitempty"`
	End       string                `json:"end,omitempty"`
	Success   bool                  `json:"success"`
	Code      string                `json:"code,omitempty"`
	Reason    string                `json:"reason,omitempty"`
	Act       *protocol.Audit       `json:"act,omitempty"`
}

func auditOf(records []backend.AuditRecord) []auditView {
	views := make([]auditView, len(records))
	for i, r := range records {
		views[i] = auditView{
			Event: string(r.Event), RequestID: r.RequestID, Tool: string(r.Tool), Actions: r.Actions,
			End: string(r.End), Success: r.Success, Code: r.Code, Reason: string(r.Reason), Act: r.Act,
		}
	}
	return views
}
