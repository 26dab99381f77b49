package runner

import (
	"context"
	"fmt"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/scenario"
)

// RigOptions say what a [Rig] is like.
type RigOptions struct {
	// Page is what is served, with the SDK in it.
	Page scenario.Page
	// Init are options that are merged into those of the SDK.
	Init map[string]any
	// Keep is how many frames and audit records the backend keeps; 0 for all.
	Keep int
	// Limits bound the start.
	Limits Limits
}

// Rig is a page with a connected SDK and its backend, driven by a program
// instead of a scenario. It must be closed, and then gives its worker back.
type Rig struct {
	// Tab shows the page.
	Tab *chrome.Tab
	// Backend is what the SDK is connected to.
	Backend *backend.Backend
	// Subject is the SDK.
	Subject Subject

	leave func()
}

// Rig sets a page up. The error is the reason why the SDK did not connect, or
// the browser's.
func (s *Stage) Rig(ctx context.Context, subject Subject, o RigOptions) (*Rig, error) {
	worker, err := s.borrow(ctx)
	if err != nil {
		return nil, err
	}
	page := o.Page
	p := &play{
		stage: s, subject: subject, limits: o.Limits.filled(), rec: newRecorder(), keep: o.Keep,
		c: scenario.Case{ID: "rig", Scenario: &scenario.Scenario{
			ID: "rig", Title: "Rig", Page: &page, Init: o.Init, Browser: scenario.Browser{FocusEmulation: true},
		}},
		env:   scenario.Env{Captures: map[string]any{}},
		taken: map[int]bool{},
	}
	url, leave, err := p.set(ctx, worker)
	r := &Rig{Tab: p.tab, Backend: p.backend, Subject: subject, leave: func() {
		leave()
		s.workers <- worker
	}}
	if err == nil {
		err = p.connect(ctx, url)
	}
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("setting a page up: %w", err)
	}
	return r, nil
}

// Reload loads the page again and waits until it is ready.
func (r *Rig) Reload(ctx context.Context) error {
	if err := r.Tab.Reload(ctx); err != nil {
		return err
	}
	return oracle.WaitReady(ctx, r.Tab, readyBound)
}

// Close takes everything down.
func (r *Rig) Close() { r.leave() }
