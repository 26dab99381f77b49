package lifecycle

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

const (
	// buttonCount is how many buttons a page has; each is for one action.
	buttonCount = 48
	// openLimit is how many requests may be open, fewer than the SDK queues.
	openLimit = 8
)

// Model is a page with its SDK together with what is known of it: which requests
// are open, and what each may end with. After every step the SDK is at rest, so
// that the same steps lead to the same state.
type Model struct {
	desk    *desk
	round   int
	dealt   int
	jobs    []*job // that the SDK remembers
	open    []*job // that have not ended, in order
	since   int    // what came over the wire before counts no more
	stopped bool   // by the user, who has not spoken since
	// crossed are requests that were on their way when the SDK gave their session up.
	// The refusal comes when the backend has ended them already.
	crossed map[string]bool

	// Count tells how many requests and what endings there were.
	Count map[string]int
}

func newModel(d *desk) *Model {
	return &Model{desk: d, crossed: map[string]bool{}, Count: map[string]int{}}
}

// begin deals new buttons, to a page that is loaded anew if wanted. No request
// is open then, and the user has not stopped anything.
func (m *Model) begin(ctx context.Context, anew bool) error {
	m.round, m.dealt = m.round+1, 0
	for _, e := range m.desk.rig.Backend.Trace() {
		m.since = e.Seq
	}
	names := make([]string, buttonCount)
	for i := range names {
		names[i] = m.button(i)
	}
	if anew {
		if err := m.reload(ctx); err != nil {
			return err
		}
	}
	m.jobs = nil
	if err := m.desk.do(ctx, "deal", names); err != nil {
		return err
	}
	return m.desk.look(ctx)
}

func (m *Model) button(i int) string { return fmt.Sprintf("Key %d-%d", m.round, i) }

// press is an action on a button that nobody has used.
func (m *Model) press(j *job) map[string]any {
	name := m.button(m.dealt)
	m.dealt++
	j.buttons[len(j.request.Actions)] = name
	return map[string]any{"action": "click", "snapshotId": m.desk.snapshot, "elementId": m.desk.keys[name]}
}

// CanRequest tells whether another request may be sent.
func (m *Model) CanRequest() bool { return len(m.open) < openLimit && m.dealt+4 < buttonCount }

// Request sends a request and waits until the SDK has said something of it.
func (m *Model) Request(ctx context.Context, kind Kind) error {
	j, err := m.start(ctx, kind)
	if err != nil {
		return err
	}
	err = until(ctx, "a word of "+j.request.RequestID, func() (bool, error) {
		state, _ := j.state()
		return state != "" || j.done(), nil
	})
	if err != nil {
		return err
	}
	return m.settle(ctx)
}

// rush sends a request right before something happens to it.
func (m *Model) rush(ctx context.Context, rush bool) error {
	if !rush || !m.CanRequest() {
		return nil
	}
	j, err := m.start(ctx, Plain)
	if err == nil {
		j.unsure = true
	}
	return err
}

func (m *Model) start(ctx context.Context, kind Kind) (*job, error) {
	j := &job{kind: kind, buttons: map[int]string{}, may: map[string]bool{}}
	switch {
	case m.stopped:
		j.allow("cancelled by user_stop")
	case kind != Asking:
		j.allow(success)
	}
	j.request = protocol.Request{Tool: protocol.PageClick, TimeoutMs: new(60_000)}
	j.request.Actions = append(j.request.Actions, m.press(j))
	switch kind {
	case Asking:
		j.request.RequireConfirmation = new(true)
	case Waiting:
		j.word = fmt.Sprintf("word-%d-%d", m.round, m.dealt)
		j.request.Actions = append(j.request.Actions, map[string]any{"action": "wait", "for": "text", "text": j.word, "timeoutMs": 30_000})
		j.request.Actions = append(j.request.Actions, m.press(j))
	}
	m.jobs, m.open = append(m.jobs, j), append(m.open, j)
	m.Count["requests"]++
	return j, m.send(ctx, j)
}

// send sends the request of a job, once more where it was sent before.
func (m *Model) send(ctx context.Context, j *job) error {
	call, err := m.desk.rig.Backend.StartCall(ctx, j.request, backend.AtOnce())
	if err != nil {
		return err
	}
	if len(j.calls) == 0 {
		j.began = time.Now()
	}
	j.request = call.Request()
	j.calls = append(j.calls, call)
	return nil
}

