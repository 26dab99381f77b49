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
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// helperArg makes the test binary play the parent that is killed.
const helperArg = "-test.run=^TestHelperThatIsKilled$"

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
