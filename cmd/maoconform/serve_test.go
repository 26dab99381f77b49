package main

import (
	"bytes"
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/runner/result"
)

// shared is an output that several goroutines use.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestServeServesUntilItIsInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out, errs shared
	code := make(chan int, 1)
	go func() {
		code <- execute(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "chat.db")}, &out, &errs)
	}()
	require.Eventually(t, func() bool { return strings.HasSuffix(out.String(), "/\n") }, time.Minute, 10*time.Millisecond, "%s", &errs)
	address := strings.TrimSpace(out.String())
	for path, want := range map[string]int{"": http.StatusOK, "sdk/mao-chat.js": http.StatusOK, "api/v1/agents/3": http.StatusUnauthorized} {
		response, err := http.Get(address + path)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		assert.Equal(t, want, response.StatusCode, path)
	}
	interrupt()
	select {
	case got := <-code:
		assert.Equal(t, result.ExitGood, got, "%s", &errs)
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	assert.Contains(t, errs.String(), "GET /api/v1/agents/3: 401", "it tells what crosses the wire")
}

func TestServeIsForThisMachineAlone(t *testing.T) {
	for _, arguments := range [][]string{
		{"serve", "--listen", "0.0.0.0:0"}, {"serve", "--listen", "nowhere"}, {"serve", "--variant", "cobol"},
		{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "no", "folder.db")},
	} {
		var out, errs shared
		assert.Equal(t, result.ExitUsage, execute(t.Context(), arguments, &out, &errs), "%v: %s", arguments, &errs)
	}
}
