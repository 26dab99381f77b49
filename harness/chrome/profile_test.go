package chrome

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSweepTakesWhatNobodyOwns(t *testing.T) {
	base := t.TempDir()
	used, err := newProfile(base)
	require.NoError(t, err)
	dead, err := newProfile(base)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dead.dir, "Cookies"), nil, 0o600))
	require.NoError(t, dead.lock.Close(), "the owner is gone")
	young, old := filepath.Join(base, profilePrefix+"young"), filepath.Join(base, profilePrefix+"old")
	other := filepath.Join(base, "somebody-else")
	for _, dir := range []string{young, old, other} {
		require.NoError(t, os.Mkdir(dir, 0o700))
	}
	long := time.Now().Add(-2 * unlockedGrace)
	require.NoError(t, os.Chtimes(old, long, long))

	swept, err := sweepProfiles(base)
	require.NoError(t, err)
	assert.Equal(t, 2, swept)
	assert.DirExists(t, used.dir)
	assert.DirExists(t, young, "its owner may be just making it")
	assert.DirExists(t, other)
	assert.NoDirExists(t, dead.dir)
	assert.NoDirExists(t, old)

	require.NoError(t, used.remove())
	assert.NoDirExists(t, used.dir)
}

func TestTheSocketFolderGoesWithTheProfile(t *testing.T) {
	base := t.TempDir()
	p, err := newProfile(base)
	require.NoError(t, err)
	folder := filepath.Join(base, "org.chromium.Chromium.abc123")
	require.NoError(t, os.Mkdir(folder, 0o700))
	socket := filepath.Join(folder, "SingletonSocket")
	require.NoError(t, os.WriteFile(socket, nil, 0o600))
	require.NoError(t, os.Symlink(socket, filepath.Join(p.dir, "SingletonSocket")))
	require.NoError(t, p.remove())
	assert.NoDirExists(t, folder)
}

func TestOnlyProfileDirectoriesAreDeleted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "documents")
	require.NoError(t, os.Mkdir(dir, 0o700))
	assert.ErrorContains(t, removeProfileDir(dir), "refusing to delete")
	assert.DirExists(t, dir)
}
