package backend

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
)

// RESTFault is what becomes of the next HTTP calls to an address, the opening of
// the WebSocket included.
type RESTFault struct {
	// Path is how the address of a call begins, such as /api/v1/sessions.
	Path string
	// Method is the method of the calls; all but OPTIONS when empty.
	Method string
	// Status is answered instead of the call, where it is not 0: 401 with the
	// envelope of a bad token, others without an envelope.
	Status int
	// Body is what becomes of the answer: "" arrives, "slow" stays half written
	// until [Backend.Release], "cut" ends after the half.
	Body string
	// Times is how many calls it happens to; 0 means one.
	Times int
}

// FailREST lets the next calls fail. Faults wait in the order in which they were
// added; a call meets the first that fits.
func (b *Backend) FailREST(f RESTFault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f.Times = max(f.Times, 1)
	b.restFaults = append(b.restFaults, &f)
}

// restFault takes the fault that a call meets; nil if none.
func (b *Backend) restFault(r *http.Request) (*RESTFault, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.restFaults {
		fits := f.Times > 0 && strings.HasPrefix(r.URL.Path, f.Path)
		if fits && r.Method != http.MethodOptions && (f.Method == "" || f.Method == r.Method) {
			f.Times--
			return f, b.bodies
		}
	}
	return nil, nil
}

// faulty lets calls fail as [Backend.FailREST] says.
func (b *Backend) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, release := b.restFault(r)
		switch {
		case f == nil:
			next.ServeHTTP(w, r)
		case f.Status == http.StatusUnauthorized:
			b.reply(w, r, failure(f.Status, codeUnauthenticated, "not authenticated"))
		case f.Status != 0:
			b.traceHTTP(r, f.Status, 0)
			http.Error(w, http.StatusText(f.Status), f.Status)
		default:
			b.halfBody(w, r, next, f.Body == "cut", release)
		}
	})
}

// halfBody answers with a body that stops in the middle.
func (b *Backend) halfBody(w http.ResponseWriter, r *http.Request, next http.Handler, cut bool, release <-chan struct{}) {
	whole := &heldAnswer{header: w.Header(), status: http.StatusOK}
	next.ServeHTTP(whole, r)
	raw := whole.body.Bytes()
	w.Header().Set("Content-Length", fmt.Sprint(len(raw)))
	w.WriteHeader(whole.status)
	_, _ = w.Write(raw[:len(raw)/2]) // a client that went is no fault
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	if cut {
		panic(http.ErrAbortHandler)
	}
	select {
	case <-release:
		_, _ = w.Write(raw[len(raw)/2:])
	case <-r.Context().Done():
	}
}

// heldAnswer keeps an answer instead of sending it.
type heldAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *heldAnswer) Header() http.Header { return a.header }

func (a *heldAnswer) WriteHeader(status int) { a.status = status }

func (a *heldAnswer) Write(raw []byte) (int, error) { return a.body.Write(raw) }
