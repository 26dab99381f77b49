package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// call is a request that was sent, until an expect step takes its result.
type call struct {
	name     string
	call     *backend.Call
	expected bool
	raw      bool
}

// snapshot is what the SDK said it sees.
type snapshot struct {
	id       string
	elements []any
}

// snapshotOf reads a snapshot as it stands in a result or a capture.
func snapshotOf(v any) (*snapshot, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, false
	}
	id, ok := m["snapshotId"].(string)
	if !ok {
		return nil, false
	}
	elements, _ := m["elements"].([]any)
	return &snapshot{id: id, elements: elements}, true
}

// send carries a send step out.
func (p *play) send(ctx context.Context, step *scenario.Step, s *scenario.Send) error {
	p.since = p.newest()
	switch {
	case s.Cancel != "":
		return p.cancel(s)
	case s.Tool == "":
		return p.sendRaw(ctx, s)
	}
	request, err := p.request(s)
	if err != nil {
		return err
	}
	var options []backend.CallOption
	if s.Invalid {
		options = append(options, backend.Unvalidated())
	}
	if s.AtOnce {
		options = append(options, backend.AtOnce())
	}
	c, err := p.backend.StartCall(ctx, request, options...)
	if err != nil {
		return err
	}
	p.calls = append(p.calls, &call{name: s.As, call: c})
	p.card.expect(c, s, p.userAnswers(step.Index))
	return nil
}

// userAnswers tells whether a user step answers the card of the send at a step:
// one that comes before the next send or expect.
func (p *play) userAnswers(at int) bool {
	for _, step := range p.c.Scenario.Steps {
		if step.Index <= at {
			continue
		}
		switch do := step.Do.(type) {
		case *scenario.Send, *scenario.Expect:
			return false
		case *scenario.UserAct:
			if do.Confirm != "" {
				return true
			}
		}
	}
	return false
}

func (p *play) cancel(s *scenario.Send) error {
	for _, c := range p.calls {
		if c.name == s.Cancel {
			if err := p.backend.Cancel(c.call.RequestID(), protocol.CancelReason(s.Reason)); err != nil {
				// The scenario cancels what should still run.
				return failed("", "the call cannot be cancelled any more: "+err.Error())
			}
			return nil
		}
	}
	return fmt.Errorf("no call is named %q", s.Cancel)
}

func (p *play) sendRaw(ctx context.Context, s *scenario.Send) error {
	frame := []byte(s.RawText)
	var head struct {
		RequestID string `json:"requestId"`
	}
	if s.Raw != nil {
		filled, err := scenario.Fill(s.Raw, p.env)
		if err != nil {
			return uncaptured(err)
		}
		if frame, err = json.Marshal(filled); err != nil {
			return fmt.Errorf("writing a raw frame: %w", err)
		}
	}
	if s.Answerable() {
		if err := json.Unmarshal(frame, &head); err != nil {
			return fmt.Errorf("reading the id of a raw frame: %w", err)
		}
	}
	c, err := p.backend.SendRaw(ctx, padded(frame, s.Pad), head.RequestID)
	if err != nil {
		return err
	}
	if c != nil {
		p.calls = append(p.calls, &call{name: s.As, call: c, raw: true})
	}
	return nil
}

// request builds the request of a send, with opaque ids in the place of what
// the scenario says by role and label.
func (p *play) request(s *scenario.Send) (protocol.Request, error) {
	req := protocol.Request{
		Tool: protocol.Tool(s.Tool), RequestID: s.RequestID,
		RequireConfirmation: s.RequireConfirmation, TimeoutMs: s.TimeoutMs, IncludeSnapshot: s.IncludeSnapshot,
	}
	named, err := p.snapshotID(s.Snapshot)
	if err != nil {
		return req, err
	}
	req.SnapshotID = named
	for _, spec := range s.Actions {
		params, err := scenario.Fill(spec.Params, p.env)
		if err != nil {
			return req, uncaptured(err)
		}
		action := params.(map[string]any)
		if spec.Action != "" {
			action["action"] = spec.Action
		}
		from := p.last
		if spec.Target != nil {
			var id string
			if from, id, err = p.resolve(spec.Target); err != nil {
				return req, err
			}
			action["elementId"] = id
		}
		if s.Snapshot == "" {
			if err := bind(&req, action, from, s.Invalid); err != nil {
				return req, err
			}
		}
		req.Actions = append(req.Actions, action)
	}
	return req, nil
}

