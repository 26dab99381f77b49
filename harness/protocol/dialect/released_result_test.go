package dialect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
)

// step is a released action result.
func step(action map[string]any, more map[string]any) map[string]any {
	s := map[string]any{"success": true, "action": action, "pageVersion": "1:http://page/", "snapshotId": "snap-1"}
	for key, value := range more {
		s[key] = value
	}
	return s
}

// asked gives the action that a step repeats.
func asked(name string, more map[string]any) map[string]any {
	a := map[string]any{"type": name, "elementId": "e1"}
	for key, value := range more {
		a[key] = value
	}
	return a
}

// failed is the error part of a step.
func failed(code string) map[string]any {
	return map[string]any{"success": false, "error": map[string]any{"code": code, "message": "no", "elementId": "e1"}}
}

// single sends a request and answers it with one action result.
func single(t *testing.T, tool protocol.Tool, s map[string]any) *protocol.Result {
	t.Helper()
	codec := inspected(t, element("e1", nil))
	parameters := map[string]any{"value": "Ada", "values": []any{"a"}, "keys": []any{"a"}, "to": "top"}
	known := map[protocol.Tool]string{
		protocol.PageFill: "value", protocol.PageSelect: "values", protocol.PageKeyboard: "keys", protocol.PageScroll: "to",
	}[tool]
	action := on(nil)
	if known != "" {
		action[known] = parameters[known]
	}
	encode(t, codec, request(tool, action))
	data := map[string]any{"success": s["success"], "result": s, "pageVersion": s["pageVersion"], "snapshotId": "snap-1"}
	if e, ok := s["error"]; ok {
		data["error"] = e
	}
	return decodeResult(t, codec, result(t, "r1", data))
}

// only gives the one action of a result.
func only(t *testing.T, r *protocol.Result) map[string]any {
	t.Helper()
	actions, ok := r.Result["actions"].([]any)
	require.True(t, ok)
	require.Len(t, actions, 1)
	return actions[0].(map[string]any)
}

func TestReleasedInspectResult(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	encode(t, codec, protocol.Request{RequestID: "r1", SessionID: 7, Tool: protocol.PageInspect})
	out := decodeResult(t, codec, result(t, "r1", snapshot("snap-1", "1:http://page/",
		element("e1", map[string]any{"value": "Ada"}),
		element("e2", map[string]any{"type": "checkbox", "value": map[string]any{"checked": true, "value": "on"}}),
		element("e3", map[string]any{"type": "password", "sensitive": true, "value": "[REDACTED]"}),
		element("e4", map[string]any{"kind": "button", "role": "button", "label": "", "text": "Save"}),
		element("e5", map[string]any{"kind": "button", "role": "button", "label": "Close", "text": "x"}),
	)))

	assert.True(t, out.Success)
	assert.Equal(t, "r1", out.RequestID)
	assert.Equal(t, int64(7), out.SessionID)
	assert.Equal(t, "1:http://page/", out.PageVersion)
	assert.Equal(t, "snap-1", out.SnapshotID)
	assert.Equal(t, map[string]any{"action": "inspect", "ok": true}, only(t, out))
	view, err := protocol.DecodeSnapshot(out.Result["snapshot"].(map[string]any))
	require.NoError(t, err)
	assert.Equal(t, 800.0, view.Viewport.Width)
	require.Len(t, view.Elements, 5)
	assert.Equal(t, "Ada", view.Elements[0].Value)
	assert.Nil(t, view.Elements[0].Checked)
	assert.Equal(t, true, view.Elements[1].Checked)
	assert.Equal(t, "on", view.Elements[1].Value)
	assert.Nil(t, view.Elements[2].Value)
	assert.True(t, view.Elements[2].ValueRedacted)
	assert.False(t, view.Elements[0].ValueRedacted)
	assert.Equal(t, "Save", view.Elements[3].Label, "its text names it")
	assert.Equal(t, "Close", view.Elements[4].Label)
}

