package lifecycle

import (
	"context"
	"errors"
	"fmt"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/sdk"
)

// Answer has the user allow or deny what is asked.
func (m *Model) Answer(ctx context.Context, yes bool) error {
	j, gesture := m.open[0], sdk.GestureDeny
	if yes {
		gesture = sdk.GestureAllow
		j.allow(success)
	} else {
		j.allow(string(protocol.ErrAuthorizationDenied))
	}
	if err := m.desk.gesture(ctx, gesture); err != nil {
		return fmt.Errorf("answering the card of %s: %w", j.request.RequestID, err)
	}
	m.Count["answers"]++
	if err := until(ctx, "the end of "+j.request.RequestID, func() (bool, error) { return j.done(), nil }); err != nil {
		return err
	}
	return m.settle(ctx)
}

// Say lets the i-th request go on that waits for a word.
func (m *Model) Say(ctx context.Context, i int) error {
	j := m.unspoken()[i]
	j.spoken = true
	if err := m.desk.do(ctx, "say", j.word); err != nil {
		return err
	}
	return m.settle(ctx)
}

// Cancel cancels an open request, or one that is sent right before.
func (m *Model) Cancel(ctx context.Context, i int, rush bool) error {
	if rush {
		if err := m.rush(ctx, true); err != nil {
			return err
		}
		i = len(m.open) - 1
	}
	j := m.open[i]
	j.allow("cancelled by cancel")
	m.Count["cancels"]++
	// The error says that it has ended meanwhile.
	_ = m.desk.rig.Backend.Cancel(j.request.RequestID, protocol.CancelReasonCancel)
	if !rush {
		if err := until(ctx, "the end of "+j.request.RequestID, func() (bool, error) { return j.done(), nil }); err != nil {
			return err
		}
		m.open = append(m.open[:i:i], m.open[i+1:]...)
	}
	return m.settle(ctx)
}

// Stop has the user stop the agent.
func (m *Model) Stop(ctx context.Context, rush bool) error {
	if err := m.rush(ctx, rush); err != nil {
		return err
	}
	m.explain("cancelled by user_stop")
	m.stopped = true
	m.Count["stops"]++
	if err := m.desk.do(ctx, "stop"); err != nil {
		return err
	}
	return m.drained(ctx)
}

// Speak has the user write to the agent, which begins a new turn.
func (m *Model) Speak(ctx context.Context) error {
	b := m.desk.rig.Backend
	seen := len(b.Frames())
	if err := m.desk.gesture(ctx, sdk.GestureCompose); err != nil {
		return fmt.Errorf("writing to the agent: %w", err)
	}
	if err := m.desk.rig.Tab.Type(ctx, "go on"); err != nil {
		return fmt.Errorf("writing to the agent: %w", err)
	}
	if err := m.desk.gesture(ctx, sdk.GestureSend); err != nil {
		return fmt.Errorf("sending the message: %w", err)
	}
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	from := 0
	if frames := b.Frames(); seen > 0 && len(frames) >= seen {
		from = frames[seen-1].Seq
	}
	_, err := b.WaitFrame(bounded, func(e backend.TraceEvent) bool {
		return e.Seq > from && e.Type == protocol.TypeSendMessage
	})
	if err != nil {
		return err
	}
	m.stopped = false
	return b.EndTurn(backend.TurnMessageEnd)
}

// Drop ends the connection, and waits until the SDK is back. It remembers what it
// did.
func (m *Model) Drop(ctx context.Context, how backend.Drop, rush bool) error {
	if err := m.rush(ctx, rush); err != nil {
		return err
	}
	m.explain(string(backend.EndDisconnected), "cancelled by disconnect")
	m.Count["drops"]++
	before := m.desk.bindings()
	if err := m.desk.rig.Backend.Drop(how); err != nil {
		return err
	}
	if err := m.drained(ctx); err != nil {
		return err
	}
	return m.desk.rejoin(ctx, before)
}

// Reload loads the page again.
func (m *Model) Reload(ctx context.Context, rush bool) error {
	if err := m.rush(ctx, rush); err != nil {
		return err
	}
	m.Count["reloads"]++
	if err := m.reload(ctx); err != nil {
		return err
	}
	return m.desk.look(ctx)
}

