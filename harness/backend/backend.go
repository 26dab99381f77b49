// Package backend is the reference backend, the other side of an SDK under
// test: WebSocket, the REST calls of a boot, and the page-tool dispatcher.
//
// A [Backend] serves one scenario. It has no listener; it is an [http.Handler]
// with a user, sessions and tokens of its own, which the runner mounts under a
// host name of its own. Everything that crosses the wire is validated and
// traced: a fault of the other side is recorded and never ends the backend.
//
// The dispatcher routes a page-tool call to the embed connection that took the
// session last, keeps one call of a session in flight, knows waiting for the
// user from silence, and ends each call exactly once; see [Outcome].
package backend

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/protocol/dialect"
)

// ErrClosed is what a backend that was closed answers.
var ErrClosed = errors.New("the backend is closed")

// ErrNotConnected says that no SDK is there to send to.
var ErrNotConnected = errors.New("no SDK has subscribed to a session")

// abortTimeout is how long Close waits for what it cut.
const abortTimeout = 2 * time.Second

// Backend is the backend of one scenario. Its methods are safe for concurrent
// use. Create it with [New] and end it with [Backend.Close].
type Backend struct {
	options Options
	traits  dialect.Traits
	checker dialect.Codec // validates; remembers nothing
	tokens  *tokenMint
	handler http.Handler
	trace   *tracer

	// running counts everything that Close waits for: handlers, writers, timers.
	running sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	conns    map[*conn]struct{}
	opened   int // connections so far
	sessions map[int64]*session
	latest   *session // the session that was bound last
	lastID   int64    // of sessions and messages
	audit    []AuditRecord
	recorded int // audit records so far
	rest     []RESTCall
	refused  []Unmatched
	changed  chan struct{} // closed and replaced when a session is bound

	restFaults []*RESTFault
	bodies     chan struct{} // closed and replaced when slow bodies go on
}

// New makes a backend.
func New(o Options) (*Backend, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	checker, err := dialect.New(o.Dialect)
	if err != nil {
		return nil, fmt.Errorf("set up the backend: %w", err)
	}
	mint, err := newTokenMint(o.UserID, o.Token)
	if err != nil {
		return nil, fmt.Errorf("set up the backend: %w", err)
	}
	b := &Backend{
		options:  o,
		traits:   checker.Traits(),
		checker:  checker,
		tokens:   mint,
		trace:    newTracer(o.Trace, traceBudget, o.Keep),
		conns:    map[*conn]struct{}{},
		sessions: map[int64]*session{},
		lastID:   1000,
		changed:  make(chan struct{}),
		bodies:   make(chan struct{}),
	}
	if err := b.restore(o.Sessions); err != nil {
		return nil, fmt.Errorf("set up the backend: %w", err)
	}
	b.handler = b.routes()
	return b, nil
}

// ServeHTTP serves the WebSocket at /api/ws/stream and REST below /api/v1.
func (b *Backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !b.enter() {
		http.Error(w, ErrClosed.Error(), http.StatusServiceUnavailable)
		return
	}
	defer b.running.Done()
	b.handler.ServeHTTP(w, r)
}

// enter counts a handler in, unless the backend is closed.
func (b *Backend) enter() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	b.running.Add(1)
	return true
}

// Close ends all calls and connections and waits until nothing of the backend
// runs any more. It is no error to close twice. Where ctx ends first, what is
// left is cut; the error says that even this did not end it.
func (b *Backend) Close(ctx context.Context) error {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.bodies)
		for _, s := range b.sessions {
			s.closeTurn()
			b.failAll(s, ReasonBackendClosed)
		}
		for c := range b.conns {
			c.shut(closeOrder{code: closeGoingAway, text: "backend closed", reason: ReasonBackendClosed})
		}
	}
	b.mu.Unlock()
	done := make(chan struct{})
	go func() {
		b.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	b.abort()
	select {
	case <-done:
		return nil
	case <-time.After(abortTimeout):
		return fmt.Errorf("close the backend: %w", ctx.Err())
	}
}

// abort cuts what did not end in time, so that it ends soon.
func (b *Backend) abort() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.conns {
		c.cut()
	}
}

// Token gives an access token that is good now.
func (b *Backend) Token() string { return b.tokens.current() }

// RenewToken makes a new access token, which [Backend.Token] gives from now on.
// Older ones stay good until they are revoked.
func (b *Backend) RenewToken() (string, error) { return b.tokens.renew() }

// RevokeToken makes an access token worthless for everything that follows. It
// closes no connection.
func (b *Backend) RevokeToken(token string) { b.tokens.revoke(token) }

// WaitSubscribed waits until an embed connection has a session, and gives that
// session. The error says how far the SDK got.
func (b *Backend) WaitSubscribed(ctx context.Context) (int64, error) {
	for {
		b.mu.Lock()
		latest, changed := b.latest, b.changed
		if latest != nil && latest.bound != nil {
			b.mu.Unlock()
			return latest.id, nil
		}
		b.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return 0, fmt.Errorf("wait for the SDK to subscribe: %s: %w", b.progress(), ctx.Err())
		}
	}
}

// announce wakes everybody who waits for a change of bindings. b.mu is held.
func (b *Backend) announce() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// progress says how far an SDK got on its way to a subscription.
func (b *Backend) progress() string {
	b.mu.Lock()
	opened, live := b.opened, slices.Collect(maps.Keys(b.conns))
	known := make([]bool, 0, len(live))
	for _, c := range live {
		known = append(known, c.user != 0)
	}
	b.mu.Unlock()
	switch requests := b.trace.count(KindHTTP); {
	case opened == 0 && requests == 0:
		return "it made no REST call and opened no WebSocket"
	case opened == 0:
		return fmt.Sprintf("it made %d REST calls and opened no WebSocket", requests)
	case slices.Contains(known, true):
		return "its connection is authenticated and has not subscribed"
	case len(live) > 0:
		return "its connection is open and has not authenticated"
	default:
		return fmt.Sprintf("it opened %d connections, none of which is left", opened)
	}
}

// timer is a timer whose function runs with b.mu held, unless it was stopped.
type timer struct {
	inner   *time.Timer
	backend *Backend
	stopped bool
}

// after arms a timer. b.mu is held, and the backend is not closed.
func (b *Backend) after(d time.Duration, f func()) *timer {
	b.running.Add(1)
	t := &timer{backend: b}
	t.inner = time.AfterFunc(d, func() {
		defer b.running.Done()
		b.mu.Lock()
		defer b.mu.Unlock()
		if t.stopped {
			return
		}
		t.stopped = true
		f()
	})
	return t
}

// stop disarms a timer; it may be nil. b.mu is held.
func (t *timer) stop() {
	if t == nil || t.stopped {
		return
	}
	t.stopped = true
	if t.inner.Stop() {
		t.backend.running.Done()
	}
}
