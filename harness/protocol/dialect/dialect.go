// Package dialect translates between the harness's one form of page-tool
// messages and what an SDK under test speaks on the wire.
//
// The harness thinks in the types of package protocol, which are the frames of
// the first seed document. An SDK that speaks those frames is served by the
// "seed" codec, which changes nothing. The released product nests its frames,
// names arguments differently and reports results in other shapes; the
// "released" codec translates both ways, so that a scenario is written once.
//
// A codec never makes a verdict kinder than the truth: it respells what the
// other side said, and derives a field only where the source says the same
// thing in other words. What cannot be said in a dialect is refused with
// [ErrInexpressible], so that the scenario is skipped with that reason.
package dialect

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// The names that [New] knows.
const (
	// Seed is the dialect of the seed documents: protocol's frames as they are.
	Seed = "seed"
	// Released is the dialect of the released mao-chat.js 0.2.
	Released = "released"
)

// Names lists the dialects that [New] knows.
var Names = []string{Seed, Released}

// Traits are the differences of a dialect that a dispatcher has to act on.
type Traits struct {
	// Status tells that the SDK sends page_tool_status, so that waiting for
	// the user can be told from silence.
	Status bool
	// CancelNamesRequest tells that page_tool_cancel carries a requestId. If
	// not, a cancel ends everything that runs in the session.
	CancelNamesRequest bool
	// SDKTimesOut tells that the SDK ends an overdue request by itself, so
	// that a dispatcher waits a little longer than the request's time-out.
	SDKTimesOut bool
	// CallTimeout is how long a dispatcher waits for the answer to a request
	// that names no time-out of its own.
	CallTimeout time.Duration
	// WiderCodes are the error codes that also stand for narrower ones which
	// the dialect does not have; see [Traits.Spells].
	WiderCodes map[protocol.ErrorCode][]protocol.ErrorCode
}

// Codec translates the page-tool frames of one agent session. It remembers the
// snapshots that went through it and the requests that are open, so a session
// needs a codec of its own. Methods are safe for concurrent use.
type Codec interface {
	// Name is the dialect's name.
	Name() string
	// Traits tells how the dialect differs for a dispatcher.
	Traits() Traits
	// EncodeRequest gives the frame that asks for r. The error is an
	// *[ErrInexpressible] where the dialect has no way to say it.
	EncodeRequest(r protocol.Request) ([]byte, error)
	// EncodeRaw gives the frame to send for a frame that a scenario wrote by
	// hand in the seed's dialect, byte by byte where it is not a page-tool
	// frame. The error is an *[ErrInexpressible] as in EncodeRequest.
	EncodeRaw(frame []byte) ([]byte, error)
	// EncodeCancel gives the frame that cancels c's request.
	EncodeCancel(c protocol.Cancel) ([]byte, error)
	// Decode reads a frame from the SDK. It gives a *protocol.Result, a
	// *protocol.Status, a *protocol.Audit, or nil for a frame that has nothing
	// to do with page tools.
	Decode(frame []byte) (any, error)
	// Validate checks a frame against the dialect's schemas. It remembers
	// nothing.
	Validate(dir protocol.Direction, frame []byte) error
}

// ErrInexpressible says that a dialect has no words for what was asked.
type ErrInexpressible struct {
	// Dialect is the name of the dialect.
	Dialect string
	// Reason says what cannot be expressed, for the skip line of a report.
	Reason string
}

// Error implements error.
func (e *ErrInexpressible) Error() string {
	return fmt.Sprintf("the %s dialect cannot express this: %s", e.Dialect, e.Reason)
}

// New gives a fresh codec of the dialect with this name.
func New(name string) (Codec, error) {
	switch name {
	case Seed:
		return seedCodec{}, nil
	case Released:
		return newReleased(), nil
	}
	return nil, fmt.Errorf("unknown dialect %q: want one of %s", name, strings.Join(Names, ", "))
}

// Known tells whether name is a dialect that [New] knows.
func Known(name string) bool { return slices.Contains(Names, name) }
