package protocol

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// views pairs each Go type with the schema that it is a view of.
var views = map[string]any{
	"common.schema.json#/$defs/Rect":                  Rect{},
	"error.schema.json#/$defs/ErrorBody":              Error{},
	"snapshot.schema.json#/$defs/PageSnapshot":        Snapshot{},
	"snapshot.schema.json#/$defs/ViewportInfo":        Viewport{},
	"snapshot.schema.json#/$defs/FrameInfo":           Frame{},
	"snapshot.schema.json#/$defs/PageElement":         Element{},
	"snapshot.schema.json#/$defs/PageOption":          Option{},
	"snapshot.schema.json#/$defs/Scrollable":          Scrollable{},
	"result.schema.json#/$defs/ResultBody":            ResultBody{},
	"result.schema.json#/$defs/ActionResult":          ActionResult{},
	"result.schema.json#/$defs/Verification":          Verification{},
	"result.schema.json#/$defs/Suggestion":            Suggestion{},
	"result.schema.json#/$defs/ScrollReport":          ScrollReport{},
	"result.schema.json#/$defs/Changes":               Changes{},
	"result.schema.json#/$defs/TargetChange":          TargetChange{},
	"result.schema.json#/$defs/TargetState":           TargetState{},
	"result.schema.json#/$defs/PageMessage":           Message{},
	"result.schema.json#/$defs/NavigationChange":      NavigationChange{},
	"result.schema.json#/$defs/DialogChange":          DialogChange{},
	"result.schema.json#/$defs/NewTab":                NewTab{},
	"result.schema.json#/$defs/Observation":           Observation{},
	"result.schema.json#/$defs/ObservedElement":       ObservedElement{},
	"result.schema.json#/$defs/Screenshot":            Screenshot{},
	"result.schema.json#/$defs/OmittedArea":           OmittedArea{},
	"from-sdk/auth.schema.json":                       Auth{},
	"from-sdk/subscribe.schema.json":                  Subscribe{},
	"from-sdk/unsubscribe.schema.json":                Subscribe{},
	"from-sdk/cancel.schema.json":                     Subscribe{},
	"from-sdk/send_message.schema.json":               SendMessage{},
	"from-sdk/ask_user_questions_result.schema.json":  AskUserQuestionsResult{},
	"from-sdk/page_tool_result.schema.json":           Result{},
	"from-sdk/page_tool_status.schema.json":           Status{},
	"from-sdk/page_audit.schema.json":                 Audit{},
	"to-sdk/page_tool_request.schema.json":            Request{},
	"to-sdk/page_tool_cancel.schema.json":             Cancel{},
	"to-sdk/connected.schema.json":                    Event{Data: ConnectedData{}},
	"to-sdk/pong.schema.json":                         Event{Data: Empty{}},
	"to-sdk/user_message_saved.schema.json":           Event{Data: UserMessageSavedData{}},
	"to-sdk/session_status.schema.json":               Event{Data: SessionStatusData{}},
	"to-sdk/session_snapshot.schema.json":             Event{Data: SessionSnapshotData{}},
	"to-sdk/thinking_start.schema.json":               Event{Data: ExecutionData{}},
	"to-sdk/thinking_delta.schema.json":               Event{Data: DeltaData{}},
	"to-sdk/thinking_end.schema.json":                 Event{Data: ExecutionData{}},
	"to-sdk/content_delta.schema.json":                Event{Data: DeltaData{}},
	"to-sdk/tool_call_start.schema.json":              Event{Data: ToolCallStartData{}},
	"to-sdk/tool_call_args_delta.schema.json":         Event{Data: ToolCallArgsDeltaData{}},
	"to-sdk/tool_call_result.schema.json":             Event{Data: ToolCallResultData{}},
	"to-sdk/message_end.schema.json":                  Event{Data: MessageEndData{}},
	"to-sdk/llm_retry.schema.json":                    Event{Data: LLMRetryData{}},
	"to-sdk/llm_waiting.schema.json":                  Event{Data: LLMWaitingData{}},
	"to-sdk/llm_stream_reset.schema.json":             Event{Data: ExecutionData{}},
	"to-sdk/error.schema.json":                        Event{Data: ErrorData{}},
	"to-sdk/session_already_running.schema.json":      Event{Data: SessionAlreadyRunningData{}},
	"to-sdk/ask_user_questions.schema.json":           Event{Data: AskUserQuestionsData{}},
	"to-sdk/ask_user_questions_cancelled.schema.json": Event{Data: AskUserQuestionsCancelledData{}},
	"to-sdk/session_title_updated.schema.json":        Event{Data: SessionTitleUpdatedData{}},
}

