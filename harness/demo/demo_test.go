package demo_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/store"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/maochat/conformance/harness/demo"
	"github.com/maochat/conformance/harness/sdk"
)

// patience bounds every wait of a test.
const patience = 20 * time.Second

func TestMain(m *testing.M) { os.Exit(chrometest.Main(m)) }

// person sits before the demonstration.
type person struct {
	t       *testing.T
	demo    *demo.Demo
	url     string
	tab     *chrome.Tab
	profile *sdk.Profile
}

// start serves a demonstration until the returned function is called, or the
// test ends.
func start(t *testing.T, o demo.Options) (d *demo.Demo, url string, end func()) {
	t.Helper()
	bundles, err := bundle.Load(t.Context())
	require.NoError(t, err)
	script, ok := bundles.File(bundle.SDK)
	require.True(t, ok)
	o.SDK, o.Bundles = script, bundles
	d, err = demo.New(o)
	require.NoError(t, err)
	server := httptest.NewServer(d)
	ended := false
	end = func() {
		if ended {
			return
		}
		ended = true
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		assert.NoError(t, d.Close(ctx))
		server.Close()
	}
	t.Cleanup(end)
	return d, server.URL, end
}

// sit opens the page of a demonstration.
func sit(t *testing.T, d *demo.Demo, url string) *person {
	t.Helper()
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	tab, err := chrometest.Worker(t).Tab(t.Context(), chrome.TabOptions{FocusEmulation: true, Fresh: true, Width: 1280, Height: 900})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), url))
	return &person{t: t, demo: d, url: url, tab: tab, profile: profile}
}

func (p *person) press(control string) {
	p.t.Helper()
	require.NoError(p.t, p.profile.Press(p.t.Context(), p.tab, control, patience))
}

func (p *person) do(gesture string) {
	p.t.Helper()
	require.NoError(p.t, p.profile.Perform(p.t.Context(), p.tab, gesture, patience))
}

// ask writes to the agent and sends it.
func (p *person) ask(text string) {
	p.t.Helper()
	p.do(sdk.GestureCompose)
	require.NoError(p.t, p.tab.Type(p.t.Context(), text))
	p.do(sdk.GestureSend)
}

// sees waits until a control can be seen.
func (p *person) sees(control string) {
	p.t.Helper()
	query, ok := p.profile.Query(control)
	require.True(p.t, ok, control)
	query.Wait = patience
	_, err := p.tab.Find(p.t.Context(), query)
	require.NoError(p.t, err)
}

// reads waits until the panel shows a text.
func (p *person) reads(pattern string) {
	p.t.Helper()
	wanted := regexp.MustCompile(pattern)
	query, ok := p.profile.Query("panel")
	require.True(p.t, ok)
	shown := ""
	require.Eventually(p.t, func() bool {
		panels, err := p.tab.All(p.t.Context(), query)
		if err != nil || len(panels) != 1 {
			return false
		}
		shown, err = p.tab.Text(p.t.Context(), panels[0])
		return err == nil && wanted.MatchString(shown)
	}, patience, 50*time.Millisecond, "the panel never shows %s", pattern)
}

// chooses presses a choice of the agent's question.
func (p *person) chooses(role, label string) {
	p.t.Helper()
	within, ok := p.profile.Query("questions")
	require.True(p.t, ok)
	_, err := p.tab.ClickControl(p.t.Context(), chrome.ControlQuery{
		Role: role, Name: regexp.MustCompile("^" + regexp.QuoteMeta(label)), Within: &within, Wait: patience,
	}, chrome.ClickOptions{})
	require.NoError(p.t, err)
}

// picture keeps what the person sees.
func (p *person) picture(name string) {
	p.t.Helper()
	shot, err := chrome.Call(p.t.Context(), p.tab, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(p.t.ArtifactDir(), name+".png"), shot.Data, 0o644))
}

// form is the page's own state.
func (p *person) form() map[string]any {
	p.t.Helper()
	raw, err := p.tab.Eval(p.t.Context(), "JSON.stringify(__fixture.state())")
	require.NoError(p.t, err)
	var text string
	require.NoError(p.t, json.Unmarshal(raw, &text))
	var state map[string]any
	require.NoError(p.t, json.Unmarshal([]byte(text), &state))
	return state
}

