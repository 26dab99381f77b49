// Package store keeps the sessions of a backend, their messages and their titles
// in SQLite, so that a conversation outlives its server. Changes are written in
// the background, in order; nobody who speaks waits for the disk.
package store

import (
	"context"
	"database/sql"
	_ "embed" // for the schema
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// InMemory is the path of a store that ends with its process.
const InMemory = ":memory:"

//go:embed schema.sql
var schema string

const (
	// backlog is how many changes may wait to be written before a backend waits.
	backlog = 4096
	// closeBound is how long Close may take to write what waits.
	closeBound = 10 * time.Second
)

// ErrClosed is what a store that was closed answers.
var ErrClosed = errors.New("the store is closed")

// Store keeps sessions. Its methods are safe for concurrent use.
type Store struct {
	db   *sql.DB
	work chan job
	done chan struct{}

	mu     sync.RWMutex // held for writing by Close alone
	closed bool

	failure error // of the writer; complete when done is closed
}

// job is a change to write, or a mark to reach.
type job struct {
	change backend.Change
	mark   chan struct{}
}

// Open opens the store at path, making the file where there is none. It must be
// closed.
func Open(ctx context.Context, path string) (*Store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", path, err)
	}
	db.SetMaxOpenConns(1) // one writer; and a database in memory is that of its connection
	for _, statement := range []string{"PRAGMA busy_timeout = 5000", "PRAGMA journal_mode = WAL", "PRAGMA foreign_keys = ON", schema} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(fmt.Errorf("open the store %s: %w", path, err), db.Close())
		}
	}
	s := &Store{db: db, work: make(chan job, backlog), done: make(chan struct{})}
	go s.write()
	return s, nil
}

// Keep takes a change; it is what [backend.Options.OnChange] wants. After Close
// it does nothing.
func (s *Store) Keep(change backend.Change) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !s.closed {
		s.work <- job{change: change}
	}
}

// Flush waits until every change before is written.
func (s *Store) Flush(ctx context.Context) error {
	mark := make(chan struct{})
	s.mu.RLock()
	if s.closed {
		s.mu.RUnlock()
		return ErrClosed
	}
	s.work <- job{mark: mark}
	s.mu.RUnlock()
	select {
	case <-mark:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write the store: %w", ctx.Err())
	}
}

// Close writes what waits and closes the database. The error is the first that
// writing met. It is no error to close twice.
func (s *Store) Close() error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.work)
	}
	s.mu.Unlock()
	select {
	case <-s.done:
	case <-time.After(closeBound):
		return errors.Join(fmt.Errorf("close the store: it is not written after %s", closeBound), s.db.Close())
	}
	return errors.Join(s.failure, s.db.Close())
}

// write writes changes until the store is closed.
func (s *Store) write() {
	defer close(s.done)
	for j := range s.work {
		if j.mark != nil {
			close(j.mark)
			continue
		}
		if err := s.insert(j.change); err != nil && s.failure == nil {
			s.failure = fmt.Errorf("write the store: %w", err)
		}
	}
}

const (
	saveSession = `INSERT INTO sessions (id, title, source, phase, created, updated) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET title = excluded.title, source = excluded.source, phase = excluded.phase, updated = excluded.updated`
	saveMessage = `INSERT INTO messages (id, session_id, role, content, thinking, tool_calls, tool_call_id, images, created)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

func (s *Store) insert(change backend.Change) (err error) {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	r := change.Session
	if _, err := tx.Exec(saveSession, r.ID, r.Title, r.Source, string(r.Phase), stamp(r.Created), stamp(r.Updated)); err != nil {
		return err
	}
	if m := change.Message; m != nil {
		calls, err := json.Marshal(m.ToolCalls)
		if err != nil {
			return err
		}
		images, err := json.Marshal(m.Images)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(saveMessage, m.ID, r.ID, string(m.Role), m.Content, m.Thinking, string(calls), m.ToolCallID, string(images), stamp(m.Created)); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Sessions gives what is stored, for [backend.Options.Sessions].
func (s *Store) Sessions(ctx context.Context) ([]backend.StoredSession, error) {
	sessions, err := s.heads(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the store: %w", err)
	}
	for i := range sessions {
		if sessions[i].Messages, err = s.messages(ctx, sessions[i].ID); err != nil {
			return nil, fmt.Errorf("read session %d of the store: %w", sessions[i].ID, err)
		}
	}
	return sessions, nil
}

func (s *Store) heads(ctx context.Context) (sessions []backend.StoredSession, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, title, source, phase, created, updated FROM sessions ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one backend.StoredSession
		var phase, created, updated string
		if err := rows.Scan(&one.ID, &one.Title, &one.Source, &phase, &created, &updated); err != nil {
			return nil, err
		}
		one.Phase = protocol.Phase(phase)
		if one.Created, err = time.Parse(time.RFC3339Nano, created); err != nil {
			return nil, err
		}
		if one.Updated, err = time.Parse(time.RFC3339Nano, updated); err != nil {
			return nil, err
		}
		sessions = append(sessions, one)
	}
	return sessions, rows.Err()
}

func (s *Store) messages(ctx context.Context, session int64) (messages []backend.Message, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, role, content, thinking, tool_calls, tool_call_id, images, created
FROM messages WHERE session_id = ? ORDER BY id`, session)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var m backend.Message
		var role, calls, images, created string
		if err := rows.Scan(&m.ID, &role, &m.Content, &m.Thinking, &calls, &m.ToolCallID, &images, &created); err != nil {
			return nil, err
		}
		m.Role = backend.Role(role)
		if err := json.Unmarshal([]byte(calls), &m.ToolCalls); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(images), &m.Images); err != nil {
			return nil, err
		}
		if m.Created, err = time.Parse(time.RFC3339Nano, created); err != nil {
			return nil, err
		}
		messages = append(messages, m)
	}
	return messages, rows.Err()
}