func TestGoTypesHaveTheFieldsOfTheirSchemas(t *testing.T) {
	for location, view := range views {
		t.Run(location, func(t *testing.T) {
			schema := schemaAt(t, location)
			compareFields(t, reflect.TypeOf(view), schema)
			if event, ok := view.(Event); ok {
				compareFields(t, reflect.TypeOf(event.Data), deref(schema.Properties["data"]))
			}
		})
	}
}

func TestEveryFrameHasAGoType(t *testing.T) {
	for direction, schemas := range compiled().frames {
		for frameType := range schemas {
			if frameType == TypePing {
				continue // nothing but its type
			}
			assert.Contains(t, views, direction.String()+"/"+frameType+schemaSuffix)
		}
	}
}

func schemaAt(t *testing.T, location string) *jsonschema.Schema {
	t.Helper()
	if !strings.Contains(location, "#") {
		location += "#"
	}
	schema := compiled().at[schemaBase+location]
	require.NotNil(t, schema, "no schema at %s", location)
	return schema
}

func deref(schema *jsonschema.Schema) *jsonschema.Schema {
	for schema.Ref != nil {
		schema = schema.Ref
	}
	return schema
}

func compareFields(t *testing.T, view reflect.Type, schema *jsonschema.Schema) {
	t.Helper()
	required := map[string]bool{}
	for name := range fields(view) {
		required[name] = false
	}
	for name, optional := range fields(view) {
		if assert.Contains(t, schema.Properties, name, "%s.%s", view, name) {
			assert.Equal(t, !slices.Contains(schema.Required, name), optional, "%s.%s: omitempty goes with optional fields", view, name)
		}
	}
	for name := range schema.Properties {
		assert.Contains(t, required, name, "%s has no field for it", view)
	}
}

