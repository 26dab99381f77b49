package chrome_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/chrome/chrometest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
