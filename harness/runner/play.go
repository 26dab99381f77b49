package runner

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// Limits bound a case. The zero value of each field is usable.
type Limits struct {
	// Case is how long a case may take in all. Default: 60 s.
	Case time.Duration
	// Wait caps every wait of a scenario. Default: as the scenario says.
	Wait time.Duration
	// Connect is how long the SDK may take from page load to subscription.
	// Default: 20 s.
	Connect time.Duration
	// AfterFailure caps every wait once something has failed: the case goes on,
	// for each check tells something, but no more patience is due. Default: 1 s.
	AfterFailure time.Duration
	// Enough ends the case as soon as it says that a check has told all that the
	// caller wants to know. Default: the case is played to its end.
	Enough func(result.Check) bool
}

func (l Limits) filled() Limits {
	if l.Case == 0 {
		l.Case = time.Minute
	}
	if l.Connect == 0 {
		l.Connect = 20 * time.Second
	}
	if l.AfterFailure == 0 {
		l.AfterFailure = time.Second
	}
	return l
}

// wait gives how long to wait where a scenario says d.
func (p *play) wait(d time.Duration) time.Duration {
	if p.limits.Wait > 0 {
		d = min(d, p.limits.Wait)
	}
	if p.hurried.Load() {
		d = min(d, p.limits.AfterFailure)
	}
	return d
}

const (
	agentID = 3
	// otherAgentID is another agent of the same server.
	otherAgentID = 4
	// readyBound is how long a page may take to say that it is ready.
	readyBound = 20 * time.Second
	// closeBound is how long a backend may take to end.
	closeBound = 5 * time.Second
)

// play is a case on the stage.
type play struct {
	stage   *Stage
	subject Subject
	c       scenario.Case
	limits  Limits

	worker  *chrome.Worker
	url     string      // of the page
	tab     *chrome.Tab // the one that the steps are about
	tabs    []*chrome.Tab
	backend *backend.Backend
	rec     *recorder
	env     scenario.Env
	card    *cardWatch

	last    *snapshot // the newest one that a result brought
	calls   []*call
	taken   map[int]bool // by sequence number: frames that a step took
	since   int          // sequence number of the newest frame at the last send
	said    int          // messages that the user wrote
	severed bool         // the scenario itself ended a connection
	stalled bool         // the scenario held answers up
	hurried atomic.Bool  // something has failed
	origin  string       // of the page
	keep    int          // how much of its past the backend keeps; 0 for all

	doneTabs []func() // close the tabs that the scenario opened

	compared *comparison // the newest of pictures
	failures []result.Failure
	checks   []result.Check
	enough   bool // the caller knows what it wanted to know
}

// Play plays one case and gives its outcome. An error of the browser itself, or
// the end of ctx, is not an outcome: it is returned, and nothing was judged.
func (s *Stage) Play(ctx context.Context, subject Subject, c scenario.Case, limits Limits) (result.Outcome, error) {
	if reason, missing := unmet(subject.Profile, c.Scenario); missing {
		return result.Outcome{Status: result.NotImplemented, Reason: reason, StartedAt: time.Now()}, nil
	}
	worker, err := s.borrow(ctx)
	if err != nil {
		return result.Outcome{}, err
	}
	defer func() { s.workers <- worker }()

	p := &play{
		stage: s, subject: subject, c: c, limits: limits.filled(), rec: newRecorder(),
		env:   scenario.Env{Captures: map[string]any{}},
		taken: map[int]bool{},
	}
	bounded, cancel := context.WithTimeout(ctx, p.limits.Case)
	defer cancel()
	skip := p.run(bounded, worker)

	if err := s.browser.Err(); err != nil {
		return result.Outcome{}, err
	}
	if ctx.Err() != nil {
		return result.Outcome{}, fmt.Errorf("playing %s: %w", c.ID, context.Cause(ctx))
	}
	return p.withoutToken(p.outcome(skip)), nil
}

// outcome sums the case up.
func (p *play) outcome(skip string) result.Outcome {
	o := result.Outcome{
		StartedAt: p.rec.began, DurationMs: float64(time.Since(p.rec.began).Microseconds()) / 1000,
		Failures: p.failures, Checks: p.checks, Status: result.Settle(p.failures),
	}
	if skip != "" {
		o.Status, o.Reason, o.Failures = result.Skip, skip, nil
	}
	o.Trace = p.rec.finish(p.console())
	return o
}

// run plays the case from the tab to the last check. It returns the reason why
// the case cannot be played at all, usually none.
func (p *play) run(ctx context.Context, worker *chrome.Worker) (skip string) {
	url, leave, err := p.set(ctx, worker)
	defer leave()
	if err != nil {
		return p.broken(err)
	}
	p.worker, p.url, p.tabs = worker, url, []*chrome.Tab{p.tab}
	defer p.closeTabs()
	if err := p.connect(ctx, url); err != nil {
		p.found(classify(err, scenario.CheckConnected), nil)
		return ""
	}
	return p.steps(ctx)
}

// broken records that the harness could not do its work.
func (p *play) broken(err error) string {
	p.found(failed("", err.Error()).as(result.Error), nil)
	return ""
}

func (p *play) closeBackend() {
	ctx, cancel := context.WithTimeout(context.Background(), closeBound)
	defer cancel()
	if err := p.backend.Close(ctx); err != nil {
		p.broken(err)
	}
}

