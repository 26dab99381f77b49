package scenario

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMatchers runs the table of examples: a matcher without a failing example
// could match everything, and one without a passing example nothing.
func TestMatchers(t *testing.T) {
	text, err := os.ReadFile("testdata/matchers.yaml")
	require.NoError(t, err)
	tree, problems := parseTree("testdata/matchers.yaml", text)
	require.Empty(t, problems)

	env := Env{Captures: map[string]any{"captured": map[string]any{"x": []any{1.0}}}}
	passing, failing := map[string]int{}, map[string]int{}
	for _, row := range tree.items {
		r := &reader{}
		o := r.object(row, "a row", "why", "pattern", "pass", "fail")
		why := r.text(r.need(o, "why", "the reason"), "the reason")
		p := r.pattern(r.need(o, "pattern", "a pattern"))
		require.NoError(t, r.problems.err())
		t.Run(why, func(t *testing.T) {
			for _, example := range o.get("pass").items {
				assert.Empty(t, p.Match(example.plain(), env), "%s should match %s", p, Show(example.plain()))
			}
			for _, example := range o.get("fail").items {
				assert.NotEmpty(t, p.Match(example.plain(), env), "%s should not match %s", p, Show(example.plain()))
			}
		})
		source, err := json.Marshal(o.get("pattern").plain())
		require.NoError(t, err)
		for _, kind := range matcherKinds() {
			if strings.Contains(string(source), `"`+kind.name+`"`) {
				passing[kind.name] += len(o.get("pass").items)
				failing[kind.name] += len(o.get("fail").items)
			}
		}
	}
	format, err := os.ReadFile("FORMAT.md")
	require.NoError(t, err)
	for _, kind := range matcherKinds() {
		assert.Positive(t, passing[kind.name], "%s has no passing example", kind.name)
		assert.Positive(t, failing[kind.name], "%s has no failing example", kind.name)
		assert.Contains(t, string(format), "`"+kind.name+":", "FORMAT.md does not explain %s", kind.name)
	}
}

// TestMismatchesSayWhere pins the messages, for they are what a failing
// scenario shows.
func TestMismatchesSayWhere(t *testing.T) {
	cases := []struct {
		why, pattern, value, want string
	}{
		{"a nested field", `{a: {b: 1}}`, `{"a":{"b":2}}`, "a.b: wanted 1, found 2"},
		{"an array element", `{a: [{ok: true}]}`, `{"a":[{"ok":false}]}`, "a[0].ok: wanted true, found false"},
		{"an absent field", `{a: 1}`, `{}`, "a: wanted 1, found nothing (the field is absent)"},
		{"the whole value", `1`, `2`, "the value: wanted 1, found 2"},
		{"a length", `{a: [1]}`, `{"a":[1,2]}`, "a: wanted an array of 1: [1], found an array of 2: [1,2]"},
		{"the nearest element of $has", `{$has: [{role: textbox, label: Name}]}`, `[{"role":"button","label":"Save"},{"role":"textbox","label":"Nom"}]`,
			`the value: wanted an element of its own for {label: "Name", role: "textbox"}, found none among 2; the nearest is [1] (label: wanted "Name", found "Nom")`},
		{"a capture", `{$ref: id}`, `"x"`, `the value: wanted the captured "id" ("y"), found "x"`},
	}
	for _, tc := range cases {
		t.Run(tc.why, func(t *testing.T) {
			var v any
			require.NoError(t, json.Unmarshal([]byte(tc.value), &v))
			mismatches := compile(t, tc.pattern).Match(v, Env{Captures: map[string]any{"id": "y"}})
			require.Len(t, mismatches, 1)
			assert.Equal(t, tc.want, mismatches[0].String())
		})
	}
}

func TestLongValuesAreClipped(t *testing.T) {
	mismatches := compile(t, `short`).Match(strings.Repeat("x", 10_000), Env{})
	require.Len(t, mismatches, 1)
	assert.Less(t, len(mismatches[0].String()), 400)
}

func TestNormalize(t *testing.T) {
	v, err := Normalize(struct {
		N int64  `json:"n"`
		S []bool `json:"s"`
	}{N: 7, S: []bool{true}})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"n": 7.0, "s": []any{true}}, v)

	v, err = Normalize(json.RawMessage(`{"a":1}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": 1.0}, v)

	_, err = Normalize(json.RawMessage(`{`))
	assert.Error(t, err)
	_, err = Normalize(func() {})
	assert.ErrorContains(t, err, "turning a func() into JSON")
}

// compile makes a pattern out of YAML text.
func compile(t *testing.T, text string) Pattern {
	t.Helper()
	tree, problems := parseTree("pattern.yaml", []byte(text))
	require.NoError(t, problems.err())
	r := &reader{}
	p := r.pattern(tree)
	require.NoError(t, r.problems.err(), fmt.Sprintf("compiling %s", text))
	return p
}
