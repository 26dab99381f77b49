package dialect

import (
	"strings"
	"unicode/utf8"
)

// releasedModifiers gives the released name of a modifier of a chord.
var releasedModifiers = map[string]string{
	"Control": "ctrl", "Alt": "alt", "Shift": "shift", "Meta": "meta",
}

// releasedKeyNames gives the KeyboardEvent.key of keys that a chord spells in
// another way.
var releasedKeyNames = map[string]string{"Space": " "}

// encodeKeyboard: the released tool presses one key; its text is typed first,
// and its key is always there, empty where there is only text.
func encodeKeyboard(_ *released, _ string, p parameters) (map[string]any, error) {
	keys, pressed := p.take("keys")
	text, typed := p["text"]
	switch {
	case pressed && typed:
		return nil, inexpressible("keyboard takes text and a key together, which the contract refuses")
	case typed:
		if _, ok := text.(string); !ok {
			return nil, inexpressible("keyboard turns text of another type into text")
		}
		return map[string]any{"key": ""}, nil
	case !pressed:
		return map[string]any{}, nil
	}
	list, ok := keys.([]any)
	if !ok {
		return nil, inexpressible("keyboard takes one key, not %T", keys)
	}
	if len(list) != 1 {
		return nil, inexpressible("keyboard presses one key an action, not %d", len(list))
	}
	chord, ok := list[0].(string)
	if !ok {
		return nil, inexpressible("a key has to be text")
	}
	return encodeChord(chord)
}

// encodeChord reads "Control+Shift+A".
func encodeChord(chord string) (map[string]any, error) {
	parts := strings.Split(chord, "+")
	if strings.HasSuffix(chord, "+") && len(parts) > 1 { // the plus key itself
		parts = append(parts[:len(parts)-2], "+")
	}
	key := parts[len(parts)-1]
	modifiers := make([]any, 0, len(parts)-1)
	held := map[string]bool{}
	for _, part := range parts[:len(parts)-1] {
		name, ok := releasedModifiers[part]
		if !ok {
			return nil, inexpressible("%q is no modifier", part)
		}
		held[name] = true
		modifiers = append(modifiers, name)
	}
	arguments := map[string]any{"key": keyName(key, held)}
	if len(modifiers) > 0 {
		arguments["modifiers"] = modifiers
	}
	return arguments, nil
}

// keyName gives the KeyboardEvent.key that a keyboard would report: letters
// follow the shift key where a modifier is held.
func keyName(key string, held map[string]bool) string {
	if name, ok := releasedKeyNames[key]; ok {
		return name
	}
	if utf8.RuneCountInString(key) != 1 || len(held) == 0 {
		return key
	}
	if held["shift"] {
		return strings.ToUpper(key)
	}
	return strings.ToLower(key)
}