// TestThePersonGetsTheFormFilledIn plays the whole demonstration: the panel, a
// question of the agent, confirmations, the log, the filled form, and the
// conversation that is still there after a restart.
func TestThePersonGetsTheFormFilledIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.db")
	kept, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	d, url, end := start(t, demo.Options{Agent: demo.Filler(0), OnChange: kept.Keep})
	p := sit(t, d, url)
	p.sees("launcher")
	p.picture("1-closed")
	p.press("launcher")
	p.sees("composer")
	p.picture("2-open")

	p.ask("帮我填写订单表单")
	p.sees("questions")
	p.picture("3-question")
	p.chooses("radio", "需要")
	p.press("questions.submit")
	p.sees("confirm.card")
	p.picture("4-confirmation")
	assert.Empty(t, p.form()["customer"], "nothing is done before the person allows it")
	p.do(sdk.GestureAllow)
	require.Eventually(t, func() bool { return p.form()["customer"] == "Ada Lovelace" }, patience, 50*time.Millisecond)
	p.sees("confirm.card")
	p.picture("5-second-confirmation")
	p.do(sdk.GestureAllowTask)
	p.reads("表单已填好，共 6 项")
	p.picture("6-done")

	state := p.form()
	for field, want := range map[string]any{"customer": "Ada Lovelace", "email": "ada@example.com", "note": "Please ring twice.", "gift": true} {
		assert.Equal(t, want, state[field], field)
	}
	assert.Zero(t, state["saved"], "the person asked for no submission")
	assert.Empty(t, d.Violations())

	p.ask("现在提交")
	p.do(sdk.GestureAllow)
	p.reads("已提交")
	p.picture("7-submitted")
	assert.InDelta(t, 1, p.form()["saved"], 0)
	assert.Empty(t, d.Violations())
	end()
	require.NoError(t, kept.Close())
	p.sees("panel")
	p.reads("重连")
	p.picture("8-server-gone")

	again, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	defer func() { assert.NoError(t, again.Close()) }()
	sessions, err := again.Sessions(t.Context())
	require.NoError(t, err)
	require.Len(t, sessions, 1)
	assert.Equal(t, "帮我填写订单表单", ownPart(sessions[0].Messages[0].Content))
	d, url, _ = start(t, demo.Options{Agent: demo.Filler(0), Sessions: sessions, OnChange: again.Keep})
	assert.Equal(t, sessions[0].Messages, restored(t, d, url, sessions[0].ID))
}

// ownPart is a message without the context that the SDK puts before it.
func ownPart(content string) string {
	parts := strings.Split(content, "\n\n")
	return parts[len(parts)-1]
}

// restored gives the messages of a session as REST has them, as far as they
// compare.
func restored(t *testing.T, d *demo.Demo, url string, session int64) []backend.Message {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v1/sessions/"+jsonNumber(session)+"/messages?roundLimit=50", nil)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+d.Token())
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Data struct{ Messages []json.RawMessage }
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
	require.NotEmpty(t, answer.Data.Messages)
	stored, err := d.SessionMessages(session)
	require.NoError(t, err)
	assert.Len(t, answer.Data.Messages, len(stored))
	return stored
}

func jsonNumber(n int64) string {
	raw, err := json.Marshal(n)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func TestTheDemonstrationIsForThisMachine(t *testing.T) {
	_, url, _ := start(t, demo.Options{})
	for name, tc := range map[string]struct {
		path, host, site string
		want             int
	}{
		"the page":                   {"/order-form/html/", "", "", http.StatusOK},
		"the start":                  {"/", "", "", http.StatusOK},
		"the token, for the page":    {"/demo/token", "", "same-origin", http.StatusOK},
		"the token, for another":     {"/demo/token", "", "cross-site", http.StatusForbidden},
		"another name for this host": {"/demo/token", "evil.example", "same-origin", http.StatusForbidden},
		"REST without a token":       {"/api/v1/agents/3", "", "", http.StatusUnauthorized},
		"an unknown bundle":          {"/bundles/nothing.js", "", "", http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+tc.path, nil)
			require.NoError(t, err)
			if tc.host != "" {
				r.Host = tc.host
			}
			if tc.site != "" {
				r.Header.Set("Sec-Fetch-Site", tc.site)
			}
			response, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer func() { _ = response.Body.Close() }()
			assert.Equal(t, tc.want, response.StatusCode)
		})
	}
	_, err := demo.New(demo.Options{})
	require.ErrorContains(t, err, "the SDK and the bundles are needed")
	_, err = demo.New(demo.Options{Variant: "cobol"})
	require.Error(t, err)
}
