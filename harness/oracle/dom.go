package oracle

import (
	"context"
	"errors"
	"fmt"

	"github.com/maochat/conformance/harness/chrome"
)

// maxNodes bounds how many elements one query may describe.
const maxNodes = 2000

// A DOMQuery finds elements. Exactly one of ID, CSS and Name is set. Open shadow
// roots are searched too, each as a tree of its own: a CSS selector does not
// reach across their borders.
type DOMQuery struct {
	// ID is an element id, Name the value of a name attribute.
	ID, Name string
	// CSS is a selector.
	CSS string
	// Frame is a CSS selector of the frame to look in, empty for the top
	// document. "outer >> inner" names a frame in a frame. Frames of other
	// sites cannot be read.
	Frame string
	// Exclude is a CSS selector of elements that are left out with all that is
	// in them, for example the SDK's own host.
	Exclude string
}

// String describes the query for messages.
func (q DOMQuery) String() string {
	s := ""
	switch {
	case q.ID != "":
		s = "id " + q.ID
	case q.Name != "":
		s = "name " + q.Name
	default:
		s = "css " + q.CSS
	}
	if q.Frame != "" {
		s += " in frame " + q.Frame
	}
	return s
}

// A Node is an element as it is now. The JSON names are those of scenarios.
type Node struct {
	// Tag is the element's local name, Type the type of an input.
	Tag  string `json:"tag"`
	Type string `json:"type,omitempty"`
	// ID and Name are the attributes.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Value is the value property where the element has one: a text, or a number
	// for elements such as progress.
	Value any `json:"value,omitempty"`
	// Checked and Indeterminate are set for checkboxes and radio buttons.
	Checked       *bool `json:"checked,omitempty"`
	Indeterminate *bool `json:"indeterminate,omitempty"`
	// Selected and SelectedValues are the labels and values of the chosen
	// options of a select.
	Selected       []string `json:"selected,omitempty"`
	SelectedValues []string `json:"selectedValues,omitempty"`
	// Chosen is set for options, Open for details and dialogs.
	Chosen *bool `json:"chosen,omitempty"`
	Open   *bool `json:"open,omitempty"`
	// Text is the visible text on one line.
	Text string `json:"text"`
	// Disabled is true for a control that is disabled by itself or by its
	// fieldset; ReadOnly is its readonly property.
	Disabled bool `json:"disabled"`
	ReadOnly bool `json:"readonly"`
	// Editable is true for contenteditable elements.
	Editable bool `json:"editable,omitempty"`
	// Visible is true for what is rendered, takes place, and is neither hidden
	// nor transparent. It may be outside the viewport.
	Visible bool `json:"visible"`
	// Focused is true for the active element of its document or shadow root.
	Focused bool `json:"focused"`
	// Rect is its place in CSS pixels of the top viewport.
	Rect chrome.Rect `json:"rect"`
	// Attributes are all its attributes.
	Attributes map[string]string `json:"attributes"`
	// Frame is the path of frames to its document, empty for the top one.
	Frame string `json:"frame"`
	// InShadowRoot is true for elements inside an open shadow root.
	InShadowRoot bool `json:"inShadowRoot"`
}

// DOM reads the elements that match, in document order; none is no error. A
// frame that is not there and a broken selector are [ErrNotReadable].
func DOM(ctx context.Context, tab *chrome.Tab, q DOMQuery) ([]Node, error) {
	doing := "reading the page (" + q.String() + ")"
	set := 0
	for _, s := range []string{q.ID, q.CSS, q.Name} {
		if s != "" {
			set++
		}
	}
	if set != 1 {
		return nil, errors.New(doing + ": exactly one of id, css and name must be given")
	}
	type answer struct {
		Error string `json:"error"`
		Nodes []Node `json:"nodes"`
	}
	res, err := chrome.CallIsolated[answer](ctx, tab, domScript, map[string]any{
		"id": q.ID, "css": q.CSS, "name": q.Name, "frame": q.Frame, "exclude": q.Exclude, "limit": maxNodes,
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", doing, err)
	case res.Error != "":
		return nil, unreadable(doing, res.Error)
	}
	return res.Nodes, nil
}

// FocusInfo says which element has the focus. The JSON names are those of
// scenarios.
type FocusInfo struct {
	// DocumentFocused is what the page's document.hasFocus says.
	DocumentFocused bool `json:"documentFocused"`
	// Nothing is true when no element has the focus (the body has it then).
	Nothing bool `json:"nothing"`
	// Tag, ID, Name, Type and Text describe the element.
	Tag  string `json:"tag"`
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text"`
	// Frame is the path of frames to its document, empty for the top one.
	Frame string `json:"frame"`
	// InShadowRoot is true for elements inside an open shadow root. Of a closed
	// one only the host is seen.
	InShadowRoot bool `json:"inShadowRoot"`
}

// Focus reads the deep active element: through open shadow roots and frames of
// the same site.
func Focus(ctx context.Context, tab *chrome.Tab) (FocusInfo, error) {
	info, err := chrome.CallIsolated[FocusInfo](ctx, tab, focusScript, nil)
	if err != nil {
		return info, fmt.Errorf("reading the focus: %w", err)
	}
	return info, nil
}
