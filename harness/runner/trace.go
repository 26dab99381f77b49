package runner

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner/result"
)

// recorder writes down what happens in a case. Its methods may be called from
// several goroutines.
type recorder struct {
	began time.Time

	mu     sync.Mutex
	events []result.Event
}

func newRecorder() *recorder { return &recorder{began: time.Now()} }

func (r *recorder) add(at time.Time, e result.Event) {
	e.AtMs = float64(at.Sub(r.began).Microseconds()) / 1000
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

func (r *recorder) note(kind result.EventKind, format string, args ...any) {
	r.add(time.Now(), result.Event{Kind: kind, Text: fmt.Sprintf(format, args...)})
}

// wire records what crossed the wire.
func (r *recorder) wire(e backend.TraceEvent) {
	if e.Kind != backend.KindFrame {
		r.add(e.At, result.Event{Kind: result.EventNote, Text: fmt.Sprintf("%s %s", e.Kind, e.Note), Violation: e.Violation})
		return
	}
	event := result.Event{Kind: result.EventFrame, From: sender(e.Dir), Text: describeFrame(e), Violation: e.Violation}
	if json.Valid(e.Raw) { // also with bytes that are no UTF-8, which a report must not hold
		event.Raw = bytes.ToValidUTF8(e.Raw, []byte("\uFFFD"))
	}
	r.add(e.At, event)
}

// sender is how scenarios and reports name the sides.
func sender(d protocol.Direction) string {
	if d == protocol.FromSDK {
		return "sdk"
	}
	return "server"
}

// describeFrame gives the line by which a reader recognises a frame.
func describeFrame(e backend.TraceEvent) string {
	var f struct {
		Tool    string `json:"tool"`
		State   string `json:"state"`
		Event   string `json:"event"`
		Success *bool  `json:"success"`
		Data    struct {
			Tool    string         `json:"tool"`
			Success *bool          `json:"success"`
			Error   protocol.Error `json:"error"`
		} `json:"data"`
		Error protocol.Error `json:"error"`
	}
	kind := e.Type
	if kind == "" {
		kind = "unreadable frame"
	}
	parts := []string{kind}
	if json.Unmarshal(e.Raw, &f) == nil {
		parts = append(parts, f.Tool, f.State, f.Event, f.Data.Tool, successWord(f.Success), successWord(f.Data.Success),
			string(f.Error.Code), string(f.Data.Error.Code))
	}
	if e.RequestID != "" {
		parts = append(parts, "("+shorten(e.RequestID)+")")
	}
	if e.Size > 1000 {
		parts = append(parts, fmt.Sprintf("%d kB", e.Size/1000))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

func successWord(b *bool) string {
	switch {
	case b == nil:
		return ""
	case *b:
		return "success"
	default:
		return "failure"
	}
}

func shorten(id string) string {
	if len(id) > 14 {
		return id[:14] + "…"
	}
	return id
}

// finish gives the trace in the order of time, with the page's console in it.
func (r *recorder) finish(console []chrome.ConsoleEntry) []result.Event {
	for _, entry := range console {
		r.add(entry.At, result.Event{Kind: result.EventConsole, Text: entry.String()})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortStableFunc(r.events, func(a, b result.Event) int { return cmp.Compare(a.AtMs, b.AtMs) })
	return r.events
}
