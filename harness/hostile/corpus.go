package hostile

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maochat/conformance/harness/protocol"
)

// Marker stands in every text that would do something if it were evaluated.
const Marker = "hostile_marker_7f3a"

// Real are ids of the page as it is now, for requests that are wrong in one
// place only.
type Real struct {
	SessionID  int64
	SnapshotID string
	// Button, Field, Box and List are elements of that snapshot.
	Button, Field, Box, List string
}

// Request is one request that must not do anything.
type Request struct {
	// Name says what is wrong with it.
	Name string
	// ID is its requestId; empty where nobody can answer it.
	ID string
	// Frame is the text as it is sent.
	Frame []byte
	// Codes are the refusals that fit.
	Codes []protocol.ErrorCode
}

var (
	invalid = []protocol.ErrorCode{"invalid_arguments"}
	stale   = []protocol.ErrorCode{"snapshot_expired", "element_not_available", "invalid_arguments"}
	session = []protocol.ErrorCode{"session_mismatch", "invalid_arguments"}
)

type object = map[string]any

// generator collects requests and numbers them.
type generator struct {
	real Real
	out  []Request
}

// Requests generates the corpus: always the same one, but for the ids.
func Requests(real Real) []Request {
	g := &generator{real: real}
	g.unknownFields()
	g.wrongTypes()
	g.wrongIDs()
	g.wrongTools()
	g.shapes()
	g.texts()
	return g.out
}

// bases are requests that would be fine as they are, by what they ask for.
func (g *generator) bases() []object {
	r := g.real
	actions := []object{
		{"action": "inspect", "scope": "viewport", "filter": object{"role": "button"}},
		{"action": "screenshot", "format": "png"},
		{"action": "scroll", "direction": "down"},
		{"action": "focus", "elementId": r.Field},
		{"action": "fill", "elementId": r.Field, "value": "x"},
		{"action": "select", "elementId": r.List, "values": []any{object{"label": "b"}}},
		{"action": "check", "elementId": r.Box},
		{"action": "uncheck", "elementId": r.Box},
		{"action": "click", "elementId": r.Button},
		{"action": "keyboard", "elementId": r.Field, "text": "x"},
		{"action": "wait", "ms": 0},
		{"action": "observe", "elementIds": []any{r.Button}},
	}
	var bases []object
	for _, action := range actions {
		bases = append(bases, object{
			"type": "page_tool_request", "sessionId": r.SessionID, "tool": "page_" + fmt.Sprint(action["action"]),
			"snapshotId": r.SnapshotID, "actions": []any{action},
		})
	}
	return bases
}

// places are the objects of a request that could take a field more.
func places(request object) []object {
	found := []object{request}
	for _, action := range request["actions"].([]any) {
		action := action.(object)
		found = append(found, action)
		for _, key := range slices.Sorted(maps.Keys(action)) {
			switch value := action[key].(type) {
			case object:
				found = append(found, value)
			case []any:
				for _, item := range value {
					if item, ok := item.(object); ok {
						found = append(found, item)
					}
				}
			}
		}
	}
	return found
}

// unknownFields puts each smuggled field into each place of each request.
func (g *generator) unknownFields() {
	keys := []string{
		"selector", "xpath", "css", "cssSelector", "query", "script", "javascript", "js", "code", "eval", "expression", "function", "html", "innerHTML",
		"x", "y", "coordinates", "point", "position", "url", "href", "onclick", "onload", "style", "class", "nodeId", "backendNodeId", "frameId",
		"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON", "length", "", "$ref", "Selector", "SELECTOR",
		"ref", "aria", "name", "tag", "path", "frame", "shadow", "force", "offset", "modifiers", "headers", "method", "body", "token",
		"ѕelector", "sel\u200bector", "ｓｅｌｅｃｔｏｒ", "script\u0000", "selector ", "\u202eselector",
	}
	values := []any{
		"#save", "javascript:" + pwn, "<img src=x onerror=" + pwn + ">", object{"selector": "#save", "then": pwn}, []any{pwn}, 7,
	}
	for range 2 { // with and without what names the element otherwise
		for k, key := range keys {
			for i, base := range g.bases() {
				for j := range places(base) {
					request := g.bases()[i]
					at := places(request)[j]
					at[key] = values[(k+i+j)%len(values)]
					if len(g.out)%2 == 1 && j == 1 {
						delete(at, "elementId")
					}
					g.add(fmt.Sprintf("%s with the field %q", request["tool"], key), request, invalid)
				}
			}
		}
		values = slices.Concat(values[3:], values[:3])
	}
}

const pwn = "window.pwned='" + Marker + "'"

// wrongTypes puts values of every kind where another kind is wanted.
func (g *generator) wrongTypes() {
	values := []any{nil, true, -1, 1.5, 1e308, "", "\u0000", Marker, "javascript:" + pwn, []any{}, []any{[]any{}}, object{}, object{"toString": pwn}, object{"valueOf": pwn, "__proto__": object{}}, strings.Repeat("a", 5000)}
	for i, base := range g.bases() {
		for j, at := range places(base) {
			for _, key := range slices.Sorted(maps.Keys(at)) {
				for v, value := range values {
					request := g.bases()[i]
					places(request)[j][key] = value
					// What happens to be a value of that place is no attack.
					frame := encode(request, "probe")
					if protocol.Validate(protocol.ToSDK, frame) == nil {
						continue
					}
					g.add(fmt.Sprintf("%s with value %d for %q", base["tool"], v, key), request, session, invalid...)
				}
			}
		}
	}
}

