package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// mostRepeats bounds how often a frame may be repeated.
const mostRepeats = 20_000

// agentEntries are the words of an agent's list.
var agentEntries = []string{"text", "thinking", "toolStart", "toolArgs", "toolResult", "ask", "askCancelled", "title", "status", "snapshot",
	"retry", "waiting", "reset", "error", "end", "remote", "busy", "event"}

func (r *reader) agent(n *node) Action {
	a := &AgentActs{}
	list := n
	if n.kind == kindMap {
		o := r.object(n, "an agent step", "execution", "session", "events")
		if e := o.get("execution"); e != nil {
			a.Execution = r.idOrRef(e, kindString, "the id of a turn, none, or {$ref: name}")
		}
		if s := o.get("session"); s != nil {
			a.Session = r.idOrRef(s, kindNumber, "the number of a session, or {$ref: name}")
		}
		if list = r.need(o, "events", "a list of what the agent does"); list == nil {
			return a
		}
	}
	if list.kind != kindList || len(list.items) == 0 {
		r.wrongKind(list, "a list of what the agent does: [{text: Hello}, {end: completed}]")
		return a
	}
	for _, item := range list.items {
		a.Events = append(a.Events, r.agentEntry(item)...)
	}
	return a
}

// idOrRef reads an id, or the reference to a captured one.
func (r *reader) idOrRef(n *node, of kind, wanted string) any {
	v := r.template(n)
	if _, ref := v.(Ref); !ref && n.kind != of {
		r.wrongKind(n, wanted)
	}
	return v
}

