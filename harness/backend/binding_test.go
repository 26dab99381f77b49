package backend_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
)

// speak sends a message of the user, which begins a turn.
func (c *sdk) speak(id string) {
	c.t.Helper()
	c.say("send_message", "sessionId", c.site.session, "data", map[string]any{"content": "hello", "eventId": id})
	c.hear("user_message_saved")
	c.hear("session_status")
}

// Another tab that opens does not take a task that runs in this one.
func TestATurnStaysInItsTab(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	owner := s.join()
	owner.speak("ev_1")
	running := s.start()
	owner.hear("page_tool_request")
	other := s.join()
	owner.answer(running.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(running).End)
	s.start()
	owner.hear("page_tool_request")

	// Nor when the tab of the task goes.
	owner.leave()
	s.closed(1)
	held := s.start()
	other.alive()
	back := s.join()
	assert.Equal(t, held.RequestID(), back.hear("page_tool_request")["requestId"])
	back.answer(held.RequestID())
	assert.Equal(t, backend.EndResult, s.outcome(held).End)
	s.clean()
}

// When the turn is over, the tab that opened last has the session.
func TestAfterTheTurnTheLastTabHasTheSession(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	first := s.join()
	first.speak("ev_1")
	last := s.join()
	require.NoError(t, s.EndTurn(backend.TurnCompleted))
	assert.Equal(t, "COMPLETED", data(first.hear("session_status"))["phase"])
	assert.Equal(t, "COMPLETED", data(last.hear("session_status"))["phase"])
	assert.Equal(t, "takeover", first.hear("page_tool_cancel")["reason"])
	s.start()
	last.hear("page_tool_request")

	last.leave()
	s.closed(2)
	s.start()
	first.hear("page_tool_request")
	first.say("unsubscribe", "sessionId", s.session)
	first.alive()
	assert.Equal(t, backend.EndRefused, s.outcome(s.start()).End)
	s.clean()
}

// A turn of a client without a page is for the tab that has the session.
func TestATurnOfAnotherClient(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	tab := s.join()
	desktop := s.dial()
	desktop.say("auth", "token", s.Token(), "client", "browser")
	desktop.hear("connected")
	desktop.subscribe()
	desktop.speak("ev_1")
	tab.hear("user_message_saved")
	tab.hear("session_status")
	call := s.start()
	tab.hear("page_tool_request")
	desktop.answer(call.RequestID())
	desktop.alive()
	tab.hear("pong")
	require.Len(t, s.Unmatched(), 1)
	assert.Equal(t, backend.WhyConnection, s.Unmatched()[0].Why)
	fresh := s.join()
	assert.Equal(t, "takeover", tab.hear("page_tool_cancel")["reason"])
	assert.Equal(t, backend.ReasonTakeover, s.outcome(call).Reason)
	s.start()
	fresh.hear("page_tool_request")
}
