package chrome_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// helperArg makes the test binary play the parent that is killed.
const helperArg = "-test.run=^TestHelperThatIsKilled$"

func TestVersionNamesTheBrowser(t *testing.T) {
	b := chrometest.Browser(t)
	assert.Regexp(t, `^(Chrome|HeadlessChrome|Chromium)/\d+\.\d+`, b.Version())
	assert.True(t, filepath.IsAbs(b.Path()))
	assert.NoError(t, b.Err())
}

func TestABrowserThatIsNotOneDoesNotStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "not-a-browser")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\necho cannot do that >&2\nexit 3\n"), 0o755))
	_, err := chrome.Launch(t.Context(), chrome.Options{Path: path})
	var failed *chrome.LaunchError
	require.ErrorAs(t, err, &failed)
	assert.ErrorContains(t, err, "cannot do that")
}

func TestTheStartIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "silent-browser")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nexec sleep 60\n"), 0o755))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := chrome.Launch(ctx, chrome.Options{Path: path})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestABrowserThatIsKilledIsNoticed(t *testing.T) {
	b, err := chrome.Launch(t.Context(), chrome.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, b.Close()) }()
	worker, err := b.NewWorker(t.Context())
	require.NoError(t, err)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)

	waiting := make(chan error, 1)
	go func() {
		_, err := tab.Eval(t.Context(), "new Promise(() => {})")
		waiting <- err
	}()
	require.NoError(t, chrome.KillForTest(b))
	<-b.Died()
	require.ErrorIs(t, <-waiting, chrome.ErrBrowserDied)
	require.ErrorIs(t, b.Err(), chrome.ErrBrowserDied)
	_, err = worker.Tab(t.Context(), chrome.TabOptions{})
	require.ErrorIs(t, err, chrome.ErrBrowserDied)
	_, err = b.NewWorker(t.Context())
	require.ErrorIs(t, err, chrome.ErrBrowserDied)
}

func TestAClosedBrowserSaysSo(t *testing.T) {
	b, err := chrome.Launch(t.Context(), chrome.Options{})
	require.NoError(t, err)
	worker, err := b.NewWorker(t.Context())
	require.NoError(t, err)
	tab, err := worker.Tab(t.Context(), chrome.TabOptions{})
	require.NoError(t, err)
	require.NoError(t, b.Close())
	require.NoError(t, b.Close())
	_, err = tab.Eval(t.Context(), "1")
	require.ErrorIs(t, err, chrome.ErrBrowserClosed)
	select {
	case <-b.Died():
		assert.Fail(t, "a browser that was closed did not die")
	default:
	}
}

// TestHelperThatIsKilled is no test: the next one runs it in another process.
func TestHelperThatIsKilled(t *testing.T) {
	if !strings.Contains(strings.Join(os.Args, " "), helperArg) {
		return
	}
	b, err := chrome.Launch(context.Background(), chrome.Options{})
	require.NoError(t, err)
	fmt.Println("started", chrome.ProfileForTest(b))
	select {}
}

func TestNothingIsLeftRunningWhenTheParentIsKilled(t *testing.T) {
	cmd := exec.Command(os.Args[0], helperArg)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	profile := ""
	for lines := bufio.NewScanner(out); profile == "" && lines.Scan(); {
		profile, _ = strings.CutPrefix(lines.Text(), "started ")
	}
	require.DirExists(t, profile)
	require.NotEmpty(t, chrome.UsersOfForTest(profile))

	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	require.Eventually(t, func() bool { return len(chrome.UsersOfForTest(profile)) == 0 }, 5*time.Second, 10*time.Millisecond)

	// What it left on the disk goes when the next browser starts.
	swept, err := chrome.SweepForTest(filepath.Dir(profile))
	require.NoError(t, err)
	assert.Equal(t, 1, swept)
	assert.NoDirExists(t, profile)
	// The folder of the test binary's own temporary files.
	_ = os.RemoveAll(filepath.Dir(profile))
}
