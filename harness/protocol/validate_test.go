package protocol

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a reader of a report sees.
func TestMessages(t *testing.T) {
	const request = `{"type":"page_tool_request","requestId":"r","sessionId":1,`
	rows := []struct {
		reason, frame, want string
		direction           Direction
	}{
		{
			reason: "a misspelt name gets a suggestion", direction: ToSDK,
			frame: request + `"tool":"page_fil"}`,
			want: `frame page_tool_request at /tool: wanted one of page_inspect, page_screenshot, page_scroll, page_focus, ` +
				`page_fill, page_select, page_check, page_uncheck, page_click, page_keyboard, page_wait, page_observe, ` +
				`found "page_fil" (did you mean page_fill?)`,
		},
		{
			reason: "an unknown field names the known ones", direction: ToSDK,
			frame: request + `"tool":"page_click","snapshotId":"s","actions":[{"elementId":"e","xpath":"//a"}]}`,
			want: `frame page_tool_request at /actions/0/xpath: wanted no such field, found present ` +
				`(known here: action, button, count, elementId, snapshotId)`,
		},
		{
			reason: "a misspelt field gets a suggestion", direction: ToSDK,
			frame: request + `"tool":"page_click","snapshotId":"s","actions":[{"elementID":"e"}]}`,
			want:  `frame page_tool_request at /actions/0/elementID: wanted no such field, found present (did you mean elementId?) and 1 more`,
		},
		{
			reason: "an element needs its snapshot", direction: ToSDK,
			frame: request + `"tool":"page_click","actions":[{"elementId":"e"}]}`,
			want:  `frame page_tool_request at /actions/0/snapshotId: wanted the field, found missing (elementId needs it here or on the request)`,
		},
		{
			reason: "a union says what keeps the value from each form", direction: ToSDK,
			frame: request + `"tool":"page_select","snapshotId":"s","actions":[{"elementId":"e","values":[{"label":"a","index":2}]}]}`,
			want: `frame page_tool_request at /actions/0/values/0: wanted exactly one of the allowed forms, found an object ` +
				`(a text, or /index: no such field, or /value: the field, or /label: no such field)`,
		},
		{
			reason: "fields that exclude each other", direction: ToSDK,
			frame: request + `"tool":"page_scroll","actions":[{"to":"top","direction":"up"}]}`,
			want:  `frame page_tool_request at /actions/0/direction: wanted the field left out, found "up" (it does not go with the other fields)`,
		},
		{
			reason: "the wrong direction", direction: ToSDK, frame: `{"type":"ping"}`,
			want: `frame ping at /type: wanted a frame type that the server sends, found "ping" (this frame goes the other way)`,
		},
		{
			reason: "no such frame", direction: FromSDK, frame: `{"type":"subscibe"}`,
			want: `frame subscibe at /type: wanted a frame type that the SDK sends, found "subscibe" (did you mean subscribe?)`,
		},
		{
			reason: "a token stands in no message", direction: FromSDK, frame: `{"type":"auth","token":12345,"client":"embed"}`,
			want: `frame auth at /token: wanted a text, found something else`,
		},
		{reason: "no type", direction: FromSDK, frame: `{}`, want: `frame at /type: wanted a text, found missing`},
		{reason: "no object", direction: FromSDK, frame: `[1]`, want: `frame: wanted an object, found a list of 1`},
		{reason: "no JSON", direction: FromSDK, frame: `{`, want: `frame: wanted JSON, found something else (unexpected end of JSON input)`},
		{reason: "no UTF-8", direction: FromSDK, frame: "{\"type\":\"\xff\"}", want: `frame: wanted text in UTF-8, found other bytes`},
		{
			reason: "a long value is not repeated", direction: FromSDK,
			frame: `{"type":"subscribe","sessionId":"` + strings.Repeat("x", 5000) + `"}`,
			want:  `frame subscribe at /sessionId: wanted a whole number, found a text of 5000 characters`,
		},
		{
			reason: "a rule beyond the schema", direction: FromSDK,
			frame: `{"type":"page_tool_result","requestId":"r","sessionId":1,"success":false,"pageVersion":"v","stoppedAt":3,` +
				`"error":{"code":"timeout","message":"m"},"result":{"actions":[]}}`,
			want: `frame page_tool_result at /stoppedAt: wanted 0, the first action that was not completed, found 3`,
		},
	}
	for _, row := range rows {
		t.Run(row.reason, func(t *testing.T) {
			assert.EqualError(t, Validate(row.direction, []byte(row.frame)), row.want)
		})
	}
}

