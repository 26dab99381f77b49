package chrome_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATabIsHiddenAndShown(t *testing.T) {
	srv := pages(t)
	w := chrometest.Worker(t)
	tab, err := w.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	require.NoError(t, tab.Hide(t.Context()))
	assert.Equal(t, "hidden", eval[string](t, tab, "document.visibilityState"))
	require.NoError(t, tab.Show(t.Context()))
	assert.Equal(t, "visible", eval[string](t, tab, "document.visibilityState"))

	// The next scenario finds its tab in front again.
	require.NoError(t, tab.Hide(t.Context()))
	tab, err = w.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	assert.Equal(t, "visible", eval[string](t, tab, "document.visibilityState"))
}

func TestAFrozenPageRunsNoTimer(t *testing.T) {
	srv := pages(t)
	tab, err := chrometest.Worker(t).Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	require.NoError(t, tab.Hide(t.Context()))
	eval[any](t, tab, "void document.addEventListener('freeze', () => { window.frozen = true; })")
	require.NoError(t, tab.Freeze(t.Context()))
	assert.True(t, eval[bool](t, tab, "window.frozen === true"))
	eval[any](t, tab, "void setTimeout(() => { window.ran = true; }, 0)")
	assert.False(t, eval[bool](t, tab, "window.ran === true"))
	require.NoError(t, tab.Thaw(t.Context()))
	require.Eventually(t, func() bool { return eval[bool](t, tab, "window.ran === true") }, 5*time.Second, 10*time.Millisecond)
}

func TestATabCrashesAndIsReplaced(t *testing.T) {
	srv := pages(t)
	w := chrometest.Worker(t)
	tab, err := w.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	require.NoError(t, tab.Crash(t.Context()))
	require.ErrorIs(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"), chrome.ErrTabCrashed)
	tab, err = w.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
}

// What was clicked and removed is not kept by the harness.
func TestTheHeapIsMeasuredWithoutWhatWasClicked(t *testing.T) {
	srv := pages(t)
	tab, err := chrometest.Worker(t).Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	before, err := tab.Heap(t.Context())
	require.NoError(t, err)
	assert.Positive(t, before.Used)
	for range 3 {
		eval[any](t, tab, "void document.body.append(document.createElement('button'), ...Array.from({ length: 100 }, () => document.createElement('i')))")
		eval[any](t, tab, "void (document.querySelector('button').textContent = 'Mine')")
		_, err = tab.ClickControl(t.Context(), chrome.ControlQuery{Role: "button", Name: regexp.MustCompile("^Mine$"), Wait: 5 * time.Second}, chrome.ClickOptions{})
		require.NoError(t, err)
		eval[any](t, tab, "document.body.replaceChildren()")
	}
	after, err := tab.Heap(t.Context())
	require.NoError(t, err)
	assert.Less(t, after.Nodes, before.Nodes+150)
}
