package chrome

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFindPrefersTheFlagThenTheVariable(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	for _, path := range []string{first, second} {
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755))
	}
	t.Setenv(EnvVar, second)
	found, err := Find(first)
	require.NoError(t, err)
	assert.Equal(t, first, found)
	found, err = Find("")
	require.NoError(t, err)
	assert.Equal(t, second, found)
}

func TestFindNeverReplacesABrowserThatWasNamed(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	require.NoError(t, os.WriteFile(plain, nil, 0o644))
	for path, reason := range map[string]string{
		filepath.Join(dir, "missing"): "no such program",
		plain:                         "not executable",
		dir:                           "it is a directory",
	} {
		_, err := Find(path)
		var missing *NotFoundError
		require.ErrorAs(t, err, &missing)
		assert.Equal(t, reason, missing.Reason)
		assert.ErrorContains(t, err, `"`+path+`" that the flag names: `+reason)
	}
	t.Setenv(EnvVar, filepath.Join(dir, "missing"))
	_, err := Find("")
	assert.ErrorContains(t, err, "that CHROME names")
}

func TestFindSaysWhereItLookedAndHowToInstall(t *testing.T) {
	t.Setenv(EnvVar, "")
	t.Setenv("PATH", t.TempDir())
	err := error(&NotFoundError{Looked: wellKnown("linux")})
	assert.ErrorContains(t, err, "found no Chrome or Chromium (looked for chromium, ")
	assert.ErrorContains(t, err, "apt-get install chromium")
	for _, goos := range []string{"linux", "darwin", "windows"} {
		assert.NotEmpty(t, wellKnown(goos))
		assert.Contains(t, installHint(goos), "install one with")
	}
}
