package chrome

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamesProfile(t *testing.T) {
	flag := []byte("--user-data-dir=/tmp/p1")
	for cmdline, want := range map[string]bool{
		"chromium\x00--user-data-dir=/tmp/p1\x00--x":                 true,
		"chromium --type=renderer --user-data-dir=/tmp/p1 --x":       true,
		"chromium\x00--user-data-dir=/tmp/p1":                        true,
		"chromium\x00--user-data-dir=/tmp/p12\x00":                   false,
		"chromium --user-data-dir=/tmp/p12 --user-data-dir=/tmp/p1 ": true,
		"vi /tmp/p1": false,
	} {
		assert.Equal(t, want, namesProfile([]byte(cmdline), flag), cmdline)
	}
}
