package chrome

import (
	"errors"
	"os"
	"strings"
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

func TestLaunchErrorsSayWhatToDo(t *testing.T) {
	long := "chrome failed to start:\n" + strings.Repeat("noise\n", 50) + "Missing X server or $DISPLAY"
	err := &LaunchError{Path: "/usr/bin/chromium", Err: errors.New(long)}
	assert.Less(t, strings.Count(err.Error(), "\n"), maxOutputLines+4)
	assert.ErrorContains(t, err, "starting the browser /usr/bin/chromium: chrome failed to start:\n…\nnoise")
	assert.ErrorContains(t, err, "Missing X server or $DISPLAY\nA visible window needs a display")
	err = &LaunchError{Path: "c", Err: errors.New("c: error while loading shared libraries: libnss3.so")}
	assert.ErrorContains(t, err, "lacks system libraries")
}
