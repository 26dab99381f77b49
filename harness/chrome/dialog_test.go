package chrome_test

import (
	"context"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDialogsAreAnsweredAndRecorded(t *testing.T) {
	tab := open(t, "dialogs.html")
	for policy, want := range map[chrome.DialogPolicy]bool{chrome.DialogDismiss: false, chrome.DialogAccept: true} {
		tab.SetDialogPolicy(policy)
		assert.Equal(t, want, eval[bool](t, tab, "confirm('Sure?')"))
	}
	assert.Equal(t, "preset", eval[string](t, withPolicy(tab, chrome.DialogAccept), "prompt('Name?', 'preset')"))
	dialogs := tab.Dialogs()
	require.Len(t, dialogs, 3)
	assert.Equal(t, [3]string{"prompt", "Name?", "preset"}, [3]string{dialogs[2].Kind, dialogs[2].Message, dialogs[2].Default})
	assert.True(t, dialogs[2].Closed && dialogs[2].Accepted)
}

func withPolicy(tab *chrome.Tab, p chrome.DialogPolicy) *chrome.Tab {
	tab.SetDialogPolicy(p)
	return tab
}

func TestADialogLeftOpenDoesNotHoldUpAClick(t *testing.T) {
	tab := open(t, "dialogs.html")
	tab.SetDialogPolicy(chrome.DialogLeave)
	_, err := tab.ClickControl(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Ask")}, chrome.ClickOptions{})
	require.NoError(t, err)
	require.NotNil(t, tab.OpenDialog())
	assert.Equal(t, "Really?", tab.OpenDialog().Message)

	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err = tab.Eval(ctx, "1")
	assert.ErrorContains(t, err, `the page is blocked by an open confirm dialog ("Really?")`)

	require.NoError(t, tab.AnswerDialog(t.Context(), true, ""))
	assert.True(t, eval[bool](t, tab, "answer"))
	assert.Nil(t, tab.OpenDialog())
	assert.ErrorIs(t, tab.AnswerDialog(t.Context(), true, ""), chrome.ErrNoDialog)
}

func TestAnOpenDialogDoesNotReachTheNextScenario(t *testing.T) {
	srv := pages(t)
	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/dialogs.html"))
	tab.SetDialogPolicy(chrome.DialogLeave)
	_, err = tab.ClickControl(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Ask")}, chrome.ClickOptions{})
	require.NoError(t, err)

	next, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	assert.Same(t, tab, next)
	require.NoError(t, next.Navigate(t.Context(), srv.URL+"/blank.html"))
	assert.Empty(t, next.Dialogs())
}

func TestLeavingAPageThatAsksToStay(t *testing.T) {
	tab := open(t, "dialogs.html")
	eval[any](t, tab, "void addEventListener('beforeunload', (e) => e.preventDefault())")
	require.NoError(t, tab.Click(t.Context(), 5, 5, chrome.ClickOptions{}), "the question needs a user's touch")
	require.NoError(t, tab.Reload(t.Context()))
	require.Len(t, tab.Dialogs(), 1)
	assert.Equal(t, "beforeunload", tab.Dialogs()[0].Kind)
}

func TestStayingOnAPageThatAsks(t *testing.T) {
	tab := open(t, "dialogs.html")
	eval[any](t, tab, "void addEventListener('beforeunload', (e) => e.preventDefault())")
	require.NoError(t, tab.Click(t.Context(), 5, 5, chrome.ClickOptions{}), "the question needs a user's touch")
	tab.SetDialogPolicy(chrome.DialogStay)
	eval[any](t, tab, "void setTimeout(() => { location.href = 'blank.html'; })")
	require.Eventually(t, func() bool {
		asked := tab.Dialogs()
		return len(asked) == 1 && asked[0].Closed
	}, 10*time.Second, 10*time.Millisecond)
	assert.False(t, tab.Dialogs()[0].Accepted)
	assert.Equal(t, "not asked", eval[string](t, tab, "answer"), "it is the same document")
}
