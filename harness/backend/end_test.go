package backend_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// soon is a bound that passes by itself in a test.
const soon = time.Millisecond

func TestDisconnectMidCall(t *testing.T) {
	for name, row := range map[string]struct {
		leave  func(*sdk)
		reason backend.Reason
		end    backend.End // of a call that follows
	}{
		"the page goes":    {(*sdk).leave, backend.ReasonPageGone, backend.EndDisconnected},
		"the socket cut":   {func(c *sdk) { _ = c.ws.NetConn().Close() }, backend.ReasonConnectionLost, backend.EndDisconnected},
		"session given up": {func(c *sdk) { c.say("unsubscribe", "sessionId", c.site.session) }, backend.ReasonUnsubscribe, backend.EndRefused},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWithSession(t, backend.Options{ReconnectHold: soon})
			c := s.join()
			running, waiting := s.start(), s.start()
			c.hear("page_tool_request")
			row.leave(c)
			for _, call := range []*backend.Call{running, waiting} {
				o := s.outcome(call)
				assert.Equal(t, backend.EndDisconnected, o.End)
				assert.Equal(t, backend.CodeNotConnected, o.Code)
				assert.Equal(t, row.reason, o.Reason)
				assert.Nil(t, o.Result)
			}
			assert.Positive(t, s.outcome(running).SentAt)
			assert.Zero(t, s.outcome(waiting).SentAt)
			assert.Equal(t, row.end, s.outcome(s.start()).End)
		})
	}
}

// A call is kept for an SDK that comes back soon, as after a navigation.
func TestCallsWaitForAReconnection(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	s.join().leave()
	s.closed(1)
	call := s.start()
	c := s.join()
	assert.Equal(t, call.RequestID(), c.hear("page_tool_request")["requestId"])
	c.answer(call.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(call).End)
}

func TestCallsDoNotWaitForever(t *testing.T) {
	s := serveWithSession(t, backend.Options{ReconnectHold: soon})
	s.join().leave()
	s.closed(1)
	o := s.outcome(s.start())
	assert.Equal(t, backend.EndDisconnected, o.End)
	assert.Equal(t, backend.ReasonNoReturn, o.Reason)
}

func TestTakeover(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	old := s.join()
	running, waiting := s.start(), s.start()
	old.hear("page_tool_request")

	fresh := s.join()
	for _, call := range []*backend.Call{running, waiting} {
		o := s.outcome(call)
		assert.Equal(t, backend.EndDisconnected, o.End)
		assert.Equal(t, backend.ReasonTakeover, o.Reason)
		assert.Equal(t, backend.CodeNotConnected, o.Code)
	}
	cancel := old.hear("page_tool_cancel")
	assert.Equal(t, "takeover", cancel["reason"])
	assert.Equal(t, float64(s.session), cancel["sessionId"])

	call := s.start()
	fresh.hear("page_tool_request")
	old.answer(call.RequestID()) // it never was asked
	old.alive()
	fresh.hear("pong") // goes to every connection of the user
	old.answer(running.RequestID())
	old.alive()
	fresh.hear("pong")
	fresh.answer(call.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(call).End)

	refused := s.Unmatched()
	require.Len(t, refused, 2)
	assert.Equal(t, backend.WhyConnection, refused[0].Why)
	assert.Equal(t, backend.WhyLate, refused[1].Why)
	assert.Equal(t, running.RequestID(), refused[1].Frame.RequestID)

	old.subscribe() // and back again
	assert.Equal(t, "takeover", fresh.hear("page_tool_cancel")["reason"])
	call = s.start()
	old.hear("page_tool_request")
	old.answer(call.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(call).End)
	assert.Empty(t, s.Violations())
}

// A turn belongs to the connection that sent its message.
func TestAMessageTakesTheSession(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	old, fresh := s.join(), s.join()
	old.hear("page_tool_cancel")
	old.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "hello", "eventId": "ev_1"})
	old.hear("user_message_saved")
	fresh.hear("user_message_saved")
	assert.Equal(t, "takeover", fresh.hear("page_tool_cancel")["reason"])
	old.hear("session_status")
	s.start()
	old.hear("page_tool_request")
}

// Subscribing again changes nothing.
func TestSubscribingTwiceIsNoTakeover(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	c.subscribe()
	c.answer(call.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(call).End)
	s.clean()
}

// Page tools go to embed connections only.
func TestOtherClientsGetNoPageTools(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.dial()
	c.say("auth", "token", s.Token(), "client", "browser")
	c.hear("connected")
	c.subscribe()
	assert.Equal(t, backend.EndRefused, s.outcome(s.start()).End)
}

func TestLateResult(t *testing.T) {
	s := serveWithSession(t, backend.Options{CallTimeout: soon, CallGrace: soon})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	o := s.outcome(call)
	assert.Equal(t, backend.EndTimeout, o.End)
	assert.Equal(t, backend.CodeTimeout, o.Code)
	assert.Equal(t, backend.ReasonSilence, o.Reason)
	cancel := c.hear("page_tool_cancel")
	assert.Equal(t, "timeout", cancel["reason"])
	assert.Equal(t, call.RequestID(), cancel["requestId"])

	c.answer(call.RequestID())
	c.alive()
	require.Len(t, s.Unmatched(), 1)
	assert.Equal(t, backend.WhyLate, s.Unmatched()[0].Why)
	assert.Equal(t, backend.EndTimeout, s.outcome(call).End)
	last := s.Audit()[len(s.Audit())-1]
	assert.Equal(t, backend.AuditRefused, last.Event)
	assert.Equal(t, call.RequestID(), last.RequestID)
	assert.Equal(t, "late", last.Code)
	assert.Empty(t, s.Violations())
}

