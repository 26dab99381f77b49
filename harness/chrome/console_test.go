package chrome_test

import (
	"strings"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConsoleKeepsTextLevelAndPlace(t *testing.T) {
	tab := open(t, "console.html")
	eval[any](t, tab, "new Promise((done) => setTimeout(done, 20))")
	var got []string
	for _, e := range tab.Console() {
		got = append(got, string(e.Kind)+" "+e.Level+" "+e.Text)
	}
	assert.Equal(t, []string{
		`call log hello 1 {a: "b"} [1, 2]`,
		"call warning careful",
		"call error TypeError: bad",
		"call error assertion",
		"exception error Uncaught ReferenceError: undefinedFunction is not defined",
		"exception error Uncaught (in promise) Error: nobody caught me",
	}, shortened(got))
	thrown := tab.Console()[4]
	assert.Regexp(t, `/console\.html$`, thrown.URL)
	assert.Equal(t, [2]int64{11, 5}, [2]int64{thrown.Line, thrown.Column})
	assert.Contains(t, thrown.Stack, "console.html:11:5")
	assert.Contains(t, thrown.String(), "console.html:11:5)")
}

// shortened cuts the stack that the console shows behind a logged error.
func shortened(lines []string) []string {
	for i, line := range lines {
		for j := range line {
			if line[j] == '\n' {
				lines[i] = line[:j]
				break
			}
		}
	}
	return lines
}

func TestFailedRequestsAreInTheConsole(t *testing.T) {
	tab := open(t, "blank.html")
	eval[any](t, tab, "fetch('/missing.json').then(() => {})")
	entries := tab.Console()
	require.Len(t, entries, 1)
	assert.Equal(t, [3]string{"browser", "error", "network"}, [3]string{string(entries[0].Kind), entries[0].Level, entries[0].Source})
	assert.Contains(t, entries[0].Text, "404")
}

func TestTheRecordsBeginWithTheNewPage(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), on(srv, "one", "/console.html")))
	eval[any](t, tab, "void setInterval(() => console.log('still here'), 1)")
	require.NotEmpty(t, tab.Console())

	tab, err = worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	assert.Empty(t, tab.Console())
	require.NoError(t, tab.Navigate(t.Context(), on(srv, "two", "/blank.html")))
	assert.Empty(t, tab.Console())
}

func TestObjectsInTheConsoleAreReadWhole(t *testing.T) {
	tab := open(t, "blank.html")
	eval[any](t, tab, `void (() => {
		const long = { text: "x".repeat(300), get trap() { throw new Error("no code runs"); } };
		long.self = long;
		console.log("objects", long, new Map([["key", ["value"]]]));
	})()`)
	require.Eventually(t, func() bool { return len(tab.Console()) == 1 }, 5*time.Second, 5*time.Millisecond)
	held := tab.ConsoleObjects(t.Context())
	require.Len(t, held, 2)
	assert.Contains(t, held[0], strings.Repeat("x", 300))
	assert.Contains(t, held[1], `"value"`)
	require.NoError(t, tab.Reload(t.Context()))
	assert.Empty(t, tab.ConsoleObjects(t.Context()), "what is gone holds nothing")
}
