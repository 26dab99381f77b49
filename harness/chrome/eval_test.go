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

func TestEvalReturnsValuesAndAwaitsPromises(t *testing.T) {
	tab := open(t, "blank.html")
	for expr, want := range map[string]string{
		"1 + 1":                           "2",
		"undefined":                       "null",
		"({a: [1, 'x', null]})":           `{"a": [1, "x", null]}`,
		"Promise.resolve(document.title)": `"Blank"`,
	} {
		assert.JSONEq(t, want, string(must(t)(tab.Eval(t.Context(), expr))), expr)
	}
	_, err := tab.Eval(t.Context(), "NaN")
	assert.ErrorContains(t, err, "JavaScript returned NaN, which JSON cannot carry")
}

func TestEvalReportsWhatWasThrownAndWhere(t *testing.T) {
	tab := open(t, "blank.html")
	_, err := tab.Eval(t.Context(), "1;\n  missing()")
	var thrown *chrome.EvalError
	require.ErrorAs(t, err, &thrown)
	assert.Equal(t, "ReferenceError: missing is not defined", thrown.Text)
	assert.Equal(t, [2]int64{2, 3}, [2]int64{thrown.Line, thrown.Column})

	_, err = tab.Eval(t.Context(), "Promise.reject(new Error('no'))")
	require.ErrorAs(t, err, &thrown)
	assert.Equal(t, "Error: no", thrown.Text)
	assert.Empty(t, tab.Console(), "the harness' own evaluations are not the page's console")
}

func TestTheIsolatedWorldIsNotFooledByThePage(t *testing.T) {
	tab := open(t, "hostile.html")
	assert.Equal(t, "a lie", eval[string](t, tab, "document.title"))
	raw, err := tab.EvalIsolated(t.Context(), "", "[document.getElementById('field').value, document.title, typeof lie]")
	require.NoError(t, err)
	assert.JSONEq(t, `["true value", "A page that overwrote what it could", "undefined"]`, string(raw))

	sum, err := chrome.CallIsolated[int](t.Context(), tab, "async function (a, b) { return a.x + b }", map[string]int{"x": 2}, 3)
	require.NoError(t, err)
	assert.Equal(t, 5, sum)
}

func TestEmptyArgumentsArriveAsTheyAre(t *testing.T) {
	tab := open(t, "blank.html")
	for _, in := range []func(context.Context, *chrome.Tab, string, ...any) (string, error){chrome.CallMain[string], chrome.CallIsolated[string]} {
		seen, err := in(t.Context(), tab, "function () { return JSON.stringify([...arguments]) }", "", []int{}, map[string]int{}, nil, 0, false)
		require.NoError(t, err)
		assert.JSONEq(t, `["", [], {}, null, 0, false]`, seen)
	}
}

func TestEvalInAFrame(t *testing.T) {
	tab := open(t, "blank.html")
	eval[any](t, tab, `new Promise((done) => {
		const frame = Object.assign(document.createElement("iframe"), { src: "typing.html", name: "inner", onload: () => done() });
		document.body.append(frame);
	})`)
	frames := tab.Frames()
	require.Len(t, frames, 2)
	assert.Equal(t, "inner", frames[1].Name)
	assert.Equal(t, frames[0].ID, frames[1].ParentID)
	raw, err := tab.EvalIn(t.Context(), frames[1].ID, "field.localName")
	require.NoError(t, err)
	assert.JSONEq(t, `"input"`, string(raw))

	eval[any](t, tab, "void document.querySelector('iframe').remove()")
	assert.Len(t, tab.Frames(), 1)
}

func TestAnEndlessLoopEndsInATimeoutAndCanBeStopped(t *testing.T) {
	worker := chrometest.Worker(t)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	srv := pages(t)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/blank.html"))
	eval[any](t, tab, "void setTimeout(() => { for (;;); })")

	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err = tab.Eval(ctx, "1")
	var timeout *chrome.TimeoutError
	require.ErrorAs(t, err, &timeout)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.False(t, tab.Responds(t.Context(), 100*time.Millisecond))

	require.NoError(t, tab.TerminateScripts(t.Context()))
	assert.True(t, tab.Responds(t.Context(), 5*time.Second))
	assert.Equal(t, 1, eval[int](t, tab, "1"))
}

func TestWaitingForAPageThatNavigatesAwayEnds(t *testing.T) {
	tab := open(t, "blank.html")
	_, err := tab.Eval(t.Context(), "new Promise(() => { location.href = 'typing.html' })")
	var gone *chrome.DocumentGoneError
	require.ErrorAs(t, err, &gone)
	require.NoError(t, tab.WaitDocument(t.Context(), func(d chrome.Document) bool { return d.Number == 2 && d.Parsed }))
	assert.Equal(t, "field", eval[string](t, tab, "document.querySelector('input').id"))
}
