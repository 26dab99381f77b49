package chrome

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// modifierBits are the modifier keys by their DOM names, with the bit that the
// protocol gives them.
var modifierBits = map[string]int64{"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}

// namedKeys are the keys that have a DOM name of several letters.
var namedKeys = map[string]string{
	"Alt": kb.Alt, "Control": kb.Control, "Meta": kb.Meta, "Shift": kb.Shift,
	"ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp,
	"Backspace": kb.Backspace, "Delete": kb.Delete, "End": kb.End, "Enter": kb.Enter, "Escape": kb.Escape,
	"Home": kb.Home, "Insert": kb.Insert, "PageDown": kb.PageDown, "PageUp": kb.PageUp, "Space": " ", "Tab": kb.Tab,
	"F1": kb.F1, "F2": kb.F2, "F3": kb.F3, "F4": kb.F4, "F5": kb.F5, "F6": kb.F6,
	"F7": kb.F7, "F8": kb.F8, "F9": kb.F9, "F10": kb.F10, "F11": kb.F11, "F12": kb.F12,
}

// Type presses the keys of a text on the real keyboard, one after the other.
// The page's focused element gets trusted key and input events.
func (t *Tab) Type(ctx context.Context, text string) error {
	for _, r := range text {
		for _, event := range kb.Encode(r) {
			if err := dispatch(ctx, t, fmt.Sprintf("typing %q", r), input.DispatchKeyEvent, *event); err != nil {
				return err
			}
		}
	}
	return nil
}

// Compose writes letters by an input method, as Chinese is written: they stand in
// the focused field under composition, and what else is pressed belongs to it.
func (t *Tab) Compose(ctx context.Context, letters string) error {
	end := int64(len(utf16.Encode([]rune(letters))))
	return dispatch(ctx, t, "composing "+letters, input.ImeSetComposition,
		input.ImeSetCompositionParams{Text: letters, SelectionStart: end, SelectionEnd: end})
}

// Commit ends a composition with the text that was chosen for it.
func (t *Tab) Commit(ctx context.Context, text string) error {
	return dispatch(ctx, t, "committing "+text, input.InsertText, input.InsertTextParams{Text: text})
}

// Press presses one key or chord on the real keyboard, by the DOM names of its
// keys joined with "+": "Enter", "Control+A", "Shift+Tab". The plus key itself
// is "Shift+=".
func (t *Tab) Press(ctx context.Context, chord string) error {
	events, err := chordEvents(chord)
	if err != nil {
		return err
	}
	for _, event := range events {
		if err := dispatch(ctx, t, "pressing "+chord, input.DispatchKeyEvent, event); err != nil {
			return err
		}
	}
	return nil
}

// chordEvents returns the key events of a chord: modifiers down in the order
// given, the key, modifiers up in the opposite order.
func chordEvents(chord string) ([]input.DispatchKeyEventParams, error) {
	parts := strings.Split(chord, "+")
	key := parts[len(parts)-1]
	var mask int64
	var down, up []input.DispatchKeyEventParams
	for _, name := range parts[:len(parts)-1] {
		bit, ok := modifierBits[name]
		if !ok {
			return nil, fmt.Errorf("pressing %q: %q is no modifier key (Alt, Control, Meta, Shift)", chord, name)
		}
		event := modifierEvent(name)
		mask |= bit
		event.Type, event.Modifiers = kb.KeyRawDown, mask
		down = append(down, event)
	}
	released := mask
	for i := len(down) - 1; i >= 0; i-- {
		event := down[i]
		released &^= modifierBits[event.Key]
		event.Type, event.Modifiers = kb.KeyUp, released
		up = append(up, event)
	}
	middle, err := keyEvents(key, mask)
	if err != nil {
		return nil, fmt.Errorf("pressing %q: %w", chord, err)
	}
	return append(append(down, middle...), up...), nil
}

func modifierEvent(name string) input.DispatchKeyEventParams {
	r, _ := utf8.DecodeRuneInString(namedKeys[name])
	k := kb.Keys[r]
	return input.DispatchKeyEventParams{
		Key: name, Code: name + "Left", Location: 1,
		WindowsVirtualKeyCode: k.Windows, NativeVirtualKeyCode: k.Native,
	}
}

// keyEvents returns the events of the chord's own key. With Control, Alt or Meta
// held a key writes no text.
func keyEvents(name string, mask int64) ([]input.DispatchKeyEventParams, error) {
	shift, command := mask&modifierBits["Shift"] != 0, mask&^modifierBits["Shift"] != 0
	text := name
	if named, ok := namedKeys[name]; ok {
		text = named
	} else if utf8.RuneCountInString(name) != 1 {
		return nil, fmt.Errorf("unknown key %q", name)
	}
	switch {
	case command && !shift:
		// Control+A is the key "a" on every keyboard.
		text = strings.ToLower(text)
	case shift:
		text = strings.ToUpper(text)
	}
	r, _ := utf8.DecodeRuneInString(text)
	var events []input.DispatchKeyEventParams
	for _, event := range kb.Encode(r) {
		if command && event.Type == kb.KeyChar {
			continue
		}
		if command && event.Type == kb.KeyDown {
			event.Type = kb.KeyRawDown
		}
		event.Modifiers |= mask
		events = append(events, *event)
	}
	return events, nil
}

// modifierMask returns the protocol's bits of modifier keys by name.
func modifierMask(names []string) (int64, error) {
	var mask int64
	for _, name := range names {
		bit, ok := modifierBits[name]
		if !ok {
			return 0, fmt.Errorf("%q is no modifier key (Alt, Control, Meta, Shift)", name)
		}
		mask |= bit
	}
	return mask, nil
}
