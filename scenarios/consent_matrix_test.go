package scenarios_test

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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

// matrixRow is one request and what must come of it: a card, or this result
// without one.
type matrixRow struct {
	ID, Send, Check, Expect string
	Asks                    bool
}

const (
	mayNotAsk  = "{success: false, stoppedAt: 1, error: {code: authorization_required}}"
	notStopped = "{error: {$not: {code: {$re: ^authorization}}}}"
)

// row says what must come of an action: PROTOCOL.md, batches and authorization.
func row(level string, required, later bool, a matrixAction) matrixRow {
	r := matrixRow{ID: a.name}
	if a.sensitive {
		r.ID += "-sensitive"
	}
	params := strings.TrimSuffix(fmt.Sprintf("action: %s, %s", a.name, a.params), ", ")
	tool := a.name
	if later {
		tool, params = "wait", fmt.Sprintf("actions: [{action: wait, ms: 1}, {%s}]", params)
	} else {
		params = strings.TrimPrefix(strings.TrimPrefix(params, "action: "+a.name), ", ")
	}
	parts := []string{"tool: page_" + tool, "as: " + r.ID, "requestId: " + r.ID}
	if required {
		parts = append(parts, "requireConfirmation: true")
	}
	if params != "" {
		parts = append(parts, params)
	}
	r.Send = "{" + strings.Join(parts, ", ") + "}"
	switch byLevel := level == "per_action" && !a.observes; {
	case required:
		// Alone or with the whole batch on one card; under per_action with the
		// first action alone.
		r.Asks, r.Check = true, r.ID+"-asks"
	case byLevel && later:
		r.Expect, r.Check = mayNotAsk, r.ID+"-may-not-ask"
	case byLevel:
		r.Asks, r.Check = true, r.ID+"-asks"
	default:
		r.Expect, r.Check = notStopped, r.ID+"-does-not-ask"
	}
	return r
}

// matrix gives the text of the scenario for a level, with or without
// requireConfirmation, for single actions or for the second of a batch.
func matrix(t *testing.T, level string, required, later bool) []byte {
	t.Helper()
	words := map[bool]string{false: "", true: ", confirmation required"}[required]
	place := map[bool]string{false: "alone", true: "second in a batch"}[later]
	data := struct {
		Title, Level, Authorization, Clauses, Requires string
		Rows                                           []matrixRow
	}{
		Title: fmt.Sprintf("What is asked under %s, %s%s", level, place, words), Level: level, Authorization: level,
		Requires: "page_tool_status, request_cancel" + map[bool]string{true: ", batch"}[later] + map[bool]string{true: ", require_confirmation"}[required],
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
		data.Rows = append(data.Rows, row(level, required, later, a))
	}
	var text bytes.Buffer
	require.NoError(t, matrixTemplate.Execute(&text, data))
	return text.Bytes()
}

// The matrix of level, action, sensitivity, requireConfirmation and position is
// generated, and played with the other scenarios.
func TestConsentMatrixIsGenerated(t *testing.T) {
	for _, level := range []string{"per_action", "task", "full"} {
		for _, required := range []bool{false, true} {
			for _, later := range []bool{false, true} {
				name := strings.ReplaceAll(level, "_", "-") + map[bool]string{false: "-alone", true: "-in-batch"}[later] +
					map[bool]string{false: "", true: "-required"}[required]
				file := filepath.Join("consent", "matrix", name+".yaml")
				want := matrix(t, level, required, later)
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
}
