package backend_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
)

func TestAStalledSocketLosesNothing(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	require.ErrorIs(t, s.Hold(), backend.ErrNotConnected)
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	require.NoError(t, s.Hold())
	c.answer(call.RequestID())
	c.say("ping")
	_, err := s.StartCall(bounded(t), waitRequest(), backend.AtOnce())
	require.NoError(t, err)
	select {
	case <-call.Done():
		t.Fatal("a result arrived through a stalled socket")
	default:
	}
	s.Release()
	c.hear("page_tool_request")
	c.hear("pong")
	assert.Equal(t, backend.EndResult, s.outcome(call).End)
	s.clean()
}

func TestAStalledSocketCanBeClosed(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	s.join()
	call := s.start(backend.AtOnce())
	require.NoError(t, s.Hold())
	s.start(backend.AtOnce())
	require.NoError(t, s.Close(bounded(t)))
	assert.Equal(t, backend.ReasonBackendClosed, s.outcome(call).Reason)
	s.Release()
}

func TestFates(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	require.ErrorContains(t, s.Next("eaten"), `unknown way "eaten"`)
	c := s.join()
	require.NoError(t, s.Next(backend.FateTwice))
	call := s.start()
	assert.Equal(t, c.hear("page_tool_request"), c.hear("page_tool_request"))
	c.answer(call.RequestID())
	s.outcome(call)

	require.NoError(t, s.Next(backend.FateSwap))
	first, second := s.start(backend.AtOnce()), s.start(backend.AtOnce())
	assert.Equal(t, second.RequestID(), c.hear("page_tool_request")["requestId"])
	assert.Equal(t, first.RequestID(), c.hear("page_tool_request")["requestId"])
	c.answer(first.RequestID())
	c.answer(second.RequestID())
	s.outcome(second)

	require.NoError(t, s.Delay(time.Millisecond))
	late := s.start()
	c.hear("page_tool_request")
	require.NoError(t, s.Next(backend.FateHalf))
	half := s.start(backend.AtOnce())
	_, _, err := c.ws.ReadMessage()
	require.Error(t, err)
	for _, call := range []*backend.Call{late, half} {
		o := s.outcome(call)
		assert.Equal(t, backend.EndDisconnected, o.End)
		assert.Equal(t, backend.ReasonDropped, o.Reason)
	}
	s.clean()
}

func TestJunk(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	require.ErrorContains(t, s.Inject("mail"), "unknown kind mail")
	require.ErrorIs(t, s.Inject(backend.JunkFlood), backend.ErrNotConnected)
	c := s.join()
	require.NoError(t, s.Inject(backend.JunkFlood))
	for range 1500 {
		c.hear("pong")
		c.hear("unheard_of")
	}
	require.NoError(t, s.Inject(backend.JunkBinary))
	kind, _, err := c.ws.ReadMessage()
	require.NoError(t, err)
	assert.Equal(t, websocket.BinaryMessage, kind)
	require.NoError(t, s.Inject(backend.JunkGarbage))
	broken, whole := 0, 0
	for {
		_, raw, err := c.ws.ReadMessage()
		require.NoError(t, err)
		if json.Valid(raw) {
			whole++
		} else {
			broken++
		}
		if string(raw) == `{"type":"content_delta","sessionId":1,"data":{"delta":{"a":1}}}` {
			break
		}
	}
	assert.Equal(t, 1, broken)
	assert.Greater(t, whole, 25)
	assert.Empty(t, s.Violations(), "what the harness sends on purpose is no violation")

	require.NoError(t, s.Inject(backend.JunkOpcode))
	_, _, err = c.ws.ReadMessage()
	require.ErrorContains(t, err, "opcode")
	c = s.join()
	require.NoError(t, s.Inject(backend.JunkUTF8))
	_, raw, err := c.ws.ReadMessage()
	require.NoError(t, err)
	assert.NotEqual(t, string(raw), string([]rune(string(raw))))
}

func TestRESTFaults(t *testing.T) {
	s := serve(t, backend.Options{})
	s.FailREST(backend.RESTFault{Path: "/api/v1/sessions", Method: "POST", Status: 503, Times: 2})
	s.FailREST(backend.RESTFault{Path: "/api/v1/agents", Status: 401})
	post := func() int {
		r := s.request("POST", "/sessions")
		response, err := s.client.Do(r)
		require.NoError(t, err)
		defer func() { _ = response.Body.Close() }()
		return response.StatusCode
	}
	assert.Equal(t, 200, s.rest("GET", "/sessions", nil).status)
	assert.Equal(t, 503, post())
	assert.Equal(t, 503, post())
	assert.Equal(t, 400, post())
	denied := s.rest("GET", "/agents/3", nil)
	assert.Equal(t, 401, denied.status)
	assert.Equal(t, 1001, denied.Code)
	assert.Equal(t, 200, s.rest("GET", "/agents/3", nil).status)

	s.FailREST(backend.RESTFault{Path: "/api/v1/agents", Body: "cut"})
	response, err := s.client.Do(s.request("GET", "/agents/3"))
	require.NoError(t, err)
	_, err = io.ReadAll(response.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.NoError(t, response.Body.Close())

	s.FailREST(backend.RESTFault{Path: "/api/v1/agents", Body: "slow"})
	response, err = s.client.Do(s.request("GET", "/agents/3"))
	require.NoError(t, err)
	half := make([]byte, response.ContentLength/2)
	_, err = io.ReadFull(response.Body, half)
	require.NoError(t, err)
	s.Release()
	rest, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.True(t, json.Valid(append(half, rest...)))

	s.FailREST(backend.RESTFault{Path: "/api/ws/stream", Status: 500})
	_, refused, err := s.connect("?client=embed")
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	assert.Equal(t, 500, refused.StatusCode)
}

// request is a call with a good token and an empty body.
func (s *site) request(method, path string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+"/api/v1"+path, nil)
	require.NoError(s.t, err)
	r.Header.Set("Authorization", "Bearer "+s.Token())
	return r
}
