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
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// agentActs sends what the agent says and does.
func (p *play) agentActs(ctx context.Context, a *scenario.AgentActs) error {
	var session int64
	filled, err := scenario.Fill(a.Session, p.env)
	if err != nil {
		return uncaptured(err)
	}
	if number, ok := filled.(float64); ok {
		session = int64(number)
	}
	if filled, err = scenario.Fill(a.Execution, p.env); err != nil {
		return uncaptured(err)
	}
	execution, _ := filled.(string)
	for _, e := range a.Events {
		data, err := scenario.Fill(e.Data, p.env)
		if err != nil {
			return uncaptured(err)
		}
		if e.Type == scenario.EventBusy {
			if err := p.backend.Occupy(); err != nil {
				return err
			}
			continue
		}
		if e.Type == scenario.EventRemote {
			if err := p.remote(data); err != nil {
				return err
			}
			continue
		}
		event := backend.StreamEvent{
			Type: e.Type, Data: data, Session: session, Execution: execution,
			Unvalidated: e.Invalid || scenario.Foreign(e.Type) || execution == backend.NoExecution,
		}
		if err := p.stream(ctx, e, event); err != nil {
			return err
		}
	}
	return nil
}

// stream sends one event, as often and as slowly as the scenario says.
func (p *play) stream(ctx context.Context, e scenario.AgentEvent, event backend.StreamEvent) error {
	template := event.Data
	for i := range e.Repeat {
		if e.Repeat > 1 {
			event.Data = numbered(template, i+1)
		}
		if err := p.backend.Stream(ctx, event); err != nil {
			return fmt.Errorf("%s: %w", e.Pos, err)
		}
		if e.Every == 0 {
			continue
		}
		pause := time.NewTimer(e.Every)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
	}
	return nil
}

// numbered puts the number of a repeated frame into its texts.
func numbered(v any, n int) any {
	switch x := v.(type) {
	case string:
		return strings.ReplaceAll(x, scenario.RepeatNumber, strconv.Itoa(n))
	case map[string]any:
		out := make(map[string]any, len(x))
		for name, inner := range x {
			out[name] = numbered(inner, n)
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, inner := range x {
			out[i] = numbered(inner, n)
		}
		return out
	default:
		return v
	}
}

// remote stores a message that the user wrote in another channel, and tells it.
func (p *play) remote(data any) error {
	fields, _ := data.(map[string]any)
	content, _ := fields["content"].(string)
	source, _ := fields["source"].(string)
	return p.backend.RemoteMessage(content, source)
}

// storedMessages are the messages of a scenario as the backend keeps them.
func storedMessages(messages []scenario.Stored) []backend.Message {
	out := make([]backend.Message, len(messages))
	for i, m := range messages {
		out[i] = backend.Message{
			Role: backend.Role(strings.ToUpper(m.Role)), Content: m.Content, Thinking: m.Thinking, ToolCallID: m.ToolCallID,
		}
		for _, c := range m.ToolCalls {
			out[i].ToolCalls = append(out[i].ToolCalls, backend.ToolUse{ID: c.ID, Name: c.Name, Arguments: c.Arguments})
		}
	}
	return out
}

// restView is a REST call as scenarios see it.
type restView struct {
	Method     string            `json:"method"`
	Path       string            `json:"path"`
	Query      map[string]string `json:"query"`
	Body       json.RawMessage   `json:"body,omitempty"`
	Authorized bool              `json:"authorized"`
	Status     int               `json:"status"`
	Code       int               `json:"code"`
}

// preflight is the browser's own doing and is no call of the SDK.
const preflight = "OPTIONS"

func restViews(calls []backend.RESTCall) []restView {
	views := []restView{}
	for _, c := range calls {
		if c.Method != preflight {
			views = append(views, restView{c.Method, c.Path, c.Query, c.Body, c.Authorized, c.Status, c.Code})
		}
	}
	return views
}

// readUI finds controls and compares the first, or the one that is asked for,
// together with their number.
func (p *play) readUI(ctx context.Context, c scenario.Condition) ([]scenario.Mismatch, error) {
	q, err := p.uiQuery(c.UI)
	if err != nil {
		return nil, err
	}
	found, err := p.tab.All(ctx, q)
	if err != nil {
		return nil, err
	}
	if c.UI.Role != "" {
		found = named(found, c.UI.Name, p.env)
	}
	truth := map[string]any{"count": float64(len(found))}
	at := max(c.UI.Nth, 1) - 1
	if at < len(found) {
		if truth, err = p.controlTruth(ctx, c, found[at], truth); err != nil {
			return nil, err
		}
	}
	if _, counts := c.Want.Field("count"); at >= len(found) && !counts {
		return []scenario.Mismatch{{Wanted: "a control " + c.Want.String(), Found: fmt.Sprintf("%d controls %s", len(found), q)}}, nil
	}
	return c.Want.Match(truth, p.env), nil
}

// controlTruth is what the accessibility tree says of a control; its text is read
// only where it is asked for.
func (p *play) controlTruth(ctx context.Context, c scenario.Condition, control chrome.Control, truth map[string]any) (map[string]any, error) {
	truth["name"], truth["value"], truth["description"] = control.Name, control.Value, control.Description
	states, err := scenario.Normalize(control.States)
	if err != nil {
		return nil, err
	}
	truth["states"] = states
	if _, wanted := c.Want.Field("text"); wanted {
		text, err := p.tab.Text(ctx, control)
		if err != nil {
			return nil, err
		}
		truth["text"] = text
	}
	return truth, nil
}

func (p *play) uiQuery(q scenario.UIQuery) (chrome.ControlQuery, error) {
	if q.Control != "" {
		query, ok := p.subject.Profile.Query(q.Control)
		if !ok {
			return query, failed("", fmt.Sprintf("the SDK profile %s has no control %q", p.subject.Profile.Name, q.Control)).as(result.Error)
		}
		return query, nil
	}
	query := chrome.ControlQuery{Role: q.Role}
	if q.Within != "" {
		outer, ok := p.subject.Profile.Query(q.Within)
		if !ok {
			return query, failed("", fmt.Sprintf("the SDK profile %s has no control %q", p.subject.Profile.Name, q.Within)).as(result.Error)
		}
		query.Within = &outer
	}
	return query, nil
}

// named keeps the controls whose names match.
func named(controls []chrome.Control, name scenario.Pattern, env scenario.Env) []chrome.Control {
	if name.IsZero() {
		return controls
	}
	var kept []chrome.Control
	for _, c := range controls {
		if len(name.Match(c.Name, env)) == 0 {
			kept = append(kept, c)
		}
	}
	return kept
}
