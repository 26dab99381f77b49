package trail_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/trail"
	"github.com/maochat/conformance/harness/protocol"
)

var at = time.Date(2026, 11, 30, 12, 0, 0, 5_000_000, time.UTC)

var records = []backend.AuditRecord{
	{Seq: 1, At: at, Event: backend.AuditBound, SessionID: 7, Conn: 1},
	{Seq: 2, At: at, Event: backend.AuditCall, SessionID: 7, RequestID: "a", Conn: 1, Tool: "page_fill", Actions: []protocol.ActionName{"fill", "click"}},
	{Seq: 3, At: at, Event: backend.AuditUserAct, SessionID: 7, RequestID: "a", Conn: 1, Act: &protocol.Audit{
		Type: "page_audit", Event: "denied", Level: "per_action", Sensitive: true, At: 1_790_000_000_000,
	}},
	{Seq: 4, At: at, Event: backend.AuditEnd, SessionID: 7, RequestID: "a", Conn: 1, Tool: "page_fill", Actions: []protocol.ActionName{"fill", "click"},
		End: backend.EndResult, Code: "authorization_denied", Duration: 1500 * time.Microsecond},
}

func keep(t *testing.T, path, source string) *trail.Trail {
	t.Helper()
	kept, err := trail.Open(t.Context(), path)
	require.NoError(t, err)
	record := kept.Keeper(source)
	for _, r := range records {
		record(r)
	}
	require.NoError(t, kept.Flush(t.Context()))
	return kept
}

func read(t *testing.T, kept *trail.Trail, q trail.Query) []backend.AuditRecord {
	t.Helper()
	entries, err := kept.Records(t.Context(), q)
	require.NoError(t, err)
	var found []backend.AuditRecord
	for _, e := range entries {
		found = append(found, e.Record)
	}
	return found
}

func TestWhatWasRecordedIsRead(t *testing.T) {
	kept := keep(t, trail.InMemory, "one")
	assert.Equal(t, records, read(t, kept, trail.Query{}))
	assert.Equal(t, records[1:], read(t, kept, trail.Query{RequestID: "a"}))
	assert.Equal(t, records[2:3], read(t, kept, trail.Query{Source: "one", Event: backend.AuditUserAct}))
	assert.Empty(t, read(t, kept, trail.Query{Source: "two"}))
	require.NoError(t, kept.Close())
}

func TestAFileOutlastsTheTrail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.db")
	require.NoError(t, keep(t, path, "one").Close())
	kept := keep(t, path, "two")
	assert.Equal(t, records, read(t, kept, trail.Query{Source: "one"}))
	assert.Len(t, read(t, kept, trail.Query{}), 2*len(records))
	require.NoError(t, kept.Close())
}

func TestATrailInMemoryIsItsOwn(t *testing.T) {
	first := keep(t, trail.InMemory, "one")
	second, err := trail.Open(t.Context(), trail.InMemory)
	require.NoError(t, err)
	assert.Empty(t, read(t, second, trail.Query{}))
	require.NoError(t, first.Close())
	require.NoError(t, second.Close())
}

func TestAClosedTrail(t *testing.T) {
	kept := keep(t, trail.InMemory, "one")
	require.NoError(t, kept.Close())
	require.NoError(t, kept.Close())
	kept.Keeper("late")(records[0])
	assert.ErrorIs(t, kept.Flush(t.Context()), trail.ErrClosed)
}

func TestAFileThatIsNoDatabase(t *testing.T) {
	_, err := trail.Open(t.Context(), t.TempDir())
	assert.ErrorContains(t, err, "open the audit trail")
}

// A backend hands every record over.
func TestABackendKeepsItsAudit(t *testing.T) {
	kept, err := trail.Open(t.Context(), trail.InMemory)
	require.NoError(t, err)
	b, err := backend.New(backend.Options{OnAudit: kept.Keeper("backend")})
	require.NoError(t, err)
	_, err = b.StartCall(t.Context(), protocol.Request{Tool: "page_inspect"})
	require.NoError(t, err)
	require.NoError(t, b.Close(t.Context()))
	require.NoError(t, kept.Flush(t.Context()))
	kepts := read(t, kept, trail.Query{Source: "backend"})
	require.Len(t, kepts, len(b.Audit()))
	assert.Equal(t, backend.EndRefused, kepts[0].End)
	require.NoError(t, kept.Close())
}
