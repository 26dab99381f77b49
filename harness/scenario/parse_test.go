package scenario

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden messages anew")

// testVocabulary is what the files under testdata may refer to.
func testVocabulary() *Vocabulary {
	return &Vocabulary{
		Tools:    []string{"page_inspect", "page_fill", "page_check", "page_click"},
		Features: []string{"panel"},
		Controls: []string{"launcher", "confirm.allow"},
		Mutants:  map[string]bool{"fill-plain-assignment": true, "fill-without-change": true},
		Clauses: map[string]Clause{
			"000-6.5-fill-native-setter": {}, "000-6.5-fill-events": {},
			"004-4.6-deploy": {NotApplicable: "a matter of the vendor's own deployment"},
		},
		Fixtures: map[string]Fixture{"order-form": {
			Variants: []string{"html", "react"},
			Elements: []string{"customer", "email"},
			Labels:   []string{"Customer", "E-mail"},
			Actions:  []string{"rerender", "rename"},
		}},
	}
}

// TestBadFiles compares the messages for every broken file with the golden
// ones; a message is part of the interface.
func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			s, err := Parse(filepath.Base(file), "bad", text, testVocabulary())
			require.Error(t, err)
			assert.Nil(t, s)
			var problems Problems
			require.ErrorAs(t, err, &problems)
			golden := strings.TrimSuffix(file, ".yaml") + ".want"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(err.Error()+"\n"), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, strings.TrimSuffix(string(want), "\n"), problems.Error())
		})
	}
}

func good(t *testing.T) *Scenario {
	t.Helper()
	text, err := os.ReadFile("testdata/good/example.yaml")
	require.NoError(t, err)
	s, err := Parse("example.yaml", "fill/example", text, testVocabulary())
	require.NoError(t, err)
	return s
}

func TestHeaderIsRead(t *testing.T) {
	s := good(t)
	assert.Equal(t, "fill/example", s.ID)
	assert.Equal(t, Must, s.Level)
	assert.Equal(t, ForTask, s.Authorization)
	assert.Equal(t, Browser{FocusEmulation: true}, s.Browser)
	assert.Equal(t, "fill-plain-assignment", s.Kills[0].Mutant)
	assert.Equal(t, "state-kept", s.Kills[0].Check)
	assert.Equal(t, []string{"batch", "include_snapshot", "page_audit", "page_check", "page_fill", "page_inspect", "request_cancel",
		"request_timeout", "require_confirmation"}, s.Needs(), "the header's and what the steps make use of")

	var ids []string
	for _, c := range s.Cases() {
		ids = append(ids, c.ID)
	}
	assert.Equal(t, []string{"fill/example/html", "fill/example/react"}, ids)
	assert.Equal(t, []Case{{ID: "x", Scenario: &Scenario{ID: "x"}}}, (&Scenario{ID: "x"}).Cases(), "no variants, no suffix")
}

func TestStepsAreRead(t *testing.T) {
	s := good(t)
	first := s.Steps[1]
	assert.Equal(t, "listed", first.Check)
	assert.Equal(t, 11, first.Pos.Line)
	assert.True(t, strings.HasPrefix(first.Text, "- expect: {success: true"), first.Text)
	assert.Contains(t, first.Text, "\n  capture: {old: result.snapshot")
	assert.NotContains(t, first.Text, "comment", "what stands between steps belongs to none")

	fill := s.Steps[2].Do.(*Send)
	assert.Equal(t, "page_fill", fill.Tool)
	assert.Equal(t, map[string]any{"value": "Ada"}, fill.Actions[0].Params, "the request's own fields are no parameters")
	assert.Equal(t, 2000, *fill.TimeoutMs)
	assert.Nil(t, fill.RequireConfirmation)
	assert.Equal(t, "old", fill.Actions[0].Target.Snapshot)
	assert.Empty(t, fill.Actions[0].Target.Fields.Match(map[string]any{"role": "textbox", "label": "Customer", "text": ""}, Env{}))

	assert.Equal(t, 5*time.Second, s.Steps[3].Do.(*Expect).Within)
	assert.Equal(t, ResultType, s.Steps[3].Do.(*Expect).Type)

	log := s.Steps[5].Do.(*Verify).Condition.Log
	assert.Equal(t, "customer", log.Target)
	assert.Len(t, log.Seq, 4)
	assert.Equal(t, []string{"keydown"}, log.None)

	batch := s.Steps[9].Do.(*Send)
	assert.Equal(t, "r1", batch.RequestID)
	assert.True(t, *batch.RequireConfirmation)
	assert.False(t, *batch.IncludeSnapshot)
	filled, err := Fill(batch.Actions[1].Params, Env{Captures: map[string]any{"id": "e9"}})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"elementId": "e9", "value": 2.0}, filled)
	_, err = Fill(batch.Actions[1].Params, Env{})
	assert.ErrorContains(t, err, `"id" has not been captured`)
}

func TestPageFilesAreRead(t *testing.T) {
	text, err := os.ReadFile("testdata/good/page-files.yaml")
	require.NoError(t, err)
	s, err := Parse("page-files.yaml", "frames/page-files", text, testVocabulary())
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"near.html": "<p>near</p>", "far.html": "<p>far</p>"}, s.Page.Files)
	assert.Contains(t, s.Page.HTML, OtherOrigin, "the runner knows the origin, not the loader")
	assert.Equal(t, "#near", s.Steps[2].Do.(*Verify).Condition.Log.Frame)
}

func TestOnlyRequestsWithAnIDCanBeAnswered(t *testing.T) {
	request := map[string]any{"type": "page_tool_request", "requestId": "r1"}
	cases := []struct {
		why  string
		send Send
		want bool
	}{
		{"a call", Send{Tool: "page_fill"}, true},
		{"a raw request", Send{Raw: request}, true},
		{"a captured id", Send{Raw: map[string]any{"type": "page_tool_request", "requestId": Ref{Name: "id"}}}, true},
		{"raw text", Send{RawText: []byte(`{"type":"page_tool_request","requestId":"r1"}`)}, true},
		{"no id", Send{Raw: map[string]any{"type": "page_tool_request"}}, false},
		{"an id of another type", Send{Raw: map[string]any{"type": "page_tool_request", "requestId": 3.0}}, false},
		{"another frame", Send{Raw: map[string]any{"type": "page_tool_cancel", "requestId": "r1"}}, false},
		{"no JSON", Send{RawText: []byte("{")}, false},
		{"a cancel", Send{Cancel: "a"}, false},
	}
	for _, tc := range cases {
		assert.Equal(t, tc.want, tc.send.Answerable(), tc.why)
	}
}

func TestIDsComeFromPaths(t *testing.T) {
	id, err := IDOf("fill/controlled-input.yaml")
	require.NoError(t, err)
	assert.Equal(t, "fill/controlled-input", id)
	id, err = IDOf("_browser/focus.yaml")
	require.NoError(t, err)
	assert.Equal(t, "_browser/focus", id)
	for _, bad := range []string{"Fill/x.yaml", "fill/two words.yaml", "fill/x_.y.yaml"} {
		_, err := IDOf(bad)
		assert.Error(t, err, bad)
	}
}
