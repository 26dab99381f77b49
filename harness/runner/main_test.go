package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/sdk"
)

// shared is the stage of all tests that do not break theirs.
var shared = sync.OnceValues(func() (*Stage, error) {
	return NewStage(context.Background(), StageOptions{Parallel: 2})
})

func theStage(t *testing.T) *Stage {
	t.Helper()
	stage, err := shared()
	require.NoError(t, err)
	return stage
}

// reference is the SDK of this repository.
func reference(t *testing.T) Subject {
	t.Helper()
	subject, err := OpenSubject(t.Context(), "", "", theStage(t).Bundles())
	require.NoError(t, err)
	return subject
}

// scripted is an SDK made of a file of testdata/sdks.
func scripted(t *testing.T, name string) Subject {
	t.Helper()
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	artifact, err := sdk.Fetch(t.Context(), filepath.Join("testdata", "sdks", name))
	require.NoError(t, err)
	return Subject{Artifact: artifact, Profile: profile}
}

// TestMain closes the shared stage and then looks for what was left running.
func TestMain(m *testing.M) {
	code := m.Run()
	if stage, err := shared(); err == nil {
		if err := stage.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "closing the stage:", err)
			code = 1
		}
	}
	if leak := leaks(5 * time.Second); leak != "" {
		fmt.Fprintln(os.Stderr, "left running after all tests:\n"+leak)
		code = 1
	}
	os.Exit(code)
}

// leaks waits for our goroutines and the browser's processes to end, and
// describes what has not after a while.
func leaks(within time.Duration) string {
	deadline := time.Now().Add(within)
	for {
		leak := goroutines() + children()
		if leak == "" || time.Now().After(deadline) {
			return leak
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// goroutines lists those that run our code or serve for us.
func goroutines() string {
	buffer := make([]byte, 4<<20)
	var ours []string
	for stack := range strings.SplitSeq(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
		testing := strings.Contains(stack, "testing.") || strings.Contains(stack, "runner.TestMain") || strings.Contains(stack, "runner.goroutines")
		if !testing && (strings.Contains(stack, "maochat/conformance") || strings.Contains(stack, "net/http.(*Server)")) {
			ours = append(ours, stack)
		}
	}
	return strings.Join(ours, "\n\n")
}

// children lists child processes, where the system tells them.
func children() string {
	var names []string
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) > 1 && fields[1] == fmt.Sprint(os.Getpid()) && fields[0] != "Z" {
			names = append(names, string(text[:strings.LastIndexByte(string(text), ')')+1]))
		}
	}
	return strings.Join(names, "\n")
}
