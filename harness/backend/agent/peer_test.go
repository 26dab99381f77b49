package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// patience bounds every wait of a test.
const patience = 15 * time.Second

// model is a server that speaks the API of a model: it plays one reply for each
// request, and keeps the requests.
type model struct {
	t   *testing.T
	url string

	mu       sync.Mutex
	replies  []reply
	requests []map[string]any
	keys     []string
}

// reply answers one request.
type reply func(w http.ResponseWriter, r *http.Request)

func serveModel(t *testing.T, replies ...reply) *model {
	t.Helper()
	m := &model{t: t, replies: replies}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	m.url = server.URL + "/v1"
	return m
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if !assert.Equal(m.t, "/v1/chat/completions", r.URL.Path) || !assert.NoError(m.t, json.NewDecoder(r.Body).Decode(&body)) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	m.mu.Lock()
	m.requests = append(m.requests, body)
	m.keys = append(m.keys, r.Header.Get("Authorization"))
	answer := says("I have nothing more to say.")
	if len(m.replies) > 0 {
		answer = m.replies[0]
		if len(m.replies) > 1 {
			m.replies = m.replies[1:]
		}
	}
	m.mu.Unlock()
	answer(w, r)
}

// asked gives the requests so far.
func (m *model) asked() []map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests)
}

// messages gives the conversation of a request.
func (m *model) messages(n int) []map[string]any {
	m.t.Helper()
	requests := m.asked()
	require.Greater(m.t, len(requests), n)
	var out []map[string]any
	for _, message := range requests[n]["messages"].([]any) {
		out = append(out, message.(map[string]any))
	}
	return out
}

// events writes chunks as server-sent events.
func events(w http.ResponseWriter, chunks ...any) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, chunk := range chunks {
		raw, err := json.Marshal(chunk)
		if err != nil {
			panic(err)
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", raw)
		w.(http.Flusher).Flush()
	}
}

func delta(fields map[string]any) map[string]any {
	return map[string]any{"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": []any{map[string]any{"index": 0, "delta": fields}}}
}

func finish(reason string) map[string]any {
	return map[string]any{"id": "c", "object": "chat.completion.chunk", "model": "m",
		"choices": []any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": reason}}}
}

func usage() map[string]any {
	return map[string]any{"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": []any{},
		"usage": map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}}
}

func done(w http.ResponseWriter) { _, _ = w.Write([]byte("data: [DONE]\n\n")) }

// says answers with text, in two pieces.
func says(text string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		half := len(text) / 2
		events(w, delta(map[string]any{"role": "assistant", "content": text[:half]}), delta(map[string]any{"content": text[half:]}), finish("stop"), usage())
		done(w)
	}
}

// use is a tool call of a model.
type use struct{ id, name, arguments string }

// calls answers with tool calls, whose arguments come in two pieces.
func calls(uses ...use) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i, u := range uses {
			half := len(u.arguments) / 2
			call := func(fields map[string]any) map[string]any {
				fields["index"] = i
				return delta(map[string]any{"tool_calls": []any{fields}})
			}
			events(w,
				call(map[string]any{"id": u.id, "type": "function", "function": map[string]any{"name": u.name, "arguments": u.arguments[:half]}}),
				call(map[string]any{"function": map[string]any{"arguments": u.arguments[half:]}}))
		}
		events(w, finish("tool_calls"), usage())
		done(w)
	}
}