func TestReleasedActionResults(t *testing.T) {
	for name, row := range map[string]struct {
		tool protocol.Tool
		step map[string]any
		want map[string]any
	}{
		"a fill": {
			protocol.PageFill,
			step(asked("fill", map[string]any{"value": "Ada"}), map[string]any{
				"verified": true, "effect": "state", "observation": map[string]any{"valueLength": 3},
			}),
			map[string]any{
				"action": "fill", "elementId": "e1", "ok": true, "status": "verified",
				"verification": map[string]any{"expected": "Ada", "actual": "Ada", "match": "exact"},
				"changes":      map[string]any{"versionChanged": false, "urlChanged": false},
			},
		},
		"a fill that opened a list": {
			protocol.PageFill,
			step(asked("fill", map[string]any{"value": "Ada"}), map[string]any{
				"verified": true, "effect": "state",
				"observation": map[string]any{"valueLength": 3, "keepFocus": true, "suggestions": []any{"Ada L.", "Adam"}},
			}),
			map[string]any{
				"action": "fill", "elementId": "e1", "ok": true, "status": "verified",
				"verification":    map[string]any{"expected": "Ada", "actual": "Ada", "match": "exact"},
				"changes":         map[string]any{"versionChanged": false, "urlChanged": false},
				"suggestions":     []any{map[string]any{"label": "Ada L."}, map[string]any{"label": "Adam"}},
				"suggestionsOpen": true,
			},
		},
		"a select": {
			protocol.PageSelect,
			step(asked("select", map[string]any{"value": "a"}), map[string]any{
				"verified": true, "effect": "state", "observation": map[string]any{"value": "a"},
			}),
			map[string]any{
				"action": "select", "elementId": "e1", "ok": true, "status": "verified",
				"verification": map[string]any{"match": "exact"},
				"changes":      map[string]any{"versionChanged": false, "urlChanged": false},
			},
		},
		"a check": {
			protocol.PageCheck,
			step(asked("check", nil), map[string]any{"verified": true, "effect": "state"}),
			map[string]any{
				"action": "check", "elementId": "e1", "ok": true, "status": "verified",
				"verification": map[string]any{"expected": true, "actual": true, "match": "exact"},
				"changes":      map[string]any{"versionChanged": false, "urlChanged": false},
			},
		},
		"an uncheck": {
			protocol.PageUncheck,
			step(asked("uncheck", nil), map[string]any{"verified": true, "effect": "state"}),
			map[string]any{
				"action": "uncheck", "elementId": "e1", "ok": true, "status": "verified",
				"verification": map[string]any{"expected": false, "actual": false, "match": "exact"},
				"changes":      map[string]any{"versionChanged": false, "urlChanged": false},
			},
		},
		"a click without effect": {
			protocol.PageClick,
			step(asked("click", nil), map[string]any{"verified": false, "effect": "none"}),
			map[string]any{
				"action": "click", "elementId": "e1", "ok": true, "status": "no_effect_observed",
				"changes": map[string]any{"versionChanged": false, "urlChanged": false},
			},
		},
		"a click that navigates": {
			protocol.PageClick,
			step(asked("click", nil), map[string]any{
				"verified": true, "effect": "navigation", "pageVersion": "2:http://page/next",
			}),
			map[string]any{
				"action": "click", "elementId": "e1", "ok": true, "status": "verified",
				"changes": map[string]any{
					"versionChanged": true, "urlChanged": true,
					"navigation": map[string]any{"url": "http://page/next"},
				},
			},
		},
		"a key": {
			protocol.PageKeyboard,
			step(asked("keyboard", map[string]any{"key": "a"}), map[string]any{"verified": false, "effect": "none"}),
			map[string]any{
				"action": "keyboard", "elementId": "e1", "ok": true, "status": "unverified",
				"changes": map[string]any{"versionChanged": false, "urlChanged": false},
			},
		},
		"a scroll": {
			protocol.PageScroll,
			step(asked("scroll", map[string]any{"to": "top"}), map[string]any{
				"verified": true, "effect": "state", "observation": map[string]any{"scrollLeft": 0, "scrollTop": 40},
			}),
			map[string]any{
				"action": "scroll", "elementId": "e1", "ok": true, "status": "verified",
				"changes": map[string]any{"versionChanged": false, "urlChanged": false},
				"scroll":  map[string]any{"left": 0.0, "top": 40.0, "moved": true},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			out := single(t, row.tool, row.step)
			assert.True(t, out.Success)
			assert.Nil(t, out.Error)
			assert.Nil(t, out.StoppedAt)
			assert.Empty(t, out.SnapshotID, "the result carries no snapshot")
			assert.Equal(t, row.want, only(t, out))
		})
	}
}

