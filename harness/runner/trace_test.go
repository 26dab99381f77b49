package runner

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// TestATraceIsAlwaysReadable holds for frames that are sent broken on purpose:
// reports are read by other programs.
func TestATraceIsAlwaysReadable(t *testing.T) {
	for _, raw := range []string{"{\"type\":\"pong\xff\xfe\"}", "{\"type\":", `{"type":"pong"}`} {
		r := newRecorder()
		r.wire(backend.TraceEvent{At: time.Now(), Kind: backend.KindFrame, Dir: protocol.ToSDK, Type: "pong\xff", Raw: []byte(raw)})
		out, err := json.Marshal(r.events)
		require.NoError(t, err, "%q", raw)
		assert.True(t, utf8.Valid(out), "%q gives %q", raw, out)
	}
}