// bind says which snapshot the element of an action is of: on the request where
// all are of one, else on the action.
func bind(req *protocol.Request, action map[string]any, from *snapshot, invalid bool) error {
	_, element := action["elementId"]
	_, bound := action["snapshotId"]
	switch {
	case !element || bound:
	case from == nil && invalid:
	case from == nil:
		return failed(scenario.CheckTarget, "there is no snapshot that the element could be of").ends()
	case req.SnapshotID == "":
		req.SnapshotID = from.id
	case req.SnapshotID != from.id:
		action["snapshotId"] = from.id
	}
	return nil
}

// uncaptured makes a failure of a capture that an earlier step should have
// taken: the loader has seen to it that there is such a step.
func uncaptured(err error) error {
	return failed(scenario.CheckTarget, err.Error()).ends()
}

// snapshotID gives the id of a snapshot by the name of its capture.
func (p *play) snapshotID(name string) (string, error) {
	if name == "" || name == scenario.SnapshotNone {
		return "", nil
	}
	captured := p.env.Captures[name]
	if id, ok := captured.(string); ok {
		return id, nil
	}
	s, ok := snapshotOf(captured)
	if !ok {
		return "", failed(scenario.CheckTarget, fmt.Sprintf("the capture %q is no snapshot", name)).
			detail("a snapshot or its id", scenario.Show(captured)).ends()
	}
	return s.id, nil
}

// resolve finds a target in its snapshot, as an agent would.
func (p *play) resolve(t *scenario.Target) (*snapshot, string, error) {
	from := p.last
	if t.Snapshot != "" {
		from, _ = snapshotOf(p.env.Captures[t.Snapshot])
	}
	if from == nil {
		return nil, "", failed(scenario.CheckTarget, "there is no snapshot to find the target in").detail(t.Fields.String(), "no snapshot").ends()
	}
	var fits []map[string]any
	for _, e := range from.elements {
		if element, ok := e.(map[string]any); ok && len(t.Fields.Match(element, p.env)) == 0 {
			fits = append(fits, element)
		}
	}
	wanted := t.Fields.String()
	switch {
	case len(fits) == 0:
		return nil, "", failed(scenario.CheckTarget, "the target is not in the snapshot").detail(wanted, inventory(from.elements)).ends()
	case t.Nth > len(fits):
		return nil, "", failed(scenario.CheckTarget, fmt.Sprintf("only %d elements of the snapshot fit the target", len(fits))).
			detail(fmt.Sprintf("number %d of %s", t.Nth, wanted), inventory(anys(fits))).ends()
	case t.Nth == 0 && len(fits) > 1:
		return nil, "", failed(scenario.CheckTarget, fmt.Sprintf("%d elements of the snapshot fit the target", len(fits))).
			detail("exactly one "+wanted, inventory(anys(fits))).ends()
	}
	id, ok := fits[max(t.Nth, 1)-1]["elementId"].(string)
	if !ok {
		return nil, "", failed(scenario.CheckTarget, "the element has no elementId").detail("a text", scenario.Show(fits[0])).ends()
	}
	return from, id, nil
}

func anys(ms []map[string]any) []any {
	out := make([]any, len(ms))
	for i, m := range ms {
		out[i] = m
	}
	return out
}

// inventory lists the elements of a snapshot by role and label.
func inventory(elements []any) string {
	const most = 40
	var names []string
	for i, e := range elements {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(elements)-most))
			break
		}
		m, _ := e.(map[string]any)
		name := fmt.Sprintf("%v %q", m["role"], m["label"])
		if context, ok := m["context"].(string); ok && context != "" {
			name += fmt.Sprintf(" (%s)", context)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "a snapshot without elements"
	}
	return strings.Join(names, ", ")
}

// nextCall gives the call that an expect step is about.
func (p *play) nextCall(name string) (*call, error) {
	at := slices.IndexFunc(p.calls, func(c *call) bool {
		return !c.expected && (name == "" || c.name == name)
	})
	if at < 0 {
		return nil, failed("", "no call is left whose result could be expected").as(result.Error).ends()
	}
	p.calls[at].expected = true
	return p.calls[at], nil
}