// fails answers with a status.
func fails(status int, headers ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"error":{"message":"no","type":"t","code":"c","param":null}}`))
	}
}

// breaks says something and cuts the connection.
func breaks(text string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		events(w, delta(map[string]any{"content": text}))
		panic(http.ErrAbortHandler)
	}
}

// page is the other side: an SDK on a WebSocket, whose page tools a function
// answers.
type page struct {
	t       *testing.T
	backend *backend.Backend
	ws      *websocket.Conn
	session int64
	answer  func(protocol.Request) map[string]any

	mu       sync.Mutex // guards writes
	requests []protocol.Request
}

// join starts a backend with an agent and connects to it as an SDK does, or as
// another client.
func join(t *testing.T, o backend.Options, client string, answer func(protocol.Request) map[string]any) *page {
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
	p := &page{t: t, backend: b, answer: answer}
	p.session = p.makeSession(server.URL)
	ws, response, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/api/ws/stream?client="+client, nil)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	t.Cleanup(func() { _ = ws.Close() })
	p.ws = ws
	p.say(map[string]any{"type": "auth", "token": b.Token(), "client": client})
	p.until("connected")
	p.say(map[string]any{"type": "subscribe", "sessionId": p.session})
	p.until("session_snapshot")
	return p
}

func (p *page) makeSession(url string) int64 {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, url+"/api/v1/sessions", bytes.NewReader([]byte(`{"agentId":3}`)))
	require.NoError(p.t, err)
	r.Header.Set("Authorization", "Bearer "+p.backend.Token())
	response, err := http.DefaultClient.Do(r)
	require.NoError(p.t, err)
	defer func() { _ = response.Body.Close() }()
	var view struct{ Data struct{ ID int64 } }
	require.NoError(p.t, json.NewDecoder(response.Body).Decode(&view))
	return view.Data.ID
}

func (p *page) say(frame map[string]any) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	require.NoError(p.t, p.ws.WriteJSON(frame))
}

// ask sends a message of the user.
func (p *page) ask(text string) {
	p.t.Helper()
	p.say(map[string]any{"type": "send_message", "sessionId": p.session, "data": map[string]any{"content": text, "eventId": "ev_" + fmt.Sprint(time.Now().UnixNano())}})
}

// until takes frames up to one of a type, and gives them all. Page tools are
// answered on the way.
func (p *page) until(kind string) []map[string]any {
	p.t.Helper()
	return p.untilOne(kind, func(map[string]any) bool { return true })
}

func (p *page) untilOne(kind string, wanted func(data map[string]any) bool) []map[string]any {
	p.t.Helper()
	var frames []map[string]any
	for {
		require.NoError(p.t, p.ws.SetReadDeadline(time.Now().Add(patience)))
		_, raw, err := p.ws.ReadMessage()
		require.NoError(p.t, err, "waiting for %s after %v", kind, kinds(frames))
		var frame map[string]any
		require.NoError(p.t, json.Unmarshal(raw, &frame))
		frames = append(frames, frame)
		if frame["type"] == protocol.TypePageToolRequest && p.answer != nil {
			var request protocol.Request
			require.NoError(p.t, json.Unmarshal(raw, &request))
			p.requests = append(p.requests, request)
			if answer := p.answer(request); answer != nil {
				answer["type"], answer["requestId"], answer["sessionId"] = protocol.TypePageToolResult, request.RequestID, request.SessionID
				p.say(answer)
			}
		}
		if frame["type"] == kind && wanted(data(frame)) {
			return frames
		}
	}
}

// turn takes frames up to the end of the turn.
func (p *page) turn() []map[string]any {
	p.t.Helper()
	return p.untilOne("session_status", func(d map[string]any) bool { return d["phase"] != "RUNNING" })
}

func data(frame map[string]any) map[string]any {
	d, _ := frame["data"].(map[string]any)
	return d
}

func kinds(frames []map[string]any) []string {
	var out []string
	for _, f := range frames {
		if kind, ok := f["type"].(string); ok && (len(out) == 0 || out[len(out)-1] != kind) {
			out = append(out, kind)
		}
	}
	return out
}

func text(frames []map[string]any) string {
	var b strings.Builder
	for _, f := range frames {
		if f["type"] == "content_delta" {
			b.WriteString(data(f)["delta"].(string))
		}
	}
	return b.String()
}

func first(frames []map[string]any, kind string) map[string]any {
	for _, f := range frames {
		if f["type"] == kind {
			return data(f)
		}
	}
	return nil
}
