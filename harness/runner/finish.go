package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

const (
	// quiet is how long no frame may come at the end of a case, so that a
	// second or late answer is still seen.
	quiet = 60 * time.Millisecond
	// quietBound bounds the wait for that.
	quietBound = 600 * time.Millisecond
)

// finish makes the checks that no scenario writes down. Where the steps broke
// off, what they would have taken or awaited is not held against the SDK.
func (p *play) finish(ctx context.Context, complete bool) {
	p.settle(ctx)
	p.checkFrames(complete)
	p.checkSchema()
	p.checkExceptions(complete)
	p.checkTokens(ctx)
}

// settle waits until the SDK has been silent for a moment.
func (p *play) settle(ctx context.Context) {
	end := time.Now().Add(quietBound)
	for time.Now().Before(end) && ctx.Err() == nil {
		seen := p.newest()
		waiting, cancel := context.WithTimeout(ctx, quiet)
		_, err := p.backend.WaitFrame(waiting, func(f backend.TraceEvent) bool {
			return f.Seq > seen && f.Dir == protocol.FromSDK
		})
		cancel()
		if err != nil {
			return
		}
	}
}

// conclude records an implicit check.
func (p *play) conclude(check string, f *finding) {
	if f == nil {
		p.checked(check, -1, true)
		return
	}
	f.failure.Check = check
	p.found(f, nil)
}

// checkFrames holds that every call was answered, and that the SDK sent nothing
// that nobody asked for.
func (p *play) checkFrames(complete bool) {
	if complete {
		var pending []string
		for _, c := range p.calls {
			select {
			case <-c.call.Done():
			default:
				if !c.raw && !p.severed {
					pending = append(pending, fmt.Sprintf("%s (%s)", c.call.Request().Tool, c.call.RequestID()))
				}
			}
		}
		var f *finding
		if len(pending) > 0 {
			f = failed("", "calls are still pending at the end").detail("every call answered", strings.Join(pending, ", ")).as(result.Timeout)
		}
		p.conclude(scenario.CheckAnswered, f)
	}
	p.overtaken()
	var odd []string
	for _, u := range p.backend.Unmatched() {
		if !p.taken[u.Frame.Seq] {
			odd = append(odd, fmt.Sprintf("%s: %s", u.Why, describeFrame(u.Frame)))
		}
	}
	odd = append(odd, p.uncalled(complete)...)
	var f *finding
	if len(odd) > 0 {
		f = failed("", "the SDK sent what nothing asked for").detail("no frame left over", strings.Join(odd, "; "))
	}
	p.conclude(scenario.CheckFrames, f)
}

// connectionFrames are what an SDK may send at any time.
var connectionFrames = []string{protocol.TypeAuth, protocol.TypePing, protocol.TypeSubscribe, protocol.TypeUnsubscribe, protocol.TypePageToolStatus}

// uncalled lists the frames that no step took and that do not belong to the
// connection or to a call.
func (p *play) uncalled(complete bool) []string {
	expected := map[string]bool{}
	for _, c := range p.calls {
		expected[c.call.RequestID()] = expected[c.call.RequestID()] || c.expected || !complete
	}
	userActed := p.card.acts.Load() > 0
	said := p.said // each message of the user may be one frame
	var odd []string
	for _, f := range p.backend.Frames() {
		switch {
		case f.Dir != protocol.FromSDK || p.taken[f.Seq] || slices.Contains(connectionFrames, f.Type):
		case f.Type == protocol.TypePageToolResult:
			// Frames that belong to no call are in Unmatched.
			if wanted, called := expected[f.RequestID]; called && !wanted {
				odd = append(odd, "a result that no step expects: "+describeFrame(f))
			}
		case (f.Type == protocol.TypePageAudit || f.Type == protocol.TypeCancel) && userActed:
			// What the user does in the SDK's interface is reported.
		case f.Type == protocol.TypeSendMessage && said > 0:
			said--
		default:
			odd = append(odd, describeFrame(f))
		}
	}
	return odd
}

// checkSchema holds that the frames of the SDK keep the protocol. A breach on
// the harness' own side is the harness' error.
func (p *play) checkSchema() {
	var theirs, ours []string
	for _, e := range p.backend.Violations() {
		line := fmt.Sprintf("%s: %s", describeFrame(e), e.Violation)
		if e.Kind == backend.KindFrame && e.Dir == protocol.ToSDK {
			ours = append(ours, line)
		} else {
			theirs = append(theirs, line)
		}
	}
	if len(ours) > 0 {
		p.found(failed("", "the harness broke the protocol").detail("", strings.Join(ours, "; ")).as(result.Error), nil)
	}
	var f *finding
	if len(theirs) > 0 {
		f = failed("", "the SDK broke the protocol").detail("frames as the schemas say", strings.Join(theirs, "; "))
	}
	p.conclude(scenario.CheckSchema, f)
}

// checkExceptions holds that the page threw what the scenario declares and
// nothing else.
func (p *play) checkExceptions(complete bool) {
	wanted := p.c.Scenario.PageErrors
	met := make([]bool, len(wanted))
	var odd []string
	for _, entry := range p.console() {
		if entry.Kind != chrome.ConsoleException {
			continue
		}
		known := false
		for i, pattern := range wanted {
			if len(pattern.Match(entry.Text, p.env)) == 0 {
				known, met[i] = true, true
			}
		}
		if !known {
			odd = append(odd, entry.String())
		}
	}
	var f *finding
	if len(odd) > 0 {
		f = failed("", "the page threw what nothing caught").detail("no uncaught exception", strings.Join(odd, "; "))
	} else if missing := slices.Index(met, false); missing >= 0 && complete {
		f = failed("", "a declared exception did not happen").detail(wanted[missing].String(), "no such exception")
	}
	p.conclude(scenario.CheckExceptions, f)
}
