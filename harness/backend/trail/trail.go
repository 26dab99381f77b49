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
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// InMemory is the path of a trail that ends with its process.
const InMemory = ":memory:"

//go:embed schema.sql
var schema string

// backlog is how many records may wait to be written before recording waits.
const backlog = 4096

// closeBound is how long Close may take to write what waits.
const closeBound = 10 * time.Second

// ErrClosed is what a trail that was closed answers.
var ErrClosed = errors.New("the audit trail is closed")

// Trail is an audit trail. Its methods are safe for concurrent use.
type Trail struct {
	db   *sql.DB
	work chan job
	done chan struct{}

	mu     sync.RWMutex // held for writing by Close alone
	closed bool

	failure error // of the writer; complete when done is closed
}

// job is a record to write, or a mark to reach.
type job struct {
	source string
	record backend.AuditRecord
	mark   chan struct{}
}

// Open opens the trail at path, making the file where there is none. It must be
// closed. Several programs may write to one file.
func Open(ctx context.Context, path string) (*Trail, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, fmt.Errorf("open the audit trail %s: %w", path, err)
	}
	db.SetMaxOpenConns(1) // one writer; and a database in memory is that of its connection
	for _, statement := range []string{"PRAGMA busy_timeout = 5000", "PRAGMA journal_mode = WAL", schema} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(fmt.Errorf("open the audit trail %s: %w", path, err), db.Close())
		}
	}
	t := &Trail{db: db, work: make(chan job, backlog), done: make(chan struct{})}
	go t.write()
	return t, nil
}

// Keeper gives a function for [backend.Options.OnAudit] that keeps each record
// under the name of its source. After Close it does nothing.
func (t *Trail) Keeper(source string) func(backend.AuditRecord) {
	return func(r backend.AuditRecord) {
		t.mu.RLock()
		defer t.mu.RUnlock()
		if !t.closed {
			t.work <- job{source: source, record: r}
		}
	}
}

// Flush waits until everything that was recorded before is written.
func (t *Trail) Flush(ctx context.Context) error {
	mark := make(chan struct{})
	t.mu.RLock()
	if t.closed {
		t.mu.RUnlock()
		return ErrClosed
	}
	t.work <- job{mark: mark}
	t.mu.RUnlock()
	select {
	case <-mark:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write the audit trail: %w", ctx.Err())
	}
}

// Close writes what waits and closes the database. The error is the first that
// writing met. It is no error to close twice.
func (t *Trail) Close() error {
	t.mu.Lock()
	if !t.closed {
		t.closed = true
		close(t.work)
	}
	t.mu.Unlock()
	select {
	case <-t.done:
	case <-time.After(closeBound):
		return errors.Join(fmt.Errorf("close the audit trail: it is not written after %s", closeBound), t.db.Close())
	}
	return errors.Join(t.failure, t.db.Close())
}

// write writes records until the trail is closed, as many in a transaction as
// are there.
func (t *Trail) write() {
	defer close(t.done)
	for first := range t.work {
		batch := []job{first}
		for more := true; more && len(batch) < backlog; {
			select {
			case next, ok := <-t.work:
				if more = ok; ok {
					batch = append(batch, next)
				}
			default:
				more = false
			}
		}
		if err := t.insert(batch); err != nil && t.failure == nil {
			t.failure = fmt.Errorf("write the audit trail: %w", err)
		}
		for _, j := range batch {
			if j.mark != nil {
				close(j.mark)
			}
		}
	}
}

const insertion = `INSERT INTO audit (source, seq, at, event, session_id, request_id, conn, tool, actions, end, success, code, reason, duration_ms, act)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (t *Trail) insert(batch []job) (err error) {
	tx, err := t.db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	for _, j := range batch {
		if j.mark != nil {
			continue
		}
		values, err := row(j)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(insertion, values...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// row gives the columns of a record; what a record does not say is NULL.
func row(j job) ([]any, error) {
	r := j.record
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
		j.source, r.Seq, r.At.UTC().Format(time.RFC3339Nano), string(r.Event), null(r.SessionID), null(r.RequestID), null(r.Conn),
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
	rows, err := t.db.QueryContext(ctx, query+" ORDER BY id", values...)
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
