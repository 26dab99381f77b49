package lifecycle

import (
	"context"
	_ "embed" // for the page
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

//go:embed page/index.html
var pageHTML string

//go:embed page/desk.js
var pageJS string

const (
	// patience bounds every wait for something that has to come.
	patience = 25 * time.Second
	// glance is the pause between two looks at something that is waited for.
	glance = 10 * time.Millisecond
)

// desk is the page under test, as it is operated from outside.
type desk struct {
	rig      *runner.Rig
	snapshot string
	keys     map[string]string // elementId by name
}

// newDesk opens the page and has the user allow everything that does not ask to
// be confirmed.
func newDesk(ctx context.Context, stage *runner.Stage, subject runner.Subject, keep int) (*desk, error) {
	rig, err := stage.Rig(ctx, subject, runner.RigOptions{Page: scenario.Page{HTML: pageHTML, JS: pageJS}, Keep: keep})
	if err != nil {
		return nil, err
	}
	d := &desk{rig: rig}
	if err := d.gesture(ctx, sdk.GestureLevelFull); err != nil {
		rig.Close()
		return nil, fmt.Errorf("granting everything: %w", err)
	}
	if err := d.stored(ctx); err != nil {
		rig.Close()
		return nil, err
	}
	return d, nil
}

// stored waits until the grant is kept for the next document.
func (d *desk) stored(ctx context.Context) error {
	for _, kept := range d.rig.Subject.Profile.Storage {
		if kept.Holds != "authorization" {
			continue
		}
		err := until(ctx, "the grant to be stored", func() (bool, error) {
			raw, err := d.call(ctx, "stored", kept.Key)
			return string(raw) == "true", err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// gesture does something in the SDK's interface with the real mouse.
func (d *desk) gesture(ctx context.Context, gesture string) error {
	return d.rig.Subject.Profile.Perform(ctx, d.rig.Tab, gesture, patience)
}

// do calls a function of the page.
func (d *desk) do(ctx context.Context, name string, args ...any) error {
	_, err := d.call(ctx, name, args...)
	return err
}

func (d *desk) call(ctx context.Context, name string, args ...any) (json.RawMessage, error) {
	raw, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		return nil, fmt.Errorf("calling %s: %w", name, err)
	}
	value, err := d.rig.Tab.Eval(ctx, "__desk."+name+"(..."+string(raw)+")")
	if err != nil {
		return nil, fmt.Errorf("calling %s: %w", name, err)
	}
	return value, nil
}

// presses tells how often each button was pressed.
func (d *desk) presses(ctx context.Context) (map[string]int, error) {
	raw, err := d.call(ctx, "presses")
	if err != nil {
		return nil, err
	}
	var presses map[string]int
	if err := json.Unmarshal(raw, &presses); err != nil {
		return nil, fmt.Errorf("reading the presses: %w", err)
	}
	return presses, nil
}

// look takes a snapshot, by which buttons can be named.
func (d *desk) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	call, err := d.rig.Backend.StartCall(ctx, protocol.Request{Tool: protocol.PageInspect})
	if err != nil {
		return err
	}
	outcome, err := call.Wait(ctx)
	if err != nil {
		return err
	}
	if outcome.Result == nil || !outcome.Result.Success {
		return fmt.Errorf("the page cannot be inspected: %s", describe(outcome))
	}
	taken, _ := outcome.Result.Result["snapshot"].(map[string]any)
	snapshot, err := protocol.DecodeSnapshot(taken)
	if err != nil {
		return fmt.Errorf("reading the snapshot: %w", err)
	}
	d.snapshot, d.keys = snapshot.SnapshotID, map[string]string{}
	for _, e := range snapshot.Elements {
		d.keys[e.Label] = e.ElementID
	}
	return nil
}

// until waits for a condition. Each look may also do something for it.
func until(ctx context.Context, what string, holds func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		met, err := holds()
		if err != nil || met {
			return err
		}
		timer := time.NewTimer(glance)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		}
	}
}

// bindings counts how often a connection took a session.
func (d *desk) bindings() int {
	last := 0
	for _, r := range d.rig.Backend.Audit() {
		if r.Event == backend.AuditBound {
			last = r.Seq
		}
	}
	return last
}

// rejoin waits until a connection took the session after the binding before.
func (d *desk) rejoin(ctx context.Context, before int) error {
	return until(ctx, "the SDK to come back", func() (bool, error) {
		if d.bindings() > before {
			return true, nil
		}
		// The network is there again, so that nobody waits for the next attempt.
		err := d.do(ctx, "online")
		if errors.Is(err, chrome.ErrTabCrashed) {
			return false, err
		}
		return false, nil // a document that is about to go cannot be asked
	})
}

// describe says how a call ended.
func describe(o backend.Outcome) string {
	if o.Result == nil {
		return fmt.Sprintf("%s %s (%s)", o.End, o.Code, o.Reason)
	}
	if o.Result.Success {
		return "success"
	}
	return ending(o)
}

// ending is how a call ended, in a word: "success", "disconnected", or the
// error's code with the reason of a cancel.
func ending(o backend.Outcome) string {
	switch {
	case o.Result == nil:
		return string(o.End)
	case o.Result.Success:
		return success
	case o.Result.Error == nil:
		return "failure without an error"
	}
	reason, _ := o.Result.Error.Details["reason"].(string)
	if o.Result.Error.Code == protocol.ErrTaskCancelled {
		return "cancelled by " + reason
	}
	return string(o.Result.Error.Code)
}
