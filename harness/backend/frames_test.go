package backend_test

import (
	"context"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
)

// A frame that breaks the protocol is recorded, has no effect, and the
// connection lives on.
func TestMalformedFrames(t *testing.T) {
	for name, row := range map[string]struct {
		kind int
		text string
		want string
	}{
		"not JSON":         {websocket.TextMessage, `{"type":"pi`, "JSON"},
		"no object":        {websocket.TextMessage, `[1,2]`, "an object"},
		"no type":          {websocket.TextMessage, `{}`, "/type"},
		"type of no sense": {websocket.TextMessage, `{"type":{}}`, "/type"},
		"unknown type":     {websocket.TextMessage, `{"type":"page_changed_push"}`, "page_changed_push"},
		"other direction":  {websocket.TextMessage, `{"type":"pong","sessionId":null,"data":{}}`, "pong"},
		"one field more":   {websocket.TextMessage, `{"type":"ping","more":1}`, "more"},
		"one field less":   {websocket.TextMessage, `{"type":"subscribe"}`, "sessionId"},
		"a wrong field":    {websocket.TextMessage, `{"type":"subscribe","sessionId":"x"}`, "sessionId"},
		"deep nesting":     {websocket.TextMessage, strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000), "levels"},
		"not UTF-8":        {websocket.TextMessage, "{\"type\":\"\xff\"}", "UTF-8"},
		"binary":           {websocket.BinaryMessage, `{"type":"ping"}`, "binary"},
		"empty":            {websocket.TextMessage, ``, "JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWithSession(t, backend.Options{})
			c := s.join()
			require.NoError(t, c.ws.WriteMessage(row.kind, []byte(row.text)))
			if row.kind == websocket.BinaryMessage || name == "one field more" {
				c.hear("pong")
			}
			c.alive()
			found := s.Violations()
			require.Len(t, found, 1)
			assert.Contains(t, found[0].Violation, row.want)
			assert.Equal(t, row.text, string(found[0].Raw))
			assert.Empty(t, s.Unmatched())
		})
	}
}

// A result that breaks the protocol still ends its call, and says so.
func TestMalformedResults(t *testing.T) {
	for name, row := range map[string]struct{ body, code string }{
		"one field more":      {`"success":false,"pageVersion":"v1","error":{"code":"timeout","message":"m"},"more":1`, "timeout"},
		"a code of no sense":  {`"success":false,"pageVersion":"v1","error":{"code":"oops","message":"m"}`, "oops"},
		"a field of no sense": {`"success":"yes","pageVersion":"v1"`, "internal_error"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWithSession(t, backend.Options{})
			c := s.join()
			call := s.start()
			c.hear("page_tool_request")
			text := strings.TrimSuffix(goodResult(call.RequestID(), s.session), "}")
			text = text[:strings.Index(text, `"success"`)] + row.body + "}"
			c.write(text)
			o := s.outcome(call)
			assert.Equal(t, backend.EndResult, o.End)
			require.NotNil(t, o.Result)
			assert.False(t, o.Result.Success)
			assert.Equal(t, row.code, string(o.Result.Error.Code))
			assert.Equal(t, text, string(o.Raw))
			require.Len(t, o.Violations, 1)
			require.Len(t, s.Violations(), 1)
			assert.Equal(t, s.Violations()[0].Violation, o.Violations[0])
		})
	}
}

func TestUnreadablePageFrames(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	c.write(`{"type":"page_audit","event":5}`)
	c.write(`{"type":"page_tool_status","state":{}}`)
	c.alive()
	require.Len(t, s.Unmatched(), 2)
	assert.Equal(t, backend.WhyUnreadable, s.Unmatched()[0].Why)
	assert.Len(t, s.Violations(), 2)
}

func TestOversizedFrame(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	huge := `{"type":"ping","x":"` + strings.Repeat("x", 1<<20) + `"}`
	_ = c.ws.WriteMessage(websocket.TextMessage, []byte(huge)) // may fail when the other side has had enough
	assert.Equal(t, websocket.CloseMessageTooBig, c.hearClose().Code)
	o := s.outcome(call)
	assert.Equal(t, backend.EndDisconnected, o.End)
	assert.Equal(t, backend.ReasonOversized, o.Reason)
	require.Len(t, s.Violations(), 1)
	assert.Equal(t, "a frame larger than 1048576 bytes", s.Violations()[0].Violation)
}

func TestTheLargestFrameIsTaken(t *testing.T) {
	s := serveWithSession(t, backend.Options{ReadLimit: 4096})
	c := s.join()
	frame := `{"type":"ping","x":"`
	c.write(frame + strings.Repeat("x", 4096-len(frame)-2) + `"}`)
	c.hear("pong")
	c.alive()
}

func TestTokensInFramesAreViolations(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": s.Token(), "eventId": "ev_1"})
	c.hear("user_message_saved")
	found := s.Violations()
	require.Len(t, found, 1)
	assert.Equal(t, "the frame carries an access token, which belongs into auth and nowhere else", found[0].Violation)
	for _, e := range s.Trace() {
		assert.NotContains(t, string(e.Raw), s.Token())
	}
}

func TestWaitFrame(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	e, err := s.WaitFrame(bounded(t), func(e backend.TraceEvent) bool { return e.Type == "subscribe" })
	require.NoError(t, err)
	assert.Equal(t, "subscribe", e.Type)

	got := make(chan backend.TraceEvent, 1)
	go func() {
		e, err := s.WaitFrame(bounded(t), func(e backend.TraceEvent) bool { return e.Type == "ping" })
		assert.NoError(t, err)
		got <- e
	}()
	c.alive()
	assert.Equal(t, "ping", (<-got).Type)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.WaitFrame(ended, func(backend.TraceEvent) bool { return false })
	require.ErrorIs(t, err, context.Canceled)
}

func TestTraceListenersHearEverythingInOrder(t *testing.T) {
	var heard []backend.TraceEvent
	s := serveWithSession(t, backend.Options{Trace: func(e backend.TraceEvent) { heard = append(heard, e) }})
	s.join().leave()
	s.closed(1)
	require.NoError(t, s.Close(bounded(t)))
	assert.Equal(t, s.Trace(), heard)
	assert.Equal(t, backend.KindHTTP, heard[0].Kind)
	assert.Equal(t, "POST /api/v1/sessions: 200, code 0", heard[0].Note)
	assert.Equal(t, backend.KindOpen, heard[1].Kind)
}
