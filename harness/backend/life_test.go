package backend_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
)

func TestCloseEndsEverything(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	running, waiting := s.start(), s.start()
	c.hear("page_tool_request")
	quiet := s.dial() // never authenticates
	closing := make(chan error, 1)
	go func() { closing <- s.Close(bounded(t)) }()
	assert.Equal(t, websocket.CloseGoingAway, c.hearClose().Code)
	assert.Equal(t, websocket.CloseGoingAway, quiet.hearClose().Code)
	require.NoError(t, <-closing)
	for _, call := range []*backend.Call{running, waiting} {
		o := s.outcome(call)
		assert.Equal(t, backend.EndDisconnected, o.End)
		assert.Equal(t, backend.ReasonBackendClosed, o.Reason)
	}
	assert.Empty(t, leftovers())

	_, err := s.StartCall(bounded(t), waitRequest())
	require.ErrorIs(t, err, backend.ErrClosed)
	_, err = s.SendRaw(bounded(t), []byte(`{}`), "")
	require.ErrorIs(t, err, backend.ErrClosed)
	_, response, err := s.connect("?client=embed")
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	assert.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
	require.NoError(t, s.Close(bounded(t)), "closing twice is no error")
}

// A client that does not answer the close frame does not hold the backend up.
func TestCloseDoesNotWaitForASilentClient(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	s.join() // and reads nothing any more
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, s.Close(ended))
	assert.Empty(t, leftovers())
}

func TestDrop(t *testing.T) {
	for name, row := range map[string]struct {
		how  backend.Drop
		seen func(*sdk)
	}{
		"with a close frame": {backend.DropClose, func(c *sdk) {
			assert.Equal(t, websocket.CloseServiceRestart, c.hearClose().Code)
		}},
		"with a reset": {backend.DropReset, func(c *sdk) {
			_, _, err := c.ws.ReadMessage()
			var closed *websocket.CloseError
			require.Error(t, err)
			assert.NotErrorAs(t, err, &closed)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWithSession(t, backend.Options{})
			require.ErrorIs(t, s.Drop(row.how), backend.ErrNotConnected)
			c := s.join()
			call := s.start()
			c.hear("page_tool_request")
			require.NoError(t, s.Drop(row.how))
			row.seen(c)
			o := s.outcome(call)
			assert.Equal(t, backend.EndDisconnected, o.End)
			assert.Equal(t, backend.ReasonDropped, o.Reason)
			call = s.start()
			c = s.join()
			c.hear("page_tool_request")
			c.answer(call.RequestID())
			assert.Equal(t, backend.EndResult, s.outcome(call).End)
			s.clean()
		})
	}
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	require.ErrorContains(t, s.Drop("gently"), `unknown way "gently"`)
	c.alive()
}
