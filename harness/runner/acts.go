package runner

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// pageAct makes the page change itself.
func (p *play) pageAct(ctx context.Context, a *scenario.PageAct) error {
	switch {
	case a.Eval != "":
		_, err := p.tab.Eval(ctx, a.Eval)
		return err
	case a.Action == "clearLog":
		return oracle.ClearLog(ctx, p.tab)
	default:
		_, err := oracle.Act(ctx, p.tab, a.Action, a.Args)
		return err
	}
}

// userAct does what a person does, with real input.
func (p *play) userAct(ctx context.Context, u *scenario.UserAct) error {
	switch {
	case u.Confirm != "":
		return p.card.gesture(ctx, map[string]string{
			"allow": sdk.GestureAllow, "allowTask": sdk.GestureAllowTask, "deny": sdk.GestureDeny,
		}[u.Confirm], u.Within)
	case u.Stop:
		return p.card.gesture(ctx, sdk.GestureStop, u.Within)
	case u.Level != "":
		return p.card.gesture(ctx, levelGestures[u.Level], u.Within)
	case u.Message != "":
		return p.say(ctx, u)
	}
	p.card.mouse.Lock()
	defer p.card.mouse.Unlock()
	wait := p.wait(u.Within)
	switch {
	case u.Control != "":
		p.rec.note(result.EventUser, "presses %s", u.Control)
		p.card.acts.Add(1)
		return p.subject.Profile.Press(ctx, p.tab, u.Control, wait)
	case u.Click != nil:
		p.rec.note(result.EventUser, "clicks %s %q", u.Click.Role, u.Click.Name)
		name, err := regexp.Compile("^" + regexp.QuoteMeta(u.Click.Name) + "$")
		if err != nil { // a quoted text always compiles
			return fmt.Errorf("the name of a control: %w", err)
		}
		_, err = p.tab.ClickControl(ctx, chrome.ControlQuery{Role: u.Click.Role, Name: name, Wait: wait}, chrome.ClickOptions{})
		return err
	case u.Press != "":
		p.rec.note(result.EventUser, "presses %s", u.Press)
		return p.tab.Press(ctx, u.Press)
	case u.Compose != "":
		p.rec.note(result.EventUser, "composes %q", u.Compose)
		return p.tab.Compose(ctx, u.Compose)
	case u.Commit != "":
		p.rec.note(result.EventUser, "commits %q", u.Commit)
		return p.tab.Commit(ctx, u.Commit)
	case u.Pinch != 0:
		p.rec.note(result.EventUser, "enlarges the page to %d %%", u.Pinch)
		return p.tab.Pinch(ctx, float64(u.Pinch)/100)
	default:
		p.rec.note(result.EventUser, "types %q", u.Type)
		return p.tab.Type(ctx, u.Type)
	}
}

// levelGestures reach the levels of the scenario format.
var levelGestures = map[string]string{
	"per_action": sdk.GestureLevelPerAction, "task": sdk.GestureLevelTask, "full": sdk.GestureLevelFull, "revoke": sdk.GestureRevoke,
}

// say writes a message to the agent and sends it.
func (p *play) say(ctx context.Context, u *scenario.UserAct) error {
	if err := p.card.gesture(ctx, sdk.GestureCompose, u.Within); err != nil {
		return err
	}
	p.card.mouse.Lock()
	err := p.tab.Type(ctx, u.Message)
	p.card.mouse.Unlock()
	if err != nil {
		return err
	}
	p.said++
	return p.card.gesture(ctx, sdk.GestureSend, u.Within)
}

// navigate moves the tab as a user does with the browser's own controls.
func (p *play) navigate(ctx context.Context, n *scenario.Navigate) error {
	p.severed = true
	switch n.Move {
	case "reload":
		if err := p.tab.Reload(ctx); err != nil {
			return err
		}
	case "back":
		return p.tab.Back(ctx)
	case "forward":
		return p.tab.Forward(ctx)
	default:
		to := n.To
		if strings.HasPrefix(to, "/") {
			to = p.origin + to
		}
		if err := p.tab.Navigate(ctx, to); err != nil {
			return err
		}
	}
	if !strings.HasPrefix(p.tab.Document().URL, p.origin) {
		return nil // another site's page is not ours to wait for
	}
	return oracle.WaitReady(ctx, p.tab, readyBound)
}
