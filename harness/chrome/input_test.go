package chrome_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTypingAndChords(t *testing.T) {
	tab := open(t, "typing.html")
	eval[any](t, tab, "field.focus()")
	require.NoError(t, tab.Type(t.Context(), "Ada, 你好"))
	assert.Equal(t, "Ada, 你好", eval[string](t, tab, "field.value"))
	assert.JSONEq(t, `["A", "KeyA", false, true, true]`, string(must(t)(tab.Eval(t.Context(), "keys[0]"))))

	require.NoError(t, tab.Press(t.Context(), "Control+A"))
	assert.JSONEq(t, `[["Control", "ControlLeft", true, false, true], ["a", "KeyA", true, false, true]]`,
		string(must(t)(tab.Eval(t.Context(), "keys.slice(-2)"))))
	require.NoError(t, tab.Press(t.Context(), "Backspace"))
	assert.Empty(t, eval[string](t, tab, "field.value"))
	require.NoError(t, tab.Press(t.Context(), "Shift+b"))
	require.NoError(t, tab.Press(t.Context(), "Space"))
	require.NoError(t, tab.Press(t.Context(), "7"))
	assert.Equal(t, "B 7", eval[string](t, tab, "field.value"))
	require.NoError(t, tab.Press(t.Context(), "Tab"))
	assert.Equal(t, "body", eval[string](t, tab, "document.activeElement.localName"))
}

func TestUnknownKeysAreNamed(t *testing.T) {
	tab := open(t, "typing.html")
	assert.ErrorContains(t, tab.Press(t.Context(), "Hyper+A"), `"Hyper" is no modifier key`)
	assert.ErrorContains(t, tab.Press(t.Context(), "Entr"), `unknown key "Entr"`)
}
