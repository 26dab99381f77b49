package sdk_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/maochat/conformance/harness/sdk"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { os.Exit(chrometest.Main(m)) }

// booted shows a page that loads a script from testdata as the SDK and boots it.
func booted(t *testing.T, script string, d sdk.BootData) *chrome.Tab {
	t.Helper()
	p, err := sdk.Load("reference")
	require.NoError(t, err)
	return bootedAs(t, p, script, d)
}

func bootedAs(t *testing.T, p *sdk.Profile, script string, d sdk.BootData) *chrome.Tab {
	t.Helper()
	boot, err := p.Boot(d)
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata")))
	mux.HandleFunc("/sdk.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, "testdata/"+script) })
	mux.HandleFunc("/boot.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(boot)
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	tab := chrometest.Tab(t)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/page.html"))
	return tab
}

func TestBootFillsTheOptionsAndCallsInit(t *testing.T) {
	tab := booted(t, "echo-sdk.js", sdk.BootData{
		ServerURL: "http://api.localhost:1", AgentID: 3, Tokens: []string{"first", "second"},
		Options: map[string]any{"locale": "en", "pageTools": map[string]any{"armingMs": 0}, "agentId": nil},
	})
	got, err := chrome.EvalAs[map[string]any](t.Context(), tab, "echo()")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{
		"options": map[string]any{
			"serverUrl": "http://api.localhost:1", "locale": "en",
			"pageTools": map[string]any{"eager": true, "armingMs": 0.0},
		},
		"tokens": []any{"first", "second", "second"},
		"events": []any{map[string]any{"type": "hello"}},
		"error":  nil,
	}, got)
}

func TestBootSaysWhyAnSDKDoesNotStart(t *testing.T) {
	for script, message := range map[string]string{
		"page.html":       "the script did not define MaoChat.init",
		"throwing-sdk.js": "MaoChat.init threw: TypeError: serverUrl must be an address",
	} {
		tab := booted(t, script, sdk.BootData{Tokens: []string{"x"}})
		got, err := chrome.EvalAs[string](t.Context(), tab, "__sdk.error")
		require.NoError(t, err)
		assert.Equal(t, message, got)
	}
	p, err := sdk.Load("reference")
	require.NoError(t, err)
	_, err = p.Boot(sdk.BootData{})
	assert.ErrorContains(t, err, "no token given")
}

func TestGesturesPressTheControlsInOrder(t *testing.T) {
	tab := booted(t, "panel-sdk.js", sdk.BootData{Tokens: []string{"x"}})
	p, err := sdk.Load("released")
	require.NoError(t, err)
	for _, gesture := range []string{sdk.GestureConnect, sdk.GestureConnect, sdk.GestureAllow, sdk.GestureAllowTask} {
		require.NoError(t, p.Perform(t.Context(), tab, gesture, 5*time.Second))
	}
	pressed, err := chrome.EvalAs[[]string](t.Context(), tab, "pressed")
	require.NoError(t, err)
	assert.Equal(t, []string{"打开 Mao 助手", "允许本次", "页面操作授权：每次确认", "本次任务授权"}, pressed, "the panel was opened once")

	err = p.Perform(t.Context(), tab, sdk.GestureStop, 100*time.Millisecond)
	assert.ErrorContains(t, err, `gesture stop: pressing the SDK's control "stop": looking for a control: not within 100ms: button named /^停止$/ within dialog named /[^史]对话$/: not found; there are: "允许本次"`)
	assert.ErrorContains(t, p.Press(t.Context(), tab, "nothing", 0), `has no control "nothing"`)
	assert.ErrorContains(t, p.Perform(t.Context(), tab, "wave", 0), `has no gesture "wave"`)
}

// TestBootHearsChannelsNamedAtRunTime opens two channels as the released SDK does, one of them with another's name.
func TestBootHearsChannelsNamedAtRunTime(t *testing.T) {
	p, err := sdk.Load("released")
	require.NoError(t, err)
	tab := bootedAs(t, p, "echo-sdk.js", sdk.BootData{Tokens: []string{"x"}})
	heard, err := chrome.EvalAs[[]string](t.Context(), tab, `(async () => {
		for (const name of ['mao-embed_["http://s.localhost/api/v1","user-1"]_3', "of-the-page"]) {
			const channel = new BroadcastChannel(name);
			if (!(channel instanceof BroadcastChannel)) throw new Error("another kind of channel");
			channel.postMessage({ name });
		}
		const end = Date.now() + 3000;
		while (__sdk.heard.length === 0 && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
		return __sdk.heard;
	})()`)
	require.NoError(t, err)
	name := `mao-embed_[\"http://s.localhost/api/v1\",\"user-1\"]_3`
	assert.Equal(t, []string{`["` + name + `",{"name":"` + name + `"}]`}, heard)
}