// connect opens the page and waits until the SDK has a session.
func (p *play) connect(ctx context.Context, url string) error {
	if err := p.tab.Navigate(ctx, url); err != nil {
		return p.startFault(ctx, err)
	}
	if err := oracle.WaitReady(ctx, p.tab, readyBound); err != nil {
		return p.startFault(ctx, err)
	}
	ctx, cancel := context.WithTimeout(ctx, p.limits.Connect)
	defer cancel()
	if err := p.subject.Profile.Perform(ctx, p.tab, sdk.GestureConnect, p.wait(scenario.DefaultUserWithin)); err != nil {
		return p.startFault(ctx, err)
	}
	session, err := p.backend.WaitSubscribed(ctx)
	if err != nil {
		return p.startFault(ctx, err)
	}
	p.env.Captures[scenario.CaptureSession] = float64(session)
	return nil
}

// startFault looks for the reason why an SDK did not start, in the order of
// what explains most.
func (p *play) startFault(ctx context.Context, err error) error {
	select {
	case <-p.tab.Crashed():
		return fmt.Errorf("%w: %v", chrome.ErrTabCrashed, err)
	default:
	}
	if p.stage.browser.Err() != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if !p.tab.Responds(ctx, time.Second) {
		return failed(scenario.CheckConnected, "the page with the SDK hangs: "+err.Error()).as(result.Timeout).ends()
	}
	if told, evalErr := chrome.EvalAs[string](ctx, p.tab, "String(window.__sdk?.error ?? '')"); evalErr == nil && told != "" {
		return failed(scenario.CheckConnected, "the SDK did not start: "+told).ends()
	}
	for _, entry := range p.tab.Console() {
		if entry.Kind == chrome.ConsoleException {
			return failed(scenario.CheckConnected, "the SDK did not start; the page threw: "+entry.String()).ends()
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return failed(scenario.CheckConnected, "the SDK does not connect: "+err.Error()).as(result.Timeout).ends()
	}
	return err
}

// steps carries the steps out and then looks at what is left.
func (p *play) steps(ctx context.Context) (skip string) {
	p.card = p.watchCards(ctx)
	defer p.card.close()
	if p.c.Scenario.Authorization == scenario.ForGood {
		if err := p.card.gesture(ctx, sdk.GestureLevelFull, scenario.DefaultUserWithin); err != nil {
			p.found(classify(err, scenario.CheckCard), nil)
			p.finish(ctx, false)
			return ""
		}
	}
	complete := true // every step had its say
	for i := range p.c.Scenario.Steps {
		step := &p.c.Scenario.Steps[i]
		p.rec.note(result.EventStep, "%d %s %s", step.Index+1, step.Do.Verb(), step.Check)
		err := p.do(ctx, step)
		if err == nil {
			err = p.card.problem()
		}
		if reason, inexpressible := skipReason(err); inexpressible {
			return reason
		}
		if err == nil {
			p.checked(step.Check, step.Index, true)
			if p.enough {
				return ""
			}
			continue
		}
		f := classify(p.explain(ctx, err), step.Check)
		if f.failure.Check == "" && f.failure.Status != result.Error {
			f.failure.Check = step.Check
		}
		p.found(f, step)
		if p.enough {
			return ""
		}
		complete = complete && f.failure.Status == result.Fail && !f.fatal
		if f.fatal {
			break
		}
	}
	p.finish(ctx, complete)
	return ""
}

// explain says which bound was hit where several could have been.
func (p *play) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return failed("", fmt.Sprintf("the case took longer than %s: %v", p.limits.Case, err)).as(result.Timeout).ends()
	}
	select {
	case <-p.tab.Crashed():
		return fmt.Errorf("%w: %v", chrome.ErrTabCrashed, err)
	default:
		return err
	}
}

// do carries one step out.
func (p *play) do(ctx context.Context, step *scenario.Step) error {
	switch do := step.Do.(type) {
	case *scenario.Send:
		return p.send(ctx, step, do)
	case *scenario.Expect:
		return p.expect(ctx, do)
	case *scenario.ExpectNone:
		return p.expectNone(ctx, do)
	case *scenario.Verify:
		return p.verify(ctx, do)
	case *scenario.Await:
		return p.await(ctx, do)
	case *scenario.PageAct:
		return p.pageAct(ctx, do)
	case *scenario.UserAct:
		return p.userAct(ctx, do)
	case *scenario.Network:
		return p.network(do)
	case *scenario.TabAct:
		return p.tabAct(ctx, do)
	case *scenario.Navigate:
		return p.navigate(ctx, do)
	case *scenario.AgentActs:
		return p.agentActs(ctx, do)
	case *scenario.History:
		return p.backend.AddHistory(storedMessages(do.Messages)...)
	case *scenario.EndTurn:
		return p.backend.EndTurn(backend.TurnEnd(do.How))
	default:
		return fmt.Errorf("the runner does not know the verb %s", step.Do.Verb())
	}
}

// found records a failure.
func (p *play) found(f *finding, step *scenario.Step) {
	failure := f.failure
	failure.Step, failure.Pos = -1, scenario.Pos{File: p.c.Scenario.File}
	if step != nil {
		failure.Step, failure.Pos, failure.StepText = step.Index, step.Pos, step.Text
	}
	if failure.Check != "" {
		p.checked(failure.Check, failure.Step, false)
	}
	p.failures = append(p.failures, failure)
	p.hurried.Store(true)
}

// checked records that an assertion was evaluated.
func (p *play) checked(id string, step int, ok bool) {
	if id == "" {
		return
	}
	check := result.Check{ID: id, Step: step, OK: ok}
	p.checks = append(p.checks, check)
	p.enough = p.enough || p.limits.Enough != nil && p.limits.Enough(check)
	word := "holds"
	if !ok {
		word = "does NOT hold"
	}
	p.rec.note(result.EventCheck, "%s %s", id, word)
}
