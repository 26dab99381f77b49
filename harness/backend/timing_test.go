package backend_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// pipes is a listener without a network, so that time can be made up.
type pipes struct {
	arrived chan net.Conn
	closed  chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.arrived:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error   { close(p.closed); return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

func (p pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.arrived <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// madeUp runs a test with made-up time. The session's connection is not open.
func madeUp(t *testing.T, o backend.Options, test func(*testing.T, *site)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b, err := backend.New(o)
		require.NoError(t, err)
		listener := pipes{arrived: make(chan net.Conn), closed: make(chan struct{})}
		server := &http.Server{Handler: b}
		go func() { _ = server.Serve(listener) }()
		transport := &http.Transport{DialContext: listener.dial, DisableKeepAlives: true}
		s := &site{
			t: t, Backend: b, url: "http://backend",
			dialer: &websocket.Dialer{NetDialContext: listener.dial}, client: &http.Client{Transport: transport},
		}
		t.Cleanup(func() {
			assert.NoError(t, b.Close(context.Background()))
			assert.NoError(t, server.Close())
		})
		var view struct {
			ID int64 `json:"id"`
		}
		s.rest("POST", "/sessions", map[string]any{"agentId": 3}).into(t, &view)
		s.session = view.ID
		test(t, s)
	})
}

// listen reads what the backend sends and forgets it; the channel closes with
// the connection.
func (c *sdk) listen() <-chan error {
	ended := make(chan error, 1)
	_ = c.ws.SetReadDeadline(time.Time{})
	go func() {
		for {
			if _, _, err := c.ws.ReadMessage(); err != nil {
				ended <- err
				return
			}
		}
	}()
	return ended
}

// status says how a call stands, and lets the backend take it in.
func (c *sdk) status(call *backend.Call, state protocol.State) {
	c.t.Helper()
	c.say("page_tool_status", "requestId", call.RequestID(), "sessionId", c.site.session, "state", state, "actionIndex", 0)
	synctest.Wait()
}

func TestACallMayTakeItsTime(t *testing.T) {
	ms := 2000
	for name, row := range map[string]struct {
		change func(*protocol.Request)
		want   time.Duration
	}{
		"without a time-out of its own": {func(*protocol.Request) {}, 35 * time.Second},
		"with one":                      {func(r *protocol.Request) { r.TimeoutMs = &ms }, 7 * time.Second},
		"a batch": {
			func(r *protocol.Request) {
				r.TimeoutMs = &ms
				r.Actions = []map[string]any{{"ms": 1}, {"ms": 1}, {"ms": 1}}
			},
			13 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
				s.join().listen()
				r := waitRequest()
				row.change(&r)
				call, err := s.StartCall(t.Context(), r)
				require.NoError(t, err)
				<-call.Done()
				o := s.outcome(call)
				assert.Equal(t, backend.EndTimeout, o.End)
				assert.Equal(t, row.want, o.Duration())
			})
		})
	}
}

func TestTheUsersTimeDoesNotCount(t *testing.T) {
	madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
		c := s.join()
		c.listen()
		call := s.begin()
		time.Sleep(20 * time.Second)
		c.status(call, protocol.StateConfirming)
		time.Sleep(70 * time.Second)
		c.say("ping")
		c.status(call, protocol.StateConfirming) // said twice, waits once
		time.Sleep(70 * time.Second)
		c.status(call, protocol.StateRunning)
		c.status(call, protocol.StateRunning)
		<-call.Done()
		o := s.outcome(call)
		assert.Equal(t, backend.EndTimeout, o.End)
		assert.Equal(t, backend.ReasonSilence, o.Reason)
		assert.Equal(t, 175*time.Second, o.Duration(), "35 s of its own and 140 s of the user's")
	})
}