// fields gives the JSON names of a struct and whether each may be left out.
func fields(of reflect.Type) map[string]bool {
	names := map[string]bool{}
	for i := range of.NumField() {
		field := of.Field(i)
		if field.Anonymous {
			for name, optional := range fields(field.Type) {
				names[name] = optional
			}
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = strings.Contains(options, "omitempty")
	}
	return names
}

func TestEnumsMatchTheSchemas(t *testing.T) {
	assert.Equal(t, enumAt(t, "common.schema.json#/$defs/ToolName"), asText(Tools))
	assert.Equal(t, enumAt(t, "error.schema.json#/$defs/ErrorCode"), asText(ErrorCodes))
	actions := make([]ActionName, len(Tools))
	for i, tool := range Tools {
		actions[i] = tool.Action()
		assert.Equal(t, tool, actions[i].Tool())
		assert.True(t, tool.Known())
	}
	assert.Equal(t, enumAt(t, "common.schema.json#/$defs/ActionName"), asText(actions))
	assert.Equal(t, enumAt(t, "result.schema.json#/$defs/VerificationStatus"),
		[]string{StatusVerified, StatusValueDiffers, StatusReverted, StatusNoEffectObserved, StatusUnverified})
	assert.Equal(t, enumAt(t, "result.schema.json#/$defs/VerificationMatch"),
		[]string{MatchExact, MatchReformatted, MatchMismatch})
	assert.Equal(t, enumAt(t, "common.schema.json#/$defs/AuthorizationLevel"),
		asText([]Level{LevelPerAction, LevelTask, LevelFull}))
	assert.Equal(t, enumAt(t, "common.schema.json#/$defs/Phase"), asText([]Phase{
		PhaseIdle, PhaseRunning, PhaseResuming, PhaseWaitingApproval,
		PhaseCancelling, PhaseCompleted, PhaseFailed, PhaseCancelled,
	}))
	assert.Equal(t, enumAt(t, "from-sdk/page_tool_status.schema.json#/$defs/PageToolState"),
		asText([]State{StateQueued, StateConfirming, StateRunning}))
	assert.Equal(t, enumAt(t, "to-sdk/page_tool_cancel.schema.json#/$defs/PageToolCancelReason"),
		asText([]CancelReason{CancelReasonCancel, CancelReasonTakeover, CancelReasonTimeout}))
	assert.Equal(t, enumAt(t, "from-sdk/page_audit.schema.json#/$defs/PageAuditEvent"),
		asText([]AuditEvent{AuditGranted, AuditLowered, AuditRevoked, AuditConfirmed, AuditDenied, AuditStopped}))
}

func TestNamesOutsideTheContract(t *testing.T) {
	assert.False(t, Tool("page_eval").Known())
	assert.False(t, ErrorCode("stale_document").Known())
	assert.Empty(t, ErrorCode("stale_document").Meaning())
	for _, code := range ErrorCodes {
		assert.NotEmpty(t, code.Meaning(), code)
	}
	assert.True(t, ActionInspect.Observes())
	assert.False(t, ActionScroll.Observes())
}

func enumAt(t *testing.T, location string) []string {
	t.Helper()
	enum := schemaAt(t, location).Enum
	require.NotNil(t, enum, location)
	names := make([]string, len(enum.Values))
	for i, value := range enum.Values {
		names[i], _ = value.(string)
	}
	return names
}

func asText[T ~string](values []T) []string {
	names := make([]string, len(values))
	for i, value := range values {
		names[i] = string(value)
	}
	return names
}

// Every right example survives being read into its Go type and written again.
func TestGoTypesKeepFrames(t *testing.T) {
	for name, example := range readFrames(t).Valid {
		t.Run(name, func(t *testing.T) {
			frameType, err := FrameType(example.Frame)
			require.NoError(t, err)
			if frameType == TypePing {
				return
			}
			view := views[example.Direction+"/"+frameType+schemaSuffix]
			target := reflect.New(reflect.TypeOf(view))
			if event, ok := view.(Event); ok {
				event.Data = reflect.New(reflect.TypeOf(event.Data)).Interface()
				target.Elem().Set(reflect.ValueOf(event))
			}
			decoder := json.NewDecoder(bytes.NewReader(example.Frame))
			decoder.DisallowUnknownFields()
			require.NoError(t, decoder.Decode(target.Interface()))
			written, err := json.Marshal(target.Interface())
			require.NoError(t, err)
			assert.NoError(t, Validate(directionNamed(t, example.Direction), written))
		})
	}
}

func TestTypedViewsOfResults(t *testing.T) {
	var frame Result
	require.NoError(t, json.Unmarshal(readFrames(t).Valid["result with everything"].Frame, &frame))

	body, err := DecodeResultBody(frame.Result)
	require.NoError(t, err)
	require.Len(t, body.Actions, 2)
	assert.Equal(t, StatusVerified, body.Actions[0].Status)
	assert.Equal(t, "confirm", body.Actions[1].Changes.Dialog.SystemDialog)
	assert.Equal(t, 600.0, body.Actions[1].Scroll.MaxTop)
	assert.Equal(t, "c1", body.Snapshot.Cursor)

	snapshot, err := DecodeSnapshot(frame.Result["snapshot"].(map[string]any))
	require.NoError(t, err)
	assert.Equal(t, body.Snapshot, snapshot)
	assert.Equal(t, []ActionName{}, snapshot.Elements[3].Actions)
	assert.Equal(t, "mixed", snapshot.Elements[1].Checked)

	_, err = DecodeSnapshot(map[string]any{"snapshotId": "s", "selector": "#a"})
	assert.ErrorContains(t, err, `reading a snapshot: json: unknown field "selector"`)
	_, err = DecodeResultBody(map[string]any{"actions": "none"})
	assert.ErrorContains(t, err, "reading the result of a page tool")
}
