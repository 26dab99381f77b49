package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Rect is a box in CSS pixels of the top document's viewport.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Snapshot is what page_inspect saw (seed 000, 6.2).
type Snapshot struct {
	SnapshotID  string    `json:"snapshotId"`
	PageVersion string    `json:"pageVersion"`
	URL         string    `json:"url"`
	Title       string    `json:"title"`
	Viewport    Viewport  `json:"viewport"`
	Frames      []Frame   `json:"frames"`
	Elements    []Element `json:"elements"`
	Truncated   bool      `json:"truncated,omitempty"`
	Cursor      string    `json:"cursor,omitempty"`
}

// Viewport is the top document's viewport in CSS pixels.
type Viewport struct {
	Width            float64 `json:"width"`
	Height           float64 `json:"height"`
	ScrollX          float64 `json:"scrollX"`
	ScrollY          float64 `json:"scrollY"`
	PageWidth        float64 `json:"pageWidth"`
	PageHeight       float64 `json:"pageHeight"`
	DevicePixelRatio float64 `json:"devicePixelRatio"`
}

// Frame is a document that elements of a snapshot belong to.
type Frame struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Name   string `json:"name,omitempty"`
	Parent *int   `json:"parent,omitempty"`
	Rect   Rect   `json:"rect"`
}

// Option is one choice of a select, listbox or combobox.
type Option struct {
	Label    string `json:"label"`
	Value    string `json:"value"`
	Selected bool   `json:"selected"`
	Disabled bool   `json:"disabled"`
	Group    string `json:"group,omitempty"`
}

// Scrollable says how far a container is scrolled and how far it could be, in CSS pixels.
type Scrollable struct {
	Left    float64 `json:"left"`
	Top     float64 `json:"top"`
	MaxLeft float64 `json:"maxLeft"`
	MaxTop  float64 `json:"maxTop"`
}

// Element is one interactive element of a Snapshot. ElementID means something only together with the SnapshotID
// of its snapshot.
type Element struct {
	ElementID  string   `json:"elementId"`
	Kind       string   `json:"kind"`
	Role       string   `json:"role"`
	Type       string   `json:"type"`
	Label      string   `json:"label"`
	Text       string   `json:"text"`
	Value      any      `json:"value"`
	Options    []Option `json:"options"`
	Visible    bool     `json:"visible"`
	InViewport bool     `json:"inViewport"`
	Disabled   bool     `json:"disabled"`
	Readonly   bool     `json:"readonly"`
	Required   bool     `json:"required"`
	Rect       Rect     `json:"rect"`
	// Actions names what the element accepts now; empty for boundaries.
	Actions    []ActionName `json:"actions"`
	FormID     string       `json:"formId,omitempty"`
	FormName   string       `json:"formName,omitempty"`
	FormAction string       `json:"formAction,omitempty"`
	FormMethod string       `json:"formMethod,omitempty"`
	// Checked and Pressed are true, false, "mixed" or nil.
	Checked       any   `json:"checked,omitempty"`
	Expanded      *bool `json:"expanded,omitempty"`
	Selected      *bool `json:"selected,omitempty"`
	Pressed       any   `json:"pressed,omitempty"`
	Invalid       bool  `json:"invalid,omitempty"`
	Sensitive     bool  `json:"sensitive,omitempty"`
	ValueRedacted bool  `json:"valueRedacted,omitempty"`
	AriaHidden    bool  `json:"ariaHidden,omitempty"`
	// ValueTruncated says that only the beginning of the value is here.
	ValueTruncated bool `json:"valueTruncated,omitempty"`
	// OptionCount says how many choices there are where Options does not hold all of them; else 0.
	OptionCount int `json:"optionCount,omitempty"`
	// Frame is an index into the snapshot's Frames; 0, the top document, is not written.
	Frame int `json:"frame,omitempty"`
	// Context is the nearest heading, row or dialog label.
	Context string `json:"context,omitempty"`
	// Boundary is the code that any action on the element is refused with.
	Boundary   ErrorCode   `json:"boundary,omitempty"`
	Scrollable *Scrollable `json:"scrollable,omitempty"`
}

// DecodeSnapshot gives the typed view of a snapshot as it stands in Result.Result["snapshot"]. A field that the
// contract does not have is an error.
func DecodeSnapshot(snapshot map[string]any) (*Snapshot, error) {
	var typed Snapshot
	if err := retype(snapshot, &typed); err != nil {
		return nil, fmt.Errorf("reading a snapshot: %w", err)
	}
	return &typed, nil
}

// retype turns loose JSON into a struct, strictly.
func retype(from, to any) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(to)
}
