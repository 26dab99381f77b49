package runner

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
)

// StageOptions say what a run plays on. The zero value of each field is usable.
type StageOptions struct {
	// Browser says which browser and how.
	Browser chrome.Options
	// Listen is the address of the one listener. Default: a free port on the
	// loopback interface.
	Listen string
	// Bundles are the scripts of the fixtures. Default: bundle.Load.
	Bundles *bundle.Set
	// Parallel is how many cases are played at a time. Default: half the
	// processors, at least one: a worker uses nearly two.
	Parallel int
	// Audit gets the audit records of all cases, by case. It must be quick. May
	// be nil.
	Audit func(caseID string) func(backend.AuditRecord)
}

// Stage is what the cases of a run share: a browser with its workers, and a
// listener. Its methods may be called from several goroutines.
type Stage struct {
	browser *chrome.Browser
	server  *server
	bundles *bundle.Set
	audit   func(caseID string) func(backend.AuditRecord)
	workers chan *chrome.Worker // those that are free
	count   int                 // of all workers
	played  atomic.Int64        // numbers the cases, for their host names
}

// workerBound is how long a worker may take to start.
const workerBound = 30 * time.Second

// NewStage starts the browser and the listener. It must be closed. Errors of
// the browser are those of chrome.Launch.
func NewStage(ctx context.Context, o StageOptions) (*Stage, error) {
	s := &Stage{bundles: o.Bundles, count: o.Parallel, audit: o.Audit}
	if s.count <= 0 {
		s.count = DefaultParallel()
	}
	var err error
	if s.bundles == nil {
		if s.bundles, err = bundle.Load(ctx); err != nil {
			return nil, err
		}
	}
	address := o.Listen
	if address == "" {
		address = "127.0.0.1:0"
	}
	if s.server, err = listen(ctx, address); err != nil {
		return nil, err
	}
	if s.browser, err = chrome.Launch(ctx, o.Browser); err != nil {
		return nil, errors.Join(err, s.server.close())
	}
	s.workers = make(chan *chrome.Worker, s.count)
	for range s.count {
		w, err := newWorker(ctx, s.browser)
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.workers <- w
	}
	return s, nil
}

func newWorker(ctx context.Context, b *chrome.Browser) (*chrome.Worker, error) {
	ctx, cancel := context.WithTimeout(ctx, workerBound)
	defer cancel()
	w, err := b.NewWorker(ctx)
	if err != nil {
		return nil, fmt.Errorf("making a browser context for a worker: %w", err)
	}
	return w, nil
}

// mostParallel bounds [DefaultParallel]: each case at work has a page with its own
// processes in memory.
const mostParallel = 8

// DefaultParallel is how many cases are played at a time unless a person says
// otherwise: two for each processor, for half of the time a case waits.
func DefaultParallel() int { return min(2*runtime.NumCPU(), mostParallel) }

// Browser gives the browser of the stage.
func (s *Stage) Browser() *chrome.Browser { return s.browser }

// Bundles gives the built bundles of the stage.
func (s *Stage) Bundles() *bundle.Set { return s.bundles }

// Parallel says how many cases are played at a time.
func (s *Stage) Parallel() int { return s.count }

// Close ends the browser and the listener.
func (s *Stage) Close() error {
	return errors.Join(s.browser.Close(), s.server.close())
}

// borrow waits for a free worker.
func (s *Stage) borrow(ctx context.Context) (*chrome.Worker, error) {
	select {
	case w := <-s.workers:
		return w, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a free worker: %w", context.Cause(ctx))
	case <-s.browser.Died():
		return nil, chrome.ErrBrowserDied
	}
}
