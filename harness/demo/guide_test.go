package demo_test

import (
	"bytes"
	"crypto/sha512"
	_ "embed" // for the page of a snippet
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/demo"
)

// guideFile is the guide whose snippets have to work.
const guideFile = "../../executor-js/README.md"

//go:embed testdata/snippet.html
var snippetHTML string

var snippetPage = template.Must(template.New("snippet").Parse(snippetHTML))

// snippet is a code block of the guide.
type snippet struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

func snippets(t *testing.T) []snippet {
	t.Helper()
	guide, err := os.ReadFile(guideFile)
	require.NoError(t, err)
	var found []snippet
	for _, match := range fence.FindAllStringSubmatch(string(guide), -1) {
		found = append(found, snippet{language: match[1], text: match[2]})
	}
	return found
}

// host is a business page that took the snippets of the guide over.
type host struct {
	*httptest.Server
	demo    *demo.Demo
	pages   map[string]served // by path
	tokens  int
	bundles *bundle.Set
}

// served is a document, or a script, with its policy.
type served struct{ kind, policy, text string }

// newHost serves the SDK, a token endpoint of the host's backend, the server
// behind the SDK, and pages.
func newHost(t *testing.T) *host {
	t.Helper()
	bundles, err := bundle.Load(t.Context())
	require.NoError(t, err)
	d, _, _ := start(t, demo.Options{Agent: demo.Filler(0)})
	h := &host{demo: d, pages: map[string]served{}, bundles: bundles}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, ok := strings.CutPrefix(r.URL.Path, "/embed/"); ok {
		script, ok := h.bundles.File(name)
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(script)
		return
	}
	if r.URL.Path == "/my-backend/embed-token" {
		h.tokens++
		_ = json.NewEncoder(w).Encode(map[string]string{"accessToken": h.demo.Token()})
		return
	}
	p, ok := h.pages[r.URL.Path]
	if !ok {
		h.demo.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", p.kind)
	if p.policy != "" {
		w.Header().Set("Content-Security-Policy", p.policy)
	}
	_, _ = w.Write([]byte(p.text))
}

// real puts the addresses of this host in the place of the guide's.
func (h *host) real(text string) string {
	return strings.NewReplacer(
		"https://mao.example.com", h.URL, "wss://mao.example.com", strings.Replace(h.URL, "http", "ws", 1),
	).Replace(text)
}

// document makes a page that holds a snippet of HTML.
func (h *host) document(t *testing.T, path, policy, body string) {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, snippetPage.Execute(&text, template.HTML(body)))
	h.pages[path] = served{"text/html; charset=utf-8", policy, text.String()}
}

// works opens a page and holds that the assistant is there, connects and has
// nothing to complain about.
func (h *host) works(t *testing.T, path string) {
	t.Helper()
	p := sit(t, h.demo, h.URL+path)
	if query, ok := p.profile.Query("panel"); ok {
		there, err := p.tab.Present(t.Context(), query)
		require.NoError(t, err)
		if !there {
			p.openByHand()
		}
	}
	p.sees("composer")
	before := len(h.demo.Messages())
	p.ask("What can you do?")
	p.reads("fill in the order form")
	assert.Greater(t, len(h.demo.Messages()), before)
	assert.Positive(t, h.tokens, "the token came from the host's backend")
	for _, entry := range p.tab.Console() {
		assert.NotContains(t, []any{"error", "exception"}, entry.Level, entry.String())
		assert.NotEqual(t, chrome.ConsoleException, entry.Kind, entry.String())
	}
	assert.Empty(t, h.demo.Violations())
}

// openByHand presses the button: the SDK's, or the page's own.
func (p *person) openByHand() {
	p.t.Helper()
	launcher, ok := p.profile.Query("launcher")
	require.True(p.t, ok)
	launcher.Wait = patience
	if own := (chrome.ControlQuery{Role: "button", Name: regexp.MustCompile("^Ask Mao$")}); p.present(own) {
		launcher = own
	}
	_, err := p.tab.ClickControl(p.t.Context(), launcher, chrome.ClickOptions{})
	require.NoError(p.t, err)
}

