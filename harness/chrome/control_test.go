package chrome_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func named(name string) *regexp.Regexp { return regexp.MustCompile("^" + name + "$") }

func TestARealClickReachesAControlInAClosedShadowRoot(t *testing.T) {
	tab := open(t, "closed.html")
	c, err := tab.FindByRole(t.Context(), "button", named("Go"))
	require.NoError(t, err)
	assert.Equal(t, "Go", c.Name)
	assert.Empty(t, c.CoveredBy)
	require.NoError(t, tab.Click(t.Context(), c.X, c.Y, chrome.ClickOptions{Count: 2}))
	assert.JSONEq(t, `[{"trusted": true, "count": 1}, {"trusted": true, "count": 2}]`, string(must(t)(tab.Eval(t.Context(), "hits"))))
}

func TestFindSaysWhatIsThereInstead(t *testing.T) {
	tab := open(t, "closed.html")
	short := 200 * time.Millisecond

	_, err := tab.Find(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Gone"), Wait: short})
	var missing *chrome.ControlError
	require.ErrorAs(t, err, &missing)
	assert.Contains(t, missing.Seen, "Go")
	assert.ErrorContains(t, err, `button named /^Gone$/: not found; there are: "Go", "Later"`)

	_, err = tab.Find(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Twin"), Wait: short})
	require.ErrorAs(t, err, &missing)
	assert.ErrorContains(t, err, "more than one matches")

	_, err = tab.Find(t.Context(), chrome.ControlQuery{Role: "slider", Wait: short})
	assert.ErrorContains(t, err, "there is none with that role")
}

func TestFindNarrowsDown(t *testing.T) {
	tab := open(t, "closed.html")
	box := &chrome.ControlQuery{Role: "region", Name: named("Box")}
	inner, err := tab.Find(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Twin"), Within: box})
	require.NoError(t, err)
	second, err := tab.Find(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Twin"), Nth: 2})
	require.NoError(t, err)
	assert.Equal(t, inner.Rect, second.Rect)
}

func TestFindScrollsAFarControlIntoView(t *testing.T) {
	tab := open(t, "closed.html")
	c, err := tab.FindByRole(t.Context(), "button", named("Far away"))
	require.NoError(t, err)
	assert.Greater(t, eval[float64](t, tab, "scrollY"), 0.0)
	assert.True(t, c.Y > 0 && c.Y < 800, "y is %v", c.Y)
}

func TestACoveredControlIsReportedAndNotPressed(t *testing.T) {
	tab := open(t, "closed.html")
	c, err := tab.FindByRole(t.Context(), "button", named("Under"))
	require.NoError(t, err)
	assert.Equal(t, "<div#lid> is hit there", c.CoveredBy)
	_, err = tab.ClickControl(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Under"), Wait: 200 * time.Millisecond}, chrome.ClickOptions{})
	assert.ErrorContains(t, err, `the button "Under" cannot be pressed: <div#lid> is hit there`)
}

func TestAClickWaitsUntilTheControlIsEnabled(t *testing.T) {
	tab := open(t, "closed.html")
	q := chrome.ControlQuery{Role: "button", Name: named("Later"), Wait: 100 * time.Millisecond}
	_, err := tab.ClickControl(t.Context(), q, chrome.ClickOptions{})
	require.ErrorContains(t, err, "is disabled")
	eval[any](t, tab, "void setTimeout(() => { later.disabled = false }, 100)")
	q.Wait = 5 * time.Second
	_, err = tab.ClickControl(t.Context(), q, chrome.ClickOptions{})
	require.NoError(t, err)
	assert.Equal(t, []string{"later"}, eval[[]string](t, tab, "hits"))
}

func TestFindWaitsUntilAControlStandsStill(t *testing.T) {
	tab := open(t, "closed.html")
	eval[any](t, tab, `void later.animate([{translate: "0 0"}, {translate: "300px 0"}], {duration: 200, fill: "forwards"})`)
	c, err := tab.FindByRole(t.Context(), "button", named("Later"))
	require.NoError(t, err)
	assert.InDelta(t, eval[float64](t, tab, "later.getBoundingClientRect().x"), c.Rect.X, 0.5)
	assert.Greater(t, c.Rect.X, 300.0)
}

func TestPresentDoesNotWait(t *testing.T) {
	tab := open(t, "closed.html")
	there, err := tab.Present(t.Context(), chrome.ControlQuery{Role: "button", Name: named("Go")})
	require.NoError(t, err)
	assert.True(t, there)
	there, err = tab.Present(t.Context(), chrome.ControlQuery{Role: "alertdialog"})
	require.NoError(t, err)
	assert.False(t, there)
}

// must unwraps a value and an error.
func must(t *testing.T) func(v []byte, err error) []byte {
	return func(v []byte, err error) []byte {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}
