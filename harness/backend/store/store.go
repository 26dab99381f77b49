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
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/journal"
	"github.com/maochat/conformance/harness/protocol"
)

// InMemory is the path of a store that ends with its process.
const InMemory = journal.InMemory

//go:embed schema.sql
var schema string

// ErrClosed is what a store that was closed answers.
var ErrClosed = journal.ErrClosed

// Store keeps sessions. Its methods are safe for concurrent use.
type Store struct {
	journal *journal.Journal[backend.Change]
}

// Open opens the store at path, making the file where there is none. It must be
// closed.
func Open(ctx context.Context, path string) (*Store, error) {
	j, err := journal.Open(ctx, "the store", path, []string{"PRAGMA foreign_keys = ON", schema}, insert)
	if err != nil {
		return nil, err
	}
	return &Store{j}, nil
}

// Keep takes a change; it is what [backend.Options.OnChange] wants. After Close
// it does nothing.
func (s *Store) Keep(change backend.Change) { s.journal.Put(change) }

// Flush waits until every change before is written.
func (s *Store) Flush(ctx context.Context) error { return s.journal.Flush(ctx) }

// Close writes what waits and closes the database. The error is the first that
// writing met. It is no error to close twice.
func (s *Store) Close() error { return s.journal.Close() }

const (
	saveSession = `INSERT INTO sessions (id, title, source, phase, created, updated) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET title = excluded.title, source = excluded.source, phase = excluded.phase, updated = excluded.updated`
	saveMessage = `INSERT INTO messages (id, session_id, role, content, thinking, tool_calls, tool_call_id, images, created)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

func insert(tx *sql.Tx, change backend.Change) error {
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
	return nil
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
	rows, err := s.journal.DB.QueryContext(ctx, "SELECT id, title, source, phase, created, updated FROM sessions ORDER BY id")
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
	rows, err := s.journal.DB.QueryContext(ctx, `SELECT id, role, content, thinking, tool_calls, tool_call_id, images, created
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
