package backend_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

func TestACallAndItsResult(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call, err := s.StartCall(bounded(t), protocol.Request{
		Tool: protocol.PageFill, SnapshotID: "snap-1",
		Actions: []map[string]any{{"elementId": "e1", "value": "a secret"}},
	})
	require.NoError(t, err)
	request := c.hear("page_tool_request")
	assert.Equal(t, call.RequestID(), request["requestId"])
	assert.NotEmpty(t, request["requestId"])
	assert.Equal(t, float64(s.session), request["sessionId"])
	assert.Equal(t, []any{map[string]any{"elementId": "e1", "value": "a secret"}}, request["actions"])
	c.answer(call.RequestID())

	o := s.outcome(call)
	assert.Equal(t, backend.EndResult, o.End)
	require.NotNil(t, o.Result)
	assert.True(t, o.Result.Success)
	assert.JSONEq(t, goodResult(call.RequestID(), s.session), string(o.Raw))
	assert.Empty(t, o.Violations)
	assert.Positive(t, o.Duration())
	assert.Equal(t, protocol.PageFill, call.Request().Tool)

	var events []backend.AuditEvent
	for _, r := range s.Audit() {
		events = append(events, r.Event)
	}
	assert.Equal(t, []backend.AuditEvent{backend.AuditBound, backend.AuditCall, backend.AuditEnd}, events)
	end := s.Audit()[2]
	assert.Equal(t, call.RequestID(), end.RequestID)
	assert.Equal(t, []protocol.ActionName{protocol.ActionFill}, end.Actions)
	assert.Equal(t, backend.EndResult, end.End)
	assert.True(t, end.Success)
	raw, err := json.Marshal(s.Audit())
	require.NoError(t, err)
	assert.NotContains(t, string(raw), "a secret", "the audit log never holds a value")
	s.clean()
}

func TestTheTraceTellsWhatCrossedTheWire(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	c.answer(call.RequestID())
	s.outcome(call)

	frames := s.Frames()
	var got []string
	for i, e := range frames {
		got = append(got, e.Dir.String()+" "+e.Type)
		assert.Equal(t, 1, e.Conn)
		assert.Len(t, e.Raw, e.Size)
		assert.False(t, e.At.IsZero())
		if i > 0 {
			assert.Greater(t, e.Seq, frames[i-1].Seq)
			assert.False(t, e.At.Before(frames[i-1].At))
		}
	}
	assert.Equal(t, []string{
		"from-sdk auth", "to-sdk connected", "from-sdk subscribe", "to-sdk session_snapshot",
		"to-sdk page_tool_request", "from-sdk page_tool_result",
	}, got)
	assert.Equal(t, call.RequestID(), frames[4].RequestID)
	assert.Equal(t, call.RequestID(), frames[5].RequestID)
	assert.JSONEq(t, `{"type":"auth","token":"[token]","client":"embed"}`, string(frames[0].Raw))
	assert.JSONEq(t, goodResult(call.RequestID(), s.session), string(frames[5].Raw))
	s.clean()
}

func TestOneCallAtATime(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	first, second := s.start(), s.start()
	c.hear("page_tool_request")
	c.alive() // and nothing but a pong comes
	c.answer(first.RequestID())
	assert.Equal(t, second.RequestID(), c.hear("page_tool_request")["requestId"])
	c.answer(second.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(first).End)
	assert.Equal(t, backend.EndResult, s.outcome(second).End)
	s.clean()
}

func TestCallsThatDoNotWait(t *testing.T) {
	for name, row := range map[string]struct {
		options backend.Options
		call    []backend.CallOption
	}{
		"one that is sent at once": {backend.Options{}, []backend.CallOption{backend.AtOnce()}},
		"two in flight":            {backend.Options{MaxInFlight: 2}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWithSession(t, row.options)
			c := s.join()
			first, second := s.start(), s.start(row.call...)
			c.hear("page_tool_request")
			c.hear("page_tool_request")
			c.answer(second.RequestID())
			c.answer(first.RequestID())
			assert.Equal(t, backend.EndResult, s.outcome(first).End)
			assert.Equal(t, backend.EndResult, s.outcome(second).End)
			s.clean()
		})
	}
}

// The same request sent again while it runs joins: one result is for both.
func TestTheSameRequestWhileItRuns(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	r := waitRequest()
	r.RequestID = "twice"
	first, err := s.StartCall(bounded(t), r)
	require.NoError(t, err)
	second, err := s.StartCall(bounded(t), r, backend.AtOnce())
	require.NoError(t, err)
	c.hear("page_tool_request")
	c.hear("page_tool_request")
	c.answer("twice")
	assert.Equal(t, backend.EndResult, s.outcome(first).End)
	assert.Equal(t, backend.EndResult, s.outcome(second).End)
	s.clean()
}

