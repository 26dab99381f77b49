// Package trail keeps the backend's audit records in SQLite (seed 000, 7.2), in
// a file or in memory. Records are written in the background, in order; nobody
// who records waits for the disk.
package trail

import (
	"context"
	"database/sql"
	_ "embed" // for the schema
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/journal"
	"github.com/maochat/conformance/harness/protocol"
)

// InMemory is the path of a trail that ends with its process.
const InMemory = journal.InMemory

//go:embed schema.sql
var schema string

// ErrClosed is what a trail that was closed answers.
var ErrClosed = journal.ErrClosed

// Trail is an audit trail. Its methods are safe for concurrent use.
type Trail struct {
	journal *journal.Journal[entry]
}

// entry is a record and the name of its source.
type entry struct {
	source string
	record backend.AuditRecord
}

// Open opens the trail at path, making the file where there is none. It must be
// closed. Several programs may write to one file.
func Open(ctx context.Context, path string) (*Trail, error) {
	j, err := journal.Open(ctx, "the audit trail", path, []string{schema}, insert)
	if err != nil {
		return nil, err
	}
	return &Trail{j}, nil
}

// Keeper gives a function for [backend.Options.OnAudit] that keeps each record
// under the name of its source. After Close it does nothing.
func (t *Trail) Keeper(source string) func(backend.AuditRecord) {
	return func(r backend.AuditRecord) { t.journal.Put(entry{source, r}) }
}

// Flush waits until everything that was recorded before is written.
func (t *Trail) Flush(ctx context.Context) error { return t.journal.Flush(ctx) }

// Close writes what waits and closes the database. The error is the first that
// writing met. It is no error to close twice.
func (t *Trail) Close() error { return t.journal.Close() }

const insertion = `INSERT INTO audit (source, seq, at, event, session_id, request_id, conn, tool, actions, end, success, code, reason, duration_ms, act)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func insert(tx *sql.Tx, e entry) error {
	values, err := row(e)
	if err != nil {
		return err
	}
	_, err = tx.Exec(insertion, values...)
	return err
}

// row gives the columns of a record; what a record does not say is NULL.
func row(e entry) ([]any, error) {
	r := e.record
	var actions, act any
	if len(r.Actions) > 0 {
		raw, err := json.Marshal(r.Actions)
		if err != nil {
			return nil, err
		}
		actions = string(raw)
	}
	if r.Act != nil {
		raw, err := json.Marshal(r.Act)
		if err != nil {
			return nil, err
		}
		act = string(raw)
	}
	var success, duration any
	if r.Event == backend.AuditEnd {
		success, duration = r.Success, float64(r.Duration.Microseconds())/1000
	}
	return []any{
		e.source, r.Seq, r.At.UTC().Format(time.RFC3339Nano), string(r.Event), null(r.SessionID), null(r.RequestID), null(r.Conn),
		null(string(r.Tool)), actions, null(string(r.End)), success, null(r.Code), null(string(r.Reason)), duration, act,
	}, nil
}

func null[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}

// Query selects records. The zero value selects all.
type Query struct {
	Source    string
	RequestID string
	Event     backend.AuditEvent
}

// Entry is a record of the trail.
type Entry struct {
	Source string
	Record backend.AuditRecord
}

// Records gives the records that a query selects, in the order of recording.
func (t *Trail) Records(ctx context.Context, q Query) (entries []Entry, err error) {
	var conditions []string
	var values []any
	for column, value := range map[string]string{"source": q.Source, "request_id": q.RequestID, "event": string(q.Event)} {
		if value != "" {
			conditions, values = append(conditions, column+" = ?"), append(values, value)
		}
	}
	query := `SELECT source, seq, at, event, coalesce(session_id, 0), coalesce(request_id, ''), coalesce(conn, 0), coalesce(tool, ''),
		coalesce(actions, 'null'), coalesce(end, ''), coalesce(success, 0), coalesce(code, ''), coalesce(reason, ''), coalesce(duration_ms, 0),
		coalesce(act, 'null') FROM audit`
	if len(conditions) > 0 {
		query += " WHERE " + strings.Join(conditions, " AND ")
	}
	rows, err := t.journal.DB.QueryContext(ctx, query+" ORDER BY id", values...)
	if err != nil {
		return nil, fmt.Errorf("read the audit trail: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		e, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read the audit trail: %w", err)
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

func scan(rows *sql.Rows) (Entry, error) {
	var e Entry
	var at, actions, act string
	var ms float64
	r := &e.Record
	err := rows.Scan(&e.Source, &r.Seq, &at, &r.Event, &r.SessionID, &r.RequestID, &r.Conn, &r.Tool, &actions, &r.End, &r.Success,
		&r.Code, &r.Reason, &ms, &act)
	if err != nil {
		return e, err
	}
	r.Duration = time.Duration(ms * float64(time.Millisecond))
	if r.At, err = time.Parse(time.RFC3339Nano, at); err != nil {
		return e, err
	}
	var told *protocol.Audit
	err = errors.Join(json.Unmarshal([]byte(actions), &r.Actions), json.Unmarshal([]byte(act), &told))
	r.Act = told
	return e, err
}
