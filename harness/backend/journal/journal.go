// Package journal writes what happens into SQLite in the background, in order;
// nobody who tells it something waits for the disk.
package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// InMemory is the path of a database that ends with its process.
const InMemory = ":memory:"

const (
	// backlog is how many entries may wait to be written before Put waits.
	backlog = 4096
	// closeBound is how long Close may take to write what waits.
	closeBound = 10 * time.Second
)

// ErrClosed is what a journal that was closed answers.
var ErrClosed = errors.New("it is closed")

// Journal writes entries. Its methods are safe for concurrent use.
type Journal[T any] struct {
	// DB is for reading; what was put is there after Flush.
	DB *sql.DB

	what  string
	write func(*sql.Tx, T) error
	work  chan job[T]
	done  chan struct{}

	mu     sync.RWMutex // held for writing by Close alone
	closed bool

	failure error // of the writer; complete when done is closed
}

// job is an entry to write, or a mark to reach.
type job[T any] struct {
	entry T
	mark  chan struct{}
}

// Open opens the database at path, making the file where there is none, and
// executes the setup statements. What names it in errors; write puts one entry
// into a transaction. The journal must be closed. Several programs may write to
// one file.
func Open[T any](ctx context.Context, what, path string, setup []string, write func(*sql.Tx, T) error) (*Journal[T], error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, fmt.Errorf("open %s %s: %w", what, path, err)
	}
	db.SetMaxOpenConns(1) // one writer; and a database in memory is that of its connection
	for _, statement := range append([]string{"PRAGMA busy_timeout = 5000", "PRAGMA journal_mode = WAL"}, setup...) {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(fmt.Errorf("open %s %s: %w", what, path, err), db.Close())
		}
	}
	j := &Journal[T]{DB: db, what: what, write: write, work: make(chan job[T], backlog), done: make(chan struct{})}
	go j.run()
	return j, nil
}

// Put hands an entry over. After Close it does nothing.
func (j *Journal[T]) Put(entry T) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	if !j.closed {
		j.work <- job[T]{entry: entry}
	}
}

// Flush waits until everything that was put before is written.
func (j *Journal[T]) Flush(ctx context.Context) error {
	mark := make(chan struct{})
	j.mu.RLock()
	if j.closed {
		j.mu.RUnlock()
		return fmt.Errorf("write %s: %w", j.what, ErrClosed)
	}
	j.work <- job[T]{mark: mark}
	j.mu.RUnlock()
	select {
	case <-mark:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write %s: %w", j.what, ctx.Err())
	}
}

// Close writes what waits and closes the database. The error is the first that
// writing met. It is no error to close twice.
func (j *Journal[T]) Close() error {
	j.mu.Lock()
	if !j.closed {
		j.closed = true
		close(j.work)
	}
	j.mu.Unlock()
	select {
	case <-j.done:
	case <-time.After(closeBound):
		return errors.Join(fmt.Errorf("close %s: it is not written after %s", j.what, closeBound), j.DB.Close())
	}
	return errors.Join(j.failure, j.DB.Close())
}

// run writes until the journal is closed, as many entries in a transaction as
// are there.
func (j *Journal[T]) run() {
	defer close(j.done)
	for first := range j.work {
		batch := []job[T]{first}
		for more := true; more && len(batch) < backlog; {
			select {
			case next, ok := <-j.work:
				if more = ok; ok {
					batch = append(batch, next)
				}
			default:
				more = false
			}
		}
		if err := j.commit(batch); err != nil && j.failure == nil {
			j.failure = fmt.Errorf("write %s: %w", j.what, err)
		}
		for _, one := range batch {
			if one.mark != nil {
				close(one.mark)
			}
		}
	}
}

func (j *Journal[T]) commit(batch []job[T]) (err error) {
	tx, err := j.DB.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	for _, one := range batch {
		if one.mark != nil {
			continue
		}
		if err := j.write(tx, one.entry); err != nil {
			return err
		}
	}
	return tx.Commit()
}