func (p *person) present(q chrome.ControlQuery) bool {
	p.t.Helper()
	there, err := p.tab.Present(p.t.Context(), q)
	require.NoError(p.t, err)
	return there
}

// integrity is the hash that a page names a script by.
func integrity(script []byte) string {
	sum := sha512.Sum384(script)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// TestTheSnippetsOfTheGuideWork runs each code block of the guide as a host
// would have it.
func TestTheSnippetsOfTheGuideWork(t *testing.T) {
	all := snippets(t)
	require.GreaterOrEqual(t, len(all), 7, "the guide has its snippets")
	for i, s := range all {
		t.Run(fmt.Sprintf("%d-%s", i+1, s.language), func(t *testing.T) {
			h := newHost(t)
			path := fmt.Sprintf("/guide/%d", i+1)
			text := h.real(s.text)
			switch s.language {
			case "html":
				script, ok := h.bundles.File("mao-chat.v0.1.0.js")
				require.True(t, ok)
				h.document(t, path, "", strings.Replace(text, "sha384-…", integrity(script), 1))
			case "js":
				h.pages[path+".js"] = served{"text/javascript; charset=utf-8", "", text}
				h.document(t, path, "", fmt.Sprintf(`<script src="/embed/mao-chat.js"></script><script src="%s.js"></script>`, path))
			case "http":
				_, policy, ok := strings.Cut(strings.TrimSpace(text), ": ")
				require.True(t, ok)
				h.pages[path+".js"] = served{"text/javascript; charset=utf-8", "", firstCall(t, h, all)}
				h.document(t, path, policy, fmt.Sprintf(`<script src="/embed/mao-chat.js"></script><script src="%s.js"></script>`, path))
			case "sh":
				assert.Contains(t, text, "-sha384", "the hash of the integrity attribute")
				return
			default:
				t.Fatalf("nobody runs snippets in %s", s.language)
			}
			h.works(t, path)
		})
	}
}

// firstCall is the call of init of the guide's first snippet.
func firstCall(t *testing.T, h *host, all []snippet) string {
	t.Helper()
	_, call, ok := strings.Cut(all[0].text, "<script>\n")
	require.True(t, ok)
	return h.real(strings.TrimSuffix(strings.TrimSpace(call), "</script>"))
}

// TestAChangedScriptDoesNotRun holds what the guide says of integrity hashes.
func TestAChangedScriptDoesNotRun(t *testing.T) {
	h := newHost(t)
	script, ok := h.bundles.File(bundle.SDK)
	require.True(t, ok)
	h.pages["/changed.js"] = served{"text/javascript", "", string(script) + ";"}
	h.document(t, "/guide/changed", "", fmt.Sprintf(`<script src="/changed.js" integrity="%s" crossorigin="anonymous"></script>`, integrity(script)))
	p := sit(t, h.demo, h.URL+"/guide/changed")
	kind, err := chrome.EvalAs[string](t.Context(), p.tab, "typeof MaoChat")
	require.NoError(t, err)
	assert.Equal(t, "undefined", kind)
}

// TestTheGuideNamesEveryOption holds that the guide and the SDK know the same
// options, methods and events.
func TestTheGuideNamesEveryOption(t *testing.T) {
	guide, err := os.ReadFile(guideFile)
	require.NoError(t, err)
	for _, name := range []string{
		"serverUrl", "agentId", "getToken", "context", "theme", "position", "launcher", "locale", "onEvent", "pageTools",
		"open()", "close()", "toggle()", "newSession()", "setContext(value)", "stop()", "destroy()", "`phase`", "`error`", "`page`", "CONSENT.md",
	} {
		assert.Contains(t, string(guide), name)
	}
}
