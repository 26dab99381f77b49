package oracle

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/chrome"
)

// readyInterval is the pause between two looks whether a page is ready.
const readyInterval = 10 * time.Millisecond

// A LogEntry is one event that a fixture's page saw. The JSON names are those of
// scenarios.
type LogEntry struct {
	// Target is the id of the element that the event was fired at.
	Target string `json:"target"`
	// Type is the event's type, such as "input".
	Type string `json:"type"`
	// Trusted is true for events that the browser made from real input.
	Trusted bool `json:"trusted"`
	// Detail is what else the page noted of it, or nil.
	Detail any `json:"detail,omitempty"`
	// Hosts are the ids of the hosts of the open shadow roots that the target lies
	// in, from the inside out.
	Hosts []string `json:"hosts,omitempty"`
}

// fixture asks the fixture's own part of the page. frame is a frame path as in
// [DOMQuery], at most one.
func fixture(ctx context.Context, tab *chrome.Tab, doing string, request map[string]any, frame []string, into any) error {
	frames := []string{}
	for _, path := range frame {
		for part := range strings.SplitSeq(path, ">>") {
			if part = strings.TrimSpace(part); part != "" {
				frames = append(frames, part)
			}
		}
	}
	request["frames"] = frames
	type answer struct {
		Error string          `json:"error"`
		Value json.RawMessage `json:"value"`
	}
	res, err := chrome.CallMain[answer](ctx, tab, fixtureScript, request)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", doing, err)
	case res.Error != "":
		return unreadable(doing, res.Error)
	case into == nil:
		return nil
	}
	if err := json.Unmarshal(res.Value, into); err != nil {
		return fmt.Errorf("%s: decoding it: %w", doing, err)
	}
	return nil
}

// State reads the application's own state as the fixture gives it, for example
// what React holds for each field. frame names the frame that the fixture runs
// in, if any.
func State(ctx context.Context, tab *chrome.Tab, frame ...string) (map[string]any, error) {
	var state map[string]any
	err := fixture(ctx, tab, "reading the application's state", map[string]any{"want": "state"}, frame, &state)
	return state, err
}

// Log reads the events that the fixture's page saw since it was loaded or the
// log was emptied.
func Log(ctx context.Context, tab *chrome.Tab, frame ...string) ([]LogEntry, error) {
	var log []LogEntry
	err := fixture(ctx, tab, "reading the page's event log", map[string]any{"want": "log"}, frame, &log)
	return log, err
}

// ClearLog empties the event log.
func ClearLog(ctx context.Context, tab *chrome.Tab, frame ...string) error {
	return fixture(ctx, tab, "emptying the page's event log", map[string]any{"want": "clearLog"}, frame, nil)
}

// Act makes the fixture's page change itself by one of its actions, and returns
// what the action returned as JSON, waiting for a promise.
func Act(ctx context.Context, tab *chrome.Tab, action string, args []any, frame ...string) (json.RawMessage, error) {
	if args == nil {
		args = []any{}
	}
	var value json.RawMessage
	err := fixture(ctx, tab, "page action "+action, map[string]any{"want": "act", "action": action, "args": args}, frame, &value)
	return value, err
}

// WaitReady waits until the fixture says that its page is ready, at most limit.
// The error says what was still amiss at the end.
func WaitReady(ctx context.Context, tab *chrome.Tab, limit time.Duration, frame ...string) error {
	const doing = "waiting for the page to be ready"
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	ticker := time.NewTicker(readyInterval)
	defer ticker.Stop()
	var amiss error
	for {
		var ready bool
		err := fixture(ctx, tab, doing, map[string]any{"want": "ready"}, frame, &ready)
		switch {
		case err == nil && ready:
			return nil
		case err == nil:
			amiss = fmt.Errorf("%s: it is not after %s", doing, limit)
		case amiss == nil || ctx.Err() == nil:
			amiss = err
		}
		if tab.Context().Err() != nil {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return amiss
		}
	}
}
