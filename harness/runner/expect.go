package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// expect waits for the result of a call, or another frame, and compares it.
func (p *play) expect(ctx context.Context, e *scenario.Expect) error {
	if e.Type != scenario.ResultType {
		return p.expectFrame(ctx, e)
	}
	c, err := p.nextCall(e.Of)
	if err != nil {
		return err
	}
	outcome, err := p.answer(ctx, c, p.wait(e.Within))
	if err != nil {
		return err
	}
	if outcome.End != backend.EndResult {
		f := failed("", "the call ended without a result").detail("a result", strings.TrimSpace(fmt.Sprintf("%s %s %s", outcome.End, outcome.Code, outcome.Reason)))
		if outcome.End == backend.EndTimeout {
			f.as(result.Timeout)
		}
		return f
	}
	frame, err := scenario.Normalize(outcome.Result)
	if err != nil {
		return err
	}
	p.remember(frame)
	p.take(c)
	return p.compare(e, frame)
}

// take notes that a step took the result of a call, and with it what the SDK
// said of the call before.
func (p *play) take(c *call) {
	for _, f := range p.backend.Frames() {
		if f.Dir != protocol.FromSDK || f.RequestID != c.call.RequestID() || p.taken[f.Seq] {
			continue
		}
		switch f.Type {
		case protocol.TypePageToolStatus:
			p.taken[f.Seq] = true
		case scenario.ResultType:
			p.taken[f.Seq] = true
			return
		}
	}
}

// answer waits for the end of one call.
func (p *play) answer(ctx context.Context, c *call, within time.Duration) (backend.Outcome, error) {
	deadline := time.Now().Add(within)
	for {
		timer := time.NewTimer(time.Until(deadline))
		select {
		case <-timer.C:
		case <-c.call.Done():
			timer.Stop()
			return c.call.Wait(ctx)
		case err := <-p.card.problems:
			timer.Stop()
			return backend.Outcome{}, err
		case <-p.tab.Crashed():
			timer.Stop()
			return backend.Outcome{}, fmt.Errorf("waiting for a result: %w", chrome.ErrTabCrashed)
		case <-p.stage.browser.Died():
			timer.Stop()
			return backend.Outcome{}, chrome.ErrBrowserDied
		case <-ctx.Done():
			timer.Stop()
			return backend.Outcome{}, ctx.Err()
		}
		patience := p.card.patience(within)
		if !patience.After(time.Now()) {
			return backend.Outcome{}, failed("", fmt.Sprintf("no result came within %s", within)).
				detail("the result of "+string(c.call.Request().Tool), lastWord(c.call)).as(result.Timeout)
		}
		deadline = patience
	}
}

// lastWord says what the SDK told of a call that it did not answer.
func lastWord(c *backend.Call) string {
	statuses := c.Statuses()
	if len(statuses) == 0 {
		return "nothing"
	}
	words := make([]string, len(statuses))
	for i, s := range statuses {
		words[i] = string(s.State)
	}
	return "only page_tool_status: " + strings.Join(words, ", ")
}

// remember keeps the snapshot that a result brings.
func (p *play) remember(frame any) {
	m, _ := frame.(map[string]any)
	inner, _ := m["result"].(map[string]any)
	if s, ok := snapshotOf(inner["snapshot"]); ok {
		p.last = s
		p.env.Captures[scenario.CaptureSnapshot] = s.id
	}
}

// compare matches a frame and takes the captures out of it.
func (p *play) compare(e *scenario.Expect, frame any) error {
	mismatches := e.Frame.Match(frame, p.env)
	if e.Type == scenario.ResultType && len(mismatches) > 0 {
		codec, err := dialect.New(p.subject.Profile.Dialect)
		if err != nil {
			return fmt.Errorf("judging a result: %w", err)
		}
		mismatches = ownFailings(p.subject.Profile, codec.Traits(), frame, mismatches)
	}
	for _, c := range e.Capture {
		v, ok := lookup(frame, c.Path)
		if !ok {
			f := failed("", fmt.Sprintf("%s: there is nothing at %s to capture", c.Pos, c.Path)).detail("a value", scenario.Show(frame)).ends()
			f.failure.Mismatches = mismatches
			return f
		}
		p.env.Captures[c.Name] = v
	}
	if len(mismatches) > 0 {
		f := unlike("the "+e.Type+" is not as wanted", mismatches)
		if reasons := errorsIn(frame); len(reasons) > 0 {
			f.failure.Found = "a result with " + strings.Join(reasons, "; ")
		}
		return f
	}
	return nil
}

// errorsIn lists the errors that a result gives, for they say why it is not
// what was wanted.
func errorsIn(frame any) []string {
	var reasons []string
	add := func(where string, v any) {
		if e, ok := v.(map[string]any); ok {
			reasons = append(reasons, fmt.Sprintf("%s %s", where, scenario.Show(e)))
		}
	}
	m, _ := frame.(map[string]any)
	add("error", m["error"])
	inner, _ := m["result"].(map[string]any)
	actions, _ := inner["actions"].([]any)
	for i, action := range actions {
		// The error of the request is that of the action that stopped it.
		if a, ok := action.(map[string]any); ok && len(reasons) == 0 {
			add(fmt.Sprintf("actions[%d].error", i), a["error"])
		}
	}
	return reasons
}

// unlike makes a finding of mismatches.
func unlike(message string, mismatches []scenario.Mismatch) *finding {
	f := failed("", message)
	f.failure.Mismatches = mismatches
	return f
}

// lookup follows a dotted path.
func lookup(v any, path string) (any, bool) {
	for _, part := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			inner, ok := x[part]
			if !ok {
				return nil, false
			}
			v = inner
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// expectFrame waits for the next frame of a type that no step took.
func (p *play) expectFrame(ctx context.Context, e *scenario.Expect) error {
	within := p.wait(e.Within)
	waiting, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	event, err := p.backend.WaitFrame(waiting, func(f backend.TraceEvent) bool {
		return f.Dir == protocol.FromSDK && f.Type == e.Type && !p.taken[f.Seq]
	})
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return failed("", fmt.Sprintf("no %s came within %s", e.Type, within)).as(result.Timeout)
	}
	p.taken[event.Seq] = true
	var frame any
	if err := json.Unmarshal(event.Raw, &frame); err != nil {
		return failed("", "the "+e.Type+" cannot be read").detail("JSON", err.Error())
	}
	return p.compare(e, frame)
}

// expectNone watches that no frame matches.
func (p *play) expectNone(ctx context.Context, e *scenario.ExpectNone) error {
	watching, cancel := context.WithTimeout(ctx, e.For)
	defer cancel()
	event, err := p.backend.WaitFrame(watching, func(f backend.TraceEvent) bool {
		if f.Dir != protocol.FromSDK || f.Seq <= p.since || p.taken[f.Seq] {
			return false
		}
		var frame any
		return json.Unmarshal(f.Raw, &frame) == nil && len(e.Frame.Match(frame, p.env)) == 0
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return nil
	}
	return failed("", "a frame came that must not come").detail("no "+e.Frame.String(), describeFrame(event)+" "+string(event.Raw[:min(len(event.Raw), 300)]))
}

// newest is the sequence number of the newest frame.
func (p *play) newest() int {
	frames := p.backend.Frames()
	if len(frames) == 0 {
		return 0
	}
	return frames[len(frames)-1].Seq
}
