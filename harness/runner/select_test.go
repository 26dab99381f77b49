package runner

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/scenario"
)

// someSet is a suite of three scenarios, one of them in two variants.
func someSet() *scenario.Set {
	return &scenario.Set{Scenarios: []*scenario.Scenario{
		{ID: "click/covered", Negative: true, Level: scenario.Must, Clauses: []string{"000-1-a"}},
		{ID: "fill/controlled", Fixture: "order-form", Variants: []string{"html", "react"}, Level: scenario.Must, Clauses: []string{"000-1-b"},
			Steps: []scenario.Step{{Do: &scenario.Send{Tool: "page_fill"}}}},
		{ID: "fill/masked", Level: scenario.Should, Clauses: []string{"000-1-a", "000-1-b"}},
	}}
}

func TestSelect(t *testing.T) {
	cases := []struct {
		why  string
		sel  Selection
		want []string
	}{
		{"nothing said", Selection{}, []string{"click/covered", "fill/controlled/html", "fill/controlled/react", "fill/masked"}},
		{"a folder", Selection{Patterns: []string{"fill"}}, []string{"fill/controlled/html", "fill/controlled/react", "fill/masked"}},
		{"a folder as go writes it", Selection{Patterns: []string{"fill/..."}}, []string{"fill/controlled/html", "fill/controlled/react", "fill/masked"}},
		{"a scenario", Selection{Patterns: []string{"fill/controlled"}}, []string{"fill/controlled/html", "fill/controlled/react"}},
		{"a case", Selection{Patterns: []string{"fill/controlled/react"}}, []string{"fill/controlled/react"}},
		{"a star", Selection{Patterns: []string{"*/*/react"}}, []string{"fill/controlled/react"}},
		{"several", Selection{Patterns: []string{"click", "fill/masked"}}, []string{"click/covered", "fill/masked"}},
		{"expressions", Selection{Run: "fill/(mask|control)/ht"}, []string{"fill/controlled/html"}},
		{"an expression is not anchored", Selection{Run: "il"}, []string{"fill/controlled/html", "fill/controlled/react", "fill/masked"}},
		{"by clause", Selection{Filters: []string{"clause=000-1-a"}}, []string{"click/covered", "fill/masked"}},
		{"by tool", Selection{Filters: []string{"tool=page_fill", "variant=html"}}, []string{"fill/controlled/html"}},
		{"by level", Selection{Filters: []string{"level=should"}}, []string{"fill/masked"}},
		{"by fixture", Selection{Filters: []string{"fixture=order-form"}}, []string{"fill/controlled/html", "fill/controlled/react"}},
		{"negative ones", Selection{Filters: []string{"negative=true"}}, []string{"click/covered"}},
		{"all parts apply", Selection{Patterns: []string{"fill"}, Run: "fill/m", Filters: []string{"level=should"}}, []string{"fill/masked"}},
	}
	for _, tc := range cases {
		t.Run(tc.why, func(t *testing.T) {
			selected, err := Select(someSet(), tc.sel)
			require.NoError(t, err)
			var ids []string
			for _, c := range selected {
				ids = append(ids, c.ID)
			}
			assert.Equal(t, tc.want, ids)
		})
	}
}

func TestSelectingNothingIsAnError(t *testing.T) {
	cases := []struct {
		sel   Selection
		words string
	}{
		{Selection{Patterns: []string{"fill/contrlled/html"}}, `"fill/contrlled/html" matches no case` + "\n    hint: did you mean \"fill/controlled/html\"?"},
		{Selection{Patterns: []string{"["}}, `"[" is not a pattern`},
		{Selection{Run: "nothing"}, "nothing is selected"},
		{Selection{Run: "("}, `--run "(": error parsing regexp`},
		{Selection{Filters: []string{"colour=red"}}, `--filter "colour=red" is not understood`},
		{Selection{Filters: []string{"level"}}, `--filter "level" is not understood`},
	}
	for _, tc := range cases {
		_, err := Select(someSet(), tc.sel)
		var wrong *SelectionError
		require.ErrorAs(t, err, &wrong)
		assert.ErrorContains(t, err, tc.words)
	}
	_, err := Select(&scenario.Set{}, Selection{})
	assert.ErrorContains(t, err, "there are no scenarios")
}
