package demo

import (
	_ "embed" // for the boot script
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/maochat/conformance/fixtures"
	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/agent"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/protocol"
)

//go:embed js/boot.js
var bootJS []byte

// Fixture is the page that the demonstration is about.
const Fixture = "order-form"

// keptEvents is how many events of its trace a demonstration remembers.
const keptEvents = 2000

// Options say what is demonstrated.
type Options struct {
	// SDK is the script. Needed.
	SDK []byte
	// Bundles are the scripts of the page's variants. Needed.
	Bundles *bundle.Set
	// Variant is how the page is built. Default: html.
	Variant string
	// Agent answers. Default: [Filler], which needs no model.
	Agent backend.AgentLoop
	// Sessions and OnChange keep conversations; see [backend.Options].
	Sessions []backend.StoredSession
	OnChange func(backend.Change)
	// Trace gets what crosses the wire; see [backend.Options].
	Trace func(backend.TraceEvent)
}

// Demo is a demonstration. It is an [http.Handler] and has to be closed.
type Demo struct {
	*backend.Backend
	handler http.Handler
}

// Filler fills in the order form, word by word with a pace.
func Filler(pace time.Duration) *agent.FormFiller {
	return &agent.FormFiller{
		Fields: []agent.Field{
			{Label: "Customer", Tool: protocol.PageFill, Value: "Ada Lovelace"},
			{Label: "Email", Tool: protocol.PageFill, Value: "ada@example.com"},
			{Label: "Quantity", Tool: protocol.PageFill, Value: "12"},
			{Label: "Country", Tool: protocol.PageSelect, Value: "France"},
			{Label: "Note", Tool: protocol.PageFill, Value: "Please ring twice."},
		},
		Choice: &agent.Field{Label: "Gift wrap", Tool: protocol.PageCheck},
		Submit: "Save order",
		Pace:   pace,
	}
}

// New makes a demonstration.
func New(o Options) (*Demo, error) {
	if o.Variant == "" {
		o.Variant = "html"
	}
	if _, err := fixtures.Page(Fixture, o.Variant); err != nil {
		return nil, fmt.Errorf("set up the demonstration: %w", err)
	}
	if len(o.SDK) == 0 || o.Bundles == nil {
		return nil, errors.New("set up the demonstration: the SDK and the bundles are needed")
	}
	if o.Agent == nil {
		o.Agent = Filler(40 * time.Millisecond)
	}
	b, err := backend.New(backend.Options{
		Agent: o.Agent, Sessions: o.Sessions, OnChange: o.OnChange, Trace: o.Trace, Keep: keptEvents, AllowOrigin: local,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the demonstration: %w", err)
	}
	d := &Demo{Backend: b}
	d.handler = d.routes(o)
	return d, nil
}

func (d *Demo) routes(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", d.Backend)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, fixtures.PagePath(Fixture, o.Variant), http.StatusFound)
	})
	mux.HandleFunc("GET /demo/token", d.token)
	mux.HandleFunc("GET "+fixtures.SDKPath, func(w http.ResponseWriter, _ *http.Request) { serve(w, ".js", o.SDK) })
	mux.HandleFunc("GET "+fixtures.BootPath, func(w http.ResponseWriter, _ *http.Request) { serve(w, ".js", bootJS) })
	mux.HandleFunc("GET "+fixtures.BundlesPath, func(w http.ResponseWriter, r *http.Request) {
		name := "fixtures/" + strings.TrimPrefix(r.URL.Path, fixtures.BundlesPath)
		content, ok := o.Bundles.File(name)
		if !ok {
			http.NotFound(w, r)
			return
		}
		serve(w, path.Ext(name), content)
	})
	mux.Handle("/", fixtures.Handler(fixtures.Options{})) // it knows only GET
	return mux
}

// token hands out an access token, as the backend of a host page does for the
// user who is logged in there. Here everybody at this machine is that user.
func (d *Demo) token(w http.ResponseWriter, r *http.Request) {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		http.Error(w, "the token is for this page alone", http.StatusForbidden)
		return
	}
	raw, err := json.Marshal(map[string]string{"accessToken": d.Token()})
	if err != nil { // texts always encode
		panic(fmt.Sprintf("encode the token: %v", err))
	}
	serve(w, ".json", raw)
}

// ServeHTTP serves the demonstration to this machine's own names: a page of
// another site that makes its name point here gets nothing.
func (d *Demo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !loopback(r.Host) {
		http.Error(w, "the demonstration is served at localhost only", http.StatusForbidden)
		return
	}
	d.handler.ServeHTTP(w, r)
}

// local tells whether a page of this machine asks.
func local(origin string) bool {
	host, ok := strings.CutPrefix(origin, "http://")
	return ok && loopback(host)
}

func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1", "[::1]"}, host) || strings.HasSuffix(host, ".localhost")
}

var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json",
}

func serve(w http.ResponseWriter, ending string, content []byte) {
	if kind, ok := contentTypes[ending]; ok {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(content) // a browser that went away needs no answer
}
