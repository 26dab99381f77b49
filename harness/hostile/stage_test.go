package hostile_test

import (
	"context"
	_ "embed"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/maochat/conformance/harness/hostile"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/sdk"
)

// patience bounds the wait for one answer. Nothing that works takes that long.
const patience = 20 * time.Second

// policy forbids everything that could evaluate a text, and has the page tell of
// each attempt. Styles are free: they are no part of what is tried.
const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data: blob:; connect-src *; require-trusted-types-for 'script'"

//go:embed js/seen.js
var seenFunction string

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.fuzz").Value.String() != "" {
		// The engine's workers are ended from outside, before they could clean up; their browsers end with them.
		os.Exit(m.Run())
	}
	os.Exit(chrometest.Main(m))
}

// stage is one page with a connected SDK.
type stage struct {
	tab     *chrome.Tab
	backend *backend.Backend
	real    hostile.Real
	before  seen
}

// seen is what the page tells of itself.
type seen struct {
	Seen     []string `json:"seen"`
	Pwned    string   `json:"pwned"`
	Polluted string   `json:"polluted"`
	Customer string   `json:"customer"`
	Gift     bool     `json:"gift"`
	Colour   string   `json:"colour"`
	URL      string   `json:"url"`
	Title    string   `json:"title"`
	Scroll   float64  `json:"scroll"`
}

func reference(t testing.TB) []byte {
	t.Helper()
	bundles, err := bundle.Load(t.Context())
	require.NoError(t, err)
	script, ok := bundles.File(bundle.SDK)
	require.True(t, ok)
	return script
}

// open shows the page with an SDK and waits until it is connected.
func open(t testing.TB, script []byte) *stage {
	t.Helper()
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	b, err := backend.New(backend.Options{})
	require.NoError(t, err)
	api := httptest.NewServer(b)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		assert.NoError(t, b.Close(ctx))
		api.Close()
	})
	boot, err := profile.Boot(sdk.BootData{ServerURL: api.URL, AgentID: 3, Tokens: []string{b.Token()}})
	require.NoError(t, err)
	mux := http.NewServeMux()
	files := http.FileServer(http.Dir("page"))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		files.ServeHTTP(w, r)
	})
	mux.HandleFunc("/sdk/mao-chat.js", serve(script))
	mux.HandleFunc("/boot.js", serve(boot))
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)

	s := &stage{tab: chrometest.Tab(t), backend: b}
	require.NoError(t, s.tab.Navigate(t.Context(), site.URL+"/"))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s.real.SessionID, err = b.WaitSubscribed(ctx)
	require.NoError(t, err)
	s.inspect(t)
	s.before = s.look(t)
	require.Empty(t, s.before.Seen, "the page is at rest")
	return s
}

func serve(content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(content) // a browser that went away reads no more
	}
}

// inspect takes the snapshot whose ids the requests misuse, and shows that the
// executor answers.
func (s *stage) inspect(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	call, err := s.backend.StartCall(ctx, protocol.Request{Tool: "page_inspect"})
	require.NoError(t, err)
	outcome, err := call.Wait(ctx)
	require.NoError(t, err)
	require.NotNil(t, outcome.Result, "how it ended: %s", outcome.End)
	require.True(t, outcome.Result.Success, "%+v", outcome.Result.Error)
	raw, ok := outcome.Result.Result["snapshot"].(map[string]any)
	require.True(t, ok)
	snapshot, err := protocol.DecodeSnapshot(raw)
	require.NoError(t, err)
	s.real.SnapshotID = snapshot.SnapshotID
	for label, id := range map[string]*string{"Customer": &s.real.Field, "Gift wrap": &s.real.Box, "Colour": &s.real.List, "Save": &s.real.Button} {
		*id = ""
		for _, e := range snapshot.Elements {
			if e.Label == label {
				*id = e.ElementID
			}
		}
		require.NotEmpty(t, *id, label)
	}
}

func (s *stage) look(t testing.TB) seen {
	t.Helper()
	now, err := chrome.CallMain[seen](t.Context(), s.tab, seenFunction)
	require.NoError(t, err)
	return now
}

// untouched checks that nothing has happened to the page, and that the first
// connection still stands.
func (s *stage) untouched(t testing.TB) {
	t.Helper()
	assert.Equal(t, s.before, s.look(t), "the page is as it was")
	for _, e := range s.backend.Trace() {
		assert.NotEqual(t, backend.KindClose, e.Kind, "the connection was lost: %s", e.Note)
	}
}
