package sdk_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maochat/conformance/harness/sdk"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const goodScript = "var MaoChat = (() => { return { init() {} } })();\n"

// file writes a file to test with.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestAScriptIsFetchedWithItsSourceMap(t *testing.T) {
	path := file(t, "mao-chat.js", goodScript)
	require.NoError(t, os.WriteFile(path+".map", []byte("{}"), 0o600))
	a, err := sdk.Fetch(t.Context(), path)
	require.NoError(t, err)
	assert.Equal(t, goodScript, string(a.Script))
	assert.Equal(t, "{}", string(a.SourceMap))
	assert.Equal(t, path, a.Source)
	assert.Len(t, a.Digest(), 64)
}

func TestWhatCannotBeTestedIsNamed(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x;", 500)
	for path, message := range map[string]string{
		filepath.Join(dir, "missing.js"):           "there is no such file",
		dir:                                        "it is a directory; give the script itself, for example " + dir + "/mao-chat.js",
		file(t, "empty.js", " \n"):                 "it is empty",
		file(t, "page.js", "<!doctype html>"):      "it is an HTML page, not a script",
		file(t, "gzip.js", "\x1f\x8b\x08\x00\xff"): "it is not UTF-8 text; is it compressed?",
		file(t, "broken.js", "var a = 1;\nvar b = (1 + ;\n"):           "broken.js:2:14: syntax error: Unexpected \";\"\n    var b = (1 + ;",
		file(t, "module.js", "export const MaoChat = {};"):             "it is an ES module (it imports or exports); give the plain script",
		file(t, "imports.js", "import x from './x.js'; window.x = x;"): "it is an ES module",
		file(t, "long.js", long+"var b = (1 + ;"+long):                 "long.js:1:1014: syntax error",
	} {
		_, err := sdk.Fetch(t.Context(), path)
		var wrong *sdk.ArtifactError
		require.ErrorAs(t, err, &wrong, path)
		assert.ErrorContains(t, err, message)
		assert.Less(t, len(err.Error()), 500, "one clear message")
	}
}

func TestAnAddressIsFetched(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/mao-chat.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(goodScript))
	})
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<p>"))
	})
	srv := httptest.NewServer(mux)
	a, err := sdk.Fetch(t.Context(), srv.URL+"/mao-chat.js")
	require.NoError(t, err)
	assert.Equal(t, goodScript, string(a.Script))
	_, err = sdk.Fetch(t.Context(), srv.URL+"/missing.js")
	assert.ErrorContains(t, err, "the server answers 404 Not Found")
	_, err = sdk.Fetch(t.Context(), srv.URL+"/page")
	assert.ErrorContains(t, err, "the server sends an HTML page")
	srv.Close()
	_, err = sdk.Fetch(t.Context(), srv.URL+"/mao-chat.js")
	assert.ErrorContains(t, err, "cannot be fetched")
}