func TestTheUserHasFiveMinutes(t *testing.T) {
	for _, state := range []protocol.State{protocol.StateConfirming, protocol.StateQueued} {
		madeUp(t, backend.Options{IdleTimeout: time.Hour}, func(t *testing.T, s *site) {
			c := s.join()
			c.listen()
			call := s.begin()
			c.status(call, state)
			<-call.Done()
			o := s.outcome(call)
			assert.Equal(t, backend.EndTimeout, o.End)
			assert.Equal(t, backend.ReasonUnanswered, o.Reason)
			assert.Equal(t, 305*time.Second, o.Duration())
		})
	}
}

func TestTheReleasedServersTimer(t *testing.T) {
	madeUp(t, backend.Options{Dialect: "released", IdleTimeout: time.Hour}, func(t *testing.T, s *site) {
		s.join().listen()
		call := s.begin()
		<-call.Done()
		assert.Equal(t, 180*time.Second, s.outcome(call).Duration())
	})
}

func TestACancelledCallIsNotWaitedForLong(t *testing.T) {
	madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
		c := s.join()
		c.listen()
		call := s.begin()
		require.NoError(t, s.Cancel(call.RequestID(), protocol.CancelReasonCancel))
		c.status(call, protocol.StateRunning) // does not prolong it
		<-call.Done()
		o := s.outcome(call)
		assert.Equal(t, backend.EndCancelled, o.End)
		assert.Equal(t, 5*time.Second, o.Duration())
	})
}

func TestAReconnectionIsWaitedForTenSeconds(t *testing.T) {
	madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
		s.join().leave()
		synctest.Wait()
		call := s.begin()
		<-call.Done()
		o := s.outcome(call)
		assert.Equal(t, backend.ReasonNoReturn, o.Reason)
		assert.Equal(t, 10*time.Second, o.EndedAt.Sub(o.QueuedAt))
	})
}

func TestSilentConnectionsAreClosed(t *testing.T) {
	madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
		c := s.join()
		begun := time.Now()
		ended := c.listen()
		time.Sleep(60 * time.Second)
		c.say("ping")
		var closed *websocket.CloseError
		require.ErrorAs(t, <-ended, &closed)
		assert.Equal(t, websocket.CloseGoingAway, closed.Code)
		assert.Equal(t, 150*time.Second, time.Since(begun), "90 s after the last word")
		synctest.Wait()
		assert.Contains(t, s.closeNote(1), "silence: ")
	})
}

func TestUnauthenticatedConnectionsAreClosed(t *testing.T) {
	madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
		c := s.dial()
		begun := time.Now()
		var closed *websocket.CloseError
		require.ErrorAs(t, <-c.listen(), &closed)
		assert.Equal(t, protocol.CloseUnauthenticated, closed.Code)
		assert.Equal(t, 30*time.Second, time.Since(begun))
	})
}

// A client that takes nothing any more is given up.
func TestAClientThatReadsNothing(t *testing.T) {
	madeUp(t, backend.Options{}, func(t *testing.T, s *site) {
		s.join()
		begun := time.Now()
		call := s.begin()
		<-call.Done()
		o := s.outcome(call)
		assert.Equal(t, backend.EndDisconnected, o.End)
		assert.Equal(t, backend.ReasonConnectionLost, o.Reason)
		assert.Equal(t, 10*time.Second, time.Since(begun))
	})
	madeUp(t, backend.Options{WriteTimeout: time.Minute, IdleTimeout: time.Hour}, func(t *testing.T, s *site) {
		s.join()
		call := s.begin()
		var err error
		for sent := 0; err == nil && sent < 300; sent++ { // until it is cut
			_, err = s.SendRaw(t.Context(), []byte(`{}`), "")
		}
		<-call.Done()
		assert.Equal(t, backend.ReasonConnectionLost, s.outcome(call).Reason)
	})
}

// begin starts a call; a bound of real time means nothing here.
func (s *site) begin() *backend.Call {
	s.t.Helper()
	call, err := s.StartCall(s.t.Context(), waitRequest())
	require.NoError(s.t, err)
	return call
}
