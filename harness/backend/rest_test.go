package backend_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
)

// path gives the path of the site's session.
func (s *site) path(rest string) string { return fmt.Sprintf("/sessions/%d%s", s.session, rest) }

func TestRESTCallsOfABoot(t *testing.T) {
	s := serveWithSession(t, backend.Options{AgentName: "Helper"})
	var agent, session map[string]any
	s.rest("GET", "/agents/3", nil).into(t, &agent)
	assert.Equal(t, "Helper", agent["name"])
	assert.Contains(t, agent, "avatarUrl")
	var upload map[string]float64
	s.rest("GET", "/upload/config", nil).into(t, &upload)
	assert.Equal(t, 20.0, upload["maxSizeMb"])

	s.rest("GET", s.path(""), nil).into(t, &session)
	assert.Equal(t, float64(s.session), session["id"])
	assert.Equal(t, 3.0, session["agentId"])
	assert.Equal(t, 42.0, session["userId"])
	assert.Equal(t, "embed", session["source"])
	assert.Equal(t, "IDLE", session["phase"])

	var page map[string]any
	s.rest("GET", s.path("/messages?roundLimit=20"), nil).into(t, &page)
	assert.Equal(t, map[string]any{"messages": []any{}, "hasMore": false, "nextBeforeMessageId": nil}, page)
	s.clean()
}

func TestSessionsBelongToTheirAgent(t *testing.T) {
	s := serveWithSession(t, backend.Options{OtherAgents: []int64{4}})
	var agent, made, again map[string]any
	s.rest("GET", "/agents/4", nil).into(t, &agent)
	assert.Equal(t, 4.0, agent["id"])
	s.rest("POST", "/sessions", map[string]any{"agentId": 4, "title": "other"}).into(t, &made)
	s.rest("GET", fmt.Sprintf("/sessions/%v", made["id"]), nil).into(t, &again)
	assert.Equal(t, 4.0, again["agentId"])
	s.rest("GET", s.path(""), nil).into(t, &again)
	assert.Equal(t, 3.0, again["agentId"])
}

func TestSessionsAreListedAndMarked(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	var other map[string]any
	s.rest("POST", "/sessions", map[string]any{"agentId": 3, "title": "other"}).into(t, &other)
	ids := func(query string) (ids []any, more bool) {
		var page struct {
			Items   []map[string]any `json:"items"`
			HasMore bool             `json:"hasMore"`
		}
		s.rest("GET", "/sessions"+query, nil).into(t, &page)
		for _, item := range page.Items {
			ids = append(ids, item["id"])
		}
		return ids, page.HasMore
	}
	mine := float64(s.session)
	got, more := ids("?source=embed&agentId=3&offset=0&limit=20")
	assert.Equal(t, []any{mine}, got)
	assert.False(t, more)

	s.rest("PUT", fmt.Sprintf("/sessions/%v/source", other["id"]), map[string]any{"source": "embed"}).into(t, &other)
	assert.Equal(t, "embed", other["source"])
	got, more = ids("?source=embed&limit=1")
	assert.Equal(t, []any{other["id"]}, got)
	assert.True(t, more)
	got, _ = ids("?offset=1&limit=nonsense")
	assert.Equal(t, []any{mine}, got)
	got, _ = ids("?offset=9")
	assert.Empty(t, got)
}

func TestRESTErrors(t *testing.T) {
	s := serveWithSession(t, backend.Options{})
	for name, row := range map[string]struct {
		method, path string
		body         any
		status, code int
	}{
		"no such call":         {"GET", "/nonsense", nil, http.StatusNotFound, 1404},
		"no such method":       {"DELETE", s.path(""), nil, http.StatusNotFound, 1404},
		"no such agent":        {"GET", "/agents/77", nil, http.StatusOK, 2002},
		"session of no agent":  {"POST", "/sessions", map[string]any{"agentId": 77}, http.StatusOK, 2002},
		"no such session":      {"GET", "/sessions/77", nil, http.StatusOK, 3002},
		"no number":            {"GET", "/sessions/x", nil, http.StatusBadRequest, 1400},
		"no such messages":     {"GET", "/sessions/77/messages", nil, http.StatusOK, 3002},
		"a body of wrong type": {"POST", "/sessions", []int{1}, http.StatusBadRequest, 1400},
		"a source of no sense": {"PUT", s.path("/source"), map[string]any{"source": "x"}, http.StatusOK, 1400},
		"a source as text":     {"PUT", s.path("/source"), "embed", http.StatusBadRequest, 1400},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.rest(row.method, row.path, row.body)
			assert.Equal(t, row.status, a.status)
			assert.Equal(t, row.code, a.Code)
			assert.Equal(t, "null", string(a.Data))
		})
	}
}

func TestRESTWantsAToken(t *testing.T) {
	s := serve(t, backend.Options{})
	for _, token := range []string{"", "nonsense"} {
		a := s.restAs(token, "GET", "/agents/3", nil)
		assert.Equal(t, http.StatusUnauthorized, a.status)
		assert.Equal(t, 1001, a.Code)
	}
}

func TestCrossOrigin(t *testing.T) {
	const page = "http://page.localhost:8080"
	s := serve(t, backend.Options{AllowOrigin: func(origin string) bool { return origin == page }})

	preflight := s.restAs("", "OPTIONS", "/sessions", nil,
		"Origin", page, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type")
	assert.Equal(t, http.StatusNoContent, preflight.status)
	assert.Equal(t, page, preflight.header.Get("Access-Control-Allow-Origin"))
	assert.Contains(t, preflight.header.Get("Access-Control-Allow-Methods"), "PUT")
	assert.Contains(t, preflight.header.Get("Access-Control-Allow-Headers"), "Authorization")
	assert.Equal(t, "Origin", preflight.header.Get("Vary"))

	a := s.rest("GET", "/agents/3", nil, "Origin", page)
	assert.Equal(t, http.StatusOK, a.status)
	assert.Equal(t, page, a.header.Get("Access-Control-Allow-Origin"))
	a = s.restAs("", "GET", "/agents/3", nil, "Origin", page)
	assert.Equal(t, http.StatusUnauthorized, a.status)
	assert.Equal(t, page, a.header.Get("Access-Control-Allow-Origin"), "a page has to be able to read the 401")

	for _, method := range []string{"OPTIONS", "GET"} {
		a = s.rest(method, "/agents/3", nil, "Origin", "http://evil.localhost")
		assert.Equal(t, http.StatusForbidden, a.status)
		assert.Empty(t, a.header.Get("Access-Control-Allow-Origin"))
	}
}

func TestWebSocketOrigin(t *testing.T) {
	const page = "http://page.localhost:8080"
	s := serve(t, backend.Options{AllowOrigin: func(origin string) bool { return origin == page }})
	_, response, err := s.connect("?client=embed", "Origin", "http://evil.localhost")
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	assert.Equal(t, http.StatusForbidden, response.StatusCode)
	s.dial("Origin", page).say("auth", "token", s.Token(), "client", "embed")
}

func TestTokensInURLsAreViolations(t *testing.T) {
	s := serve(t, backend.Options{})
	s.rest("GET", "/agents/3?access="+s.Token(), nil)
	ws, response, err := s.connect("?client=embed&token=abc")
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.NoError(t, ws.Close())
	s.closed(1)
	found := s.Violations()
	require.Len(t, found, 2)
	for _, e := range found {
		assert.Equal(t, "the URL carries an access token", e.Violation)
		assert.NotContains(t, e.Note, s.Token())
	}
	assert.Equal(t, "GET /api/v1/agents/3?access=[token]: 200, code 0", found[0].Note)
}