func TestReleasedActionFailures(t *testing.T) {
	out := single(t, protocol.PageFill, step(asked("fill", map[string]any{"value": "Ada"}), failed("value_not_applied")))
	assert.False(t, out.Success)
	require.NotNil(t, out.StoppedAt)
	assert.Equal(t, 0, *out.StoppedAt)
	assert.Equal(t, &protocol.Error{Code: protocol.ErrValueNotApplied, Message: "no", ElementID: "e1"}, out.Error)
	action := only(t, out)
	assert.Equal(t, false, action["ok"])
	assert.Equal(t, "value_differs", action["status"])
	assert.Equal(t, map[string]any{"match": "mismatch"}, action["verification"])
	assert.Equal(t, map[string]any{"code": "value_not_applied", "message": "no", "elementId": "e1"}, action["error"])

	out = single(t, protocol.PageClick, step(asked("click", nil), failed("element_disabled")))
	assert.Equal(t, protocol.ErrElementDisabled, out.Error.Code)
	assert.NotContains(t, only(t, out), "verification")
}

// The released SDK calls an old snapshot and one of another page by one name.
func TestReleasedNavigationIsToldByTheAddress(t *testing.T) {
	expired := failed("snapshot_expired")
	expired["pageVersion"] = "2:http://page/next"
	out := single(t, protocol.PageClick, step(asked("click", nil), expired))
	assert.Equal(t, protocol.ErrNavigationDetected, out.Error.Code)
	assert.Equal(t, map[string]any{"releasedCode": "snapshot_expired"}, out.Error.Details)
	assert.Equal(t, "navigation_detected", only(t, out)["error"].(map[string]any)["code"])

	expired["pageVersion"] = "2:http://page/"
	out = single(t, protocol.PageClick, step(asked("click", nil), expired))
	assert.Equal(t, protocol.ErrSnapshotExpired, out.Error.Code)
	assert.Nil(t, out.Error.Details)
}

func TestReleasedRefusalWithoutResult(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	encode(t, codec, request(protocol.PageClick, on(nil)))
	out := decodeResult(t, codec, result(t, "r1", map[string]any{
		"success": false, "error": map[string]any{"code": "invalid_arguments", "message": "no snapshotId"},
	}))
	assert.False(t, out.Success)
	assert.Nil(t, out.StoppedAt)
	assert.Nil(t, out.Result)
	assert.Equal(t, protocol.ErrInvalidArguments, out.Error.Code)

	out = decodeResult(t, codec, result(t, "r1", map[string]any{"success": false}))
	assert.Equal(t, protocol.ErrInternalError, out.Error.Code)
	assert.Equal(t, "the SDK reported a failure without an error", out.Error.Message)
}

// batch sends three clicks and answers with some steps.
func batch(t *testing.T, steps []any, more map[string]any) *protocol.Result {
	t.Helper()
	codec := inspected(t, element("e1", nil))
	encode(t, codec, request(protocol.PageClick, on(nil), on(nil), on(nil)))
	body := map[string]any{"steps": steps, "pageVersion": "1:http://page/", "snapshotId": "snap-1"}
	success := true
	for _, s := range steps {
		success = success && s.(map[string]any)["success"] == true
	}
	for key, value := range more {
		body[key] = value
	}
	return decodeResult(t, codec, result(t, "r1", map[string]any{"success": success, "result": body, "pageVersion": "1:http://page/"}))
}