func (m *Model) reload(ctx context.Context) error {
	m.explain(string(backend.EndDisconnected), "cancelled by refresh", string(protocol.ErrNavigationDetected))
	before := m.desk.bindings()
	if err := m.desk.rig.Reload(ctx); err != nil {
		return err
	}
	return m.anew(ctx, before)
}

// Switch begins another conversation.
func (m *Model) Switch(ctx context.Context, rush bool) error {
	if err := m.rush(ctx, rush); err != nil {
		return err
	}
	m.explain(string(backend.EndDisconnected), "cancelled by session_switch", string(protocol.ErrSessionMismatch))
	for _, j := range m.open {
		if j.unsure {
			m.crossed[j.request.RequestID] = true
		}
	}
	m.Count["switches"]++
	before := m.desk.bindings()
	if err := m.desk.do(ctx, "switchSession"); err != nil {
		return err
	}
	return m.anew(ctx, before)
}

// Destroy ends the SDK in the page and starts another one.
func (m *Model) Destroy(ctx context.Context, rush bool) error {
	return m.renew(ctx, rush, func() error { return nil })
}

// Rest ends the SDK in the page, lets something be done without it, and starts
// another one.
func (m *Model) Rest(ctx context.Context, without func() error) error {
	return m.renew(ctx, false, without)
}

func (m *Model) renew(ctx context.Context, rush bool, without func() error) error {
	if err := m.rush(ctx, rush); err != nil {
		return err
	}
	m.explain(string(backend.EndDisconnected), "cancelled by destroy")
	m.Count["destroyed"]++
	if err := m.desk.do(ctx, "destroy"); err != nil {
		return err
	}
	if err := m.drained(ctx); err != nil {
		return err
	}
	if err := without(); err != nil {
		return err
	}
	before := m.desk.bindings()
	if err := m.desk.do(ctx, "start", m.desk.rig.Subject.Profile.Global); err != nil {
		return err
	}
	if err := m.anew(ctx, before); err != nil {
		return err
	}
	return m.desk.look(ctx)
}

// anew waits until the SDK is there again, and knows nothing of what was.
func (m *Model) anew(ctx context.Context, before int) error {
	err := errors.Join(m.drained(ctx), m.desk.rejoin(ctx, before))
	if err != nil {
		return err
	}
	if err := m.Check(ctx); err != nil {
		return err
	}
	m.jobs, m.stopped = nil, false
	return nil
}

// Twice lets a request arrive twice.
func (m *Model) Twice(ctx context.Context) error {
	if err := m.desk.rig.Backend.Next(backend.FateTwice); err != nil {
		return err
	}
	m.Count["arrived twice"]++
	return m.Request(ctx, Plain)
}

// Stall stops the network while a request is on its way.
func (m *Model) Stall(ctx context.Context) error {
	b := m.desk.rig.Backend
	if err := b.Hold(); err != nil {
		return err
	}
	defer b.Release()
	if _, err := m.start(ctx, Plain); err != nil {
		return err
	}
	m.Count["stalls"]++
	b.Release()
	return m.settle(ctx)
}

// Half breaks the connection in the middle of a request, which is lost.
func (m *Model) Half(ctx context.Context) error {
	b := m.desk.rig.Backend
	before := m.desk.bindings()
	if err := b.Next(backend.FateHalf); err != nil {
		return err
	}
	if err := m.rush(ctx, true); err != nil {
		return err
	}
	m.explain(string(backend.EndDisconnected), "cancelled by disconnect")
	m.Count["halves"]++
	if err := m.drained(ctx); err != nil {
		return err
	}
	return m.desk.rejoin(ctx, before)
}

// Junk sends what makes no sense.
func (m *Model) Junk() error {
	m.Count["junk"]++
	b := m.desk.rig.Backend
	return errors.Join(b.Inject(backend.JunkGarbage), b.Inject(backend.JunkBinary))
}

// Finish ends everything that is open and checks it.
func (m *Model) Finish(ctx context.Context) error {
	for len(m.open) > 0 {
		var err error
		switch {
		case m.Asked():
			err = m.Answer(ctx, true)
		case m.Unspoken() > 0:
			err = m.Say(ctx, 0)
		default:
			err = m.settle(ctx)
		}
		if err != nil {
			return err
		}
	}
	return m.Check(ctx)
}
