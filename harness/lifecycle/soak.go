package lifecycle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/runner"
)

const (
	// roundSteps is how many steps a round has. Then everything is brought to its
	// end and new buttons are dealt, on the same page.
	roundSteps = 14
	// restEvery is after how many rounds the SDK is taken out of the page, to see
	// what it leaves there.
	restEvery = 4
	// soakKeep is how much of its past the backend of a soak keeps.
	soakKeep = 2000
)

// SoakOptions say how long to soak, and where the choices come from.
type SoakOptions struct {
	// For is how long it takes, to the end of the last round.
	For time.Duration
	// Seed is where all choices come from.
	Seed uint64
	// Progress gets the report so far after each round. May be nil.
	Progress func(SoakReport)
}

// SoakReport is what a soak did.
type SoakReport struct {
	Seed   uint64
	Took   time.Duration
	Rounds int
	Steps  int
	// Count tells how many requests there were, and what happened to them.
	Count map[string]int
	// Memory is what was in use after each round. In the second half one SDK and
	// one conversation live on.
	Memory []Memory
	// Rests is what was in use without the SDK: now and then in the first half, and
	// at the end.
	Rests []Memory
	// Trail is what happened in the last round, step by step.
	Trail []string
}

// Soak operates one page at one backend for a while, with random requests and
// faults. The error is the first thing that was wrong: a call that was lost, an
// action that was done twice, a report that is not true; the report tells what
// led to it.
func Soak(ctx context.Context, stage *runner.Stage, subject runner.Subject, o SoakOptions) (SoakReport, error) {
	report := SoakReport{Seed: o.Seed}
	d, err := newDesk(ctx, stage, subject, soakKeep)
	if err != nil {
		return report, err
	}
	defer d.rig.Close()
	m := newModel(d)
	report.Count = m.Count
	random := rand.New(rand.NewPCG(o.Seed, 0))
	began := time.Now()
	rest := func() error {
		// A browser remembers what was pressed and pointed at last, and all that it was part of.
		if err := d.rig.Tab.Click(ctx, 2, 2, chrome.ClickOptions{}); err != nil {
			return fmt.Errorf("clicking beside everything: %w", err)
		}
		now, err := measure(ctx, d.rig.Tab, time.Since(began))
		report.Rests = append(report.Rests, now)
		return err
	}
	for first := true; first || time.Since(began) < o.For; first = false {
		report.Trail = nil
		if err := m.begin(ctx, first); err != nil {
			return report, fmt.Errorf("beginning a round: %w", err)
		}
		lives := time.Since(began) > o.For/2
		if err := m.play(ctx, random, &report, lives); err != nil {
			return report, err
		}
		now, err := measure(ctx, d.rig.Tab, time.Since(began))
		if err != nil {
			return report, err
		}
		report.Memory = append(report.Memory, now)
		report.Rounds++
		report.Took = time.Since(began)
		if o.Progress != nil {
			o.Progress(report)
		}
		if !lives && report.Rounds%restEvery == 0 {
			if err := m.Rest(ctx, rest); err != nil {
				return report, fmt.Errorf("taking the SDK out of the page: %w", err)
			}
		}
	}
	if err := m.Rest(ctx, rest); err != nil {
		return report, fmt.Errorf("taking the SDK out of the page at the end: %w", err)
	}
	return report, nil
}

// play is one round. With lives nothing begins anew in it: what the SDK gathers, it
// keeps.
func (m *Model) play(ctx context.Context, random *rand.Rand, report *SoakReport, lives bool) error {
	steps := m.steps()
	for range roundSteps {
		s, among := draw(random, steps, lives)
		which, rush := random.IntN(among), s.rushes && random.IntN(2) == 0 && m.CanRequest()
		report.Trail = append(report.Trail, fmt.Sprintf("%s (%d of %d, rush %t)", s.name, which, among, rush))
		report.Steps++
		if err := s.do(ctx, which, rush); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := m.Check(ctx); err != nil {
			return fmt.Errorf("after %s: %w", s.name, err)
		}
	}
	if err := m.Finish(ctx); err != nil {
		return fmt.Errorf("finishing a round: %w", err)
	}
	switch {
	case m.stopped && lives:
		report.Trail = append(report.Trail, "speak, at the end of the round")
		return m.Speak(ctx)
	case m.stopped:
		report.Trail = append(report.Trail, "switch, at the end of the round")
		return m.Switch(ctx, false)
	}
	return nil
}

// draw chooses a step that can happen now, and tells among how much it chooses.
// A step that leaves the page is none, for its memory is watched; with lives
// neither is one that begins something anew.
func draw(random *rand.Rand, steps []step, lives bool) (step, int) {
	steps = slices.DeleteFunc(slices.Clone(steps), func(s step) bool { return s.leaves || lives && s.renews })
	total := 0
	counts := make([]int, len(steps))
	for i, s := range steps {
		if counts[i] = s.among(); counts[i] > 0 {
			total += s.often
		}
	}
	at := random.IntN(total)
	for i, s := range steps {
		if counts[i] == 0 {
			continue
		}
		if at < s.often {
			return s, counts[i]
		}
		at -= s.often
	}
	return steps[0], 1 // the weights add up, so that this is never reached
}
