// Package chrometest gives tests a browser, and fails a test binary that leaves
// something of it behind: a goroutine, a process or a profile directory.
package chrometest

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maochat/conformance/harness/chrome"
)

// settleBound is how long what is just ending may take to be gone.
const settleBound = 5 * time.Second

var shared struct {
	sync.Mutex
	browser *chrome.Browser
	idle    []*chrome.Worker
}

// Main is for TestMain: it runs the tests with a temporary directory of their
// own, closes the shared browser and returns the exit code, which is not 0 when
// something was left behind.
func Main(m *testing.M) int {
	dir, err := os.MkdirTemp("", "chrometest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "chrometest:", err)
		return 3
	}
	defer os.RemoveAll(dir)
	// The browser's profiles go below it, so that this binary's own can be told
	// from those of others.
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		if err := os.Setenv(name, dir); err != nil {
			fmt.Fprintln(os.Stderr, "chrometest:", err)
			return 3
		}
	}
	code := m.Run()
	shared.Lock()
	browser := shared.browser
	shared.Unlock()
	if browser != nil {
		if err := browser.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "chrometest:", err)
			code = max(code, 1)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	if left := leftovers(dir); left != "" {
		fmt.Fprintln(os.Stderr, "chrometest: the tests left something behind:\n"+left)
		code = max(code, 1)
	}
	return code
}

// Browser returns the browser that the tests of a binary share, starting it the
// first time.
func Browser(t testing.TB) *chrome.Browser {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.browser == nil {
		b, err := chrome.Launch(context.Background(), chrome.Options{})
		if err != nil {
			t.Fatal(err)
		}
		shared.browser = b
	}
	return shared.browser
}

// Worker returns a worker of the shared browser for one test.
func Worker(t testing.TB) *chrome.Worker {
	t.Helper()
	w, err := Browser(t).NewWorker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// Tab returns a tab with focus emulation for one test. Tests share cookies and
// storage through it; one that minds takes a [Worker].
func Tab(t testing.TB) *chrome.Tab {
	t.Helper()
	w := takeIdle()
	if w == nil {
		var err error
		if w, err = Browser(t).NewWorker(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		shared.Lock()
		defer shared.Unlock()
		shared.idle = append(shared.idle, w)
	})
	tab, err := w.Tab(t.Context(), chrome.TabOptions{FocusEmulation: true})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// takeIdle returns a worker that an earlier test gave back, or nil.
func takeIdle() *chrome.Worker {
	shared.Lock()
	defer shared.Unlock()
	if len(shared.idle) == 0 {
		return nil
	}
	w := shared.idle[len(shared.idle)-1]
	shared.idle = shared.idle[:len(shared.idle)-1]
	return w
}

// leftovers waits for everything to be gone and describes what stays.
func leftovers(dir string) string {
	deadline := time.Now().Add(settleBound)
	for {
		left := strings.Join(append(append(profiles(dir), processes(dir)...), goroutines()...), "\n")
		if left == "" || time.Now().After(deadline) {
			return left
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func profiles(dir string) []string {
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return []string{err.Error()}
	}
	for i, path := range found {
		found[i] = "in the temporary directory: " + path
	}
	return found
}

// processes lists the processes whose command line speaks of dir. Only Linux
// tells.
func processes(dir string) []string {
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return []string{err.Error()}
	}
	var left []string
	for _, file := range files {
		line, err := os.ReadFile(file)
		if err == nil && bytes.Contains(line, []byte(dir)) {
			left = append(left, "process "+file+": "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return left
}

// goroutines lists the goroutines that run code of this module, of the browser's
// driver or of a web server or client.
func goroutines() []string {
	buf := make([]byte, 4<<20)
	buf = buf[:runtime.Stack(buf, true)]
	var left []string
	for i, stack := range strings.Split(string(buf), "\n\n") {
		if i == 0 {
			continue // this one
		}
		for _, mark := range []string{"maochat/conformance", "chromedp", "net/http"} {
			if strings.Contains(stack, mark) {
				left = append(left, stack)
				break
			}
		}
	}
	return left
}
