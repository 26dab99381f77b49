package chrome_test

import (
	"net"
	"testing"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNavigateDoesNotWaitForAHangingImage(t *testing.T) {
	tab := open(t, "hanging-image.html")
	assert.Equal(t, "ran", eval[string](t, tab, "window.script"))
	d := tab.Document()
	assert.True(t, d.Parsed)
	assert.False(t, d.Loaded)
}

func TestNavigateSaysWhyItFailed(t *testing.T) {
	tab := chrometest.Tab(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := "http://" + l.Addr().String() + "/"
	require.NoError(t, l.Close())
	err = tab.Navigate(t.Context(), address)
	var failed *chrome.NavigateError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, "net::ERR_CONNECTION_REFUSED", failed.Text)
}

func TestHistory(t *testing.T) {
	srv := pages(t)
	tab := chrometest.Tab(t)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	eval[any](t, tab, "void history.pushState({}, '', 'blank.html?pushed')")
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/typing.html"))
	assert.Equal(t, 2, tab.Document().Number)

	require.NoError(t, tab.Back(t.Context()))
	assert.Equal(t, srv.URL+"/blank.html?pushed", eval[string](t, tab, "location.href"))
	require.NoError(t, tab.Back(t.Context()))
	assert.Equal(t, srv.URL+"/blank.html", eval[string](t, tab, "location.href"))
	assert.Equal(t, 3, tab.Document().Number, "a pushed entry is the same document")
	require.NoError(t, tab.Forward(t.Context()))
	require.NoError(t, tab.Forward(t.Context()))
	assert.Equal(t, srv.URL+"/typing.html", eval[string](t, tab, "location.href"))

	eval[any](t, tab, "void (window.mark = 1)")
	require.NoError(t, tab.Reload(t.Context()))
	assert.Equal(t, "undefined", eval[string](t, tab, "typeof mark"))
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/typing.html#part"))
	assert.Equal(t, srv.URL+"/typing.html#part", tab.Document().URL)
}

func TestTheHistoryDoesNotLeadToAnEarlierScenario(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	for _, host := range []string{"first", "second"} {
		tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
		require.NoError(t, err)
		require.NoError(t, tab.Navigate(t.Context(), on(srv, host, "/blank.html")))
		assert.Equal(t, 1, tab.Document().Number)
		assert.Equal(t, 1, eval[int](t, tab, "history.length"))
		assert.ErrorContains(t, tab.Back(t.Context()), "there is no entry")
	}
}
