package chaos

import (
	"fmt"
	"slices"

	"github.com/maochat/conformance/harness/protocol"
)

// event is one event that the page saw, with what its node stood for then.
type event struct {
	Type    string `json:"type"`
	Trusted bool   `json:"trusted"`
	Key     string `json:"key"`
	Blocked bool   `json:"blocked"`
	Value   string `json:"value"`
	Checked bool   `json:"checked"`
}

// content is what a control held when the result was sent.
type content struct {
	Value   string `json:"value"`
	Checked bool   `json:"checked"`
}

// outcome is how one action ended by the executor's own word.
type outcome struct {
	OK     bool               `json:"ok"`
	Status string             `json:"status"`
	Code   protocol.ErrorCode `json:"code"`
	// Pressed says that the executor owns up to a press that it broke off.
	Pressed bool `json:"pressed"`
}

// answer is what the page tells of a step.
type answer struct {
	Success    bool               `json:"success"`
	Code       protocol.ErrorCode `json:"code"`
	StoppedAt  int                `json:"stoppedAt"`
	SnapshotID string             `json:"snapshotId"`
	Elements   []named            `json:"elements"`
	// Listed is how many elements the snapshot has, named or not.
	Listed  int                `json:"listed"`
	Actions []outcome          `json:"actions"`
	Values  map[string]content `json:"values"`
	Active  string             `json:"active"`
	Log     []event            `json:"log"`
	// Done says how the page changed itself.
	Done []string `json:"done"`
}

// faultsOf finds what an executor must never do in one step: sentences, one a
// fault.
func faultsOf(acts []act, a answer) []string {
	var faults []string
	meant := map[string]bool{}
	for _, act := range acts {
		if act.key != "" {
			meant[act.key] = true
		}
	}
	touched := map[string]bool{}
	for _, e := range a.Log {
		switch {
		case e.Type == "focusin":
			continue // the focus may move before a refusal, and the browser moves it too
		case e.Type == "change" && e.Trusted && !meant[e.Key]:
			continue // the browser's own: a field that was typed into lost the focus
		case e.Type == "keyup" && e.Key == "":
			continue // a key that was pressed comes up wherever the focus is by then
		case !meant[e.Key]:
			faults = append(faults, fmt.Sprintf("touched %q with %s, which no id of the request was given for", e.Key, e.Type))
		case e.Blocked && !touched[e.Key]:
			// Only the first: a menu that opens over what was pressed is how menus work.
			faults = append(faults, fmt.Sprintf("sent %s to %q, which no user could reach", e.Type, e.Key))
		}
		touched[e.Key] = true
	}
	if len(a.Actions) > max(len(acts), 1) {
		faults = append(faults, "reported more actions than were asked for")
	}
	for i, o := range a.Actions[:min(len(a.Actions), len(acts))] {
		if !o.OK {
			continue
		}
		if acts[i].key == "" {
			faults = append(faults, fmt.Sprintf("reported that %s was done on an id that its snapshot does not have", acts[i].name))
			continue
		}
		// A later action of the batch may have changed what this one left.
		last := !slices.ContainsFunc(acts[i+1:], func(later act) bool { return later.key == acts[i].key })
		if why := untrue(acts[i], o, a, last); why != "" {
			faults = append(faults, fmt.Sprintf("reported that %s on %q was done, but %s", acts[i].name, acts[i].key, why))
		}
	}
	if len(acts) == 1 && len(touched) > 0 && !a.Success && before[a.Code] && !(len(a.Actions) == 1 && a.Actions[0].Pressed) {
		faults = append(faults, fmt.Sprintf("refused with %s after it had touched the page", a.Code))
	}
	if a.Success && len(a.Actions) < len(acts) {
		faults = append(faults, "reported success with actions that it did not do")
	}
	return faults
}

// before are the codes of refusals that come before anything happens.
var before = map[protocol.ErrorCode]bool{
	"snapshot_expired": true, "navigation_detected": true, "element_not_available": true, "element_changed": true, "element_not_visible": true,
	"element_disabled": true, "element_readonly": true, "element_inert": true, "element_obscured": true, "option_not_found": true, "option_disabled": true,
}

// untrue says why a success is none; empty where it is one.
func untrue(act act, o outcome, a answer, last bool) string {
	got := func(types ...string) bool {
		return slices.ContainsFunc(a.Log, func(e event) bool { return e.Key == act.key && slices.Contains(types, e.Type) })
	}
	now, there := a.Values[act.key]
	judged := there && last && o.Status == "verified"
	switch act.name {
	case "click":
		if !got("click") {
			return "it got no click"
		}
	case "keyboard":
		if !got("keydown") {
			return "it got no key"
		}
	case "focus":
		if a.Active != act.key && !got("focusin") {
			return "it never had the focus"
		}
	case "check", "uncheck":
		want := act.name == "check"
		if judged && now.Checked != want {
			return fmt.Sprintf("checked is %t", now.Checked)
		}
		if !there && !wasSo(a.Log, act.key, func(e event) bool { return e.Checked == want }) {
			return "it was never seen so and is gone"
		}
	case "fill", "select":
		if judged && now.Value != act.value {
			return fmt.Sprintf("it holds %q", now.Value)
		}
		if !there && !wasSo(a.Log, act.key, func(e event) bool { return e.Value == act.value }) {
			return "it was never seen so and is gone"
		}
	}
	return ""
}

// wasSo looks for the state in what was logged. A control that was so before
// gets no event at all.
func wasSo(log []event, key string, so func(event) bool) bool {
	seen := false
	for _, e := range log {
		if e.Key != key || e.Type != "input" && e.Type != "change" {
			continue
		}
		if so(e) {
			return true
		}
		seen = true
	}
	return !seen
}
