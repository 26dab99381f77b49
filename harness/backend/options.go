package backend

import (
	"fmt"
	"time"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

// Options say what a [Backend] is like. The zero value is a usable backend of
// the seed dialect.
type Options struct {
	// Dialect is the name of the page-tool dialect. Default: dialect.Seed.
	Dialect string
	// AgentID is the agent that the backend knows. Default: 3.
	AgentID int64
	// OtherAgents are the ids of agents that it knows besides, for what one agent
	// must not have of another. Default: none.
	OtherAgents []int64
	// AgentName is the agent's name. Default: "Mao".
	AgentName string
	// UserID is the user that tokens belong to. Default: 42.
	UserID int64
	// Token is an access token that is good from the start. Default: a minted
	// one; see [Backend.Token].
	Token string
	// AllowOrigin tells whether pages of an origin may talk to the backend, over
	// HTTP and WebSocket. Default: all may.
	AllowOrigin func(origin string) bool
	// Trace gets every event as it is recorded, in order and one at a time. It
	// must be quick and must not call the backend. Default: nobody listens.
	Trace func(TraceEvent)
	// OnAudit gets every audit record as it is made, in order and one at a time.
	// It must be quick and must not call the backend. Default: nobody listens.
	OnAudit func(AuditRecord)

	// Agent answers the messages of users. Default: nobody does; see
	// [Backend.Stream].
	Agent AgentLoop
	// PageTools are the page tools that the agent's permissions hold. Default:
	// all of them.
	PageTools []protocol.Tool
	// Sessions are those of an earlier backend, to go on with. Default: none.
	Sessions []StoredSession
	// History are messages that the first new session begins with. Default: none.
	History []Message
	// OnChange gets each new or changed session and each new message, in order
	// and one at a time. It must be quick and must not call the backend.
	// Default: nobody listens, and sessions end with the backend.
	OnChange func(Change)

	// Keep is how many events of the trace, audit records and refused frames are
	// kept, at least; older ones are forgotten. Default: all are kept.
	Keep int

	// MaxInFlight is how many calls of a session run at once; the others wait in
	// order. Default: 1.
	MaxInFlight int
	// CallTimeout is how long a call that names no time-out may take. Default:
	// the dialect's.
	CallTimeout time.Duration
	// CallGrace is how much longer the backend waits than an SDK that ends
	// overdue calls by itself. Default: 5 s.
	CallGrace time.Duration
	// ConfirmTimeout is how long a call may wait for the user, or behind other
	// calls in the SDK, where the SDK says that it does. Default: 5 min 5 s.
	ConfirmTimeout time.Duration
	// CancelGrace is how long a cancelled call may still be answered.
	// Default: 5 s.
	CancelGrace time.Duration
	// ReconnectHold is how long a call waits for an SDK whose connection was
	// lost. Default: 10 s.
	ReconnectHold time.Duration
	// AuthTimeout is how long a new connection may take to authenticate.
	// Default: 30 s.
	AuthTimeout time.Duration
	// IdleTimeout is how long a connection may be silent. Default: 90 s.
	IdleTimeout time.Duration
	// WriteTimeout is how long writing one frame may take. Default: 10 s.
	WriteTimeout time.Duration
	// ReadLimit is the size of the largest frame that is taken, in bytes.
	// Default: 1 MiB.
	ReadLimit int64
}

// batchStep is what a batch adds to its time-out for every action.
const batchStep = 2 * time.Second

func (o *Options) fill() error {
	fallback(&o.Dialect, dialect.Seed)
	codec, err := dialect.New(o.Dialect)
	if err != nil {
		return fmt.Errorf("set up the backend: %w", err)
	}
	fallback(&o.AgentID, 3)
	fallback(&o.AgentName, "Mao")
	fallback(&o.UserID, 42)
	fallback(&o.MaxInFlight, 1)
	fallback(&o.CallTimeout, codec.Traits().CallTimeout)
	fallback(&o.CallGrace, 5*time.Second)
	fallback(&o.ConfirmTimeout, 5*time.Minute+5*time.Second)
	fallback(&o.CancelGrace, 5*time.Second)
	fallback(&o.ReconnectHold, 10*time.Second)
	fallback(&o.AuthTimeout, 30*time.Second)
	fallback(&o.IdleTimeout, 90*time.Second)
	fallback(&o.WriteTimeout, 10*time.Second)
	fallback(&o.ReadLimit, 1<<20)
	if o.PageTools == nil {
		o.PageTools = protocol.Tools
	}
	if o.AllowOrigin == nil {
		o.AllowOrigin = func(string) bool { return true }
	}
	return nil
}

// fallback gives a field that is not set its default.
func fallback[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
