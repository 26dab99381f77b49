package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/store"
	"github.com/maochat/conformance/harness/protocol"
)

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

func TestAConversationOutlivesItsStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chat.db")
	at := time.Date(2026, 11, 30, 12, 0, 0, 5, time.UTC)
	session := backend.SessionRecord{ID: 1001, Title: "first", Source: "embed", Phase: protocol.PhaseRunning, Created: at, Updated: at}
	message := backend.Message{
		ID: 1002, Role: backend.RoleAssistant, Content: "结果", Thinking: "hm", Images: []string{"a.png"}, Created: at,
		ToolCalls: []backend.ToolUse{{ID: "t1", Name: "page_click", Arguments: `{"a":1}`}},
	}

	s := open(t, path)
	s.Keep(backend.Change{Session: session})
	s.Keep(backend.Change{Session: session, Message: &message})
	renamed := session
	renamed.Title = "second"
	s.Keep(backend.Change{Session: renamed})
	require.NoError(t, s.Close())
	require.NoError(t, s.Close(), "twice is no error")
	s.Keep(backend.Change{Session: session})
	require.ErrorIs(t, s.Flush(t.Context()), store.ErrClosed)

	again, err := open(t, path).Sessions(t.Context())
	require.NoError(t, err)
	require.Len(t, again, 1)
	assert.Equal(t, renamed, again[0].SessionRecord)
	assert.Equal(t, []backend.Message{message}, again[0].Messages)
}

func TestABackendGoesOnWithStoredSessions(t *testing.T) {
	s := open(t, store.InMemory)
	at := time.Now()
	session := backend.SessionRecord{ID: 2000, Title: "t", Source: "embed", Phase: protocol.PhaseRunning, Created: at, Updated: at}
	s.Keep(backend.Change{Session: session, Message: &backend.Message{ID: 2001, Role: backend.RoleUser, Content: "hi", Created: at}})
	require.NoError(t, s.Flush(t.Context()))
	stored, err := s.Sessions(t.Context())
	require.NoError(t, err)

	b, err := backend.New(backend.Options{Sessions: stored, OnChange: s.Keep})
	require.NoError(t, err)
	require.NoError(t, b.Close(t.Context()))
	_, err = backend.New(backend.Options{Sessions: append(stored, stored...)})
	require.ErrorContains(t, err, "not an id of its own")
}

func TestWhatCannotBeWrittenIsToldAtTheEnd(t *testing.T) {
	s, err := store.Open(t.Context(), store.InMemory)
	require.NoError(t, err)
	at := time.Now()
	change := backend.Change{Session: backend.SessionRecord{ID: 1, Created: at, Updated: at}, Message: &backend.Message{ID: 7, Created: at}}
	s.Keep(change)
	s.Keep(change) // the same message twice
	require.ErrorContains(t, s.Close(), "write the store")
}

func TestAPathThatIsNone(t *testing.T) {
	_, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "no", "such", "folder.db"))
	require.ErrorContains(t, err, "open the store")
}