// Repeatable tells how many requests can be sent again.
func (m *Model) Repeatable() int { return len(m.repeatable()) }

func (m *Model) repeatable() []*job {
	return slices.DeleteFunc(slices.Clone(m.jobs), func(j *job) bool { return j.unsure })
}

// Repeat sends the i-th request again that can be.
func (m *Model) Repeat(ctx context.Context, i int) error {
	j := m.repeatable()[i]
	m.Count["repetitions"]++
	if err := m.send(ctx, j); err != nil {
		return err
	}
	if !slices.Contains(m.open, j) {
		// It has ended, so that the answer is there already.
		return until(ctx, "the stored result of "+j.request.RequestID, func() (bool, error) { return j.done(), nil })
	}
	return m.settle(ctx)
}

// Asked tells whether the user is being asked.
func (m *Model) Asked() bool { return len(m.open) > 0 && m.open[0].kind == Asking }

// Open tells how many requests are open.
func (m *Model) Open() int { return len(m.open) }

// Unspoken tells how many open requests wait for a word.
func (m *Model) Unspoken() int { return len(m.unspoken()) }

func (m *Model) unspoken() []*job {
	return slices.DeleteFunc(slices.Clone(m.open), func(j *job) bool { return j.word == "" || j.spoken })
}

// Stopped tells whether the user has stopped the agent and not spoken since.
func (m *Model) Stopped() bool { return m.stopped }

// settle waits until the SDK can do nothing more by itself.
func (m *Model) settle(ctx context.Context) error {
	for len(m.open) > 0 {
		j := m.open[0]
		err := until(ctx, fmt.Sprintf("%s request %s to end or to rest", j.kind, j.request.RequestID), func() (bool, error) {
			return j.done() || m.rests(j), nil
		})
		if err != nil {
			return err
		}
		if !j.done() {
			break
		}
		m.open = m.open[1:]
	}
	return nil
}

// rests tells whether a job waits for the user or for its word.
func (m *Model) rests(j *job) bool {
	state, index := j.state()
	switch j.kind {
	case Asking:
		return state == protocol.StateConfirming
	case Waiting:
		return state == protocol.StateRunning && index == 1 && !j.spoken
	}
	return false
}

// explain says that something happened by which every open request may end so.
func (m *Model) explain(endings ...string) {
	for _, j := range m.open {
		j.allow(endings...)
	}
}

// drained waits until no request is open.
func (m *Model) drained(ctx context.Context) error {
	err := until(ctx, "every request to end", func() (bool, error) {
		return !slices.ContainsFunc(m.open, func(j *job) bool { return !j.done() }), nil
	})
	m.open = nil
	return err
}

// Check holds what was reported against what happened. It returns what is wrong.
func (m *Model) Check(ctx context.Context) error {
	presses, err := m.desk.presses(ctx)
	if err != nil {
		return err
	}
	for button, times := range presses {
		if times > 1 {
			return fmt.Errorf("the button %s was pressed %d times", button, times)
		}
	}
	for _, j := range m.jobs {
		if !j.done() {
			continue
		}
		outcomes := make([]backend.Outcome, len(j.calls))
		for i, c := range j.calls {
			if outcomes[i], err = c.Wait(ctx); err != nil {
				return err
			}
		}
		if err := j.judge(outcomes, presses); err != nil {
			return err
		}
	}
	return m.odd()
}

// odd tells of frames that nobody asked for, or that break the protocol.
func (m *Model) odd() error {
	for _, u := range m.desk.rig.Backend.Unmatched() {
		if u.Frame.Seq <= m.since || m.crossing(u) {
			continue
		}
		return fmt.Errorf("the SDK sent what no open call asked for (%s): %s", u.Why, u.Frame.Raw)
	}
	for _, v := range m.desk.rig.Backend.Violations() {
		if v.Seq <= m.since {
			continue
		}
		return fmt.Errorf("a frame breaks the protocol: %s: %s", v.Violation, v.Raw)
	}
	return nil
}

// crossing tells whether a refused frame is the truthful refusal of a request that
// crossed the SDK's goodbye to its session.
func (m *Model) crossing(u backend.Unmatched) bool {
	var result protocol.Result
	return u.Why == backend.WhyLate && m.crossed[u.Frame.RequestID] &&
		json.Unmarshal(u.Frame.Raw, &result) == nil && !result.Success &&
		result.Error != nil && result.Error.Code == protocol.ErrSessionMismatch
}
