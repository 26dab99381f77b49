package oracle_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { os.Exit(chrometest.Main(m)) }

// form shows the form of testdata.
func form(t *testing.T) *chrome.Tab {
	t.Helper()
	srv := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	t.Cleanup(srv.Close)
	tab := chrometest.Tab(t)
	require.NoError(t, tab.Navigate(t.Context(), srv.URL+"/form.html"))
	require.NoError(t, tab.WaitDocument(t.Context(), func(d chrome.Document) bool { return d.Loaded }))
	return tab
}

// one reads the only element that matches.
func one(t *testing.T, tab *chrome.Tab, q oracle.DOMQuery) oracle.Node {
	t.Helper()
	nodes, err := oracle.DOM(t.Context(), tab, q)
	require.NoError(t, err)
	require.Len(t, nodes, 1, q.String())
	return nodes[0]
}

func TestDOMReadsTheTruthOfAPageThatLies(t *testing.T) {
	tab := form(t)
	name := one(t, tab, oracle.DOMQuery{ID: "name"})
	assert.Equal(t, "Ada", name.Value)
	assert.Equal(t, "input", name.Tag)
	assert.Equal(t, map[string]string{"id": "name", "name": "person", "value": "Ada"}, name.Attributes)
	assert.True(t, name.Visible)
	assert.Equal(t, name, one(t, tab, oracle.DOMQuery{Name: "person"}))
	assert.Equal(t, name, one(t, tab, oracle.DOMQuery{CSS: "label input"}))
}

func TestDOMReadsEveryKindOfControl(t *testing.T) {
	tab := form(t)
	note := one(t, tab, oracle.DOMQuery{ID: "note"})
	assert.Equal(t, "two\nlines", note.Value)
	assert.True(t, note.ReadOnly)

	locked := one(t, tab, oracle.DOMQuery{ID: "locked"})
	assert.True(t, locked.Disabled, "its fieldset is")
	assert.Equal(t, [3]any{"checkbox", true, true}, [3]any{locked.Type, *locked.Checked, *locked.Indeterminate})

	country := one(t, tab, oracle.DOMQuery{ID: "one"})
	assert.Equal(t, []string{"China"}, country.Selected)
	assert.Equal(t, []string{"cn"}, country.SelectedValues)
	assert.Equal(t, []string{"A", "C"}, one(t, tab, oracle.DOMQuery{ID: "many"}).Selected)

	ways, err := oracle.DOM(t.Context(), tab, oracle.DOMQuery{Name: "way"})
	require.NoError(t, err)
	require.Len(t, ways, 2)
	assert.Equal(t, [2]bool{false, true}, [2]bool{*ways[0].Checked, *ways[1].Checked})

	rich := one(t, tab, oracle.DOMQuery{ID: "rich"})
	assert.Equal(t, "rich text", rich.Text)
	assert.True(t, rich.Editable)
	for _, id := range []string{"gone", "clear"} {
		assert.False(t, one(t, tab, oracle.DOMQuery{ID: id}).Visible, id)
	}
}

func TestDOMReadsShadowRootsAndFrames(t *testing.T) {
	tab := form(t)
	shadowed := one(t, tab, oracle.DOMQuery{ID: "shadowed"})
	assert.True(t, shadowed.InShadowRoot)
	assert.Equal(t, "In the shadow", shadowed.Text)

	nodes, err := oracle.DOM(t.Context(), tab, oracle.DOMQuery{ID: "inner"})
	require.NoError(t, err)
	assert.Empty(t, nodes, "a frame must be named")
	inner := one(t, tab, oracle.DOMQuery{ID: "inner", Frame: "#box"})
	assert.Equal(t, "deep", inner.Value)
	assert.Equal(t, "#box", inner.Frame)
	// The frame stands at 100,200 with a border of 10, at half the size.
	assert.Equal(t, chrome.Rect{X: 115, Y: 225, Width: 50, Height: 10}, inner.Rect)
	leaf := one(t, tab, oracle.DOMQuery{ID: "leaf", Frame: "#box >> #nested"})
	assert.Equal(t, [2]string{"leaf", "#box >> #nested"}, [2]string{leaf.Text, leaf.Frame})
}

func TestDOMLeavesOutWhatIsExcluded(t *testing.T) {
	tab := form(t)
	texts := func(exclude string) (out []string) {
		nodes, err := oracle.DOM(t.Context(), tab, oracle.DOMQuery{CSS: "button", Exclude: exclude})
		require.NoError(t, err)
		for _, n := range nodes {
			out = append(out, n.Text)
		}
		return out
	}
	assert.Equal(t, []string{"Gone", "Clear", "In the shadow", "of the SDK"}, texts(""))
	assert.Equal(t, []string{"Gone", "Clear", "In the shadow"}, texts("#sdk"))
	assert.Equal(t, []string{"of the SDK"}, texts("form, #host"))
}

