package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

func TestReleasedRequests(t *testing.T) {
	country := element("e1", map[string]any{
		"role": "combobox", "type": "select-one",
		"options": options("Norway", "no", "Peru", "pe", "Two  words", "tw"),
	})
	for name, row := range map[string]struct {
		request protocol.Request
		want    string
	}{
		"inspect": {
			protocol.Request{Tool: protocol.PageInspect},
			`{"tool":"page_inspect","arguments":{}}`,
		},
		"inspect of the viewport without secrets is the default": {
			request(protocol.PageInspect, map[string]any{"scope": "viewport", "includeSensitive": false}),
			`{"tool":"page_inspect","arguments":{}}`,
		},
		"observe": {
			request(protocol.PageObserve),
			`{"tool":"page_observe","arguments":{"snapshotId":"snap-1"}}`,
		},
		"screenshot is masked": {
			request(protocol.PageScreenshot, map[string]any{"format": "png", "unmasked": false}),
			`{"tool":"page_screenshot","arguments":{"maskSensitive":true}}`,
		},
		"unmasked screenshot": {
			request(protocol.PageScreenshot, map[string]any{"unmasked": true}),
			`{"tool":"page_screenshot","arguments":{"maskSensitive":false}}`,
		},
		"scroll to the end of a container": {
			request(protocol.PageScroll, on(map[string]any{"to": "bottom"})),
			`{"tool":"page_scroll","arguments":{"snapshotId":"snap-1","elementId":"e1","to":"bottom"}}`,
		},
		"focus": {
			request(protocol.PageFocus, on(nil)),
			`{"tool":"page_focus","arguments":{"snapshotId":"snap-1","elementId":"e1"}}`,
		},
		"a snapshot of the action's own": {
			request(protocol.PageFocus, on(map[string]any{"snapshotId": "snap-2"})),
			`{"tool":"page_focus","arguments":{"snapshotId":"snap-2","elementId":"e1"}}`,
		},
		"an action that is not the tool's": {
			request(protocol.PageFill, on(map[string]any{"action": "click"})),
			`{"tool":"page_click","arguments":{"snapshotId":"snap-1","elementId":"e1"}}`,
		},
		"fill": {
			request(protocol.PageFill, on(map[string]any{"value": "Ada", "clear": true})),
			`{"tool":"page_fill","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"Ada"}}`,
		},
		"fill with a number": {
			request(protocol.PageFill, on(map[string]any{"value": 12.5})),
			`{"tool":"page_fill","arguments":{"snapshotId":"snap-1","elementId":"e1","value":12.5}}`,
		},
		"select by text that is a label": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{"Peru"}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"pe"}}`,
		},
		"select by a label whose white space folds": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{" Two words "}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"tw"}}`,
		},
		"select by text that is a value": {
			request(protocol.PageSelect, on(map[string]any{"values": []string{"no"}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"no"}}`,
		},
		"select by text that fits nothing": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{"Atlantis"}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"Atlantis"}}`,
		},
		"select by label": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{map[string]any{"label": "Norway"}}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"no"}}`,
		},
		"select by a label that no option has": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{map[string]any{"label": "Atlantis"}}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"Atlantis"}}`,
		},
		"select by value": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{map[string]any{"value": "pe"}}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"pe"}}`,
		},
		"select by index": {
			request(protocol.PageSelect, on(map[string]any{"values": []any{map[string]any{"index": 1}}})),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1","value":"pe"}}`,
		},
		"select in a snapshot that nobody remembers": {
			protocol.Request{
				Tool: protocol.PageSelect, SnapshotID: "snap-9",
				Actions: []map[string]any{on(map[string]any{"values": []any{"Peru"}})},
			},
			`{"tool":"page_select","arguments":{"snapshotId":"snap-9","elementId":"e1","value":"Peru"}}`,
		},
		"check": {
			request(protocol.PageCheck, on(nil)),
			`{"tool":"page_check","arguments":{"snapshotId":"snap-1","elementId":"e1"}}`,
		},
		"click": {
			request(protocol.PageClick, on(map[string]any{"button": "left", "count": 1})),
			`{"tool":"page_click","arguments":{"snapshotId":"snap-1","elementId":"e1"}}`,
		},
		"typed text": {
			request(protocol.PageKeyboard, on(map[string]any{"text": "hello"})),
			`{"tool":"page_keyboard","arguments":{"snapshotId":"snap-1","elementId":"e1","key":"","text":"hello"}}`,
		},
		"a key": {
			protocol.Request{Tool: protocol.PageKeyboard, Actions: []map[string]any{{"keys": []any{"Enter"}}}},
			`{"tool":"page_keyboard","arguments":{"key":"Enter"}}`,
		},
		"a chord": {
			request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"Control+A"}})),
			`{"tool":"page_keyboard","arguments":{"snapshotId":"snap-1","elementId":"e1","key":"a","modifiers":["ctrl"]}}`,
		},
		"a chord with shift": {
			request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"Meta+Shift+z"}})),
			`{"tool":"page_keyboard","arguments":{"snapshotId":"snap-1","elementId":"e1","key":"Z","modifiers":["meta","shift"]}}`,
		},
		"the plus key": {
			request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"Control++"}})),
			`{"tool":"page_keyboard","arguments":{"snapshotId":"snap-1","elementId":"e1","key":"+","modifiers":["ctrl"]}}`,
		},
		"the plus key alone": {
			request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"+"}})),
			`{"tool":"page_keyboard","arguments":{"snapshotId":"snap-1","elementId":"e1","key":"+"}}`,
		},
		"the space key": {
			request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"Space"}})),
			`{"tool":"page_keyboard","arguments":{"snapshotId":"snap-1","elementId":"e1","key":" "}}`,
		},
		"wait for a time": {
			request(protocol.PageWait, map[string]any{"ms": 500}),
			`{"tool":"page_wait","arguments":{"ms":500}}`,
		},
		"wait for a stable page": {
			request(protocol.PageWait, map[string]any{"for": "stable", "timeoutMs": 2000}),
			`{"tool":"page_wait","arguments":{"until":"stable","ms":2000}}`,
		},
		"a batch": {
			request(protocol.PageFill,
				on(map[string]any{"value": "Ada"}),
				on(map[string]any{"action": "select", "values": []any{"Peru"}}),
				map[string]any{"action": "wait", "ms": 10},
				on(map[string]any{"action": "click"})),
			`{"tool":"page_actions","arguments":{"snapshotId":"snap-1","actions":[
				{"type":"fill","elementId":"e1","value":"Ada"},{"type":"select","elementId":"e1","value":"pe"},
				{"type":"wait","ms":10},{"type":"click","elementId":"e1"}]}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			codec := inspected(t, country)
			r := row.request
			r.RequestID, r.SessionID = "r1", 7
			data := encode(t, codec, r)
			delete(data, "requestId")
			got, err := json.Marshal(data)
			require.NoError(t, err)
			assert.JSONEq(t, row.want, string(got))
			frame, err := codec.EncodeRequest(r)
			require.NoError(t, err)
			assert.NoError(t, codec.Validate(protocol.ToSDK, frame))
		})
	}
}

// What the contract does not know is sent as it stands: an SDK that ignores it
// shows that it does not refuse it.
func TestReleasedKeepsWhatIsWrong(t *testing.T) {
	for name, row := range map[string]struct {
		request protocol.Request
		want    string
	}{
		"an unknown field": {
			request(protocol.PageClick, on(map[string]any{"selector": "#x", "x": 4})),
			`{"tool":"page_click","arguments":{"snapshotId":"snap-1","elementId":"e1","selector":"#x","x":4}}`,
		},
		"an unknown tool": {
			request("page_evaluate", map[string]any{"script": "alert(1)"}),
			`{"tool":"page_evaluate","arguments":{"snapshotId":"snap-1","script":"alert(1)"}}`,
		},
		"an unknown step": {
			request(protocol.PageClick, on(nil), map[string]any{"action": "drag", "elementId": "e1"}),
			`{"tool":"page_actions","arguments":{"snapshotId":"snap-1","actions":[
				{"type":"click","elementId":"e1"},{"type":"drag","elementId":"e1"}]}}`,
		},
		"a missing value": {
			request(protocol.PageFill, on(nil)),
			`{"tool":"page_fill","arguments":{"snapshotId":"snap-1","elementId":"e1"}}`,
		},
		"a value of the wrong type": {
			request(protocol.PageFill, on(map[string]any{"value": []any{"a"}})),
			`{"tool":"page_fill","arguments":{"snapshotId":"snap-1","elementId":"e1","value":["a"]}}`,
		},
		"an elementId of the wrong type": {
			request(protocol.PageClick, map[string]any{"elementId": 5}),
			`{"tool":"page_click","arguments":{"snapshotId":"snap-1","elementId":5}}`,
		},
		"no snapshot": {
			protocol.Request{Tool: protocol.PageClick, Actions: []map[string]any{on(nil)}},
			`{"tool":"page_click","arguments":{"elementId":"e1"}}`,
		},
		"no values": {
			request(protocol.PageSelect, on(nil)),
			`{"tool":"page_select","arguments":{"snapshotId":"snap-1","elementId":"e1"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			codec := newCodec(t, dialect.Released)
			r := row.request
			r.RequestID, r.SessionID = "r1", 7
			data := encode(t, codec, r)
			delete(data, "requestId")
			got, err := json.Marshal(data)
			require.NoError(t, err)
			assert.JSONEq(t, row.want, string(got))
			frame, err := codec.EncodeRequest(r)
			require.NoError(t, err)
			assert.Error(t, codec.Validate(protocol.ToSDK, frame), "a wrong request is a wrong frame")
		})
	}
}

