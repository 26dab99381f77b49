package backend

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

const (
	// maxBody is the size of the largest request body that is read.
	maxBody = 1 << 20
	// preflightAge is how long a browser may remember a preflight, in seconds.
	preflightAge = 600
)

// The codes of REST envelopes. Business errors travel with HTTP 200.
const (
	codeOK              = 0
	codeUnauthenticated = 1001
	codeForbidden       = 1002
	codeBadRequest      = 1400
	codeNotFound        = 1404
	codeNoAgent         = 2002
	codeNoSession       = 3002
)

// envelope is what every REST answer is wrapped in.
type envelope struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

// answer is what a REST handler decides.
type answer struct {
	status int
	envelope
}

func good(data any) answer { return answer{http.StatusOK, envelope{codeOK, "ok", data}} }

// business is an error of a call that was understood.
func business(code int, message string) answer {
	return answer{http.StatusOK, envelope{code, message, nil}}
}

func failure(status, code int, message string) answer {
	return answer{status, envelope{code, message, nil}}
}

// routes gives everything that the backend serves.
func (b *Backend) routes() http.Handler {
	rest := http.NewServeMux()
	for pattern, handler := range map[string]func(*http.Request) answer{
		"GET /api/v1/agents/{id}":            b.getAgent,
		"GET /api/v1/upload/config":          b.getUploadConfig,
		"GET /api/v1/sessions":               b.listSessions,
		"POST /api/v1/sessions":              b.postSession,
		"GET /api/v1/sessions/{id}":          b.getSession,
		"PUT /api/v1/sessions/{id}/source":   b.putSource,
		"GET /api/v1/sessions/{id}/messages": b.getMessages,
		"/": func(r *http.Request) answer {
			return failure(http.StatusNotFound, codeNotFound, "no such call: "+r.Method+" "+r.URL.Path)
		},
	} {
		rest.HandleFunc(pattern, b.restHandler(handler))
	}
	all := http.NewServeMux()
	all.Handle("/api/ws/stream", b.faulty(http.HandlerFunc(b.serveSocket)))
	all.Handle("/", b.crossOrigin(b.faulty(rest)))
	return all
}

// crossOrigin lets pages of the allowed origins in, and answers preflights.
func (b *Backend) crossOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		if !b.originAllowed(r) {
			b.reply(w, r, failure(http.StatusForbidden, codeForbidden, "this origin may not call"))
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" {
			w.Header().Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method != http.MethodOptions {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS")
		w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
		w.Header().Set("Access-Control-Max-Age", strconv.Itoa(preflightAge))
		w.WriteHeader(http.StatusNoContent)
		b.traceHTTP(r, http.StatusNoContent, codeOK)
	})
}

// originAllowed tells whether the page that made a request may. What is no page
// names no origin, and has to bring a token all the same.
func (b *Backend) originAllowed(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin == "" || b.options.AllowOrigin(origin)
}

// restHandler lets a handler answer calls with a good token.
func (b *Backend) restHandler(handler func(*http.Request) answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = b.recordBody(http.MaxBytesReader(w, r.Body, maxBody))
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || !b.tokens.knows(token) {
			b.reply(w, r, failure(http.StatusUnauthorized, codeUnauthenticated, "not authenticated"))
			return
		}
		b.reply(w, r, handler(r))
	}
}

// reply writes an answer and traces the call.
func (b *Backend) reply(w http.ResponseWriter, r *http.Request, a answer) {
	b.traceHTTP(r, a.status, a.Code)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.envelope) // a client that went is no fault
}

func (b *Backend) traceHTTP(r *http.Request, status, code int) {
	b.recordREST(r, status, code)
	b.trace.add(TraceEvent{
		Kind: KindHTTP, Violation: b.addressFault(r),
		Note: fmt.Sprintf("%s %s: %d, code %d", r.Method, b.tokens.blank([]byte(r.URL.RequestURI())), status, code),
	})
}

// addressFault: a token stands in no URL (seed 000, 7.2).
func (b *Backend) addressFault(r *http.Request) string {
	if r.URL.Query().Has("token") || b.tokens.carried([]byte(r.URL.RequestURI())) {
		return "the URL carries an access token"
	}
	return ""
}

// decodeBody reads a JSON body.
func decodeBody[T any](r *http.Request) (T, error) {
	var body T
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return body, fmt.Errorf("read the body of %s %s: %w", r.Method, r.URL.Path, err)
	}
	return body, nil
}
