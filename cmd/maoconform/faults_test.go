package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/report"
	"github.com/maochat/conformance/harness/runner/result"
)

// command runs a command line within a bound and gives all that it printed.
func command(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var buffer bytes.Buffer
	code = execute(ctx, args, &buffer, &buffer)
	require.NoError(t, ctx.Err(), "it ended in time")
	return code, buffer.String()
}

// file writes a file and gives its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// TestFaults holds that whatever is wrong before or at the start of a run gives
// one clear message and the right exit code.
func TestFaults(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	good := []string{"run", "--scenarios", "testdata/good"}
	cases := []struct {
		why   string
		args  []string
		code  int
		words []string
	}{
		{"broken YAML", []string{"run", "--scenarios", "testdata/broken"}, result.ExitUsage,
			[]string{"the scenarios have 1 problems", "testdata/broken/area/one.yaml:7:5: unknown verb", `did you mean "expect"?`}},
		{"a missing fixture", []string{"run", "--scenarios", "testdata/fixture"}, result.ExitUsage,
			[]string{"testdata/fixture/area/one.yaml:4:10: unknown fixture", `did you mean "order-form"?`}},
		{"an unknown element label", []string{"run", "--scenarios", "testdata/label"}, result.ExitUsage,
			[]string{"testdata/label/area/one.yaml:11:38: unknown element label of fixture order-form", `did you mean "Customer"?`}},
		{"a missing scenarios folder", []string{"run", "--scenarios", "testdata/nowhere"}, result.ExitUsage, []string{"opening the scenarios folder", "testdata/nowhere"}},
		{"nothing selected", append(good, "areas"), result.ExitUsage, []string{`"areas" matches no case`}},
		{"an unknown flag", append(good, "--paralel", "2"), result.ExitUsage, []string{"unknown flag: --paralel"}},
		{"an unknown command", []string{"rum"}, result.ExitUsage, []string{`unknown command "rum"`}},
		{"an unknown format", append(good, "--format", "xml"), result.ExitUsage, []string{`--format "xml": wanted one of`}},
		{"an unknown profile", append(good, "--profile", "nobody"), result.ExitUsage, []string{`there is no SDK profile "nobody"`}},
		{"a missing SDK file", append(good, "--sdk", "nowhere/mao-chat.js"), result.ExitUsage, []string{"the SDK file nowhere/mao-chat.js: there is no such file"}},
		{"an SDK with a syntax error", append(good, "--sdk", file(t, "mao-chat.js", "let a = 1;\nlet b = ;\n")), result.ExitUsage, []string{"mao-chat.js:2:"}},
		{"no browser", append(good, "--chrome", "/nonexistent/chrome"), result.ExitBroken, []string{"/nonexistent/chrome"}},
		{"a port in use", append(good, "--listen", taken.Addr().String()), result.ExitBroken, []string{"listening for the pages of the run", taken.Addr().String()}},
		{"an SDK that never connects", append(good, "--sdk", file(t, "mao-chat.js", "window.MaoChat = { init: () => ({}) };\n")), result.ExitFailed,
			[]string{"cannot be put to the test: the SDK does not connect"}},
	}
	for _, tc := range cases {
		t.Run(tc.why, func(t *testing.T) {
			code, out := command(t, tc.args...)
			assert.Equal(t, tc.code, code, out)
			for _, words := range tc.words {
				assert.Contains(t, out, words)
			}
			assert.LessOrEqual(t, strings.Count(out, tc.words[0]), 1, "one message")
		})
	}
}

func TestAGoodRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	code, out := command(t, "run", "--scenarios", "testdata/good", "--report", dir, "--repeat", "2")
	require.Equal(t, result.ExitGood, code, out)
	assert.Contains(t, out, "ok    area/one/html")
	assert.Contains(t, out, "GOOD: 1 pass of 1 cases")
	assert.Contains(t, out, "report: "+dir)
	text, err := os.ReadFile(filepath.Join(dir, report.JSONFile))
	require.NoError(t, err)
	var run result.Run
	require.NoError(t, json.Unmarshal(text, &run))
	assert.Len(t, run.Cases[0].Outcomes, 2)
	assert.FileExists(t, filepath.Join(dir, report.JUnitFile))
}