func TestReleasedBatchResults(t *testing.T) {
	done := step(asked("click", nil), map[string]any{"verified": true, "effect": "dom"})
	away := step(asked("click", nil), map[string]any{"effect": "navigation", "pageVersion": "2:http://page/next"})
	broken := step(asked("click", nil), failed("element_disabled"))
	for name, row := range map[string]struct {
		steps   []any
		more    map[string]any
		stopped int // -1: not
		code    protocol.ErrorCode
	}{
		"complete":               {[]any{done, done, done}, nil, -1, ""},
		"a step failed":          {[]any{done, broken}, map[string]any{"stoppedAt": 1, "reason": "no"}, 1, protocol.ErrElementDisabled},
		"the first step failed":  {[]any{broken}, map[string]any{"stoppedAt": 0}, 0, protocol.ErrElementDisabled},
		"the page went":          {[]any{done, away}, map[string]any{"stoppedAt": 1, "reason": "gone"}, 2, protocol.ErrNavigationDetected},
		"the last step went":     {[]any{done, done, away}, map[string]any{"stoppedAt": 2, "reason": "gone"}, -1, ""},
		"a confirmation came up": {[]any{done}, map[string]any{"stoppedAt": 0, "reason": "under per_action it pauses"}, 1, protocol.ErrAuthorizationRequired},
		"the structure changed":  {[]any{done}, map[string]any{"stoppedAt": 0, "reason": "snapshot"}, 1, protocol.ErrPageChanged},
		"cancelled":              {[]any{done}, map[string]any{"stoppedAt": 1, "reason": "cancelled"}, 1, protocol.ErrTaskCancelled},
		"cancelled at once":      {[]any{}, map[string]any{"stoppedAt": 0}, 0, protocol.ErrTaskCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			out := batch(t, row.steps, row.more)
			assert.Len(t, out.Result["actions"], len(row.steps))
			assert.Empty(t, out.SnapshotID)
			if row.stopped < 0 {
				assert.True(t, out.Success)
				assert.Nil(t, out.StoppedAt)
				assert.Nil(t, out.Error)
				return
			}
			assert.False(t, out.Success)
			require.NotNil(t, out.StoppedAt)
			assert.Equal(t, row.stopped, *out.StoppedAt)
			require.NotNil(t, out.Error)
			assert.Equal(t, row.code, out.Error.Code)
			assert.NotEmpty(t, out.Error.Message)
		})
	}
}

// A batch over the cap that the SDK cut is what the SDK says: a success.
func TestReleasedTruncatedBatch(t *testing.T) {
	done := step(asked("click", nil), map[string]any{"verified": true})
	out := batch(t, []any{done, done}, map[string]any{"truncated": true})
	assert.True(t, out.Success)
	assert.Len(t, out.Result["actions"], 2)
}

func TestReleasedChangesFollowTheVersion(t *testing.T) {
	first := step(asked("click", nil), map[string]any{"pageVersion": "2:http://page/"})
	second := step(asked("click", nil), map[string]any{"pageVersion": "2:http://page/"})
	third := step(asked("click", nil), map[string]any{"pageVersion": "3:http://page/other"})
	out := batch(t, []any{first, second, third}, nil)
	var got []any
	for _, a := range out.Result["actions"].([]any) {
		changes := a.(map[string]any)["changes"].(map[string]any)
		got = append(got, []any{changes["versionChanged"], changes["urlChanged"]})
	}
	assert.Equal(t, []any{[]any{true, false}, []any{false, false}, []any{true, true}}, got)
}

func TestReleasedObserveResult(t *testing.T) {
	codec := inspected(t, element("e1", nil))
	encode(t, codec, request(protocol.PageObserve))
	out := decodeResult(t, codec, result(t, "r1", map[string]any{
		"success": true, "pageVersion": "2:http://page/next",
		"result": map[string]any{
			"pageVersion": "2:http://page/next", "url": "http://page/next", "title": "Next", "snapshotId": "snap-1",
			"elementCount": 3, "changes": map[string]any{"added": 1, "removed": 2, "updated": 0, "navigated": true},
		},
	}))
	assert.Equal(t, map[string]any{
		"action": "observe", "ok": true,
		"changes": map[string]any{
			"added": 1.0, "removed": 2.0, "updated": 0.0, "navigation": map[string]any{"url": "http://page/next"},
		},
		"observation": map[string]any{"pageVersion": "2:http://page/next", "url": "http://page/next", "title": "Next"},
	}, only(t, out))
}

