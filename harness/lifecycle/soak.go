package lifecycle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/maochat/conformance/harness/runner"
)

const (
	// roundSteps is how many steps a round has. Then everything is brought to its
	// end and new buttons are dealt, on the same page.
	roundSteps = 14
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
	// Memory is what was in use after each round.
	Memory []Memory
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
	for first := true; first || time.Since(began) < o.For; first = false {
		report.Trail = nil
		if err := m.begin(ctx, first); err != nil {
			return report, fmt.Errorf("beginning a round: %w", err)
		}
		if err := m.play(ctx, random, &report); err != nil {
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
	}
	return report, nil
}

// play is one round.
func (m *Model) play(ctx context.Context, random *rand.Rand, report *SoakReport) error {
	steps := m.steps()
	for range roundSteps {
		s, among := draw(random, steps)
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
	if m.stopped {
		report.Trail = append(report.Trail, "switch, at the end of the round")
		return m.Switch(ctx, false)
	}
	return nil
}

// draw chooses a step that can happen now, and tells among how much it chooses.
// A step that leaves the page is none: its memory is watched.
func draw(random *rand.Rand, steps []step) (step, int) {
	total := 0
	counts := make([]int, len(steps))
	for i, s := range steps {
		if counts[i] = s.among(); counts[i] > 0 && !s.leaves {
			total += s.often
		}
	}
	at := random.IntN(total)
	for i, s := range steps {
		if counts[i] == 0 || s.leaves {
			continue
		}
		if at < s.often {
			return s, counts[i]
		}
		at -= s.often
	}
	return steps[0], 1 // the weights add up, so that this is never reached
}
