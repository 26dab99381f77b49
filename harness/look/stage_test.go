package look_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/sdk"
)

// patience bounds every wait of a test. Nothing that works takes that long.
const patience = 10 * time.Second

//go:embed testdata/open-root.js
var openRoot string

//go:embed testdata/axe.js
var askAxe string

func TestMain(m *testing.M) { os.Exit(chrometest.Main(m)) }

// stage is a page with the SDK, and the backend behind it.
type stage struct {
	t        *testing.T
	tab      *chrome.Tab
	backend  *backend.Backend
	profile  *sdk.Profile
	snapshot *protocol.Snapshot
}

// look says how the page is looked at.
type look struct {
	width, height int
	media         map[string]string // media features, such as forced-colors: active
	options       map[string]any    // of MaoChat.init
}

// open shows the page and waits until the SDK is connected.
func open(t *testing.T, l look) *stage {
	t.Helper()
	bundles, err := bundle.Load(t.Context())
	require.NoError(t, err)
	script, ok := bundles.File("mao-chat.js")
	require.True(t, ok)
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	b, err := backend.New(backend.Options{AgentName: "Mao 助手"})
	require.NoError(t, err)
	api := httptest.NewServer(b)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		assert.NoError(t, b.Close(ctx))
		api.Close()
	})
	boot, err := profile.Boot(sdk.BootData{ServerURL: api.URL, AgentID: 3, Tokens: []string{b.Token()}, Options: l.options})
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata")))
	mux.HandleFunc("/sdk/mao-chat.js", serve("text/javascript", script))
	mux.HandleFunc("/boot.js", serve("text/javascript", boot))
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)

	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true, Fresh: true, Width: l.width, Height: l.height})
	require.NoError(t, err)
	_, err = chrome.Call(t.Context(), tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: openRoot})
	require.NoError(t, err)
	features := []*emulation.MediaFeature{}
	for name, value := range l.media {
		features = append(features, &emulation.MediaFeature{Name: name, Value: value})
	}
	_, err = chrome.Call(t.Context(), tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), site.URL+"/page.html"))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, err = b.WaitSubscribed(ctx)
	require.NoError(t, err)
	return &stage{t: t, tab: tab, backend: b, profile: profile}
}

func serve(kind string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		_, _ = w.Write(content)
	}
}

// do performs a gesture of the profile.
func (s *stage) do(gesture string) {
	s.t.Helper()
	require.NoError(s.t, s.profile.Perform(s.t.Context(), s.tab, gesture, patience))
}

// press presses a control of the profile.
func (s *stage) press(control string) {
	s.t.Helper()
	require.NoError(s.t, s.profile.Press(s.t.Context(), s.tab, control, patience))
}

// action is an action on the element with a label.
type action struct {
	name, label string
	nth         int // of several with that label, from 0
	params      map[string]any
}

// inspect takes a snapshot to name elements from.
func (s *stage) inspect() {
	s.t.Helper()
	result := s.wait(s.start(protocol.Request{Tool: protocol.Tool("page_inspect")}))
	require.True(s.t, result.Success, "%+v", result.Error)
	raw, ok := result.Result["snapshot"].(map[string]any)
	require.True(s.t, ok)
	var err error
	s.snapshot, err = protocol.DecodeSnapshot(raw)
	require.NoError(s.t, err)
}

// ask sends actions and does not wait for what becomes of them.
func (s *stage) ask(confirm bool, actions ...action) *backend.Call {
	s.t.Helper()
	if s.snapshot == nil {
		s.inspect()
	}
	r := protocol.Request{Tool: protocol.Tool("page_" + actions[0].name), SnapshotID: s.snapshot.SnapshotID}
	if confirm {
		r.RequireConfirmation = &confirm
	}
	for _, a := range actions {
		entry := map[string]any{"action": a.name}
		for key, value := range a.params {
			entry[key] = value
		}
		if a.label != "" {
			entry["elementId"] = s.element(a.label, a.nth)
		}
		r.Actions = append(r.Actions, entry)
	}
	return s.start(r)
}

func (s *stage) element(label string, nth int) string {
	s.t.Helper()
	for _, e := range s.snapshot.Elements {
		if strings.HasPrefix(e.Label, label) {
			if nth == 0 {
				return e.ElementID
			}
			nth--
		}
	}
	require.Fail(s.t, "no element is called "+label)
	return ""
}

func (s *stage) start(r protocol.Request) *backend.Call {
	s.t.Helper()
	call, err := s.backend.StartCall(s.t.Context(), r)
	require.NoError(s.t, err)
	return call
}

func (s *stage) wait(call *backend.Call) *protocol.Result {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	outcome, err := call.Wait(ctx)
	require.NoError(s.t, err)
	require.NotNil(s.t, outcome.Result, "%+v", outcome)
	return outcome.Result
}

// shown waits until a control can be seen and pressed.
func (s *stage) shown(control string) {
	s.t.Helper()
	query, ok := s.profile.Query(control)
	require.True(s.t, ok, control)
	query.Wait = patience
	_, err := s.tab.Find(s.t.Context(), query)
	require.NoError(s.t, err, "audit so far: %+v", s.backend.Audit())
}

// check keeps a picture and holds that axe-core has no objection.
func (s *stage) check(name string) {
	s.t.Helper()
	axe, err := os.ReadFile("../../executor-js/node_modules/axe-core/axe.min.js")
	require.NoError(s.t, err)
	_, err = s.tab.Eval(s.t.Context(), "void (window.axe ?? (0, eval)("+quote(s.t, string(axe))+"))")
	require.NoError(s.t, err)
	objections, err := chrome.EvalAs[[]string](s.t.Context(), s.tab, askAxe)
	require.NoError(s.t, err)
	assert.Empty(s.t, objections, name)
	picture, err := chrome.Call(s.t.Context(), s.tab, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	require.NoError(s.t, err)
	require.NoError(s.t, os.WriteFile(filepath.Join(s.t.ArtifactDir(), name+".png"), picture.Data, 0o644))
}

func quote(t *testing.T, text string) string {
	t.Helper()
	raw, err := json.Marshal(text)
	require.NoError(t, err)
	return string(raw)
}
