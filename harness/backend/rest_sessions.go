package backend

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

const (
	// maxUploadMb is what uploads may weigh, in MB.
	maxUploadMb = 20
	// defaultPage is how many sessions a page of the list has.
	defaultPage = 20
	// defaultRounds is how many rounds of a conversation are given at once.
	defaultRounds = 20
	// embedSource marks the sessions that an Embed SDK made.
	embedSource = "embed"
)

// agentView is an agent as REST shows it.
type agentView struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Description string  `json:"description"`
	AvatarURL   *string `json:"avatarUrl"`
}

// sessionView is a session as REST shows it.
type sessionView struct {
	ID        int64          `json:"id"`
	UserID    int64          `json:"userId"`
	AgentID   int64          `json:"agentId"`
	Title     string         `json:"title"`
	Source    string         `json:"source"`
	Phase     protocol.Phase `json:"phase"`
	CreatedAt string         `json:"createdAt"`
	UpdatedAt string         `json:"updatedAt"`
}

func (b *Backend) getAgent(r *http.Request) answer {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || !b.knowsAgent(id) {
		return business(codeNoAgent, "no such agent")
	}
	return good(agentView{ID: id, Name: b.options.AgentName})
}

func (b *Backend) knowsAgent(id int64) bool {
	return id == b.options.AgentID || slices.Contains(b.options.OtherAgents, id)
}

func (b *Backend) getUploadConfig(*http.Request) answer {
	return good(map[string]int{"maxSizeMb": maxUploadMb})
}

func (b *Backend) postSession(r *http.Request) answer {
	body, err := decodeBody[struct {
		AgentID int64  `json:"agentId"`
		Title   string `json:"title"`
		Source  string `json:"source"`
	}](r)
	if err != nil {
		return failure(http.StatusBadRequest, codeBadRequest, err.Error())
	}
	if !b.knowsAgent(body.AgentID) {
		return business(codeNoAgent, "no such agent")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := b.newSession(body.Title, body.Source)
	if err != nil {
		return failure(http.StatusInternalServerError, codeBadRequest, err.Error())
	}
	s.agent = body.AgentID
	b.seedHistory(s)
	return good(b.viewOf(s))
}

func (b *Backend) getSession(r *http.Request) answer {
	return b.withSession(r, func(s *session) answer { return good(b.viewOf(s)) })
}

func (b *Backend) putSource(r *http.Request) answer {
	body, err := decodeBody[struct {
		Source string `json:"source"`
	}](r)
	if err != nil {
		return failure(http.StatusBadRequest, codeBadRequest, err.Error())
	}
	if body.Source != embedSource {
		return business(codeBadRequest, "no such source")
	}
	return b.withSession(r, func(s *session) answer {
		s.source, s.updated = body.Source, time.Now()
		b.changedSession(s, nil)
		return good(b.viewOf(s))
	})
}

func (b *Backend) getMessages(r *http.Request) answer {
	query := r.URL.Query()
	rounds, before := number(query.Get("roundLimit"), defaultRounds), number(query.Get("beforeMessageId"), 0)
	return b.withSession(r, func(s *session) answer {
		messages, err := page(s.messages, rounds, int64(before))
		if err != nil {
			return failure(http.StatusInternalServerError, codeBadRequest, err.Error())
		}
		return good(messages)
	})
}

// listSessions gives a page of the sessions, newest first.
func (b *Backend) listSessions(r *http.Request) answer {
	query := r.URL.Query()
	offset, limit := number(query.Get("offset"), 0), number(query.Get("limit"), defaultPage)
	b.mu.Lock()
	defer b.mu.Unlock()
	views := []sessionView{}
	for _, s := range slices.SortedFunc(maps.Values(b.sessions), newestFirst) {
		if source := query.Get("source"); source == "" || source == s.source {
			views = append(views, b.viewOf(s))
		}
	}
	total := len(views)
	from := min(offset, total)
	to := min(from+limit, total)
	return good(map[string]any{
		"items": views[from:to], "total": total, "offset": offset, "limit": limit, "hasMore": to < total,
	})
}

func newestFirst(a, z *session) int {
	return cmp.Or(z.updated.Compare(a.updated), cmp.Compare(z.id, a.id))
}

// withSession answers for the session that the path names.
func (b *Backend) withSession(r *http.Request, f func(*session) answer) answer {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return failure(http.StatusBadRequest, codeBadRequest, "a session id is a number")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, ok := b.sessions[id]
	if !ok {
		return business(codeNoSession, "no such session")
	}
	return f(s)
}

func (b *Backend) viewOf(s *session) sessionView {
	return sessionView{
		ID: s.id, UserID: b.options.UserID, AgentID: s.agent, Title: s.title, Source: s.source,
		Phase: s.phase, CreatedAt: stamp(s.created), UpdatedAt: stamp(s.updated),
	}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// number reads a parameter that is a count.
func number(text string, otherwise int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return otherwise
	}
	return n
}
