package backend_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
)

// data gives the data of an event.
func data(frame map[string]any) map[string]any {
	d, _ := frame["data"].(map[string]any)
	return d
}

func TestAMessageBeginsATurnAndEachEndEndsIt(t *testing.T) {
	for end, want := range map[backend.TurnEnd]struct{ event, phase string }{
		backend.TurnMessageEnd: {event: "message_end"},
		backend.TurnError:      {event: "error"},
		backend.TurnCompleted:  {event: "session_status", phase: "COMPLETED"},
		backend.TurnFailed:     {event: "session_status", phase: "FAILED"},
		backend.TurnCancelled:  {event: "session_status", phase: "CANCELLED"},
		backend.TurnSnapshot:   {event: "session_snapshot", phase: "COMPLETED"},
	} {
		t.Run(string(end), func(t *testing.T) {
			s := serveWithSession(t, backend.Options{})
			c := s.join()
			c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "hello", "eventId": "ev_1"})
			assert.Equal(t, "ev_1", data(c.hear("user_message_saved"))["tempEventId"])
			assert.Equal(t, map[string]any{"phase": "RUNNING", "executionId": "ev_1"}, data(c.hear("session_status")))

			require.NoError(t, s.EndTurn(end))
			ended := data(c.hear(want.event))
			assert.Equal(t, "ev_1", ended["executionId"])
			if want.phase != "" {
				assert.Equal(t, want.phase, ended["phase"])
			}

			c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "again", "eventId": "ev_2"})
			c.hear("user_message_saved")
			assert.Equal(t, "ev_2", data(c.hear("session_status"))["executionId"])
			assert.Empty(t, s.Violations())
		})
	}
}

func TestASecondMessageWaitsForTheEndOfTheTurn(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	for _, id := range []string{"ev_1", "ev_2"} {
		c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "hello", "eventId": id})
	}
	c.hear("user_message_saved")
	c.hear("session_status")
	assert.Equal(t, "ev_1", data(c.hear("session_already_running"))["executionId"])
	assert.Empty(t, s.Violations())
}

func TestTheUsersCancelEndsTheTurn(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "hello", "eventId": "ev_1"})
	c.hear("user_message_saved")
	c.hear("session_status")
	c.say("cancel", "sessionId", s.session)
	assert.Equal(t, "CANCELLED", data(c.hear("session_status"))["phase"])
}

func TestATurnThatCannotBeEnded(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	require.ErrorIs(t, s.EndTurn(backend.TurnCompleted), backend.ErrNotConnected)
	assert.ErrorContains(t, s.EndTurn("enough"), `unknown event "enough"`)
}
