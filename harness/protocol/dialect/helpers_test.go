package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

// newCodec gives a codec of a dialect.
func newCodec(t *testing.T, name string) dialect.Codec {
	t.Helper()
	codec, err := dialect.New(name)
	require.NoError(t, err)
	return codec
}

// request makes a request of one action or of several.
func request(tool protocol.Tool, actions ...map[string]any) protocol.Request {
	return protocol.Request{
		RequestID: "r1", SessionID: 7, Tool: tool, SnapshotID: "snap-1", Actions: actions,
	}
}

// on gives an action on element e1 with some parameters.
func on(parameters map[string]any) map[string]any {
	action := map[string]any{"elementId": "e1"}
	for key, value := range parameters {
		action[key] = value
	}
	return action
}

// result makes a released result frame.
func result(t *testing.T, requestID string, data map[string]any) []byte {
	t.Helper()
	frame, err := json.Marshal(map[string]any{
		"type": "page_tool_result", "sessionId": 7, "requestId": requestID, "data": data,
	})
	require.NoError(t, err)
	return frame
}

// decodeResult decodes a frame that is a result, and checks that it follows the
// released schemas and that its normal form can be read by the typed views.
func decodeResult(t *testing.T, codec dialect.Codec, frame []byte) *protocol.Result {
	t.Helper()
	require.NoError(t, codec.Validate(protocol.FromSDK, frame))
	decoded, err := codec.Decode(frame)
	require.NoError(t, err)
	require.IsType(t, &protocol.Result{}, decoded)
	out := decoded.(*protocol.Result)
	if out.Result != nil {
		_, err = protocol.DecodeResultBody(out.Result)
		require.NoError(t, err)
	}
	return out
}

// encode gives the data of the request frame that a codec makes.
func encode(t *testing.T, codec dialect.Codec, r protocol.Request) map[string]any {
	t.Helper()
	frame, err := codec.EncodeRequest(r)
	require.NoError(t, err)
	var decoded struct {
		Type      string         `json:"type"`
		SessionID int64          `json:"sessionId"`
		Data      map[string]any `json:"data"`
	}
	require.NoError(t, json.Unmarshal(frame, &decoded))
	require.Equal(t, "page_tool_request", decoded.Type)
	require.Equal(t, r.SessionID, decoded.SessionID)
	require.Equal(t, r.RequestID, decoded.Data["requestId"])
	return decoded.Data
}

// element is a released snapshot element with every field that there has to be.
func element(id string, more map[string]any) map[string]any {
	e := map[string]any{
		"elementId": id, "kind": "form-control", "role": "textbox", "type": "text", "label": "Customer",
		"text": "", "value": "", "options": []any{}, "visible": true, "inViewport": true, "disabled": false,
		"readonly": false, "required": false, "sensitive": false, "inFrame": false, "inShadowRoot": false,
		"rect": map[string]any{"x": 0, "y": 0, "width": 10, "height": 10},
	}
	for key, value := range more {
		e[key] = value
	}
	return e
}

// options makes the options of a select from label and value pairs.
func options(pairs ...string) []any {
	var out []any
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, map[string]any{
			"label": pairs[i], "value": pairs[i+1], "selected": false, "disabled": false,
		})
	}
	return out
}

// snapshot makes the result of a released page_inspect.
func snapshot(id, version string, elements ...map[string]any) map[string]any {
	list := make([]any, 0, len(elements))
	for _, e := range elements {
		list = append(list, e)
	}
	return map[string]any{
		"success": true, "snapshotId": id, "pageVersion": version,
		"result": map[string]any{
			"snapshotId": id, "pageVersion": version, "url": "http://page/", "title": "Page",
			"viewport": map[string]any{"width": 800, "height": 600, "devicePixelRatio": 1},
			"elements": list, "warnings": []any{"1 frame of another origin"},
		},
	}
}

// inspected gives a released codec through which a snapshot went.
func inspected(t *testing.T, elements ...map[string]any) dialect.Codec {
	t.Helper()
	codec := newCodec(t, dialect.Released)
	encode(t, codec, protocol.Request{RequestID: "r0", SessionID: 7, Tool: protocol.PageInspect})
	decodeResult(t, codec, result(t, "r0", snapshot("snap-1", "1:http://page/", elements...)))
	return codec
}
