package chaos

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFaults(t *testing.T) {
	const mine, other = "Plain/1/Order 1/note/Note", "Plain/2/Order 2/note/Note"
	fill := []act{{name: "fill", value: "x", key: mine}}
	click := []act{{name: "click", key: mine}}
	did := func(status string) []outcome { return []outcome{{OK: true, Status: status}} }
	for _, test := range []struct {
		name, reason string
		acts         []act
		answer       answer
		want         string // part of the one fault; empty for none
	}{
		{
			"a click that was one", "", click,
			answer{Success: true, Actions: did("verified"), Log: []event{{Type: "pointerdown", Key: mine}, {Type: "click", Key: mine}}}, "",
		},
		{
			"a click on another", "the node stands for another record now", click,
			answer{Success: false, Code: "internal_error", Log: []event{{Type: "click", Key: other}}}, "no id of the request was given for",
		},
		{
			"a click that never came", "", click,
			answer{Success: true, Actions: did("verified")}, "it got no click",
		},
		{
			"a click through a cover", "", click,
			answer{Success: true, Actions: did("verified"), Log: []event{{Type: "pointerdown", Key: mine, Blocked: true}, {Type: "click", Key: mine}}}, "which no user could reach",
		},
		{
			"a cover that the press brought", "a menu opens over its button", click,
			answer{Success: true, Actions: did("verified"), Log: []event{{Type: "pointerdown", Key: mine}, {Type: "click", Key: mine, Blocked: true}}}, "",
		},
		{
			"a text that is there", "", fill,
			answer{Success: true, Actions: did("verified"), Values: map[string]content{mine: {Value: "x"}}}, "",
		},
		{
			"a text that is not there", "", fill,
			answer{Success: true, Actions: did("verified"), Values: map[string]content{mine: {Value: "y"}}}, `it holds "y"`,
		},
		{
			"a text that the report says is another", "reformatted values are reported as such", fill,
			answer{Success: true, Actions: did("value_differs"), Values: map[string]content{mine: {Value: "y"}}}, "",
		},
		{
			"a field that went after it was filled", "", fill,
			answer{Success: true, Actions: did("verified"), Log: []event{{Type: "input", Key: mine, Value: "x"}}}, "",
		},
		{
			"the change of a field that was typed into before", "it comes when the focus leaves", click,
			answer{Success: true, Actions: did("verified"), Log: []event{{Type: "change", Trusted: true, Key: other}, {Type: "click", Key: mine}}}, "",
		},
		{
			"a refusal that came too late", "", fill,
			answer{Code: "element_changed", Actions: []outcome{{Code: "element_changed"}}, Log: []event{{Type: "input", Key: mine}}}, "after it had touched the page",
		},
		{
			"a press that was broken off", "the report owns up to it", click,
			answer{Code: "element_changed", Actions: []outcome{{Code: "element_changed", Pressed: true}}, Log: []event{{Type: "pointerdown", Key: mine}}}, "",
		},
		{
			"an id of another snapshot", "", []act{{name: "click"}},
			answer{Success: true, Actions: did("verified")}, "its snapshot does not have",
		},
		{
			"half a batch", "", append(click, fill...),
			answer{Success: true, Actions: did("verified"), Log: []event{{Type: "click", Key: mine}}}, "with actions that it did not do",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := faultsOf(test.acts, test.answer)
			if test.want == "" {
				assert.Empty(t, got, test.reason)
				return
			}
			if assert.Len(t, got, 1, test.reason) {
				assert.Contains(t, got[0], test.want, strings.TrimSpace(test.reason))
			}
		})
	}
}
