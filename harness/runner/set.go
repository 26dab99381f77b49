package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/sdk"
)

// set puts up what the case needs: a backend, the site of the page and a tab. It
// gives the page's address, and what takes all of it down again.
func (p *play) set(ctx context.Context, worker *chrome.Worker) (url string, leave func(), err error) {
	var undo []func()
	leave = func() {
		for _, f := range slices.Backward(undo) {
			f()
		}
	}
	number := p.stage.played.Add(1)
	pageHost, apiHost := fmt.Sprintf("s%d.app.localhost", number), fmt.Sprintf("b%d.api.localhost", number)
	otherHost := fmt.Sprintf("o%d.other.localhost", number)
	var audit func(backend.AuditRecord)
	if p.stage.audit != nil {
		audit = p.stage.audit(p.c.ID)
	}
	options := backend.Options{
		OnAudit: audit, Dialect: p.subject.Profile.Dialect, AgentID: agentID, OtherAgents: []int64{otherAgentID}, Keep: p.keep,
		History:     storedMessages(p.c.Scenario.History),
		AllowOrigin: func(origin string) bool { return origin == p.stage.server.origin(pageHost) },
	}
	if p.keep == 0 {
		options.Trace = p.rec.wire
	}
	if p.backend, err = backend.New(options); err != nil {
		return "", leave, err
	}
	undo = append(undo, p.closeBackend, p.stage.server.mount(apiHost, p.backend))

	p.origin = p.stage.server.origin(pageHost)
	tokens, err := p.tokens()
	if err != nil {
		return "", leave, err
	}
	boot, err := p.subject.Profile.Boot(sdk.BootData{
		ServerURL: p.stage.server.origin(apiHost), AgentID: agentID, Tokens: tokens, Options: p.c.Scenario.Init,
	})
	if err != nil {
		return "", leave, err
	}
	other := p.stage.server.origin(otherHost)
	site, err := newSite(p.c, p.subject, p.stage.bundles, boot, other)
	if err != nil {
		return "", leave, err
	}
	undo = append(undo, p.stage.server.mount(pageHost, site), p.stage.server.mount(otherHost, newOtherSite(p.c, other)))

	b := p.c.Scenario.Browser
	p.tab, err = worker.Tab(ctx, tabOptions(b))
	return p.origin + site.start, leave, err
}
