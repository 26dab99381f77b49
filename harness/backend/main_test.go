package backend_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain fails the run where a goroutine of the backend outlives its tests.
func TestMain(m *testing.M) {
	code := m.Run()
	if left := leftovers(); code == 0 && left != "" {
		fmt.Fprintf(os.Stderr, "goroutines of the backend are left over:\n%s\n", left)
		code = 1
	}
	os.Exit(code)
}

// leftovers gives the stacks of goroutines that run backend code, once they had
// a moment to end.
func leftovers() string {
	deadline := time.Now().Add(2 * time.Second)
	for {
		left := backendStacks()
		if left == "" || time.Now().After(deadline) {
			return left
		}
		runtime.Gosched()
	}
}

func backendStacks() string {
	buffer := make([]byte, 1<<20)
	var left []string
	for _, stack := range strings.Split(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
		if strings.Contains(stack, "harness/backend.") && !strings.Contains(stack, "backend_test.TestMain") {
			left = append(left, stack)
		}
	}
	return strings.Join(left, "\n\n")
}