// wrongIDs names elements, snapshots and sessions that are not these.
func (g *generator) wrongIDs() {
	r := g.real
	ids := []string{
		"#save", "//button[1]", "button", "0", "1", "save", "document.querySelector('#save')", "javascript:" + pwn, "__proto__", "constructor", "../" + r.Button,
		strings.ToUpper(r.Button) + "x", strings.ToLower(r.Button) + "-", r.Button + "\u200b", r.Button + " ", " " + r.Button, r.Button + "\u0000", r.SnapshotID, "e1", "[object Object]",
	}
	for i := range g.bases() {
		for _, id := range ids {
			request := g.bases()[i]
			action := places(request)[1]
			switch {
			case action["elementId"] != nil:
				action["elementId"] = id
			default:
				continue // observing tells of an unknown id that it is not there
			}
			g.add(fmt.Sprintf("%s on the id %q", request["tool"], id), request, stale)
			if id == r.SnapshotID {
				continue // as the name of a snapshot it is right
			}
			request = g.bases()[i]
			request["snapshotId"] = id
			g.add(fmt.Sprintf("%s in the snapshot %q", request["tool"], id), request, stale)
		}
		for _, other := range []any{r.SessionID + 1, 1 << 40, float64(r.SessionID) + 0.5, -r.SessionID, fmt.Sprint(r.SessionID)} {
			request := g.bases()[i]
			request["sessionId"] = other
			g.add(fmt.Sprintf("%s of the session %v", request["tool"], other), request, session)
		}
	}
}

// wrongTools asks for what there is not, by names that look like it.
func (g *generator) wrongTools() {
	for _, tool := range []any{
		"page_eval", "page_script", "page_click ", "PAGE_CLICK", "page_ｃlick", "page_cl\u0456ck", "click", "page_", "__proto__", "constructor", "toString", "page_navigate",
		"page_click\u0000", "page_click\npage_fill", "", nil, 3, []any{"page_click"}, object{"name": "page_click"}, "eval", "page_open_url", "page_upload",
	} {
		for i := range g.bases() {
			request := g.bases()[i]
			request["tool"] = tool
			g.add(fmt.Sprintf("the tool %v", tool), request, invalid)
			request = g.bases()[i]
			if tool == "click" {
				continue // the name of an action
			}
			places(request)[1]["action"] = tool
			g.add(fmt.Sprintf("the action %v", tool), request, invalid)
		}
	}
}

// shapes are requests that are deep, long or many.
func (g *generator) shapes() {
	for i := range g.bases() {
		for _, depth := range []int{6, 31, 33, 200, 4000} {
			for _, key := range []string{"actions", "snapshotId", "nested"} {
				request := g.bases()[i]
				request[key] = json.RawMessage(strings.Repeat(`{"a":[`, depth) + strings.Repeat("]}", depth))
				g.add(fmt.Sprintf("%d objects inside each other as %s", depth, key), request, invalid)
			}
		}
		for _, length := range []int{51, 1000, 20_000} {
			request := g.bases()[i]
			action := request["actions"].([]any)[0]
			request["actions"] = slices.Repeat([]any{action}, length)
			g.add(fmt.Sprintf("%d actions", length), request, invalid)
		}
		request := g.bases()[i]
		request["actions"] = []any{}
		request["snapshotId"] = strings.Repeat("s", 700_000)
		g.add("a snapshot id of 700,000 letters", request, invalid)
	}
}

// texts are frames that are no objects of JSON, or say things twice.
func (g *generator) texts() {
	for i := range g.bases() {
		whole := string(encode(g.bases()[i], "text"))
		for _, text := range []string{
			whole[:len(whole)/2], whole + whole, "[" + whole + "]", `"` + Marker + `"`, "null", "", pwn, "while(1);" + whole, ")]}'" + whole, "\ufeff" + whole,
			"<script>" + pwn + "</script>", strings.ReplaceAll(whole, `"`, "'"), strings.Replace(whole, "{", "{,", 1), strings.Replace(whole, ":", ":NaN,", 1),
		} {
			g.out = append(g.out, Request{Name: fmt.Sprintf("the text %.40q", text), Frame: []byte(text)})
		}
		// A key that stands twice: the last counts, and with it the request is wrong.
		id := g.next()
		twice := strings.TrimSuffix(string(encode(g.bases()[i], id)), "}") + `,"tool":"page_eval"}`
		g.out = append(g.out, Request{Name: "a tool that is said twice", ID: id, Frame: []byte(twice), Codes: invalid})
	}
}

func (g *generator) add(name string, request object, codes []protocol.ErrorCode, more ...protocol.ErrorCode) {
	id := g.next()
	g.out = append(g.out, Request{Name: name, ID: id, Frame: encode(request, id), Codes: slices.Concat(codes, more)})
	if request["type"] != "page_tool_request" {
		g.out[len(g.out)-1].ID = "" // it is not for the executor
	}
}

func (g *generator) next() string { return fmt.Sprintf("hostile-%d", len(g.out)+1) }

func encode(request object, id string) []byte {
	request = maps.Clone(request)
	if _, set := request["requestId"]; !set {
		request["requestId"] = id
	}
	text, err := json.Marshal(request)
	if err != nil {
		panic(fmt.Sprintf("a generated request is no JSON: %v", err)) // a fault of the generator itself
	}
	return text
}
