package dialect

import (
	"reflect"
	"slices"
	"strings"

	"github.com/maochat/conformance/harness/protocol"
)

// redactedValue stands for a value that the released SDK withholds.
const redactedValue = "[REDACTED]"

// releasedSnapshot is what a codec keeps of a snapshot: what a later action
// needs in order to be translated.
type releasedSnapshot struct {
	id      string
	version string
	options map[string][]option // by elementId
}

// keep remembers a snapshot that an SDK sent.
func (c *released) keep(raw map[string]any) {
	s := releasedSnapshot{id: text(raw["snapshotId"]), version: text(raw["pageVersion"]), options: map[string][]option{}}
	for _, e := range list(raw["elements"]) {
		element, ok := e.(map[string]any)
		if !ok {
			continue
		}
		for _, o := range list(element["options"]) {
			entry, ok := o.(map[string]any)
			if !ok {
				continue
			}
			id := text(element["elementId"])
			s.options[id] = append(s.options[id], option{label: text(entry["label"]), value: text(entry["value"])})
		}
	}
	c.snapshots = append(c.snapshots, s)
	if len(c.snapshots) > snapshotsKept {
		c.snapshots = slices.Delete(c.snapshots, 0, len(c.snapshots)-snapshotsKept)
	}
}

// snapshot gives a snapshot that is still remembered.
func (c *released) snapshot(id string) (releasedSnapshot, bool) {
	for _, s := range slices.Backward(c.snapshots) {
		if s.id == id {
			return s, true
		}
	}
	return releasedSnapshot{}, false
}

// optionsOf gives the options that an element had in a snapshot.
func (c *released) optionsOf(snapshotID, elementID string) []option {
	s, _ := c.snapshot(snapshotID)
	return s.options[elementID]
}

// Fields that the contract knows. A released snapshot has others (inFrame,
// inShadowRoot, warnings), which say nothing that the contract could hold.
var (
	snapshotFields = fieldsOf(reflect.TypeFor[protocol.Snapshot]())
	elementFields  = fieldsOf(reflect.TypeFor[protocol.Element]())
)

// fieldsOf gives the JSON names of a struct's fields.
func fieldsOf(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names[name] = true
	}
	return names
}

// pick gives the entries whose keys are known.
func pick(raw map[string]any, known map[string]bool) map[string]any {
	out := make(map[string]any, len(raw))
	for key, value := range raw {
		if known[key] {
			out[key] = value
		}
	}
	return out
}

// normalSnapshot respells a released snapshot. What the released SDK does not
// tell stays untold.
func normalSnapshot(raw map[string]any) map[string]any {
	out := pick(raw, snapshotFields)
	elements := make([]any, 0, len(list(raw["elements"])))
	for _, e := range list(raw["elements"]) {
		if element, ok := e.(map[string]any); ok {
			elements = append(elements, normalElement(element))
		}
	}
	out["elements"] = elements
	return out
}

// normalElement respells one element: a checkable control reports its value and
// its state in one field, a withheld value stands as a word, and what is named by
// its own text has that text beside an empty label.
func normalElement(raw map[string]any) map[string]any {
	out := pick(raw, elementFields)
	if state, ok := raw["value"].(map[string]any); ok {
		out["value"] = state["value"]
		if checked, ok := state["checked"].(bool); ok {
			out["checked"] = checked
		}
	}
	if own := text(out["text"]); text(out["label"]) == "" && own != "" {
		out["label"] = own
	}
	if out["value"] == redactedValue {
		out["value"] = nil
		out["valueRedacted"] = true
	}
	return out
}

// hrefOf gives the address in a released page version, "<n>:<href>".
func hrefOf(version string) string {
	_, href, _ := strings.Cut(version, ":")
	return href
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}
