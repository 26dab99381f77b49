package protocol

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
)

// toolDescriptions say what an agent gets from each tool, for the model that
// chooses among them.
var toolDescriptions = map[Tool]string{
	PageInspect: "Lists the interactive elements that the user sees on the page, each with an opaque elementId that is good with the snapshotId " +
		"of the same answer only. Call it first, and again whenever an answer says that the snapshot expired or the page changed.",
	PageScreenshot: "Takes a picture of what the user sees of the page. Use it only where the list of elements does not suffice.",
	PageScroll:     "Scrolls the page or a container, to see more. Inspect afterwards.",
	PageFocus:      "Moves the keyboard focus to an element.",
	PageFill:       "Replaces the content of a text field, a number, a date or an editable area.",
	PageSelect:     "Chooses options of a drop-down or a list.",
	PageCheck:      "Ticks a checkbox, a radio button or a switch.",
	PageUncheck:    "Unticks a checkbox or a switch.",
	PageClick:      "Clicks a button, a link or another element, as the user would.",
	PageKeyboard:   "Types text or presses keys where the focus is, or in an element.",
	PageWait:       "Waits a time, or until the page is quiet, a text appears, an element goes or the address changes.",
	PageObserve:    "Tells what changed in the page since a snapshot.",
}

// Describe says what a tool does, for the model of an agent.
func (t Tool) Describe() string { return toolDescriptions[t] }

// ArgumentsSchema gives a JSON Schema of the arguments with which an agent calls a
// tool: the parameters of its action, or several actions in order as `actions`.
// It stands alone, without references. Rules between parameters are left to
// [Validate], for many model endpoints know plain schemas only.
func (t Tool) ArgumentsSchema() (map[string]any, error) {
	if !t.Known() {
		return nil, fmt.Errorf("schema of the arguments of %q: no such tool", t)
	}
	flat := flattener{files: SchemaFiles(), documents: map[string]map[string]any{}}
	name := string(t.Action())
	schema, err := flat.definition("action.schema.json", strings.ToUpper(name[:1])+name[1:]+"Action")
	if err != nil {
		return nil, fmt.Errorf("schema of the arguments of %s: %w", t, err)
	}
	properties, _ := schema["properties"].(map[string]any)
	delete(properties, "action")
	required, _ := schema["required"].([]any)
	if t.Action().Observes() {
		return map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": orEmpty(required)}, nil
	}
	properties["actions"] = map[string]any{
		"type": "array", "minItems": 1, "maxItems": 50,
		"description": "Several actions in order instead of one, all with elements of one snapshot. Each entry names its action and has that action's " +
			"parameters. It ends at the first that fails or changes what is on the page.",
		"items": map[string]any{
			"type": "object", "required": []any{"action"}, "additionalProperties": true,
			"properties": map[string]any{"action": map[string]any{"type": "string", "enum": actionNames()}},
		},
	}
	description := "Give the parameters of one action, or actions."
	if len(required) > 0 {
		description = fmt.Sprintf("Give %s, or actions.", strings.Trim(fmt.Sprint(required...), "[]"))
	}
	return map[string]any{"type": "object", "additionalProperties": false, "description": description, "properties": properties}, nil
}

func orEmpty(list []any) []any {
	if list == nil {
		return []any{}
	}
	return list
}

func actionNames() []any {
	names := make([]any, len(Tools))
	for i, t := range Tools {
		names[i] = string(t.Action())
	}
	return names
}

// flattener puts definitions in the place of references.
type flattener struct {
	files     fs.FS
	documents map[string]map[string]any
}

// conditions are the words of a schema that a plain one has not.
var conditions = []string{"if", "then", "else", "allOf", "tsType"}

// mostReferences bounds how deep references may lie in each other.
const mostReferences = 20

func (f *flattener) definition(file, name string) (map[string]any, error) {
	document, ok := f.documents[file]
	if !ok {
		text, err := fs.ReadFile(f.files, file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &document); err != nil {
			return nil, err
		}
		f.documents[file] = document
	}
	definitions, _ := document["$defs"].(map[string]any)
	definition, ok := definitions[name].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s defines no %s", file, name)
	}
	flat, err := f.flatten(file, definition, 0)
	if err != nil {
		return nil, err
	}
	return flat.(map[string]any), nil
}

func (f *flattener) flatten(file string, value any, depth int) (any, error) {
	if depth > mostReferences {
		return nil, fmt.Errorf("%s: references lie too deep in each other", file)
	}
	switch x := value.(type) {
	case []any:
		out := make([]any, len(x))
		for i, item := range x {
			flat, err := f.flatten(file, item, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = flat
		}
		return out, nil
	case map[string]any:
		return f.flattenObject(file, x, depth)
	default:
		return value, nil
	}
}

func (f *flattener) flattenObject(file string, object map[string]any, depth int) (any, error) {
	out := map[string]any{}
	if reference, ok := object["$ref"].(string); ok {
		target, pointer, _ := strings.Cut(reference, "#")
		if target == "" {
			target = file
		} else {
			target = path.Join(path.Dir(file), target)
		}
		referred, err := f.definition(target, path.Base(pointer))
		if err != nil {
			return nil, err
		}
		maps.Copy(out, referred)
	}
	for name, inner := range object {
		if name == "$ref" {
			continue
		}
		flat, err := f.flatten(file, inner, depth+1)
		if err != nil {
			return nil, err
		}
		out[name] = flat
	}
	for _, name := range conditions {
		delete(out, name)
	}
	return out, nil
}
