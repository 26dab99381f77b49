package backend_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// patience bounds every wait of a test. Nothing that works takes that long.
const patience = 10 * time.Second

// bounded gives a context that ends with the test's patience.
func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// site is a backend behind a real HTTP server.
type site struct {
	t *testing.T
	*backend.Backend
	url     string
	dialer  *websocket.Dialer
	client  *http.Client
	session int64
}

// serve starts a backend that ends with the test.
func serve(t *testing.T, o backend.Options) *site {
	t.Helper()
	b, err := backend.New(o)
	require.NoError(t, err)
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		assert.NoError(t, b.Close(ctx))
		server.Close()
	})
	return &site{t: t, Backend: b, url: server.URL, dialer: &websocket.Dialer{}, client: server.Client()}
}

// serveWithSession starts a backend that has a session.
func serveWithSession(t *testing.T, o backend.Options) *site {
	t.Helper()
	s := serve(t, o)
	var view struct {
		ID int64 `json:"id"`
	}
	s.rest("POST", "/sessions", map[string]any{"agentId": 3, "title": "t", "source": "embed"}).into(t, &view)
	s.session = view.ID
	return s
}

// restAnswer is the answer of a REST call.
type restAnswer struct {
	status int
	header http.Header
	Code   int             `json:"code"`
	Data   json.RawMessage `json:"data"`
}

func (a restAnswer) into(t *testing.T, v any) {
	t.Helper()
	require.Equal(t, http.StatusOK, a.status)
	require.Equal(t, 0, a.Code)
	require.NoError(t, json.Unmarshal(a.Data, v))
}

// rest makes a REST call with a good token.
func (s *site) rest(method, path string, body any, headers ...string) restAnswer {
	s.t.Helper()
	return s.restAs(s.Token(), method, path, body, headers...)
}

func (s *site) restAs(token, method, path string, body any, headers ...string) restAnswer {
	s.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(s.t, err)
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+"/api/v1"+path, strings.NewReader(string(raw)))
	require.NoError(s.t, err)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.client.Do(r)
	require.NoError(s.t, err)
	defer func() { _ = response.Body.Close() }()
	a := restAnswer{status: response.StatusCode, header: response.Header}
	if response.StatusCode != http.StatusNoContent {
		require.NoError(s.t, json.NewDecoder(response.Body).Decode(&a))
	}
	return a
}

// sdk is the other side: a real WebSocket client.
type sdk struct {
	t    *testing.T
	ws   *websocket.Conn
	site *site
}

// dial opens a connection and says nothing.
func (s *site) dial(headers ...string) *sdk {
	s.t.Helper()
	ws, response, err := s.connect("?client=embed", headers...)
	require.NoError(s.t, err)
	require.NoError(s.t, response.Body.Close())
	s.t.Cleanup(func() { _ = ws.Close() })
	return &sdk{t: s.t, ws: ws, site: s}
}

func (s *site) connect(query string, headers ...string) (*websocket.Conn, *http.Response, error) {
	header := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	url := "ws" + strings.TrimPrefix(s.url, "http") + "/api/ws/stream" + query
	return s.dialer.DialContext(s.t.Context(), url, header)
}

// join opens a connection that has the session.
func (s *site) join() *sdk {
	s.t.Helper()
	c := s.dial()
	c.say("auth", "token", s.Token(), "client", "embed")
	c.hear("connected")
	c.subscribe()
	return c
}

func (c *sdk) subscribe() {
	c.t.Helper()
	c.say("subscribe", "sessionId", c.site.session)
	c.hear("session_snapshot")
}

// write sends text as it is.
func (c *sdk) write(text string) {
	c.t.Helper()
	require.NoError(c.t, c.ws.WriteMessage(websocket.TextMessage, []byte(text)))
}

// say sends a frame of a type with some fields.
func (c *sdk) say(kind string, pairs ...any) {
	c.t.Helper()
	frame := map[string]any{"type": kind}
	for i := 0; i < len(pairs); i += 2 {
		frame[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	raw, err := json.Marshal(frame)
	require.NoError(c.t, err)
	c.write(string(raw))
}

// answer sends a good result for a call.
func (c *sdk) answer(requestID string) { c.t.Helper(); c.write(goodResult(requestID, c.site.session)) }

// goodResult is a result of the seed dialect that follows the schemas.
func goodResult(requestID string, session int64) string {
	return fmt.Sprintf(`{"type":"page_tool_result","requestId":%q,"sessionId":%d,"success":true,"pageVersion":"v1",
		"result":{"actions":[{"action":"wait","ok":true,"durationMs":1,"changes":{"urlChanged":false,
		"titleChanged":false,"versionChanged":false,"added":0,"removed":0,"updated":0,"messages":[]}}]}}`, requestID, session)
}

// hear takes the next frame, which has to be of a type.
func (c *sdk) hear(kind string) map[string]any {
	c.t.Helper()
	require.NoError(c.t, c.ws.SetReadDeadline(time.Now().Add(patience)))
	_, raw, err := c.ws.ReadMessage()
	require.NoError(c.t, err, "waiting for %s", kind)
	var frame map[string]any
	require.NoError(c.t, json.Unmarshal(raw, &frame))
	require.Equal(c.t, kind, frame["type"], "%s", raw)
	return frame
}

// hearClose takes the close frame, which has to be the next thing.
func (c *sdk) hearClose() *websocket.CloseError {
	c.t.Helper()
	require.NoError(c.t, c.ws.SetReadDeadline(time.Now().Add(patience)))
	_, raw, err := c.ws.ReadMessage()
	var closed *websocket.CloseError
	require.ErrorAs(c.t, err, &closed, "heard %s", raw)
	return closed
}

// alive checks that the connection still works.
func (c *sdk) alive() {
	c.t.Helper()
	c.say("ping")
	c.hear("pong")
}

// leave closes the connection as a page does that goes.
func (c *sdk) leave() {
	c.t.Helper()
	message := websocket.FormatCloseMessage(websocket.CloseGoingAway, "")
	require.NoError(c.t, c.ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(patience)))
	c.hearClose()
}

// start starts a call that waits a little in the page.
func (s *site) start(options ...backend.CallOption) *backend.Call {
	s.t.Helper()
	call, err := s.StartCall(bounded(s.t), waitRequest(), options...)
	require.NoError(s.t, err)
	return call
}

func waitRequest() protocol.Request {
	return protocol.Request{Tool: protocol.PageWait, Actions: []map[string]any{{"ms": 5}}}
}

// outcome waits for the end of a call.
func (s *site) outcome(call *backend.Call) backend.Outcome {
	s.t.Helper()
	o, err := call.Wait(bounded(s.t))
	require.NoError(s.t, err)
	return o
}

// closed waits until a connection's end is in the trace, and gives its note.
func (s *site) closed(number int) string {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return s.closeNote(number) != "" }, patience, time.Millisecond)
	return s.closeNote(number)
}

func (s *site) closeNote(number int) string {
	for _, e := range s.Trace() {
		if e.Kind == backend.KindClose && e.Conn == number {
			return e.Note
		}
	}
	return ""
}

// clean checks that nothing broke the protocol.
func (s *site) clean() {
	s.t.Helper()
	assert.Empty(s.t, s.Violations())
	assert.Empty(s.t, s.Unmatched())
}
