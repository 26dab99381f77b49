package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// Cost is what a part of a case takes on average, of the harness and the
// browser together.
type Cost struct {
	Name string
	Wall time.Duration
	// CPU is zero where the system does not tell it.
	CPU time.Duration
}

// Bench measures a case against opening its page alone: the page without the
// SDK, the page with a connected SDK, and the whole case. Each is done n times,
// one after the other, interleaved, so that the machine's noise hits all alike.
func (s *Stage) Bench(ctx context.Context, subject Subject, c scenario.Case, n int) ([]Cost, error) {
	bare := Subject{Profile: subject.Profile, Artifact: sdk.Built("no SDK", []byte("\n"), nil)}
	empty := *c.Scenario
	empty.Steps, empty.PageErrors = nil, nil
	parts := []struct {
		name string
		do   func() error
	}{
		{"page alone", func() error { return s.open(ctx, bare, c) }},
		{"page with the SDK connected", func() error {
			return s.passes(ctx, subject, scenario.Case{ID: c.ID, Scenario: &empty, Variant: c.Variant})
		}},
		{"whole scenario", func() error { return s.passes(ctx, subject, c) }},
	}
	costs := make([]Cost, len(parts))
	for round := range n + 1 {
		for i, part := range parts {
			wall, cpu := time.Now(), processTime()
			if err := part.do(); err != nil {
				return nil, fmt.Errorf("measuring %s: %w", part.name, err)
			}
			if round == 0 {
				continue // the first round warms caches up
			}
			costs[i].Wall += time.Since(wall) / time.Duration(n)
			costs[i].CPU += (processTime() - cpu) / time.Duration(n)
		}
	}
	for i, part := range parts {
		costs[i].Name = part.name
	}
	return costs, nil
}

// passes plays a case that must pass, for else its time means nothing.
func (s *Stage) passes(ctx context.Context, subject Subject, c scenario.Case) error {
	outcome, err := s.Play(ctx, subject, c, Limits{})
	if err != nil {
		return err
	}
	if outcome.Status != result.Pass {
		return fmt.Errorf("%s does not pass (%s): run it by itself first", c.ID, outcome.Status)
	}
	return nil
}

// open opens the page of a case without an SDK.
func (s *Stage) open(ctx context.Context, bare Subject, c scenario.Case) error {
	worker, err := s.borrow(ctx)
	if err != nil {
		return err
	}
	defer func() { s.workers <- worker }()
	site, err := newSite(c, bare, s.bundles, []byte("\n"), "")
	if err != nil {
		return err
	}
	host := fmt.Sprintf("s%d.app.localhost", s.played.Add(1))
	defer s.server.mount(host, site)()
	b := c.Scenario.Browser
	tab, err := worker.Tab(ctx, tabOptions(b))
	if err != nil {
		return err
	}
	if err := tab.Navigate(ctx, s.server.origin(host)+site.start); err != nil {
		return err
	}
	return oracle.WaitReady(ctx, tab, readyBound)
}
