package backend_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

func TestBoot(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.dial()
	c.say("auth", "token", s.Token(), "client", "embed")
	assert.Equal(t, map[string]any{
		"type": "connected", "sessionId": nil, "data": map[string]any{"userId": 42.0},
	}, c.hear("connected"))
	c.say("ping")
	assert.Equal(t, map[string]any{"type": "pong", "sessionId": nil, "data": map[string]any{}}, c.hear("pong"))
	c.say("subscribe", "sessionId", s.session)
	assert.Equal(t, map[string]any{
		"type": "session_snapshot", "sessionId": float64(s.session), "data": map[string]any{"phase": "IDLE"},
	}, c.hear("session_snapshot"))

	got, err := s.WaitSubscribed(bounded(t))
	require.NoError(t, err)
	assert.Equal(t, s.session, got)
	c.leave()
	assert.Equal(t, "page_gone: websocket: close 1001 (going away)", s.closed(1))
	s.clean()
}

func TestWaitSubscribedWakesUp(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	got := make(chan int64, 1)
	go func() {
		id, err := s.WaitSubscribed(bounded(t))
		assert.NoError(t, err)
		got <- id
	}()
	s.join()
	assert.Equal(t, s.session, <-got)
}

func TestWaitSubscribedSaysHowFarTheSDKGot(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	progress := func(s *site) string {
		_, err := s.WaitSubscribed(ended)
		require.ErrorIs(t, err, context.Canceled)
		return err.Error()
	}
	s := serve(t, backend.Options{})
	assert.Contains(t, progress(s), "it made no REST call and opened no WebSocket")
	s.rest("GET", "/agents/3", nil)
	assert.Contains(t, progress(s), "it made 1 REST calls and opened no WebSocket")
	c := s.dial()
	// The client has its answer a moment before the server has noted the connection.
	require.Eventually(t, func() bool {
		return strings.Contains(progress(s), "its connection is open and has not authenticated")
	}, 5*time.Second, time.Millisecond)
	c.say("auth", "token", s.Token(), "client", "embed")
	c.hear("connected")
	assert.Contains(t, progress(s), "its connection is authenticated and has not subscribed")
	c.leave()
	s.closed(1)
	assert.Contains(t, progress(s), "it opened 1 connections, none of which is left")
}

func TestBadTokensAreClosedWith1003(t *testing.T) {
	for name, first := range map[string]string{
		"wrong token":       `{"type":"auth","token":"nonsense","client":"embed"}`,
		"no token":          `{"type":"auth","client":"embed"}`,
		"another frame":     `{"type":"ping"}`,
		"not JSON":          `hello`,
		"token of no sense": `{"type":"auth","token":{},"client":"embed"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWithSession(t, backend.Options{})
			c := s.dial()
			c.write(first)
			assert.Equal(t, protocol.CloseUnauthenticated, c.hearClose().Code)
			assert.Contains(t, s.closed(1), "refused: ")
		})
	}
}

func TestTokensAreRenewedAndRevoked(t *testing.T) {
	s := serveWithSession(t, backend.Options{Token: "given-token-that-is-long-enough"})
	first := s.Token()
	assert.Equal(t, "given-token-that-is-long-enough", first)
	second, err := s.RenewToken()
	require.NoError(t, err)
	assert.Equal(t, second, s.Token())
	assert.NotEqual(t, first, second)
	s.RevokeToken(first)

	c := s.dial()
	c.say("auth", "token", first, "client", "embed")
	assert.Equal(t, protocol.CloseUnauthenticated, c.hearClose().Code)
	s.join()
	assert.Equal(t, 1001, s.restAs(first, "GET", "/agents/3", nil).Code)
	assert.Equal(t, 0, s.rest("GET", "/agents/3", nil).Code)
}

// SDKs read the user out of the token.
func TestMintedTokensLookLikeJWTs(t *testing.T) {
	s := serve(t, backend.Options{UserID: 99})
	parts := strings.Split(s.Token(), ".")
	require.Len(t, parts, 3)
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	require.NoError(t, err)
	var claims map[string]any
	require.NoError(t, json.Unmarshal(raw, &claims))
	assert.Equal(t, "99", claims["sub"])
	assert.Greater(t, claims["exp"], claims["iat"])
}

func TestMessagesAreAcknowledged(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	c.say("send_message", "sessionId", s.session, "data", map[string]any{"content": "hello", "eventId": "ev_1"})
	data := c.hear("user_message_saved")["data"].(map[string]any)
	assert.Equal(t, "ev_1", data["tempEventId"])

	var page struct {
		Messages []struct {
			ID      float64 `json:"id"`
			Role    string  `json:"role"`
			Content string  `json:"content"`
		} `json:"messages"`
		HasMore bool `json:"hasMore"`
	}
	s.rest("GET", s.path("/messages"), nil).into(t, &page)
	require.Len(t, page.Messages, 1)
	assert.Equal(t, data["messageId"], page.Messages[0].ID)
	assert.Equal(t, "USER", page.Messages[0].Role)
	assert.Equal(t, "hello", page.Messages[0].Content)
	assert.False(t, page.HasMore)
	s.clean()
}

// Frames about sessions that nobody has are ignored.
func TestFramesForUnknownSessionsAreIgnored(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	c := s.join()
	for _, kind := range []string{"subscribe", "unsubscribe", "cancel"} {
		c.say(kind, "sessionId", 4711)
	}
	c.say("send_message", "sessionId", 4711, "data", map[string]any{"content": "x", "eventId": "ev_1"})
	c.alive()
	s.clean()
}

func TestATokenThatExpiresClosesItsConnectionAndIsNoLongerGood(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	first := s.Token()
	second, err := s.RenewToken()
	require.NoError(t, err)
	c := s.dial()
	c.say("auth", "token", first, "client", "embed")
	c.hear("connected")
	require.NoError(t, s.Drop(backend.DropExpired))
	assert.Equal(t, protocol.CloseUnauthenticated, c.hearClose().Code)
	assert.Equal(t, 1001, s.restAs(first, "GET", "/agents/3", nil).Code)
	assert.Equal(t, 0, s.restAs(second, "GET", "/agents/3", nil).Code)
}

// When the host signs somebody else in, it is the next connection that is theirs.
func TestAnotherUserSignsIn(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	first := s.dial()
	first.say("auth", "token", s.Token(), "client", "embed")
	assert.Equal(t, 42.0, data(first.hear("connected"))["userId"])
	s.SetUser(7)
	second := s.dial()
	second.say("auth", "token", s.Token(), "client", "embed")
	assert.Equal(t, 7.0, data(second.hear("connected"))["userId"])
	s.clean()
}
