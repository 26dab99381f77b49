package sdk

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBuiltinProfilesLoad(t *testing.T) {
	assert.Equal(t, []string{"reference", "released"}, Profiles())
	for _, name := range Profiles() {
		p, err := Load(name)
		require.NoError(t, err)
		assert.Equal(t, name, p.Name)
	}
}
