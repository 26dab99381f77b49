package backend

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// RESTCall is a REST call that was answered, preflights included.
type RESTCall struct {
	// Seq counts the calls of a backend from 1; At is when it was answered.
	Seq int
	At  time.Time
	// Method, Path and Query are the request's; Path is without the query.
	Method, Path string
	Query        map[string]string
	// Body is the request's where it is JSON, as far as the backend read it.
	Body json.RawMessage
	// Authorized tells that it brought a token that was good.
	Authorized bool
	// Status and Code are the answer's.
	Status, Code int
}

// RESTCalls gives the calls so far, in the order of their answers.
func (b *Backend) RESTCalls() []RESTCall {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.rest)
}

// bodyCopy is a request's body that remembers what was read of it.
type bodyCopy struct {
	io.ReadCloser
	read []byte
}

func (c *bodyCopy) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.read = append(c.read, p[:n]...)
	return n, err
}

func (b *Backend) recordBody(body io.ReadCloser) io.ReadCloser { return &bodyCopy{ReadCloser: body} }

// recordREST notes a call that is being answered.
func (b *Backend) recordREST(r *http.Request, status, code int) {
	call := RESTCall{
		Method: r.Method, Path: string(b.tokens.blank([]byte(r.URL.Path))), Query: map[string]string{},
		Status: status, Code: code, At: time.Now(),
	}
	for name, values := range r.URL.Query() {
		call.Query[name] = string(b.tokens.blank([]byte(strings.Join(values, ","))))
	}
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	call.Authorized = given && b.tokens.knows(token)
	if copied, ok := r.Body.(*bodyCopy); ok && json.Valid(copied.read) {
		call.Body = b.tokens.blank(copied.read)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := len(b.rest); last > 0 {
		call.Seq = b.rest[last-1].Seq
	}
	call.Seq++
	b.rest = append(newest(b.rest, b.options.Keep), call)
}
