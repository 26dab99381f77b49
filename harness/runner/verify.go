package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// pollInterval is the pause between two readings of a condition.
const pollInterval = 20 * time.Millisecond

// verify reads a truth and compares it, until it holds if there is time.
func (p *play) verify(ctx context.Context, v *scenario.Verify) error {
	mismatches, err := p.poll(ctx, v.Condition, p.wait(v.Within))
	if err != nil {
		return err
	}
	if len(mismatches) == 0 {
		return nil
	}
	message := fmt.Sprintf("the %s is not as wanted", subjectOf(v.Condition.Kind))
	if v.Within > 0 {
		message += fmt.Sprintf(", not even after %s", p.wait(v.Within))
	}
	f := unlike(message, mismatches)
	if v.Condition.Kind == scenario.OnPixels {
		f.failure.Pictures, err = p.compared.pictures()
	}
	if err != nil {
		return err
	}
	return f
}

// await holds the case until a condition is true.
func (p *play) await(ctx context.Context, a *scenario.Await) error {
	within := p.wait(a.Within)
	mismatches, err := p.poll(ctx, a.Condition, within)
	if err != nil {
		return err
	}
	if len(mismatches) == 0 {
		return nil
	}
	return unlike(fmt.Sprintf("what was waited for did not come true within %s", within), mismatches).as(result.Timeout)
}

// subjectOf names a truth for messages.
func subjectOf(k scenario.ConditionKind) string {
	return map[scenario.ConditionKind]string{
		scenario.OnDOM: "node", scenario.OnState: "page's state", scenario.OnLog: "event log", scenario.OnFocus: "focus",
		scenario.OnConsole: "console", scenario.OnFrames: "list of frames", scenario.OnAudit: "audit log",
		scenario.OnStorage: "storage", scenario.OnMarkup: "markup", scenario.OnEvents: "list of onEvent's events",
		scenario.OnREST: "list of REST calls", scenario.OnUI: "control", scenario.OnArtifact: "file under test",
		scenario.OnPixels: "picture", scenario.OnMotion: "list of running animations",
	}[k]
}

// poll reads a condition until it holds or the time is over, and gives the last
// mismatches. It reads at least once.
func (p *play) poll(ctx context.Context, c scenario.Condition, within time.Duration) ([]scenario.Mismatch, error) {
	deadline := time.Now().Add(within)
	for {
		mismatches, err := p.read(ctx, c)
		if err != nil || len(mismatches) == 0 || !time.Now().Before(deadline) {
			return mismatches, err
		}
		timer := time.NewTimer(pollInterval)
		select {
		case <-timer.C:
		case <-p.tab.Crashed():
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		}
	}
}

// read reads a truth once and compares it.
func (p *play) read(ctx context.Context, c scenario.Condition) ([]scenario.Mismatch, error) {
	switch c.Kind {
	case scenario.OnDOM:
		return p.readDOM(ctx, c)
	case scenario.OnUI:
		return p.readUI(ctx, c)
	case scenario.OnPixels:
		return p.readPixels(ctx, c)
	case scenario.OnLog:
		log, err := oracle.Log(ctx, p.tab, c.Log.Frame)
		if err != nil {
			return nil, err
		}
		return matchLog(c.Log, log, p.env, strings.TrimPrefix(p.subject.Profile.Host.Selector, "#"))
	}
	truth, err := p.truth(ctx, c.Kind)
	if err != nil {
		return nil, err
	}
	plain, err := scenario.Normalize(truth)
	if err != nil {
		return nil, err
	}
	return c.Want.Match(plain, p.env), nil
}

// truth reads everything that is compared as a whole.
func (p *play) truth(ctx context.Context, kind scenario.ConditionKind) (any, error) {
	switch kind {
	case scenario.OnState:
		return oracle.State(ctx, p.tab)
	case scenario.OnFocus:
		return oracle.Focus(ctx, p.tab)
	case scenario.OnConsole:
		return oracle.Console(p.tab), nil
	case scenario.OnFrames:
		return p.frames(), nil
	case scenario.OnAudit:
		return auditOf(p.backend.Audit()), nil
	case scenario.OnStorage:
		return oracle.Storage(ctx, p.tab)
	case scenario.OnMarkup:
		return oracle.Markup(ctx, p.tab)
	case scenario.OnMotion:
		return oracle.Motions(ctx, p.tab)
	case scenario.OnArtifact:
		return artifactOf(p.subject.Artifact.Script)
	case scenario.OnREST:
		return restViews(p.backend.RESTCalls()), nil
	case scenario.OnEvents:
		return oracle.Events(ctx, p.tab)
	default:
		return nil, fmt.Errorf("the runner cannot read %q", kind)
	}
}

// readDOM finds the nodes and compares the first one, together with their number.
func (p *play) readDOM(ctx context.Context, c scenario.Condition) ([]scenario.Mismatch, error) {
	nodes, err := oracle.DOM(ctx, p.tab, oracle.DOMQuery{ID: c.DOM.ID, CSS: c.DOM.CSS, Name: c.DOM.Name, Frame: c.DOM.Frame})
	if err != nil {
		return nil, err
	}
	truth := map[string]any{}
	if len(nodes) > 0 {
		plain, err := scenario.Normalize(nodes[0])
		if err != nil {
			return nil, err
		}
		truth, _ = plain.(map[string]any)
	}
	truth["count"] = float64(len(nodes))
	mismatches := c.Want.Match(truth, p.env)
	if _, counts := c.Want.Field("count"); len(nodes) == 0 && !counts {
		// Without a node every property would be reported as absent.
		return []scenario.Mismatch{{Wanted: "a node " + c.Want.String(), Found: "no node"}}, nil
	}
	return mismatches, nil
}

// frameView is a frame as scenarios see it.
type frameView struct {
	From  string          `json:"from"`
	Type  string          `json:"type"`
	Frame json.RawMessage `json:"frame"`
	// Text is the frame as it came over the wire: what reading it as JSON would repair shows here.
	Text string `json:"text"`
}

func (p *play) frames() []frameView {
	views := []frameView{}
	for _, f := range p.backend.Frames() {
		view := frameView{From: sender(f.Dir), Type: f.Type, Frame: f.Raw, Text: string(f.Raw)}
		if !json.Valid(f.Raw) {
			view.Frame = json.RawMessage("null")
		}
		views = append(views, view)
	}
	return views
}