func TestValidateConcurrently(t *testing.T) {
	var group sync.WaitGroup
	for _, row := range readCorpus(t)[:40] {
		frame := row.wire()
		group.Go(func() { assert.Equal(t, row.OK, Validate(ToSDK, frame) == nil, row.Name) })
	}
	group.Wait()
}

func TestFrameType(t *testing.T) {
	frameType, err := FrameType([]byte(`{"type":"anything"}`))
	require.NoError(t, err)
	assert.Equal(t, "anything", frameType)
	_, err = FrameType([]byte(`{"type":1}`))
	assert.EqualError(t, err, "frame at /type: wanted a text, found 1")
	_, err = FrameType([]byte(`nonsense`))
	assert.ErrorContains(t, err, "wanted JSON")
}

func TestBrokenSchemasAreNamed(t *testing.T) {
	rows := []struct{ reason, text, want string }{
		{"not JSON", `{`, "reading the schemas: schema to-sdk/x.schema.json: unexpected end of JSON input"},
		{"not a schema", `{"type":"nonsense"}`, "compiling schema to-sdk/x.schema.json"},
		{"a reference that leads nowhere", `{"$ref":"../y.schema.json"}`, "no schema of this package: schema:///y.schema.json"},
	}
	for _, row := range rows {
		t.Run(row.reason, func(t *testing.T) {
			_, err := compile(fstest.MapFS{"to-sdk/x.schema.json": {Data: []byte(row.text)}})
			assert.ErrorContains(t, err, row.want)
		})
	}
}

// Nothing slips through an object that lists its fields: details and metadata alone are free.
func TestObjectsAreClosed(t *testing.T) {
	open := map[string]bool{}
	for location, schema := range compiled().at {
		free := schema.AdditionalProperties != false
		if schema.Types != nil && len(schema.Properties) == 0 && schema.Types.ToStrings()[0] == "object" && free {
			open[location] = true
		}
		if schema.Types != nil && len(schema.Properties) > 0 && free {
			open[location] = true
		}
	}
	assert.Equal(t, map[string]bool{
		schemaBase + "action.schema.json#/$defs/AnyAction":                                        true, // closed by its branches
		schemaBase + "to-sdk/page_tool_request.schema.json#/properties/actions/items":             true, // closed by tool
		schemaBase + "error.schema.json#/$defs/ErrorBody/properties/details":                      true,
		schemaBase + "to-sdk/ask_user_questions.schema.json#/properties/data/properties/metadata": true,
	}, open)
}

// The SDK bounds what it looks at by the same numbers.
func TestLimitsMatchTheSDK(t *testing.T) {
	text, err := os.ReadFile("../../executor-js/src/protocol/limits.ts")
	require.NoError(t, err)
	found := map[string]int{}
	for _, match := range regexp.MustCompile(`export const (\w+) = ([\d_]+);`).FindAllStringSubmatch(string(text), -1) {
		number, err := strconv.Atoi(strings.ReplaceAll(match[2], "_", ""))
		require.NoError(t, err)
		found[match[1]] = number
	}
	assert.Equal(t, map[string]int{
		"MAX_FRAME_BYTES": MaxFrameBytes, "MAX_DEPTH": MaxDepth, "MAX_NODES": MaxNodes,
		"DEFAULT_TIMEOUT_MS": DefaultTimeoutMs, "DEFAULT_WAIT_MS": DefaultWaitMs,
	}, found)
}

// FuzzValidate: any bytes give nil or a *FrameError that is fit to print.
func FuzzValidate(f *testing.F) {
	for _, row := range readCorpus(f) {
		if wire := row.wire(); len(wire) < 2000 {
			f.Add(true, wire)
		}
	}
	for _, example := range readFrames(f).Valid {
		f.Add(example.Direction == ToSDK.String(), []byte(example.Frame))
	}
	f.Fuzz(func(t *testing.T, toSDK bool, frame []byte) {
		direction := FromSDK
		if toSDK {
			direction = ToSDK
		}
		err := Validate(direction, frame)
		if err == nil {
			require.True(t, json.Valid(frame), "accepted what is not JSON")
			return
		}
		var frameError *FrameError
		require.ErrorAs(t, err, &frameError)
		require.NotEmpty(t, frameError.Wanted)
		require.NotEmpty(t, frameError.Found)
		require.Less(t, len(err.Error()), 10_000)
	})
}
