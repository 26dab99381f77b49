package chrome_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { os.Exit(chrometest.Main(m)) }

// pages serves testdata. "/hang.png" never answers before the test ends, and
// "/with-hanging-image" shows it.
func pages(t *testing.T) *httptest.Server {
	t.Helper()
	done := make(chan struct{})
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata")))
	mux.HandleFunc("/hang.png", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-done:
		case <-r.Context().Done():
		}
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(func() {
		close(done)
		srv.Close()
	})
	return srv
}

// on returns a page's address under a host name of its own.
func on(srv *httptest.Server, host, path string) string {
	return strings.Replace(srv.URL, "127.0.0.1", host+".localhost", 1) + path
}

// open shows a page of testdata in a fresh tab.
func open(t *testing.T, page string) *chrome.Tab {
	t.Helper()
	tab := chrometest.Tab(t)
	require.NoError(t, tab.Navigate(t.Context(), pages(t).URL+"/"+page))
	return tab
}

// eval evaluates and decodes, or fails the test.
func eval[T any](t *testing.T, tab *chrome.Tab, expr string) T {
	t.Helper()
	v, err := chrome.EvalAs[T](t.Context(), tab, expr)
	require.NoError(t, err)
	return v
}