// agentEntry reads one entry; some stand for several frames.
func (r *reader) agentEntry(n *node) []AgentEvent {
	o := r.object(n, "an entry of an agent step", append([]string{"repeat", "every"}, agentEntries...)...)
	var found []field
	for _, word := range agentEntries {
		if f, ok := o.fields[word]; ok {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		r.problem(n.pos, Problem{Message: "an agent does one thing in an entry", Wanted: oneOf(agentEntries), Found: fmt.Sprintf("%d of them", len(found))})
		return nil
	}
	events := r.agentFrames(found[0])
	repeat, every := max(r.integer(o.get("repeat"), 1, mostRepeats), 1), r.duration(o.get("every"), 0)
	for i := range events {
		events[i].Pos, events[i].Repeat, events[i].Every = n.pos, repeat, every
	}
	if repeat > 1 && len(events) > 1 {
		r.problem(n.pos, Problem{Message: "several frames repeated", Wanted: "an entry that is one frame", Hint: "give the text as one text"})
	}
	return events
}

func (r *reader) agentFrames(f field) []AgentEvent {
	n := f.value
	one := func(kind string, data any) []AgentEvent { return []AgentEvent{{Type: kind, Data: data}} }
	switch f.name {
	case "text":
		return r.deltas(n, "content_delta")
	case "thinking":
		events := append(one("thinking_start", map[string]any{}), r.deltas(n, "thinking_delta")...)
		return append(events, AgentEvent{Type: "thinking_end", Data: map[string]any{}})
	case "toolStart":
		return one("tool_call_start", r.renamed(n, "the start of a tool", map[string]string{"id": "tool_call_id", "name": "tool_name", "arguments": "arguments"}))
	case "toolArgs":
		return one("tool_call_args_delta", r.renamed(n, "the arguments of a tool", map[string]string{"id": "tool_call_id", "arguments": "arguments"}))
	case "toolResult":
		data := r.renamed(n, "the result of a tool", map[string]string{"id": "tool_call_id", "name": "tool_name", "result": "result", "status": "status",
			"summary": "summary", "preview": "preview"})
		if _, given := data["status"]; !given {
			data["status"] = "success"
		}
		return one("tool_call_result", data)
	case "ask":
		return one("ask_user_questions", r.renamed(n, "a question", map[string]string{"id": "requestId", "questions": "questions", "metadata": "metadata"}))
	case "askCancelled":
		return one("ask_user_questions_cancelled", map[string]any{"requestId": r.template(n)})
	case "title":
		return one("session_title_updated", map[string]any{"title": r.text(n, "the new title")})
	case "status":
		return one("session_status", map[string]any{"phase": r.text(n, "a phase such as RUNNING")})
	case "snapshot":
		return one("session_snapshot", map[string]any{"phase": r.text(n, "a phase such as COMPLETED")})
	case "retry":
		return one("llm_retry", r.withDefaults(n, map[string]any{"reason": "rate_limit", "attempt": 1.0, "maxRetries": 3.0, "delaySeconds": 1.0}))
	case "waiting":
		return one("llm_waiting", r.withDefaults(n, map[string]any{"phase": "first_token", "elapsedSeconds": 5.0}))
	case "reset":
		if !r.boolean(n, false) {
			r.wrongKind(n, "true")
		}
		return one("llm_stream_reset", map[string]any{})
	case "busy":
		if !r.boolean(n, false) {
			r.wrongKind(n, "true")
		}
		return one(EventBusy, map[string]any{})
	case "error":
		return one("error", map[string]any{"message": r.text(n, "what went wrong")})
	case "end":
		return r.turnEnd(n)
	case "remote":
		o := r.object(n, "a message of another channel", "content", "source")
		return one(EventRemote, map[string]any{
			"content": r.text(r.need(o, "content", "what the user wrote"), "what the user wrote"),
			"source":  r.choice(o.get("source"), "weixin", "weixin", "scheduled", "desktop"),
		})
	default:
		o := r.object(n, "an event", "type", "data", "invalid")
		e := AgentEvent{Type: r.text(r.need(o, "type", "a frame type"), "a frame type"), Data: map[string]any{}, Invalid: r.boolean(o.get("invalid"), false)}
		if data := o.get("data"); data != nil {
			e.Data = r.template(data)
		}
		return []AgentEvent{e}
	}
}

// turnEnd is how a turn ends: what is said of it, and the phase after it.
func (r *reader) turnEnd(n *node) []AgentEvent {
	how := r.choice(n, "completed", "completed", "failed", "cancelled")
	status := AgentEvent{Type: "session_status", Data: map[string]any{"phase": strings.ToUpper(how)}}
	if how != "completed" {
		return []AgentEvent{status}
	}
	usage := map[string]any{"prompt_tokens": 1.0, "completion_tokens": 1.0, "total_tokens": 2.0}
	return []AgentEvent{{Type: "message_end", Data: usage}, status}
}

// deltas reads a text, or a list of pieces of one.
func (r *reader) deltas(n *node, kind string) []AgentEvent {
	pieces := []*node{n}
	if n.kind == kindList {
		pieces = n.items
	}
	if len(pieces) == 0 {
		r.wrongKind(n, "a text, or a list of its pieces")
	}
	events := make([]AgentEvent, 0, len(pieces))
	for _, piece := range pieces {
		text, ok := piece.value.(string)
		if piece.kind != kindString || !ok {
			r.wrongKind(piece, "a text, or a list of its pieces")
		}
		events = append(events, AgentEvent{Type: kind, Data: map[string]any{"delta": text}})
	}
	return events
}

// renamed reads a mapping and gives its fields the names that they have in the
// frame.
func (r *reader) renamed(n *node, what string, names map[string]string) map[string]any {
	known := make([]string, 0, len(names))
	for name := range names {
		known = append(known, name)
	}
	slices.Sort(known)
	data := map[string]any{}
	for name, f := range r.object(n, what, known...).fields {
		data[names[name]] = r.template(f.value)
	}
	return data
}

// withDefaults reads a mapping, or `true` for one that says nothing of its own.
func (r *reader) withDefaults(n *node, defaults map[string]any) map[string]any {
	data := map[string]any{}
	for name, value := range defaults {
		data[name] = value
	}
	if n.kind == kindBool && n.value == true {
		return data
	}
	if n.kind != kindMap {
		r.wrongKind(n, "true, or a mapping of the frame's data")
		return data
	}
	for _, f := range n.fields {
		data[f.name] = r.template(f.value)
	}
	return data
}

func (r *reader) history(n *node) []Stored {
	if n == nil {
		return nil
	}
	if n.kind != kindList || len(n.items) == 0 {
		r.wrongKind(n, "a list of messages: [{role: user, content: Hello}]")
		return nil
	}
	var out []Stored
	for _, item := range n.items {
		o := r.object(item, "a stored message", "role", "content", "thinking", "toolCalls", "toolCallId", "repeat")
		m := Stored{
			Pos: item.pos, Role: r.choice(r.need(o, "role", "user, assistant or tool"), "user", "user", "assistant", "tool"),
			ToolCallID: r.text(o.get("toolCallId"), "the id of a call"),
			ToolCalls:  r.storedCalls(o.get("toolCalls")),
		}
		m.Content, _ = r.plainText(o.get("content"))
		m.Thinking, _ = r.plainText(o.get("thinking"))
		for i := range max(r.integer(o.get("repeat"), 1, mostRepeats), 1) {
			one := m
			one.Content = strings.ReplaceAll(m.Content, RepeatNumber, fmt.Sprint(i+1))
			out = append(out, one)
		}
	}
	return out
}

// plainText reads a text that may be empty.
func (r *reader) plainText(n *node) (string, bool) {
	if n == nil {
		return "", false
	}
	text, ok := n.value.(string)
	if n.kind != kindString || !ok {
		r.wrongKind(n, "a text")
	}
	return text, ok
}

func (r *reader) storedCalls(n *node) []StoredCall {
	if n == nil {
		return nil
	}
	if n.kind != kindList {
		r.wrongKind(n, "a list of calls: [{id: t1, name: search, arguments: '{}'}]")
		return nil
	}
	var out []StoredCall
	for _, item := range n.items {
		o := r.object(item, "a stored call", "id", "name", "arguments")
		call := StoredCall{ID: r.text(r.need(o, "id", "the id of the call"), "an id"), Name: r.text(r.need(o, "name", "the tool"), "a tool")}
		if call.Arguments, _ = r.plainText(o.get("arguments")); call.Arguments == "" {
			call.Arguments = "{}"
		}
		if !json.Valid([]byte(call.Arguments)) {
			r.problem(item.pos, Problem{Message: "the arguments of a stored call are no JSON", Wanted: "JSON text", Found: call.Arguments})
		}
		out = append(out, call)
	}
	return out
}
