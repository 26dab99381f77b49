package runner

import (
	"bytes"
	_ "embed" // for the wrapper of inline pages
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"

	"github.com/maochat/conformance/fixtures"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// Paths of an inline page.
const (
	inlinePath   = "/page/"
	inlineStyle  = "/page/page.css"
	inlineScript = "/page/page.js"
)

//go:embed html/inline.html
var inlineHTML string

var inlineTemplate = template.Must(template.New("inline").Parse(inlineHTML))

// site is what the origin of a case serves: the page, the SDK as a business
// page loads it, the script that starts it, and the fixtures' bundles.
type site struct {
	start string // path of the page
	mux   *http.ServeMux
	// pageCache lets the browser keep the page for the back button.
	pageCache bool
}

// newSite builds the site of a case. Other is an origin of another site that
// serves the files of an inline page too.
func newSite(c scenario.Case, subject Subject, bundles *bundle.Set, boot []byte, other string) (*site, error) {
	s := &site{mux: http.NewServeMux(), pageCache: c.Scenario.Browser.PageCache}
	profile := subject.Profile
	s.file("/sdk/"+profile.Script, subject.Artifact.Script)
	if subject.Artifact.SourceMap != nil {
		s.file("/sdk/"+profile.Script+".map", subject.Artifact.SourceMap)
	}
	s.file(fixtures.BootPath, boot)
	if fixtures.SDKPath != "/sdk/"+profile.Script {
		s.file(fixtures.SDKPath, subject.Artifact.Script)
	}
	s.mux.HandleFunc("GET "+fixtures.BundlesPath, func(w http.ResponseWriter, r *http.Request) {
		name := "fixtures/" + strings.TrimPrefix(r.URL.Path, fixtures.BundlesPath)
		content, ok := bundles.File(name)
		if !ok {
			http.NotFound(w, r)
			return
		}
		serve(w, name, content)
	})
	if page := c.Scenario.Page; page != nil {
		return s, s.inline(c.Scenario.Title, page, strings.NewReplacer(scenario.OtherOrigin, other))
	}
	s.start = fixtures.PagePath(c.Scenario.Fixture, c.Variant)
	s.mux.Handle("GET /", fixtures.Handler(fixtures.Options{}))
	return s, nil
}

// inline adds an inline page.
func (s *site) inline(title string, page *scenario.Page, names *strings.Replacer) error {
	var document bytes.Buffer
	err := inlineTemplate.Execute(&document, map[string]any{
		"Title": title, "Icon": fixtures.IconPath, "Style": inlineStyle, "Shared": fixtures.SharedScriptPath,
		"SDK": fixtures.SDKPath, "Boot": fixtures.BootPath, "Script": inlineScript,
		// The scenario is the author of its page.
		"Body": template.HTML(names.Replace(page.HTML)), //nolint:gosec // as intended
	})
	if err != nil {
		return fmt.Errorf("rendering the inline page: %w", err)
	}
	s.start = inlinePath
	s.file(inlineStyle, []byte(page.CSS))
	s.file(inlineScript, []byte(names.Replace(page.JS)))
	serveFiles(s.mux, page, names)
	// Deeper paths answer with the page too, for a reload after a route change.
	s.mux.HandleFunc("GET "+inlinePath, func(w http.ResponseWriter, _ *http.Request) {
		if page.CSP != "" {
			w.Header().Set("Content-Security-Policy", names.Replace(page.CSP))
		}
		serve(w, "page.html", document.Bytes())
	})
	s.mux.Handle("GET /", fixtures.Handler(fixtures.Options{}))
	return nil
}

// serveFiles adds the files of an inline page.
func serveFiles(mux *http.ServeMux, page *scenario.Page, names *strings.Replacer) {
	for name, text := range page.Files {
		content := []byte(names.Replace(text))
		mux.HandleFunc("GET "+scenario.FilesPath+name, func(w http.ResponseWriter, _ *http.Request) { serve(w, name, content) })
	}
}

// newOtherSite is what the other origin of a case serves: the files of an
// inline page, without page and SDK.
func newOtherSite(c scenario.Case, other string) http.Handler {
	mux := http.NewServeMux()
	if page := c.Scenario.Page; page != nil {
		serveFiles(mux, page, strings.NewReplacer(scenario.OtherOrigin, other))
	}
	mux.Handle("GET "+fixtures.SharedScriptPath, fixtures.Handler(fixtures.Options{}))
	return mux
}

func (s *site) file(name string, content []byte) {
	s.mux.HandleFunc("GET "+name, func(w http.ResponseWriter, _ *http.Request) { serve(w, name, content) })
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.pageCache {
		w = cacheable{w}
	}
	s.mux.ServeHTTP(w, r)
}

// cacheable lets the browser keep a page for the back button, which it does not
// where the page forbids it to store anything.
type cacheable struct{ http.ResponseWriter }

func (c cacheable) WriteHeader(status int) {
	c.Header().Set("Cache-Control", "no-cache")
	c.ResponseWriter.WriteHeader(status)
}

func (c cacheable) Write(raw []byte) (int, error) {
	c.Header().Set("Cache-Control", "no-cache")
	return c.ResponseWriter.Write(raw)
}

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".map":  "application/json",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
}

func serve(w http.ResponseWriter, name string, content []byte) {
	if t, ok := contentTypes[path.Ext(name)]; ok {
		w.Header().Set("Content-Type", t)
	}
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(content) // a browser that went away needs no answer
}

// Subject is the implementation under test.
type Subject struct {
	Artifact *sdk.Artifact
	Profile  *sdk.Profile
}