func TestAFailingRun(t *testing.T) {
	code, out := command(t, "run", "--scenarios", "testdata/failing")
	assert.Equal(t, result.ExitFailed, code)
	for _, words := range []string{
		"FAIL  area/one/html  The page is as it was", "testdata/failing/area/one.yaml:9:5: untouched: the page's state is not as wanted",
		"state: {customer: Ada}", `wanted: "Ada"`, `got:    ""`, "page_tool_request page_inspect", "rerun: maoconform run area/one/html", "FAILED: 1 fail of 1 cases",
	} {
		assert.Contains(t, out, words)
	}
	known := file(t, "known.txt", "area/one/* # the form begins empty\n")
	code, out = command(t, "run", "--scenarios", "testdata/failing", "--known-failing", known)
	assert.Equal(t, result.ExitGood, code, out)
	code, out = command(t, "run", "--scenarios", "testdata/good", "--known-failing", known)
	assert.Equal(t, result.ExitFailed, code, "a stale expectation")
	assert.Contains(t, out, "STALE area/one/html")
}

func TestJSONGoesToTheOutputAlone(t *testing.T) {
	var out, errs bytes.Buffer
	code := execute(t.Context(), []string{"run", "--scenarios", "testdata/good", "--format", "json"}, &out, &errs)
	require.Equal(t, result.ExitGood, code, errs.String())
	var run result.Run
	require.NoError(t, json.Unmarshal(out.Bytes(), &run))
	assert.Contains(t, errs.String(), "GOOD")
}

func TestSmallCommands(t *testing.T) {
	cases := []struct {
		args  []string
		words []string
	}{
		{[]string{"lint", "--scenarios", "testdata/good"}, []string{"1 scenarios, 1 clauses: no problems"}},
		{[]string{"list", "--scenarios", "testdata/good"}, []string{"area/one/html  The page is as it was"}},
		{[]string{"list", "--scenarios", "testdata/good", "--format", "json"}, []string{`"id": "area/one/html"`}},
		{[]string{"show", "area/one", "--scenarios", "testdata/good"}, []string{"why        The command itself is under test.", "000-1-test: Something holds.", "state: {customer: \"\"}"}},
		{[]string{"version"}, []string{"maoconform 0.1.0", "contract 1"}},
		{[]string{"doctor", "--scenarios", "testdata/good"}, []string{"ok    scenarios", "ok    bundles", "ok    listener", "ok    browser"}},
		{[]string{"bundle"}, []string{"mao-chat.js", "raw", "gzip"}},
		{[]string{"bench", "area", "--scenarios", "testdata/good", "--rounds", "1"}, []string{"page alone", "page with the SDK connected", "whole scenario"}},
		{[]string{"--help"}, []string{"Exit codes: 0 good", "run", "list", "show", "lint", "doctor", "version"}},
	}
	for _, tc := range cases {
		t.Run(strings.Join(tc.args[:1], " "), func(t *testing.T) {
			code, out := command(t, tc.args...)
			assert.Equal(t, result.ExitGood, code, out)
			for _, words := range tc.words {
				assert.Contains(t, out, words)
			}
		})
	}
	code, out := command(t, "show", "area/tow", "--scenarios", "testdata/good")
	assert.Equal(t, result.ExitUsage, code)
	assert.Contains(t, out, `did you mean "area/one"?`)
	code, out = command(t, "doctor", "--chrome", "/nonexistent/chrome", "--scenarios", "testdata/broken")
	assert.Equal(t, result.ExitBroken, code)
	assert.Contains(t, out, "FAIL  scenarios  1 problems, which maoconform lint lists")
	assert.Contains(t, out, "FAIL  browser")
	assert.Contains(t, out, "ok    listener", "it goes on after what is missing")
}