func TestReleasedScreenshotResult(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	encode(t, codec, request(protocol.PageScreenshot))
	shot := map[string]any{"dataUri": "data:image/png;base64,AAECAw==", "mime": "image/png", "width": 2, "height": 1, "masked": false}
	out := decodeResult(t, codec, result(t, "r1", map[string]any{"success": true, "result": shot}))
	assert.Equal(t, map[string]any{
		"mime": "image/png", "width": 2.0, "height": 1.0, "data": "AAECAw==", "byteLength": 4.0, "masked": 0.0,
	}, out.Result["screenshot"])
	shot["masked"] = true
	out = decodeResult(t, codec, result(t, "r1", map[string]any{"success": true, "result": shot}))
	assert.NotContains(t, out.Result["screenshot"], "masked", "how many areas were masked is not told")
}

// A result whose request the codec did not make is still read by its shape.
func TestReleasedResultOfAnUnknownRequest(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	out := decodeResult(t, codec, result(t, "r9", map[string]any{
		"success": true, "pageVersion": "1:http://page/",
		"result": step(asked("click", nil), map[string]any{"verified": true}),
	}))
	assert.Equal(t, "r9", out.RequestID)
	assert.Equal(t, map[string]any{"action": "click", "elementId": "e1", "ok": true, "status": "verified", "changes": map[string]any{}}, only(t, out))
}

func TestReleasedFramesThatItDoesNotHave(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	for _, frame := range []string{
		`{"type":"page_tool_status","requestId":"r1","sessionId":7,"state":"running","actionIndex":0}`,
		`{"type":"page_audit","sessionId":7,"event":"granted","level":"task","at":5}`,
	} {
		var fault *protocol.FrameError
		require.ErrorAs(t, codec.Validate(protocol.FromSDK, []byte(frame)), &fault)
		assert.Equal(t, "/type", fault.Pointer)
		decoded, err := codec.Decode([]byte(frame))
		require.NoError(t, err)
		assert.Nil(t, decoded)
	}
}

func TestReleasedResultViolations(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	for pointer, data := range map[string]map[string]any{
		"/data":                {"success": true, "requestId": "r1"},
		"/data/success":        {"success": "yes"},
		"/data/error/code":     {"success": false, "error": map[string]any{"code": "Not A Code", "message": "x"}},
		"/data/result":         {"success": true, "result": map[string]any{"steps": []any{}}},
		"/data/result/effect":  {"success": true, "result": step(asked("click", nil), map[string]any{"effect": "magic"})},
		"/data/result/changes": {"success": true, "result": map[string]any{"pageVersion": "1", "url": "", "title": "", "snapshotId": nil, "elementCount": 0, "changes": map[string]any{}}},
	} {
		var fault *protocol.FrameError
		require.ErrorAs(t, codec.Validate(protocol.FromSDK, result(t, "r1", data)), &fault, pointer)
		assert.Equal(t, pointer, fault.Pointer)
		assert.Equal(t, "page_tool_result", fault.Type)
		assert.NotEmpty(t, fault.Found)
	}
}

// What a codec remembers is bounded: an old snapshot is forgotten, a recent one
// is not.
func TestReleasedForgetsOldSnapshots(t *testing.T) {
	codec := newCodec(t, dialect.Released)
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		s := snapshot("snap-"+id, "1:http://page/", element("e1", map[string]any{"options": options("Peru", "pe-"+id)}))
		decodeResult(t, codec, result(t, "r0", s))
	}
	choose := func(snapshotID string) any {
		r := request(protocol.PageSelect, on(map[string]any{"values": []any{"Peru"}}))
		r.SnapshotID = snapshotID
		return encode(t, codec, r)["arguments"].(map[string]any)["value"]
	}
	assert.Equal(t, "Peru", choose("snap-a"))
	assert.Equal(t, "pe-b", choose("snap-b"))
	assert.Equal(t, "pe-i", choose("snap-i"))
}