func TestDOMSaysWhatCannotBeRead(t *testing.T) {
	tab := form(t)
	for message, q := range map[string]oracle.DOMQuery{
		`no frame matches "#nowhere"`:       {ID: "x", Frame: "#nowhere"},
		`"#name" is a <input>, not a frame`: {ID: "x", Frame: "#name"},
		`"[" is not a CSS selector`:         {CSS: "["},
	} {
		_, err := oracle.DOM(t.Context(), tab, q)
		require.ErrorIs(t, err, oracle.ErrNotReadable)
		assert.ErrorContains(t, err, message)
	}
	_, err := oracle.DOM(t.Context(), tab, oracle.DOMQuery{ID: "x", CSS: "y"})
	assert.ErrorContains(t, err, "exactly one of id, css and name")
}

func TestReadingDoesNotDisturbThePage(t *testing.T) {
	tab := form(t)
	require.NoError(t, oracle.WaitReady(t.Context(), tab, 5*time.Second))
	_, err := tab.Eval(t.Context(), "void (events.length = 0)")
	require.NoError(t, err)
	_, err = oracle.DOM(t.Context(), tab, oracle.DOMQuery{CSS: "*"})
	require.NoError(t, err)
	_, err = oracle.Focus(t.Context(), tab)
	require.NoError(t, err)
	events, err := chrome.EvalAs[[]string](t.Context(), tab, "new Promise((done) => setTimeout(done, 20)).then(() => events)")
	require.NoError(t, err)
	assert.Empty(t, events)
}

func TestFocusIsFoundInShadowRootsAndFrames(t *testing.T) {
	tab := form(t)
	read := func(focus string) oracle.FocusInfo {
		_, err := tab.Eval(t.Context(), "void "+focus)
		require.NoError(t, err)
		info, err := oracle.Focus(t.Context(), tab)
		require.NoError(t, err)
		return info
	}
	info := read("0")
	assert.True(t, info.Nothing)
	assert.True(t, info.DocumentFocused)
	info = read("document.getElementById('name').focus()")
	assert.Equal(t, [3]string{"input", "name", "person"}, [3]string{info.Tag, info.ID, info.Name})
	info = read("root.firstChild.focus()")
	assert.Equal(t, "shadowed", info.ID)
	assert.True(t, info.InShadowRoot)
	info = read("box.contentDocument.getElementById('inner').focus()")
	assert.Equal(t, [2]string{"inner", "#box"}, [2]string{info.ID, info.Frame})
}

func TestFixtureStateLogAndActions(t *testing.T) {
	tab := form(t)
	require.NoError(t, oracle.WaitReady(t.Context(), tab, 5*time.Second))
	state, err := oracle.State(t.Context(), tab)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"person": "Ada", "tags": []any{1.0, 2.0}}, state)

	log, err := oracle.Log(t.Context(), tab)
	require.NoError(t, err)
	assert.Equal(t, []oracle.LogEntry{{Target: "name", Type: "input", Detail: map[string]any{"value": "Ada"}}}, log)
	require.NoError(t, oracle.ClearLog(t.Context(), tab))
	log, err = oracle.Log(t.Context(), tab)
	require.NoError(t, err)
	assert.Empty(t, log)

	value, err := oracle.Act(t.Context(), tab, "rename", []any{"Bob"})
	require.NoError(t, err)
	assert.JSONEq(t, `{"done": "Bob"}`, string(value))
	value, err = oracle.Act(t.Context(), tab, "later", nil)
	require.NoError(t, err)
	assert.JSONEq(t, `"late"`, string(value))
	_, err = oracle.Act(t.Context(), tab, "nothing", nil)
	require.ErrorIs(t, err, oracle.ErrNotReadable)
	assert.ErrorContains(t, err, "the page has no action nothing")
	_, err = oracle.Act(t.Context(), tab, "broken", nil)
	assert.ErrorContains(t, err, "page action broken: JavaScript threw: Error: it broke")
}

func TestAPageWithoutAFixtureSaysSo(t *testing.T) {
	tab := form(t)
	_, err := oracle.State(t.Context(), tab, "#box")
	require.ErrorIs(t, err, oracle.ErrNotReadable)
	assert.ErrorContains(t, err, "the page offers no window.__fixture")
	err = oracle.WaitReady(t.Context(), tab, 50*time.Millisecond, "#box")
	assert.ErrorContains(t, err, "the page offers no window.__fixture")
}

func TestConsoleCounts(t *testing.T) {
	tab := form(t)
	_, err := tab.Eval(t.Context(), "console.error('e'), console.warn('w'), console.log('l'), setTimeout(() => { throw new Error('x') }), new Promise((done) => setTimeout(done, 20))")
	require.NoError(t, err)
	info := oracle.Console(tab)
	assert.Equal(t, [3]int{2, 1, 1}, [3]int{info.Errors, info.Warnings, info.Exceptions})
	require.Len(t, info.Entries, 4)
	assert.Equal(t, oracle.ConsoleLine{Kind: "call", Level: "error", Text: "e", Line: 1, Column: 9}, info.Entries[0])
}
