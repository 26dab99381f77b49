package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

var update = flag.Bool("update", false, "write the golden reports anew")

// handMade is a run with one case of every kind.
func handMade() *result.Run {
	one := func(id, title string, o ...result.Outcome) result.CaseResult {
		return result.CaseResult{
			Case:  result.Case{ID: id, Title: title, Why: "because it matters", File: "scenarios/" + id + ".yaml"},
			Rerun: "maoconform run " + id, Outcomes: o,
		}
	}
	failing := result.Outcome{Status: result.Fail, DurationMs: 812, Failures: []result.Failure{{
		Check: "state-kept", Status: result.Fail, Step: 4, Pos: scenario.Pos{File: "scenarios/fill/kept.yaml", Line: 23, Col: 5},
		StepText: "  - check: state-kept\n    state: {customer: Ada}", Message: "the state is not as wanted",
		Mismatches: []scenario.Mismatch{{Path: "customer", Wanted: `"Ada"`, Found: `""`}},
	}}, Trace: []result.Event{
		{AtMs: 120, Kind: result.EventFrame, From: "server", Text: "page_tool_request page_fill"},
		{AtMs: 310.4, Kind: result.EventFrame, From: "sdk", Text: "page_tool_result success", Violation: "/success: wanted a boolean"},
	}}
	timeout := result.Outcome{Status: result.Timeout, DurationMs: 10_000, Failures: []result.Failure{{
		Check: "reply", Status: result.Timeout, Step: 1, Pos: scenario.Pos{File: "scenarios/click/gone.yaml", Line: 9, Col: 5},
		Message: "no result came", Wanted: "a result within 10s", Found: "nothing\x00",
	}}}
	r := &result.Run{
		About: result.About{Harness: "0.1.0", SDK: "mao-chat.js", SDKSHA256: "abc", Profile: "reference", Browser: "Chrome/1",
			Parallel: 2, StartedAt: time.Date(2026, 9, 4, 12, 0, 0, 0, time.UTC)},
		DurationMs: 12_345,
		Problems:   []result.Problem{{Status: result.Error, Message: "the browser died"}},
		Cases: []result.CaseResult{
			one("fill/good/html", "It holds", result.Outcome{Status: result.Pass, DurationMs: 200}),
			one("fill/kept/react", "A controlled input keeps what was filled", failing),
			one("click/gone", "A click is answered", timeout),
			one("fill/now-and-then", "Flaky <&>", result.Outcome{Status: result.Pass}, failing),
			one("scroll/page", "Scrolls", result.Outcome{Status: result.NotImplemented, Reason: "the profile does not declare page_scroll"}),
			one("fill/odd", "Cannot be said", result.Outcome{Status: result.Skip, Reason: "the dialect has no such frame"}),
		},
	}
	r.Finish()
	return r
}

// golden compares text with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// play tells a console a run as the runner would, with a clock that moves by a
// second at each look.
func play(c *Console, r *result.Run) {
	at := time.Unix(0, 0)
	c.now = func() time.Time { at = at.Add(time.Second); return at }
	total := 0
	for _, one := range r.Cases {
		total += len(one.Outcomes)
	}
	c.Begin(r.About, total)
	for _, one := range r.Cases {
		for _, o := range one.Outcomes {
			part := one
			part.Outcomes = []result.Outcome{o}
			part.Verdict = o.Status
			c.CaseBegins(one.Case.ID)
			c.CaseEnds(part)
		}
	}
	c.Note("the browser is being restarted")
	c.End(r)
}

func TestPlainConsole(t *testing.T) {
	var out bytes.Buffer
	play(NewConsole(&out, nil), handMade())
	golden(t, "plain.txt", out.String())
}

func TestTerminalConsole(t *testing.T) {
	var out bytes.Buffer
	play(NewConsole(&out, func() int { return 40 }), handMade())
	golden(t, "terminal.txt", out.String())
}

func TestSummaryOfAGoodRun(t *testing.T) {
	r := handMade()
	r.Cases, r.Problems = r.Cases[:1], nil
	r.Finish()
	assert.Equal(t, "\nGOOD: 1 pass of 1 cases in 12.3s\n", Summary(r))
	assert.Contains(t, Summary(&result.Run{Verdict: "empty"}), "EMPTY: no case of 0 cases")
}

func TestLongTracesAreCut(t *testing.T) {
	events := make([]result.Event, 30)
	assert.Contains(t, Trace(events, 24), "… 6 earlier events are in report.json\n")
	assert.NotContains(t, Trace(events[:24], 24), "earlier")
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, JUnit(&out, handMade()))
	golden(t, "junit.xml", out.String())

	var back junitSuites
	require.NoError(t, xml.Unmarshal(out.Bytes(), &back), "it is XML")
	assert.Equal(t, 7, back.Tests)
	assert.Equal(t, 3, back.Failures)
	assert.Equal(t, 1, back.Errors)
	assert.Equal(t, 2, back.Skipped)
	seen := map[string]bool{}
	for _, c := range back.Suites[0].Cases {
		name := c.Classname + "/" + c.Name
		assert.False(t, seen[name], "%s is unique", name)
		seen[name] = true
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	require.NoError(t, Write(dir, handMade()))
	require.NoError(t, Write(dir, handMade()), "a report replaces an older one")
	text, err := os.ReadFile(filepath.Join(dir, JSONFile))
	require.NoError(t, err)
	var back result.Run
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, handMade(), &back)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "nothing temporary stays")

	file := filepath.Join(dir, JSONFile)
	assert.ErrorContains(t, Write(filepath.Join(file, "below"), handMade()), "making the report folder")
}
