package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// turnTo lets the user turn to the first or the second tab: what the page, the
// user and the checks are about from now on. The second is opened the first time.
func (p *play) turnTo(ctx context.Context, which string) error {
	at := map[string]int{scenario.TabFirst: 0, scenario.TabSecond: 1}[which]
	if at < len(p.tabs) {
		if err := p.tabs[at].Front(ctx); err != nil {
			return err
		}
		p.use(p.tabs[at])
		return nil
	}
	options := tabOptions(p.c.Scenario.Browser)
	options.Fresh = false // it is the browser context of the first
	tab, done, err := p.worker.Another(ctx, options)
	if err != nil {
		return err
	}
	p.tabs = append(p.tabs, tab)
	p.doneTabs = append(p.doneTabs, done)
	p.use(tab)
	return p.join(ctx)
}

// use makes a tab the one that the steps are about. The user's hands are in one
// tab at a time.
func (p *play) use(tab *chrome.Tab) {
	p.card.mouse.Lock()
	defer p.card.mouse.Unlock()
	p.rec.note(result.EventUser, "turns to another tab")
	p.tab = tab
}

// join opens the page in the tab and waits until its SDK has the session too.
func (p *play) join(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.limits.Connect)
	defer cancel()
	seen := p.newest()
	if err := p.tab.Navigate(ctx, p.url); err != nil {
		return err
	}
	if err := oracle.WaitReady(ctx, p.tab, readyBound); err != nil {
		return err
	}
	if err := p.card.gesture(ctx, sdk.GestureConnect, scenario.DefaultUserWithin); err != nil {
		return err
	}
	_, err := p.backend.WaitFrame(ctx, func(f backend.TraceEvent) bool {
		return f.Seq > seen && f.Dir == protocol.ToSDK && f.Type == protocol.TypeSessionSnapshot
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return failed(scenario.CheckConnected, fmt.Sprintf("the SDK of the other tab does not connect within %s", p.limits.Connect)).as(result.Timeout).ends()
	}
	return err
}

// closeTabs closes the tabs that the scenario opened.
func (p *play) closeTabs() {
	for _, done := range p.doneTabs {
		done()
	}
	p.doneTabs = nil
}

// console gives what the pages of all tabs wrote and threw.
func (p *play) console() []chrome.ConsoleEntry {
	var all []chrome.ConsoleEntry
	for _, tab := range p.tabs {
		all = append(all, tab.Console()...)
	}
	return all
}

// tabOptions are a scenario's wishes for its browser.
func tabOptions(b scenario.Browser) chrome.TabOptions {
	return chrome.TabOptions{
		FocusEmulation: b.FocusEmulation, Fresh: b.FreshContext, Width: b.Width, Height: b.Height,
		Density: float64(b.Density) / 100, ReducedMotion: b.ReducedMotion, ClockRate: b.ClockRate,
	}
}