func TestACallNobodyCanTake(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	o := s.outcome(s.start())
	assert.Equal(t, backend.EndRefused, o.End)
	assert.Equal(t, backend.CodeNeedsASession, o.Code)
	assert.Zero(t, o.Duration())

	c := s.join()
	r := waitRequest()
	r.SessionID = 4711
	call, err := s.StartCall(bounded(t), r)
	require.NoError(t, err)
	assert.Equal(t, backend.EndRefused, s.outcome(call).End)

	c.say("unsubscribe", "sessionId", s.session)
	c.alive()
	o = s.outcome(s.start())
	assert.Equal(t, backend.EndRefused, o.End)
	assert.Equal(t, backend.ReasonNoSession, o.Reason)
}

func TestACallThatIsWrongOnPurpose(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	r := waitRequest()
	r.Actions[0]["selector"] = "#x"
	call, err := s.StartCall(bounded(t), r, backend.Unvalidated())
	require.NoError(t, err)
	request := c.hear("page_tool_request")
	assert.Equal(t, "#x", request["actions"].([]any)[0].(map[string]any)["selector"])
	c.answer(call.RequestID())
	s.outcome(call)
	s.clean()

	call, err = s.StartCall(bounded(t), r)
	require.NoError(t, err)
	c.hear("page_tool_request")
	c.answer(call.RequestID())
	s.outcome(call)
	require.Len(t, s.Violations(), 1)
	assert.Contains(t, s.Violations()[0].Violation, "selector")
	assert.Equal(t, protocol.ToSDK, s.Violations()[0].Dir)
}

func TestRawFrames(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	_, err := s.SendRaw(bounded(t), []byte(`{}`), "")
	require.ErrorIs(t, err, backend.ErrNotConnected)

	c := s.join()
	call, err := s.SendRaw(bounded(t), []byte(`{"type":"page_tool_request","requestId":"raw-1","sessionId":4711}`), "raw-1")
	require.NoError(t, err)
	c.hear("page_tool_request")
	c.write(goodResult("raw-1", 4711))
	o := s.outcome(call)
	assert.Equal(t, backend.EndResult, o.End)
	assert.Equal(t, int64(4711), o.Result.SessionID, "the answer may name the session of the raw frame")

	call, err = s.SendRaw(bounded(t), []byte(`{"type":"nonsense"}`), "")
	require.NoError(t, err)
	assert.Nil(t, call)
	c.hear("nonsense")
	s.clean()
	assert.True(t, s.Frames()[len(s.Frames())-1].Deliberate)
}

func TestReleasedDialect(t *testing.T) {
	s := serveWithSession(t, backend.Options{Dialect: dialect.Released})
	c := s.join()
	call, err := s.StartCall(bounded(t), protocol.Request{
		Tool: protocol.PageClick, SnapshotID: "snap-1", Actions: []map[string]any{{"elementId": "e1"}},
	})
	require.NoError(t, err)
	data := c.hear("page_tool_request")["data"].(map[string]any)
	assert.Equal(t, call.RequestID(), data["requestId"])
	assert.Equal(t, "page_click", data["tool"])
	c.say("page_tool_result", "sessionId", s.session, "requestId", call.RequestID(), "data", map[string]any{
		"success": false, "pageVersion": "1:http://page/",
		"error": map[string]any{"code": "element_disabled", "message": "no", "elementId": "e1"},
	})
	o := s.outcome(call)
	assert.Equal(t, backend.EndResult, o.End)
	assert.Equal(t, protocol.ErrElementDisabled, o.Result.Error.Code)
	assert.Equal(t, "element_disabled", s.Audit()[2].Code)

	ms := 5000
	r := waitRequest()
	r.TimeoutMs = &ms
	_, err = s.StartCall(bounded(t), r)
	var inexpressible *dialect.ErrInexpressible
	require.ErrorAs(t, err, &inexpressible)
	_, err = s.SendRaw(bounded(t), []byte(`{"type":"page_tool_request","requestId":"r","selector":"#x"}`), "r")
	require.ErrorAs(t, err, &inexpressible)

	running := s.start()
	c.hear("page_tool_request")
	require.NoError(t, s.Cancel(running.RequestID(), protocol.CancelReasonCancel))
	assert.Equal(t, map[string]any{"reason": "cancel"}, c.hear("page_tool_cancel")["data"])
	s.clean()
}

func TestStartCallWithAnEndedContext(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.StartCall(ended, waitRequest())
	require.ErrorIs(t, err, context.Canceled)
	_, err = s.SendRaw(ended, []byte(`{}`), "")
	require.ErrorIs(t, err, context.Canceled)

	call := s.start()
	_, err = call.Wait(ended)
	require.ErrorIs(t, err, context.Canceled)
	c.hear("page_tool_request")
	c.answer(call.RequestID())
	o := s.outcome(call)
	assert.Equal(t, backend.EndResult, o.End, "giving up waiting does not end the call")
	again, err := call.Wait(ended)
	require.NoError(t, err)
	assert.Equal(t, o, again)
}

func TestUnknownDialect(t *testing.T) {
	_, err := backend.New(backend.Options{Dialect: "klingon"})
	require.ErrorContains(t, err, "set up the backend: unknown dialect")
}

func TestTheQueueIsBounded(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	s.join()
	s.start() // runs
	for range 256 {
		s.start()
	}
	_, err := s.StartCall(bounded(t), waitRequest())
	require.ErrorContains(t, err, "256 calls wait already")
}
