package runner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// Version names the harness in reports.
const Version = "0.1.0"

// FullVersion is Version with the commit that the harness was built from, where
// that is known.
func FullVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
				return Version + "+" + setting.Value[:12]
			}
		}
	}
	return Version
}

// Progress is told how a run goes. Its methods may be called from several
// goroutines and must be quick.
type Progress interface {
	// Begin comes first: total counts each repetition of a case.
	Begin(about result.About, total int)
	// CaseBegins and CaseEnds frame each run of a case; the result holds the
	// outcome of that run only.
	CaseBegins(id string)
	CaseEnds(r result.CaseResult)
}

// Plan says what to play.
type Plan struct {
	Subject Subject
	Cases   []scenario.Case
	// Repeat is how often each case is played. Default: once.
	Repeat int
	Limits Limits
	// Expectations are what is known of cases beforehand; nil for nothing.
	Expectations *result.Expectations
	// Rerun gives the command that plays a case again, for failure messages.
	// Default: maoconform run with the case's id.
	Rerun func(caseID string) string
	// Progress may be nil.
	Progress Progress
}

// Run plays a plan and gives everything that was found. It always ends: with
// the last case, with the browser, or with ctx; what was not played then is
// skipped with that reason, and a problem of the run says why.
func (s *Stage) Run(ctx context.Context, plan Plan) *result.Run {
	r := &run{stage: s, plan: plan, began: time.Now()}
	if r.plan.Repeat < 1 {
		r.plan.Repeat = 1
	}
	if r.plan.Rerun == nil {
		r.plan.Rerun = func(id string) string { return "maoconform run " + id }
	}
	r.out.About = s.about(plan)
	r.out.About.Repeat = r.plan.Repeat
	for _, c := range plan.Cases {
		r.out.Cases = append(r.out.Cases, result.CaseResult{Case: result.CaseOf(c), Rerun: r.plan.Rerun(c.ID)})
	}
	if plan.Expectations != nil {
		plan.Expectations.Apply(&r.out)
	}
	if plan.Progress != nil {
		plan.Progress.Begin(r.out.About, len(plan.Cases)*r.plan.Repeat)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.stop = stop
	if len(plan.Cases) > 0 && r.preflight(ctx) {
		r.play(ctx)
	}
	r.fill(ctx)
	r.out.DurationMs = float64(time.Since(r.began).Microseconds()) / 1000
	r.out.Finish()
	return &r.out
}

// about describes a run.
func (s *Stage) about(plan Plan) result.About {
	a := plan.Subject.Artifact
	return result.About{
		Harness: FullVersion(), Contract: protocol.Version,
		SDK: a.Source, SDKSHA256: a.Digest(), SDKBytes: len(a.Script), Profile: plan.Subject.Profile.Name,
		Browser: s.browser.Version(), Binary: filepath.Base(s.browser.Path()),
		System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(), Parallel: s.count, StartedAt: time.Now(),
	}
}

// run is a run in work.
type run struct {
	stage *Stage
	plan  Plan
	began time.Time
	stop  context.CancelCauseFunc

	mu   sync.Mutex
	next int // of all repetitions, counted through
	out  result.Run
}

// play lets the workers take one case after the other.
func (r *run) play(ctx context.Context) {
	var workers sync.WaitGroup
	for range r.stage.count {
		workers.Go(func() {
			for {
				i, ok := r.take(ctx)
				if !ok {
					return
				}
				r.one(ctx, i)
			}
		})
	}
	workers.Wait()
}

// take gives the next case: all cases once, then all once more.
func (r *run) take(ctx context.Context) (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil || r.next >= len(r.plan.Cases)*r.plan.Repeat {
		return 0, false
	}
	i := r.next % len(r.plan.Cases)
	r.next++
	return i, true
}

// one plays a case and keeps its outcome.
func (r *run) one(ctx context.Context, i int) {
	c := r.plan.Cases[i]
	if r.plan.Progress != nil {
		r.plan.Progress.CaseBegins(c.ID)
	}
	outcome, err := r.stage.Play(ctx, r.plan.Subject, c, r.plan.Limits)
	if err != nil {
		r.abort(ctx, err)
		outcome = result.Outcome{Status: result.Skip, Reason: "broken off: " + reason(ctx), StartedAt: time.Now()}
	}
	r.mu.Lock()
	kept := outcome
	if r.plan.Repeat > 1 && kept.Status == result.Pass {
		kept.Trace = nil // the traces of hundreds of passes would fill a disk
	}
	r.out.Cases[i].Outcomes = append(r.out.Cases[i].Outcomes, kept)
	shown := r.out.Cases[i]
	r.mu.Unlock()
	shown.Outcomes = []result.Outcome{outcome}
	shown.Verdict = result.Judge(shown.Outcomes, shown.Expected)
	if r.plan.Progress != nil {
		r.plan.Progress.CaseEnds(shown)
	}
}

// abort ends the run; the first reason counts and is a problem of the run.
func (r *run) abort(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.out.Problems {
		if p.Status == result.Error {
			return
		}
	}
	message := err.Error()
	switch {
	case errors.Is(err, chrome.ErrBrowserDied):
		message = "the browser died while the run still needed it; the cases that had not ended were not judged"
	case ctx.Err() != nil:
		message = "the run was ended before it was done: " + reason(ctx)
	}
	r.out.Problems = append(r.out.Problems, result.Problem{Status: result.Error, Message: message})
	r.stop(errors.New(message))
}

// fill gives the cases that were not played an outcome that says so.
func (r *run) fill(ctx context.Context) {
	for i := range r.out.Cases {
		if len(r.out.Cases[i].Outcomes) == 0 {
			r.out.Cases[i].Outcomes = []result.Outcome{{Status: result.Skip, Reason: "not played: " + reason(ctx)}}
		}
	}
	if ctx.Err() != nil && len(r.out.Problems) == 0 {
		r.out.Problems = append(r.out.Problems, result.Problem{Status: result.Error, Message: "the run was ended before it was done: " + reason(ctx)})
	}
}

func reason(ctx context.Context) string {
	if cause := context.Cause(ctx); cause != nil {
		return cause.Error()
	}
	return "the run had ended"
}

// preflight starts the SDK once in an empty page; what is wrong becomes a
// problem of the run.
func (r *run) preflight(ctx context.Context) bool {
	problem, err := r.stage.Preflight(ctx, r.plan.Subject, r.plan.Limits)
	if err != nil {
		r.abort(ctx, err)
		return false
	}
	if problem != nil {
		r.out.Problems = append(r.out.Problems, *problem)
		r.stop(errors.New("the SDK does not start"))
	}
	return problem == nil
}

// Preflight starts the SDK once in an empty page. An SDK that cannot start
// there cannot start anywhere: that is one message, not one for each case. The
// problem is nil when it starts; the error is as of Play.
func (s *Stage) Preflight(ctx context.Context, subject Subject, limits Limits) (*result.Problem, error) {
	empty := scenario.Case{ID: "preflight", Scenario: &scenario.Scenario{
		ID: "preflight", Title: "The SDK starts", File: "preflight", Authorization: scenario.PerAction,
		Page: &scenario.Page{HTML: "&nbsp;"}, Browser: scenario.Browser{FocusEmulation: true},
	}}
	outcome, err := s.Play(ctx, subject, empty, limits)
	if err != nil {
		return nil, err
	}
	for _, f := range outcome.Failures {
		if f.Check != scenario.CheckConnected && f.Status != result.Error {
			continue // the cases will say it where it belongs
		}
		status := result.Fail
		if f.Status == result.Error {
			status = result.Error
		}
		return &result.Problem{Status: status, Message: fmt.Sprintf("%s cannot be put to the test: %s", subject.Artifact.Source, f.Message)}, nil
	}
	return nil, nil
}
