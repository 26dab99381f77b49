package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/scenario"
)

// network makes the network or the server fail.
func (p *play) network(n *scenario.Network) error {
	p.severed = p.severed || n.Severs()
	p.stalled = p.stalled || n.Stalls()
	var err error
	switch {
	case n.Drop != "":
		err = p.backend.Drop(backend.Drop(n.Drop))
	case n.Hold:
		err = p.backend.Hold()
	case n.Release:
		p.backend.Release()
	case n.Next != "":
		err = p.backend.Next(backend.Fate(n.Next))
	case n.Delay > 0:
		err = p.backend.Delay(n.Delay)
	case n.Junk != "":
		err = p.backend.Inject(backend.Junk(n.Junk))
	case n.REST != nil:
		p.backend.FailREST(backend.RESTFault{
			Path: n.REST.Path, Method: n.REST.Method, Status: n.REST.Status, Body: n.REST.Body, Times: n.REST.Times,
		})
	case n.User != 0:
		p.backend.SetUser(int64(n.User))
	}
	if errors.Is(err, backend.ErrNotConnected) {
		return failed(scenario.CheckConnected, "there is no connection to disturb: "+err.Error()).ends()
	}
	return err
}

// tabAct does to the tab what a browser does.
func (p *play) tabAct(ctx context.Context, t *scenario.TabAct) error {
	p.stalled = p.stalled || t.Ends()
	switch t.How {
	case "freeze":
		return p.tab.Freeze(ctx)
	case "thaw":
		return p.tab.Thaw(ctx)
	case "hide":
		return p.tab.Hide(ctx)
	case "show":
		return p.tab.Show(ctx)
	case "interrupt":
		return p.tab.TerminateScripts(ctx)
	case "stay":
		p.tab.SetDialogPolicy(chrome.DialogStay)
		return nil
	case "crash":
		p.severed = true
		return p.tab.Crash(ctx)
	case scenario.TabFirst, scenario.TabSecond:
		return p.turnTo(ctx, t.How)
	}
	return fmt.Errorf("the runner cannot %s a tab", t.How)
}

// overtaken takes the answers that came too late because the scenario held them
// up: the backend has refused them, and that is all that can become of them.
func (p *play) overtaken() {
	if !p.stalled {
		return
	}
	for _, u := range p.backend.Unmatched() {
		if u.Why == backend.WhyLate {
			p.taken[u.Frame.Seq] = true
		}
	}
}

// padded fills a frame up to a size. Spaces after a JSON text mean nothing.
func padded(frame []byte, size int) []byte {
	if missing := size - len(frame); missing > 0 {
		frame = append(bytes.Clone(frame), bytes.Repeat([]byte(" "), missing)...)
	}
	return frame
}