func TestReleasedSaysWhatItCannotExpress(t *testing.T) {
	yes, ms := true, 5000
	country := element("e1", map[string]any{"options": options("a", "b", "b", "c", "twin", "1", "twin", "2", "x", "same", "y", "same")})
	choose := func(values ...any) protocol.Request {
		return request(protocol.PageSelect, on(map[string]any{"values": append([]any{}, values...)}))
	}
	confirmed, timed, fresh := request(protocol.PageClick, on(nil)), request(protocol.PageClick, on(nil)), request(protocol.PageClick, on(nil))
	confirmed.RequireConfirmation, timed.TimeoutMs, fresh.IncludeSnapshot = &yes, &ms, &yes
	for name, row := range map[string]struct {
		request protocol.Request
		reason  string
	}{
		"requireConfirmation":      {confirmed, "cannot ask for a confirmation"},
		"timeoutMs":                {timed, "no time-out"},
		"includeSnapshot":          {fresh, "never carries a fresh snapshot"},
		"inspect of an element":    {request(protocol.PageInspect, on(map[string]any{"scope": "element"})), "no scope"},
		"inspect below an element": {request(protocol.PageInspect, on(nil)), `inspect has no "elementId"`},
		"inspect with secrets":     {request(protocol.PageInspect, map[string]any{"includeSensitive": true}), `"includeSensitive"`},
		"inspect with a cap":       {request(protocol.PageInspect, map[string]any{"maxElements": 5}), `"maxElements"`},
		"inspect by cursor":        {request(protocol.PageInspect, map[string]any{"cursor": "c"}), `"cursor"`},
		"inspect with a filter":    {request(protocol.PageInspect, map[string]any{"filter": map[string]any{}}), `"filter"`},
		"a name of its own":        {request(protocol.PageInspect, map[string]any{"includeHidden": true}), "is an argument of page_inspect here"},
		"observe of elements":      {request(protocol.PageObserve, map[string]any{"elementIds": []any{"e1"}}), `"elementIds"`},
		"screenshot of an element": {request(protocol.PageScreenshot, on(nil)), `"elementId"`},
		"screenshot as jpeg":       {request(protocol.PageScreenshot, map[string]any{"format": "jpeg"}), `"format"`},
		"scroll by a direction":    {request(protocol.PageScroll, map[string]any{"direction": "down"}), `"direction"`},
		"scroll to an element":     {request(protocol.PageScroll, on(map[string]any{"to": "element"})), "cannot go to an element"},
		"scroll with x":            {request(protocol.PageScroll, map[string]any{"to": "top", "x": 5}), `"x", unknown to the contract`},
		"fill that keeps":          {request(protocol.PageFill, on(map[string]any{"value": "a", "clear": false})), "always replaces"},
		"right click":              {request(protocol.PageClick, on(map[string]any{"button": "right"})), "right button"},
		"double click":             {request(protocol.PageClick, on(map[string]any{"count": 2})), "double click"},
		"several options":          {choose("a", "b"), "one option, not 2"},
		"no option":                {choose(), "one option, not 0"},
		"values of a wrong type":   {request(protocol.PageSelect, on(map[string]any{"values": "a"})), "not string"},
		"a choice of a wrong type": {choose(5), "by a label, a value or an index"},
		"an ambiguous text":        {choose("b"), `"b" is the label of one option and the value of another`},
		"an ambiguous label":       {choose("twin"), `"twin" labels several options`},
		"a label as a value":       {choose(map[string]any{"label": "c"}), `"c" is no label but the value`},
		"an ambiguous value":       {choose(map[string]any{"label": "y"}), `several options have the value "same"`},
		"an index too far":         {choose(map[string]any{"index": 99}), "no option 99"},
		"two ways at once":         {choose(map[string]any{"index": 0, "label": "a"}), "by a label, a value or an index"},
		"several keys":             {request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"a", "b"}})), "not 2"},
		"keys of a wrong type":     {request(protocol.PageKeyboard, on(map[string]any{"keys": "a"})), "not string"},
		"a key of a wrong type":    {request(protocol.PageKeyboard, on(map[string]any{"keys": []any{5}})), "has to be text"},
		"an unknown modifier":      {request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"Hyper+a"}})), `"Hyper" is no modifier`},
		"text and keys":            {request(protocol.PageKeyboard, on(map[string]any{"keys": []any{"a"}, "text": "b"})), "text and a key together"},
		"text of a wrong type":     {request(protocol.PageKeyboard, on(map[string]any{"text": 5})), "turns text of another type"},
		"wait for text":            {request(protocol.PageWait, map[string]any{"for": "text", "text": "done"}), "no condition but"},
		"a long wait":              {request(protocol.PageWait, map[string]any{"ms": 20_000}), "cut at 10000 ms"},
		"a long stable wait":       {request(protocol.PageWait, map[string]any{"for": "stable", "timeoutMs": 9000}), "cut at 5000 ms"},
		"a stable wait with ms":    {request(protocol.PageWait, map[string]any{"for": "stable", "ms": 10}), `"ms"`},
		"a timed wait that ends":   {request(protocol.PageWait, map[string]any{"ms": 10, "timeoutMs": 20}), "has no time-out"},
		"inspect in a batch":       {request(protocol.PageClick, on(nil), map[string]any{"action": "inspect"}), "inspect cannot be a step"},
		"two snapshots in a batch": {request(protocol.PageClick, on(nil), on(map[string]any{"snapshotId": "snap-2"})), "one snapshot"},
		"a step with a type":       {request(protocol.PageClick, on(nil), on(map[string]any{"type": "x"})), `"type"`},
		"an action without a name": {request(protocol.PageClick, on(map[string]any{"action": 5})), "name of an action has to be text"},
		"a snapshot of wrong type": {request(protocol.PageClick, on(map[string]any{"snapshotId": 5})), "snapshotId has to be text"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inspected(t, country).EncodeRequest(row.request)
			var inexpressible *dialect.ErrInexpressible
			require.ErrorAs(t, err, &inexpressible)
			assert.Equal(t, dialect.Released, inexpressible.Dialect)
			assert.Contains(t, inexpressible.Reason, row.reason)
			assert.ErrorContains(t, err, "the released dialect cannot express this: ")
		})
	}
}

func TestReleasedCancelNamesNoRequest(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	frame, err := codec.EncodeCancel(protocol.Cancel{RequestID: "r1", SessionID: 7, Reason: protocol.CancelReasonTakeover})
	require.NoError(t, err)
	require.NoError(t, codec.Validate(protocol.ToSDK, frame))
	assert.JSONEq(t, `{"type":"page_tool_cancel","sessionId":7,"data":{"reason":"takeover"}}`, string(frame))
	assert.Equal(t, dialect.Released, codec.Name())
	assert.False(t, codec.Traits().CancelNamesRequest)
	assert.False(t, codec.Traits().Status)
}

func TestReleasedRawFrames(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	for _, frame := range []string{`{"type":"page_tool_`, `5`, `{"type":"pong","sessionId":null,"data":{}}`} {
		raw, err := codec.EncodeRaw([]byte(frame))
		require.NoError(t, err)
		assert.Equal(t, frame, string(raw))
	}
	for _, frame := range []string{`{"type":"page_tool_request","tool":5}`, `{"type":"page_tool_cancel"}`} {
		_, err := codec.EncodeRaw([]byte(frame))
		var inexpressible *dialect.ErrInexpressible
		assert.ErrorAs(t, err, &inexpressible, frame)
	}
}
