package backend

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// traceBudget is how many bytes of frames a trace keeps whole; of later frames
// it keeps tracePrefix bytes, so that a flood does not fill the memory.
const (
	traceBudget = 64 << 20
	tracePrefix = 1 << 10
)

// EventKind says what a [TraceEvent] is about.
type EventKind string

// The kinds of events.
const (
	KindFrame EventKind = "frame" // a WebSocket message
	KindOpen  EventKind = "open"  // a connection was accepted
	KindClose EventKind = "close" // a connection ended
	KindHTTP  EventKind = "http"  // a REST call was answered
	KindAgent EventKind = "agent" // a turn of the agent failed
)

// TraceEvent is one thing that crossed the wire.
type TraceEvent struct {
	// Seq counts the events of a backend from 1.
	Seq int
	// At is when a frame arrived, or when writing it began.
	At time.Time
	// Kind says what it is.
	Kind EventKind
	// Conn numbers the connections of a backend from 1; 0 for REST.
	Conn int
	// Dir is a frame's direction.
	Dir protocol.Direction
	// Type is a frame's type, "" where it has none that can be read.
	Type string
	// RequestID is the page-tool call that a frame is about, "" if none.
	RequestID string
	// Raw is the frame as it crossed the wire. The token of an auth frame is
	// blanked, and a frame may be cut, see Cut.
	Raw []byte
	// Size is the frame's size in bytes.
	Size int
	// Cut tells that Raw is only the beginning of the frame.
	Cut bool
	// Violation says how the frame breaks the protocol, "" if it does not.
	Violation string
	// Deliberate tells that the frame was sent unvalidated, to provoke.
	Deliberate bool
	// Note tells the rest: the close code, or method, path and status.
	Note string
}

// tracer records events.
type tracer struct {
	listen func(TraceEvent)
	budget int // bytes of frames that are kept whole
	keep   int // events that are kept; 0 for all

	mu      sync.Mutex
	events  []TraceEvent
	gone    int // events that were forgotten
	bytes   int
	changed chan struct{} // closed and replaced with each event
}

func newTracer(listen func(TraceEvent), budget, keep int) *tracer {
	return &tracer{listen: listen, budget: budget, keep: keep, changed: make(chan struct{})}
}

// forget drops the older half of what is too much. t.mu is held.
func (t *tracer) forget() {
	if t.keep == 0 || len(t.events) < 2*t.keep {
		return
	}
	old := len(t.events) - t.keep
	for _, e := range t.events[:old] {
		t.bytes -= len(e.Raw)
	}
	t.events = slices.Clone(t.events[old:])
	t.gone += old
}

// add records an event and gives it as recorded.
func (t *tracer) add(e TraceEvent) TraceEvent {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget()
	e.Seq = t.gone + len(t.events) + 1
	e.At = time.Now()
	e.Size = len(e.Raw)
	if t.bytes+len(e.Raw) > t.budget && len(e.Raw) > tracePrefix {
		e.Raw, e.Cut = e.Raw[:tracePrefix], true
	}
	e.Raw = bytes.Clone(e.Raw)
	t.bytes += len(e.Raw)
	t.events = append(t.events, e)
	close(t.changed)
	t.changed = make(chan struct{})
	if t.listen != nil {
		t.listen(e)
	}
	return e
}

// all gives the events so far.
func (t *tracer) all() []TraceEvent {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.events)
}

func (t *tracer) count(kind EventKind) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, e := range t.events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// find gives the first event at or after index from that matches, else a
// channel that closes when there is more to see and the index to go on from.
func (t *tracer) find(from int, match func(TraceEvent) bool) (TraceEvent, bool, int, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.events[max(from-t.gone, 0):] {
		if match(e) {
			return e, true, 0, nil
		}
	}
	return TraceEvent{}, false, t.gone + len(t.events), t.changed
}

// Trace gives everything that crossed the wire so far, in order.
func (b *Backend) Trace() []TraceEvent { return b.trace.all() }

// Frames gives the WebSocket messages so far, both ways, in order.
func (b *Backend) Frames() []TraceEvent {
	return slices.DeleteFunc(b.trace.all(), func(e TraceEvent) bool { return e.Kind != KindFrame })
}

// Violations gives the events that break the protocol.
func (b *Backend) Violations() []TraceEvent {
	return slices.DeleteFunc(b.trace.all(), func(e TraceEvent) bool { return e.Violation == "" })
}

// WaitFrame waits for a frame that matches, and gives the first one; frames of
// the past count, so match by Seq to look only at what follows. match must not
// call the backend.
func (b *Backend) WaitFrame(ctx context.Context, match func(TraceEvent) bool) (TraceEvent, error) {
	frame := func(e TraceEvent) bool { return e.Kind == KindFrame && match(e) }
	from := 0
	for {
		e, found, next, changed := b.trace.find(from, frame)
		if found {
			return e, nil
		}
		from = next
		select {
		case <-changed:
		case <-ctx.Done():
			return TraceEvent{}, fmt.Errorf("wait for a frame: %w", ctx.Err())
		}
	}
}
