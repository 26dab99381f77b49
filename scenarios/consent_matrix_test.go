package scenarios_test

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateMatrix = flag.Bool("update", false, "write generated scenarios anew")

//go:embed testdata/consent-matrix.tmpl
var matrixText string

var matrixTemplate = template.Must(template.New("matrix").Parse(matrixText))

// matrixAction is a column of the matrix: one action, on a plain or on a
// sensitive target.
type matrixAction struct {
	name, params string
	sensitive    bool
	// observes is true for what needs no confirmation by itself (seed 4.1).
	observes bool
}

var matrixActions = []matrixAction{
	{name: "inspect", params: "includeSensitive: false", observes: true},
	{name: "inspect", params: "includeSensitive: true", sensitive: true},
	{name: "observe", observes: true},
	{name: "wait", params: "ms: 1", observes: true},
	{name: "screenshot", params: "unmasked: false", observes: true},
	{name: "screenshot", params: "unmasked: true", sensitive: true},
	{name: "scroll", params: "direction: down, amount: 1"},
	{name: "focus", params: "target: {label: Plain}"},
	{name: "focus", params: "target: {label: Card number}", sensitive: true},
	{name: "fill", params: "target: {label: Plain}, value: x"},
	{name: "fill", params: "target: {label: Card number}, value: x", sensitive: true},
	{name: "select", params: "target: {label: Size}, values: [Medium]"},
	{name: "select", params: "target: {label: Bank card}, values: [Second]", sensitive: true},
	{name: "check", params: "target: {label: Gift}"},
	{name: "uncheck", params: "target: {label: Gift}"},
	{name: "click", params: "target: {label: Press}"},
	{name: "click", params: "target: {label: Card number}", sensitive: true},
	{name: "keyboard", params: "target: {label: Plain}, text: y"},
	{name: "keyboard", params: "target: {label: Card number}, text: y", sensitive: true},
}

// matrixPlace is a column too: where the action stands among others that need no
// confirmation by themselves.
type matrixPlace struct {
	name, words string
	before      int // so many actions stand before it
	after       int // and so many behind it
}

var matrixPlaces = []matrixPlace{
	{name: "alone", words: "alone"},
	{name: "first", words: "first in a batch", after: 1},
	{name: "in-batch", words: "second in a batch", before: 1},
	{name: "last", words: "third in a batch", before: 2},
}

func (p matrixPlace) alone() bool { return p.before+p.after == 0 }

// matrixRow is one request and what must come of it: a card or none, and this
// result.
type matrixRow struct {
	ID, Send, Check, Expect string
	// Asks is true where the user must be asked, by one card of so many lines.
	Asks  bool
	Lines int
	// Cancelled is true where the question is taken back, not answered.
	Cancelled bool
}

const (
	ran      = "{success: true}"
	askedToo = "{success: false, stoppedAt: %d, error: {code: authorization_required}}"
)

// row says what must come of an action: PROTOCOL.md, batches and authorization.
func row(level string, required bool, place matrixPlace, a matrixAction) matrixRow {
	r := matrixRow{ID: a.name, Expect: ran}
	if a.sensitive {
		r.ID += "-sensitive"
	}
	r.Send = send(r.ID, required, place, a)
	perAction := level == "per_action"
	acts := perAction && !a.observes
	switch {
	case required && perAction:
		// The card is about the first action alone, whatever it is; every later one
		// would need a card of its own.
		r.Asks = true
		if !place.alone() {
			r.Expect = fmt.Sprintf(askedToo, 1)
		}
	case required:
		r.Asks, r.Lines = true, 1+place.before+place.after
	case acts && place.before > 0:
		r.Expect = fmt.Sprintf(askedToo, place.before)
	case acts:
		r.Asks = true
	}
	r.Cancelled = r.Asks && place.alone()
	switch {
	case r.Asks:
		r.Check = r.ID + "-asks"
	case r.Expect == ran:
		r.Check = r.ID + "-does-not-ask"
	default:
		r.Check = r.ID + "-may-not-ask"
	}
	if r.Lines == 1 {
		r.Lines = 0 // a question about one action has no list
	}
	return r
}

// send is the request of a row.
func send(id string, required bool, place matrixPlace, a matrixAction) string {
	parts := []string{"tool: page_" + a.name, "as: " + id, "requestId: " + id}
	if required {
		parts = append(parts, "requireConfirmation: true")
	}
	params := a.params
	if !place.alone() {
		const other = "{action: wait, ms: 1}"
		own := "{" + strings.TrimSuffix(fmt.Sprintf("action: %s, %s", a.name, params), ", ") + "}"
		all := slices.Concat(slices.Repeat([]string{other}, place.before), []string{own}, slices.Repeat([]string{other}, place.after))
		params = "actions: [" + strings.Join(all, ", ") + "]"
		if place.before > 0 {
			parts[0] = "tool: page_wait"
		}
	}
	if params != "" {
		parts = append(parts, params)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// matrix gives the text of the scenario for a level, with or without
// requireConfirmation, for actions at a place.
func matrix(t *testing.T, level string, required bool, place matrixPlace) []byte {
	t.Helper()
	requires := "page_tool_status, request_cancel"
	if !place.alone() {
		requires += ", batch"
	}
	words := ""
	if required {
		requires, words = requires+", require_confirmation", ", confirmation required"
	}
	data := struct {
		Title, Level, Authorization, Clauses, Requires string
		Rows                                           []matrixRow
	}{
		Title: fmt.Sprintf("What is asked under %s, %s%s", level, place.words, words), Level: level, Authorization: level,
		Requires: requires,
		Clauses: map[string]string{
			"per_action": "000-3.3-per-action-confirms, 000-3.3-high-risk-each-time, 000-7.1-sensitive-per-action",
			"task":       "000-3.3-task-within-scope, 000-7.1-sensitive-task-full",
			"full":       "000-3.3-full-within-scope, 000-7.1-sensitive-task-full",
		}[level],
	}
	if level == "task" {
		data.Authorization = "per_action"
	}
	for _, a := range matrixActions {
		data.Rows = append(data.Rows, row(level, required, place, a))
	}
	var text bytes.Buffer
	require.NoError(t, matrixTemplate.Execute(&text, data))
	return text.Bytes()
}

// The matrix of level, action, sensitivity, requireConfirmation and position is
// generated, and played with the other scenarios.
func TestConsentMatrixIsGenerated(t *testing.T) {
	wanted := map[string]bool{}
	for _, level := range []string{"per_action", "task", "full"} {
		for _, required := range []bool{false, true} {
			for _, place := range matrixPlaces {
				name := strings.ReplaceAll(level, "_", "-") + "-" + place.name + map[bool]string{true: "-required"}[required]
				file := filepath.Join("consent", "matrix", name+".yaml")
				want := matrix(t, level, required, place)
				wanted[file] = true
				if *updateMatrix {
					require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
					require.NoError(t, os.WriteFile(file, want, 0o644))
				}
				have, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, string(want), string(have), file)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join("consent", "matrix", "*.yaml"))
	require.NoError(t, err)
	for _, file := range files {
		assert.True(t, wanted[file], "%s is generated by nothing", file)
	}
}
