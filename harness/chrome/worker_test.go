package chrome_test

import (
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWorkersDoNotShareStorageAndAFreshContextIsEmpty(t *testing.T) {
	srv := pages(t)
	first, second := chrometest.Worker(t), chrometest.Worker(t)
	read := func(w *chrome.Worker, o chrome.TabOptions) string {
		tab, err := w.Tab(t.Context(), o)
		require.NoError(t, err)
		require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
		return eval[string](t, tab, "const was = localStorage.x ?? 'nothing'; localStorage.x = 'something'; was")
	}
	assert.Equal(t, "nothing", read(first, chrome.TabOptions{}))
	assert.Equal(t, "something", read(first, chrome.TabOptions{}))
	assert.Equal(t, "nothing", read(second, chrome.TabOptions{}))
	assert.Equal(t, "nothing", read(first, chrome.TabOptions{Fresh: true}))
}

func TestAnotherTabSharesStorageAndTellsTheFirst(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	first, err := worker.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, first.Navigate(t.Context(), srv.URL+"/blank.html"))
	eval[any](t, first, "localStorage.y = 'kept'; addEventListener('storage', (e) => { document.title = e.newValue }); undefined")

	second, closeSecond, err := worker.Another(t.Context(), chrome.TabOptions{FocusEmulation: true, Width: 640, Height: 480})
	require.NoError(t, err)
	require.NoError(t, second.Navigate(t.Context(), srv.URL+"/blank.html"))
	assert.Equal(t, []any{"kept", 640.0, "visible"}, eval[[]any](t, second, "[localStorage.y, innerWidth, document.visibilityState]"))
	eval[any](t, second, "localStorage.y = 'changed'; undefined")
	require.Eventually(t, func() bool { return eval[string](t, first, "document.title") == "changed" }, 5*time.Second, 10*time.Millisecond)

	require.NoError(t, first.Front(t.Context()))
	closeSecond()
	require.Error(t, second.Navigate(t.Context(), srv.URL+"/blank.html"))
	again, err := worker.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, again.Navigate(t.Context(), srv.URL+"/blank.html"))
	assert.Equal(t, "changed", eval[string](t, again, "localStorage.y"))
}

func TestOptionsAreAppliedForEveryScenario(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	look := func(o chrome.TabOptions) []any {
		tab, err := worker.Tab(t.Context(), o)
		require.NoError(t, err)
		require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
		return eval[[]any](t, tab, "[document.hasFocus(), innerWidth, innerHeight, devicePixelRatio]")
	}
	assert.Equal(t, []any{true, 1280.0, 800.0, 1.0}, look(chrome.TabOptions{FocusEmulation: true}))
	assert.Equal(t, []any{640.0, 480.0}, look(chrome.TabOptions{Width: 640, Height: 480})[1:3])
	assert.Equal(t, []any{true, 1280.0, 800.0, 1.0}, look(chrome.TabOptions{FocusEmulation: true}))
}

func TestATabInTheBackgroundIsHiddenAndHasNoFocus(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	look := func(o chrome.TabOptions) []any {
		tab, err := worker.Tab(t.Context(), o)
		require.NoError(t, err)
		require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
		return eval[[]any](t, tab, "[document.hasFocus(), document.visibilityState]")
	}
	assert.Equal(t, []any{false, "hidden"}, look(chrome.TabOptions{Background: true}))
	assert.Equal(t, []any{true, "visible"}, look(chrome.TabOptions{Background: true, FocusEmulation: true}))
	assert.Equal(t, []any{true, "visible"}, look(chrome.TabOptions{}))
}

func TestPagesThatAPageOpenedAreListedAndClosed(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	eval[any](t, tab, "void addEventListener('click', () => { window.popup = open('typing.html') })")
	require.NoError(t, tab.Click(t.Context(), 50, 50, chrome.ClickOptions{}))
	require.Eventually(t, func() bool {
		opened := tab.Opened()
		return len(opened) == 1 && opened[0].URL == srv.URL+"/typing.html"
	}, 5*time.Second, 10*time.Millisecond)

	tab, err = worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	assert.Empty(t, tab.Opened())
	require.Eventually(t, func() bool { return eval[bool](t, tab, "popup.closed") }, 5*time.Second, 10*time.Millisecond)
}

func TestACrashedTabSaysSoAndIsReplaced(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.Error(t, tab.Navigate(t.Context(), "chrome://crash"))
	<-tab.Crashed()
	_, err = tab.Eval(t.Context(), "1")
	require.ErrorIs(t, err, chrome.ErrTabCrashed)

	next, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	assert.NotSame(t, tab, next)
	require.NoError(t, next.Navigate(t.Context(), srv.URL+"/blank.html"))
}

func TestAHangingTabIsFreedForTheNextScenario(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	eval[any](t, tab, "void setTimeout(() => { for (;;); })")

	next, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, next.Navigate(t.Context(), srv.URL+"/typing.html"))
	assert.Equal(t, 1, eval[int](t, next, "1"))
}

func TestAWorkerThatIsClosedSaysSo(t *testing.T) {
	worker, err := chrometest.Browser(t).NewWorker(t.Context())
	require.NoError(t, err)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, worker.Close())
	require.NoError(t, worker.Close())
	_, err = tab.Eval(t.Context(), "1")
	require.ErrorIs(t, err, chrome.ErrTabClosed)
	_, err = worker.Tab(t.Context(), chrome.TabOptions{})
	assert.ErrorContains(t, err, "the worker is closed")
}
