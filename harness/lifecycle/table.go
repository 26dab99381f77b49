package lifecycle

import (
	"context"

	"github.com/maochat/conformance/harness/backend"
)

// step is something that may happen.
type step struct {
	name string
	// often says how often it is drawn, beside the others.
	often int
	// leaves marks what makes a new document, whose memory begins anew.
	leaves bool
	// renews marks what begins a conversation or an SDK anew, in the same document.
	renews bool
	// among tells among how many things it chooses; 0 means that it cannot
	// happen now.
	among func() int
	// do does it to one of them. With rush a request is sent right before.
	do func(ctx context.Context, which int, rush bool) error
	// rushes tells whether rush means anything.
	rushes bool
}

// steps is everything that may happen to a model.
func (m *Model) steps() []step {
	once := func(possible func() bool) func() int {
		return func() int {
			if possible() {
				return 1
			}
			return 0
		}
	}
	request := func(name string, often int, kind Kind) step {
		return step{name: name, often: often, among: once(m.CanRequest), do: func(ctx context.Context, _ int, _ bool) error {
			return m.Request(ctx, kind)
		}}
	}
	rushed := func(name string, often int, do func(context.Context, bool) error) step {
		return step{name: name, often: often, rushes: true, among: once(func() bool { return true }),
			do: func(ctx context.Context, _ int, rush bool) error { return do(ctx, rush) }}
	}
	drop := func(how backend.Drop) func(context.Context, bool) error {
		return func(ctx context.Context, rush bool) error { return m.Drop(ctx, how, rush) }
	}
	calm := func() bool { return m.CanRequest() && !m.Stopped() }
	reload := rushed("reload", 2, m.Reload)
	reload.leaves = true
	change, destroy := rushed("switch", 1, m.Switch), rushed("destroy", 1, m.Destroy)
	change.renews, destroy.renews = true, true
	return []step{
		request("press", 8, Plain),
		request("press, asking", 4, Asking),
		request("press and wait", 4, Waiting),
		{name: "repeat", often: 6, among: m.Repeatable, do: func(ctx context.Context, which int, _ bool) error { return m.Repeat(ctx, which) }},
		{name: "allow", often: 4, among: once(m.Asked), do: func(ctx context.Context, _ int, _ bool) error { return m.Answer(ctx, true) }},
		{name: "deny", often: 2, among: once(m.Asked), do: func(ctx context.Context, _ int, _ bool) error { return m.Answer(ctx, false) }},
		{name: "say", often: 6, among: m.Unspoken, do: func(ctx context.Context, which int, _ bool) error { return m.Say(ctx, which) }},
		{name: "cancel", often: 4, rushes: true, among: m.Open, do: m.Cancel},
		rushed("stop", 2, m.Stop),
		{name: "speak", often: 6, among: once(func() bool { return m.Stopped() && m.Open() == 0 }),
			do: func(ctx context.Context, _ int, _ bool) error { return m.Speak(ctx) }},
		rushed("close", 2, drop(backend.DropClose)),
		rushed("reset", 2, drop(backend.DropReset)),
		reload,
		change,
		destroy,
		{name: "arrive twice", often: 2, among: once(calm), do: func(ctx context.Context, _ int, _ bool) error { return m.Twice(ctx) }},
		{name: "stall", often: 2, among: once(calm), do: func(ctx context.Context, _ int, _ bool) error { return m.Stall(ctx) }},
		{name: "half a frame", often: 1, among: once(calm), do: func(ctx context.Context, _ int, _ bool) error { return m.Half(ctx) }},
		{name: "junk", often: 1, among: once(func() bool { return true }), do: func(context.Context, int, bool) error { return m.Junk() }},
	}
}
