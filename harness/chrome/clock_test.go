package chrome_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
)

// elapsed waits a second of the page's time and gives how long that was by the page's two clocks, and by the
// browser's own, which stamps events.
const elapsed = `(async () => {
	const stamp = () => new Event("x").timeStamp;
	const from = [performance.now(), Date.now(), stamp()];
	await new Promise((done) => setTimeout(done, 1000));
	return [performance.now() - from[0], Date.now() - from[1], stamp() - from[2], new Date().getTime() - Date.now()];
})()`

func TestClockRate(t *testing.T) {
	worker := chrometest.Worker(t)
	for _, row := range []struct {
		rate       int
		fast, slow float64 // bounds of the browser's own time
	}{{10, 90, 700}, {0, 990, 5000}} { // the second scenario of the same tab has the usual time again
		tab, err := worker.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true, ClockRate: row.rate})
		require.NoError(t, err)
		require.NoError(t, tab.Navigate(t.Context(), "data:text/html,<p>x"))
		times, err := chrome.EvalAs[[]float64](t.Context(), tab, elapsed)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, times[0], 990.0, "performance.now, rate %d", row.rate)
		assert.GreaterOrEqual(t, times[1], 980.0, "Date.now, rate %d", row.rate)
		assert.GreaterOrEqual(t, times[2], row.fast, "own time, rate %d", row.rate)
		assert.Less(t, times[2], row.slow, "own time, rate %d", row.rate)
		assert.InDelta(t, 0, times[3], 50, "Date, rate %d", row.rate)
	}
}
