package chrome

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFlags(t *testing.T) {
	headless := baseFlags(withDefaults(Options{}))
	assert.Equal(t, true, headless["headless"])
	assert.Equal(t, "1280,800", headless["window-size"])
	assert.Equal(t, os.Geteuid() == 0, headless["no-sandbox"] == true)
	assert.NotContains(t, headless, "disable-popup-blocking", "pages must behave as they do for a customer")

	headed := baseFlags(withDefaults(Options{Headed: true, WindowWidth: 900, WindowHeight: 700}))
	assert.NotContains(t, headed, "headless")
	assert.Equal(t, "900,700", headed["window-size"])
}

func TestFlagValues(t *testing.T) {
	for given, want := range map[any]any{"x": "x", true: true, false: false, 7: "7", nil: true} {
		assert.Equal(t, want, flagValue(given))
	}
}

func TestLineWriterSplitsLines(t *testing.T) {
	var lines []string
	w := &lineWriter{log: func(_ string, args ...any) { lines = append(lines, args[0].(string)) }}
	for _, part := range []string{"on", "e\ntwo\n\n", "three"} {
		n, err := w.Write([]byte(part))
		assert.NoError(t, err)
		assert.Equal(t, len(part), n)
	}
	assert.Equal(t, []string{"one", "two"}, lines)
}
