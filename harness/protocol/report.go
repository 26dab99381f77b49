package protocol

import "fmt"

// ResultBody is the typed view of Result.Result.
type ResultBody struct {
	// Actions has one entry for every action that was started.
	Actions    []ActionResult `json:"actions"`
	Snapshot   *Snapshot      `json:"snapshot,omitempty"`
	Screenshot *Screenshot    `json:"screenshot,omitempty"`
}

// ActionResult is what one action did.
type ActionResult struct {
	Action       ActionName    `json:"action"`
	ElementID    string        `json:"elementId,omitempty"`
	OK           bool          `json:"ok"`
	Status       string        `json:"status,omitempty"`
	Verification *Verification `json:"verification,omitempty"`
	Changes      Changes       `json:"changes"`
	Error        *Error        `json:"error,omitempty"`
	// DurationMs is in milliseconds; waiting for the user is not in it.
	DurationMs       float64       `json:"durationMs"`
	DocumentFocused  *bool         `json:"documentFocused,omitempty"`
	ScrolledIntoView bool          `json:"scrolledIntoView,omitempty"`
	FocusMoved       bool          `json:"focusMoved,omitempty"`
	Suggestions      []Suggestion  `json:"suggestions,omitempty"`
	SuggestionsOpen  *bool         `json:"suggestionsOpen,omitempty"`
	Stable           *bool         `json:"stable,omitempty"`
	Scroll           *ScrollReport `json:"scroll,omitempty"`
	Observation      *Observation  `json:"observation,omitempty"`
}

// The values of ActionResult.Status.
const (
	StatusVerified         = "verified"
	StatusValueDiffers     = "value_differs"
	StatusReverted         = "reverted"
	StatusNoEffectObserved = "no_effect_observed"
	StatusUnverified       = "unverified"
)

// Verification is the value asked for and the value read back; of sensitive fields only Match.
type Verification struct {
	Expected any    `json:"expected,omitempty"`
	Actual   any    `json:"actual,omitempty"`
	Match    string `json:"match"`
}

// The values of Verification.Match.
const (
	MatchExact       = "exact"
	MatchReformatted = "reformatted"
	MatchMismatch    = "mismatch"
)

// Suggestion is a visible choice of a field's own list.
type Suggestion struct {
	Label    string `json:"label"`
	Value    string `json:"value,omitempty"`
	Selected bool   `json:"selected,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

// ScrollReport says where what was scrolled stands now, in CSS pixels.
type ScrollReport struct {
	Scrollable
	Moved bool `json:"moved"`
}

// Changes is what became different (seed 000, 6.6).
type Changes struct {
	URLChanged     bool              `json:"urlChanged"`
	TitleChanged   bool              `json:"titleChanged"`
	VersionChanged bool              `json:"versionChanged"`
	Added          int               `json:"added"`
	Removed        int               `json:"removed"`
	Updated        int               `json:"updated"`
	Target         *TargetChange     `json:"target,omitempty"`
	Messages       []Message         `json:"messages"`
	Navigation     *NavigationChange `json:"navigation,omitempty"`
	Dialog         *DialogChange     `json:"dialog,omitempty"`
	NewTab         *NewTab           `json:"newTab,omitempty"`
}

// TargetChange is the target before and after: only the parts that differ.
type TargetChange struct {
	Before TargetState `json:"before"`
	After  TargetState `json:"after"`
}

// TargetState is the state of one element as far as it is reported.
type TargetState struct {
	Present       *bool   `json:"present,omitempty"`
	Value         any     `json:"value,omitempty"`
	ValueRedacted bool    `json:"valueRedacted,omitempty"`
	Text          *string `json:"text,omitempty"`
	Label         *string `json:"label,omitempty"`
	Visible       *bool   `json:"visible,omitempty"`
	Disabled      *bool   `json:"disabled,omitempty"`
	Readonly      *bool   `json:"readonly,omitempty"`
	Checked       any     `json:"checked,omitempty"`
	Expanded      *bool   `json:"expanded,omitempty"`
	Selected      *bool   `json:"selected,omitempty"`
	Pressed       any     `json:"pressed,omitempty"`
	Invalid       *bool   `json:"invalid,omitempty"`
	Focused       *bool   `json:"focused,omitempty"`
}

// Message is a message that the page showed the user; Kind is error, success or info.
type Message struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// NavigationChange says where the page went. Pending means begun, but not there when the page had settled.
type NavigationChange struct {
	Kind    string `json:"kind"`
	URL     string `json:"url"`
	Pending bool   `json:"pending,omitempty"`
}

// DialogChange says that a dialog of the page opened or closed, or which dialog of the browser was called.
type DialogChange struct {
	Kind         string `json:"kind"`
	Label        string `json:"label,omitempty"`
	Opened       bool   `json:"opened,omitempty"`
	Closed       bool   `json:"closed,omitempty"`
	SystemDialog string `json:"systemDialog,omitempty"`
}

// NewTab is a window that a script opened.
type NewTab struct {
	URL string `json:"url"`
}

// Observation is the page now, and the named elements of the snapshot it is compared with.
type Observation struct {
	PageVersion string            `json:"pageVersion"`
	URL         string            `json:"url"`
	Title       string            `json:"title"`
	Elements    []ObservedElement `json:"elements,omitempty"`
}

// ObservedElement says whether a reference still holds, and what became of its element.
type ObservedElement struct {
	ElementID string       `json:"elementId"`
	Valid     bool         `json:"valid"`
	Code      ErrorCode    `json:"code,omitempty"`
	Changed   bool         `json:"changed"`
	Before    *TargetState `json:"before,omitempty"`
	After     *TargetState `json:"after,omitempty"`
}

// Screenshot is a picture of the viewport without the SDK. Width and Height are pixels of the picture, Scale
// is picture pixels per CSS pixel, Data is base64.
type Screenshot struct {
	MIME       string        `json:"mime"`
	Width      int           `json:"width"`
	Height     int           `json:"height"`
	Scale      float64       `json:"scale"`
	ByteLength int           `json:"byteLength"`
	Data       string        `json:"data"`
	Masked     int           `json:"masked"`
	Omitted    []OmittedArea `json:"omitted"`
}

// OmittedArea is a part of the viewport that could not be drawn.
type OmittedArea struct {
	Reason string `json:"reason"`
	Rect   Rect   `json:"rect"`
}

// DecodeResultBody gives the typed view of Result.Result. A field that the contract does not have is an error.
func DecodeResultBody(body map[string]any) (*ResultBody, error) {
	var typed ResultBody
	if err := retype(body, &typed); err != nil {
		return nil, fmt.Errorf("reading the result of a page tool: %w", err)
	}
	return &typed, nil
}
