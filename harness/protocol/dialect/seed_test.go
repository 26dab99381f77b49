package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

func TestNewRefusesUnknownDialect(t *testing.T) {
	_, err := dialect.New("klingon")
	require.ErrorContains(t, err, `unknown dialect "klingon": want one of seed, released`)
	assert.False(t, dialect.Known("klingon"))
	assert.True(t, dialect.Known(dialect.Released))
}

func TestSeedSpeaksTheContractAsItIs(t *testing.T) {
	codec := newCodec(t, dialect.Seed)
	yes := true
	r := request(protocol.PageFill, on(map[string]any{"value": "Ada"}))
	r.IncludeSnapshot = &yes
	frame, err := codec.EncodeRequest(r)
	require.NoError(t, err)
	require.NoError(t, codec.Validate(protocol.ToSDK, frame))
	assert.JSONEq(t, `{"type":"page_tool_request","requestId":"r1","sessionId":7,"tool":"page_fill",
		"snapshotId":"snap-1","actions":[{"elementId":"e1","value":"Ada"}],"includeSnapshot":true}`, string(frame))

	frame, err = codec.EncodeCancel(protocol.Cancel{RequestID: "r1", SessionID: 7, Reason: protocol.CancelReasonTimeout})
	require.NoError(t, err)
	require.NoError(t, codec.Validate(protocol.ToSDK, frame))
	assert.JSONEq(t, `{"type":"page_tool_cancel","requestId":"r1","sessionId":7,"reason":"timeout"}`, string(frame))

	raw := []byte(`{"type":"page_tool_request", "selector":"#x"`)
	frame, err = codec.EncodeRaw(raw)
	require.NoError(t, err)
	assert.Equal(t, raw, frame)
	assert.True(t, codec.Traits().Status)
	assert.True(t, codec.Traits().CancelNamesRequest)
}

func TestSeedDecodesEveryPageFrame(t *testing.T) {
	stopped := 1
	session := int64(7)
	for name, row := range map[string]struct {
		frame string
		want  any
	}{
		"result": {
			`{"type":"page_tool_result","requestId":"r1","sessionId":7,"success":false,"pageVersion":"v1","stoppedAt":1,
				"result":{"actions":[]},"error":{"code":"timeout","message":"late","details":{"ms":5}}}`,
			&protocol.Result{
				Type: "page_tool_result", RequestID: "r1", SessionID: 7, PageVersion: "v1", StoppedAt: &stopped,
				Result: map[string]any{"actions": []any{}},
				Error: &protocol.Error{
					Code: protocol.ErrTimeout, Message: "late", Details: map[string]any{"ms": 5.0},
				},
			},
		},
		"status": {
			`{"type":"page_tool_status","requestId":"r1","sessionId":7,"state":"confirming","actionIndex":2}`,
			&protocol.Status{
				Type: "page_tool_status", RequestID: "r1", SessionID: 7, State: protocol.StateConfirming, ActionIndex: 2,
			},
		},
		"audit": {
			`{"type":"page_audit","sessionId":7,"event":"granted","level":"task","at":5}`,
			&protocol.Audit{Type: "page_audit", SessionID: &session, Event: protocol.AuditGranted, Level: protocol.LevelTask, At: 5},
		},
		"a frame of the chat": {`{"type":"ping"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := newCodec(t, dialect.Seed).Decode([]byte(row.frame))
			require.NoError(t, err)
			assert.Equal(t, row.want, got)
		})
	}
}

func TestDecodeSaysWhatItCannotRead(t *testing.T) {
	for _, name := range dialect.Names {
		for _, frame := range []string{`{`, `[]`, `{"type":5}`, `{"type":"page_tool_result","sessionId":"x","data":7}`} {
			_, err := newCodec(t, name).Decode([]byte(frame))
			assert.Error(t, err, "%s: %s", name, frame)
		}
	}
}

func TestValidateGivesFrameErrors(t *testing.T) {
	for _, name := range dialect.Names {
		codec := newCodec(t, name)
		for _, frame := range []string{`{`, `{"type":"nonsense"}`, `{"type":"ping","more":1}`, `{"type":"page_tool_result"}`} {
			var fault *protocol.FrameError
			require.ErrorAs(t, codec.Validate(protocol.FromSDK, []byte(frame)), &fault, "%s: %s", name, frame)
		}
		assert.NoError(t, codec.Validate(protocol.FromSDK, []byte(`{"type":"ping"}`)))
	}
}

func TestRequestsAreNotSharedWithTheCaller(t *testing.T) {
	for _, name := range dialect.Names {
		action := on(map[string]any{"value": "Ada", "clear": true})
		before, err := json.Marshal(action)
		require.NoError(t, err)
		_, err = newCodec(t, name).EncodeRequest(request(protocol.PageFill, action))
		require.NoError(t, err)
		after, err := json.Marshal(action)
		require.NoError(t, err)
		assert.JSONEq(t, string(before), string(after), name)
	}
}
