package stub

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/sdk"
)

// TestStubsAreScripts holds that each stub is a script that a page can load,
// says why it exists, and is not another one under a second name.
func TestStubsAreScripts(t *testing.T) {
	seen := map[string]string{}
	for _, s := range All() {
		script, err := s.Script()
		require.NoError(t, err)
		assert.NotEmpty(t, s.Why, s.Name)
		assert.Empty(t, seen[string(script)], "%s is another one", s.Name)
		seen[string(script)] = s.Name
		file := filepath.Join(t.TempDir(), s.Name+".js")
		require.NoError(t, os.WriteFile(file, script, 0o644))
		_, err = sdk.Fetch(t.Context(), file)
		assert.NoError(t, err)
	}
	files, err := files.ReadDir("js")
	require.NoError(t, err)
	assert.Len(t, files, len(All())+1, "every file is a stub or their common part")
	_, err = Stub{Name: "nobody"}.Script()
	assert.ErrorContains(t, err, "reading the stub nobody")
}
