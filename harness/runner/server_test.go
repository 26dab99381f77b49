package runner

import (
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ask sends a request to the listener under a host name.
func ask(t *testing.T, s *server, host string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.listener.Addr().String()+"/", nil)
	require.NoError(t, err)
	req.Host = host
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

func TestTheListenerRoutesByHost(t *testing.T) {
	s, err := listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { assert.NoError(t, s.close()) }()
	site := func(text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
	}
	defer s.mount("s1.app.localhost", site("one"))()
	unmount := s.mount("s2.app.localhost", site("two"))

	_, port, err := net.SplitHostPort(s.listener.Addr().String())
	require.NoError(t, err)
	code, body := ask(t, s, "s1.app.localhost:"+port)
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, "one", body)
	_, body = ask(t, s, "S2.app.localhost")
	assert.Equal(t, "two", body)
	code, body = ask(t, s, "s3.app.localhost")
	assert.Equal(t, http.StatusNotFound, code)
	assert.Contains(t, body, "no case is played at s3.app.localhost")
	unmount()
	code, _ = ask(t, s, "s2.app.localhost")
	assert.Equal(t, http.StatusNotFound, code)
	assert.Equal(t, "http://s1.app.localhost:"+port, s.origin("s1.app.localhost"))
}
