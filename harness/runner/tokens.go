package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// tokenCount is how many tokens the host page has to give, for scenarios in which
// they expire.
const tokenCount = 4

// tokens mints what the host page gives the SDK, one each time that it is asked.
func (p *play) tokens() ([]string, error) {
	all := []string{p.backend.Token()}
	for len(all) < tokenCount {
		token, err := p.backend.RenewToken()
		if err != nil {
			return nil, err
		}
		all = append(all, token)
	}
	return all, nil
}

// checkTokens holds that the access token of the case, which no other case has,
// stands nowhere but where it belongs: in no frame but auth, in no address, and
// nowhere in the page and what the browser keeps of it (seed 000, 7.2; seed 004,
// 2.3). The backend has looked at the frames and addresses as they came.
func (p *play) checkTokens(ctx context.Context) {
	var leaks []string
	for _, e := range p.backend.Violations() {
		if strings.Contains(e.Violation, "access token") {
			leaks = append(leaks, describeFrame(e)+": "+e.Violation)
		}
	}
	for where, what := range p.tokenPlaces(ctx) {
		text, err := json.Marshal(what)
		if err != nil {
			continue // what cannot be written was never text
		}
		if p.backend.HoldsToken(text) {
			leaks = append(leaks, where)
		}
	}
	var f *finding
	if len(leaks) > 0 {
		f = failed("", "the access token leaks").detail("it in auth frames and Authorization headers only", strings.Join(leaks, "; "))
	}
	p.conclude(scenario.CheckToken, f)
}

// withoutToken takes an outcome back that would carry the token into the
// reports: they are kept, and sent around.
func (p *play) withoutToken(o result.Outcome) result.Outcome {
	text, err := json.Marshal(o)
	if err != nil || p.backend == nil || !p.backend.HoldsToken(text) {
		return o
	}
	return result.Outcome{
		StartedAt: o.StartedAt, DurationMs: o.DurationMs, Status: result.Fail, Checks: o.Checks,
		Failures: []result.Failure{{
			Check: scenario.CheckToken, Step: -1, Status: result.Fail, Pos: scenario.Pos{File: p.c.Scenario.File},
			Message: fmt.Sprintf("the access token stands in what was recorded of %s, which is therefore not kept", p.c.ID),
		}},
	}
}
