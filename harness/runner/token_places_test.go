package runner

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// TestATokenIsFoundWhereverItStands plants a token in each place that is searched
// at the end of a case, and sees it found there.
func TestATokenIsFoundWhereverItStands(t *testing.T) {
	template, err := os.ReadFile("testdata/leaks/leak.tmpl")
	require.NoError(t, err)
	for name, row := range map[string]struct{ body, found string }{
		"nowhere":           {`token.length;`, ""},
		"a frame":           {`await sendFrame(token, { type: "subscribe", sessionId: 1, more: token });`, "the frame carries an access token"},
		"a picture":         {`await sendFrame(token, { type: "page_tool_result", requestId: "r", sessionId: 1, success: true, pageVersion: "v", result: { screenshot: { data: btoa("tEXt" + token) } } });`, "a picture"},
		"a REST address":    {`await fetch(__sdk.options.serverUrl + "/api/v1/agents/3?token=" + token).catch(() => undefined);`, "access token"},
		"any address":       {`await (await fetch("/boot.js?token=" + token)).text();`, "an address that the page loaded"},
		"the report":        {`await fetch("/nothing?token=" + token);`, "stands in what was recorded"},
		"the page's own":    {`history.replaceState(null, "", "?token=" + token);`, "the page's markup or address"},
		"localStorage":      {`localStorage.setItem("t", token);`, "the storage"},
		"sessionStorage":    {`sessionStorage.setItem("t", token);`, "the storage"},
		"a key":             {`localStorage.setItem(token, "t");`, "the storage"},
		"a cookie":          {`document.cookie = "t=" + token;`, "the storage"},
		"a database":        {`await new Promise((done) => { const r = indexedDB.open("leak"); r.onupgradeneeded = () => r.result.createObjectStore("s").put({ deep: [token] }, 1); r.onsuccess = () => { r.result.close(); done(); }; });`, "a database or a cache"},
		"a cache":           {`await (await caches.open("leak")).put("/kept", new Response(token));`, "a database or a cache"},
		"the history":       {`history.replaceState({ token }, "");`, "the history's state or the window's name"},
		"the window's name": {`window.name = token;`, "the history's state or the window's name"},
		"a channel":         {`new BroadcastChannel("mao-embed").postMessage({ type: "other", deep: { token } }); await new Promise((done) => setTimeout(done, 50));`, "a BroadcastChannel message"},
		"a text":            {`document.getElementById("here").append(token);`, "the page's markup or address"},
		"an attribute":      {`document.body.dataset.t = token;`, "the page's markup or address"},
		"a closed root":     {`const host = document.body.appendChild(document.createElement("div")); host.attachShadow({ mode: "closed" }).append(new Comment(token));`, "the page's markup or address"},
		"a field":           {`document.getElementById("customer").value = token;`, "a field"},
		"a console line":    {`console.debug("t", token);`, "stands in what was recorded"},
		"a logged object":   {`console.debug("t", { deep: new Map([["t", [token]]]) });`, "an object in the console"},
		"a dialog":          {`alert(token);`, "a dialog"},
		"an event":          {`__sdk.options.onEvent({ type: "error", message: token });`, "what onEvent told"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eval := fmt.Sprintf("plant(%q)", row.body)
			text := strings.Replace(string(template), "BODY", fmt.Sprintf("%q", eval), 1)
			s, err := scenario.Parse("leak.yaml", "leaks/leak", []byte(text), nil)
			require.NoError(t, err)
			outcome, err := theStage(t).Play(t.Context(), reference(t), scenario.Case{ID: s.ID, Scenario: s}, Limits{})
			require.NoError(t, err)
			if row.found == "" {
				assert.Equal(t, result.Pass, outcome.Status, "%+v", outcome.Failures)
				return
			}
			assert.Contains(t, outcome.FailedChecks(), scenario.CheckToken, "%+v", outcome.Failures)
			assert.Contains(t, words(outcome), row.found)
		})
	}
}

func TestPictureIn(t *testing.T) {
	for raw, want := range map[string]string{
		`{"result":{"screenshot":{"mime":"image/png","data":"c2VlZA=="}}}`:                    "seed",
		`{"data":{"success":true,"result":{"dataUri":"data:image/png;base64,cmVsZWFzZWQ="}}}`: "released",
		`{"data":{"success":true,"result":{"dataUri":"data:,none"}}}`:                         "",
		`{"result":{"screenshot":{"data":"?"}}}`:                                              "",
		`{"result":{"snapshot":{"title":"\"screenshot\""}}}`:                                  "",
	} {
		assert.Equal(t, want, string(pictureIn([]byte(raw))), raw)
	}
}
