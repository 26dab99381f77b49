package look_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/sdk"
)

// states bring the interface into each of its states.
var states = map[string]struct {
	options map[string]any
	show    func(*stage)
}{
	"welcome": {show: func(s *stage) { s.press("launcher"); s.shown("composer") }},
	"proposal-task": {
		options: map[string]any{"pageTools": map[string]any{"level": "task"}},
		show:    func(s *stage) { s.press("launcher"); s.shown("proposal.accept") },
	},
	"proposal-full": {
		options: map[string]any{"pageTools": map[string]any{"level": "full"}},
		show:    func(s *stage) { s.press("launcher"); s.shown("proposal.accept") },
	},
	"confirm-fill": {show: func(s *stage) {
		s.ask(false, action{name: "fill", label: "Delivery note", params: map[string]any{"value": "Please ring twice, the bell at the gate does not work on Sundays."}})
		s.shown("confirm.allowTask")
	}},
	"confirm-risky": {show: func(s *stage) {
		s.ask(false, action{name: "click", label: "Delete", nth: 1})
		s.shown("confirm.allow")
	}},
	"confirm-sensitive": {show: func(s *stage) {
		s.ask(false, action{name: "fill", label: "Card number", params: map[string]any{"value": "4111111111111111"}})
		s.shown("confirm.allow")
	}},
	"confirm-secret-read": {show: func(s *stage) {
		s.ask(false, action{name: "inspect", params: map[string]any{"includeSensitive": true}})
		s.shown("confirm.allow")
	}},
	"confirm-batch": {show: func(s *stage) {
		s.do(sdk.GestureLevelTask)
		s.ask(true,
			action{name: "fill", label: "Customer", params: map[string]any{"value": "Grace Hopper"}},
			action{name: "fill", label: "Card number", params: map[string]any{"value": "4111111111111111"}},
			action{name: "check", label: "Gift wrap"},
			action{name: "click", label: "Delete"},
			action{name: "click", label: "Save order"})
		s.shown("confirm.allow")
	}},
	"level-menu": {show: func(s *stage) { s.do(sdk.GestureLevelTask); s.press("level"); s.shown("level.full") }},
	"full-consent": {show: func(s *stage) {
		s.press("launcher")
		s.press("level")
		s.press("level.full")
		s.shown("full.accept")
	}},
	"log": {show: func(s *stage) {
		s.do(sdk.GestureCompose)
		require.NoError(s.t, s.tab.Type(s.t.Context(), "Please fill in the order for Grace"))
		s.do(sdk.GestureSend)
		s.inspect()
		call := s.ask(false, action{name: "fill", label: "Customer", params: map[string]any{"value": "Grace Hopper"}})
		s.do(sdk.GestureAllowTask)
		s.wait(call)
		s.wait(s.ask(false, action{name: "check", label: "Gift wrap"}))
		_, err := s.tab.Eval(s.t.Context(), `document.querySelector("form > button").disabled = true`)
		require.NoError(s.t, err)
		assert.False(s.t, s.wait(s.ask(false, action{name: "click", label: "Save order"})).Success)
		s.wait(s.ask(false, action{name: "fill", label: "Delivery note", params: map[string]any{"value": "x"}}))
		s.shown("stop")
	}},
	"launcher-task": {show: func(s *stage) {
		s.do(sdk.GestureLevelTask)
		s.press("panel.close")
		s.shown("stop")
	}},
}

// sizes and media in which the interface is looked at.
var looks = map[string]look{
	"desktop":       {width: 1100, height: 720},
	"narrow":        {width: 320, height: 568},
	"zoomed":        {width: 320, height: 256}, // 1280 by 1024 at 400 %
	"forced-colors": {width: 1100, height: 720, media: map[string]string{"forced-colors": "active"}},
	"calm":          {width: 1100, height: 720, media: map[string]string{"prefers-reduced-motion": "reduce"}},
}

// zoomed are the states that can be reached without scrolling the page or the
// panel first.
var zoomed = map[string]bool{"welcome": true, "confirm-risky": true, "confirm-secret-read": true, "proposal-task": true}

func TestEveryStateIsAccessibleInBothLanguages(t *testing.T) {
	for locale := range map[string]bool{"zh": true, "en": true} {
		for name, state := range states {
			for as, l := range looks {
				if as != "desktop" && locale != "zh" || as == "zoomed" && !zoomed[name] {
					continue
				}
				t.Run(as+"/"+locale+"/"+name, func(t *testing.T) {
					t.Parallel()
					l.options = map[string]any{"locale": locale}
					maps.Copy(l.options, state.options)
					s := open(t, l)
					state.show(s)
					s.check(as + "-" + locale + "-" + name)
				})
			}
		}
	}
}