func TestResultsThatNobodyAskedFor(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	c.answer("never-asked")
	c.write(goodResult(call.RequestID(), 4711))
	c.answer(call.RequestID())
	c.answer(call.RequestID())
	c.write(fmt.Sprintf(`{"type":"page_tool_status","requestId":%q,"sessionId":%d,"state":"running","actionIndex":0}`,
		call.RequestID(), s.session))
	c.alive()
	assert.Equal(t, s.session, s.outcome(call).Result.SessionID)
	var why []backend.UnmatchedWhy
	for _, u := range s.Unmatched() {
		why = append(why, u.Why)
	}
	assert.Equal(t, []backend.UnmatchedWhy{
		backend.WhyUnknown, backend.WhySession, backend.WhyDuplicate, backend.WhyDuplicate,
	}, why)
}

func TestCancel(t *testing.T) {
	s := serveWithSession(t, backend.Options{CancelGrace: soon})
	require.ErrorContains(t, s.Cancel("nonsense", protocol.CancelReasonCancel), "no such call is open")
	c := s.join()
	running, waiting := s.start(), s.start()
	c.hear("page_tool_request")

	require.NoError(t, s.Cancel(waiting.RequestID(), protocol.CancelReasonCancel))
	o := s.outcome(waiting)
	assert.Equal(t, backend.EndCancelled, o.End)
	assert.Equal(t, backend.CodeCancelled, o.Code)
	assert.Equal(t, backend.ReasonCancel, o.Reason)

	require.NoError(t, s.Cancel(running.RequestID(), protocol.CancelReasonCancel))
	cancel := c.hear("page_tool_cancel")
	assert.Equal(t, running.RequestID(), cancel["requestId"])
	assert.Equal(t, "cancel", cancel["reason"])
	assert.Equal(t, backend.EndCancelled, s.outcome(running).End)
	require.Error(t, s.Cancel(running.RequestID(), protocol.CancelReasonCancel), "it has ended")
	s.clean()
}

func TestACancelledCallMayStillBeAnswered(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	require.NoError(t, s.Cancel(call.RequestID(), protocol.CancelReasonCancel))
	c.hear("page_tool_cancel")
	c.write(fmt.Sprintf(`{"type":"page_tool_result","requestId":%q,"sessionId":%d,"success":false,"pageVersion":"v1",
		"error":{"code":"task_cancelled","message":"stopped","details":{"reason":"cancel"}}}`, call.RequestID(), s.session))
	o := s.outcome(call)
	assert.Equal(t, backend.EndResult, o.End)
	assert.Equal(t, protocol.ErrTaskCancelled, o.Result.Error.Code)
	s.clean()
}

func TestTheUserStops(t *testing.T) {
	s := serveWithSession(t, backend.Options{CancelGrace: soon})
	c := s.join()
	running, waiting := s.start(), s.start()
	c.hear("page_tool_request")
	c.say("cancel", "sessionId", s.session)
	for _, call := range []*backend.Call{running, waiting} {
		o := s.outcome(call)
		assert.Equal(t, backend.EndCancelled, o.End)
		assert.Equal(t, backend.ReasonUserStop, o.Reason)
	}
	call := s.start()
	assert.Equal(t, call.RequestID(), c.hear("page_tool_request")["requestId"], "later calls are the SDK's to refuse")
	s.clean()
}

func TestStatuses(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	call := s.start()
	c.hear("page_tool_request")
	status := func(state string, index int) {
		c.say("page_tool_status", "requestId", call.RequestID(), "sessionId", s.session, "state", state, "actionIndex", index)
	}
	status("queued", 0)
	c.alive()
	got := make(chan protocol.State, 3)
	call.OnStatus(func(s protocol.Status) { got <- s.State })
	assert.Equal(t, protocol.StateQueued, <-got, "what came before is told too")
	status("confirming", 0)
	assert.Equal(t, protocol.StateConfirming, <-got)
	status("running", 1)
	assert.Equal(t, protocol.StateRunning, <-got)
	statuses := call.Statuses()
	require.Len(t, statuses, 3)
	assert.Equal(t, 1, statuses[2].ActionIndex)
	c.answer(call.RequestID())
	s.outcome(call)
	assert.Empty(t, got, "each status is told once")
	s.clean()
}

func TestUserActsAreAudited(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	c.say("page_audit", "sessionId", s.session, "event", "granted", "level", "task", "previousLevel", "per_action",
		"reason", "user", "requestId", "r1", "at", 5)
	c.alive()
	last := s.Audit()[len(s.Audit())-1]
	assert.Equal(t, backend.AuditUserAct, last.Event)
	assert.Equal(t, s.session, last.SessionID)
	require.NotNil(t, last.Act)
	assert.Equal(t, protocol.AuditGranted, last.Act.Event)
	assert.Equal(t, protocol.LevelTask, last.Act.Level)
	s.clean()
}
