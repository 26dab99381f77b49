package sdk

import (
	"regexp"
	"slices"

	"github.com/maochat/conformance/harness/chrome"
)

// The dialects of the page-tool frames.
const (
	// DialectSeed is the flat form of the design documents.
	DialectSeed = "seed"
	// DialectReleased is the nested form of the released product.
	DialectReleased = "released"
)

// When a page calls init.
const (
	// InitAtScript is right after the SDK's script, in the head of the page: there is no body yet.
	InitAtScript = "script"
	// InitAtDOMContentLoaded is when the whole document is there.
	InitAtDOMContentLoaded = "DOMContentLoaded"
)

// A Profile says what the harness must know of one SDK to load it, to talk to it
// and to find its controls. Profiles are YAML files; see [Load].
type Profile struct {
	// Name identifies the profile in reports.
	Name string `yaml:"name"`
	// Title says in one line what it is a profile of.
	Title string `yaml:"title"`
	// Dialect is [DialectSeed] or [DialectReleased].
	Dialect string `yaml:"dialect"`
	// Script is the name under which pages load the artifact, below /sdk/.
	Script string `yaml:"script"`
	// Global is the global variable that the script defines and whose init
	// function starts the SDK.
	Global string `yaml:"global"`
	// Init are the options for init. A text "${serverUrl}", "${agentId}",
	// "${getToken}" or "${onEvent}" stands for what the run puts in; see
	// [Profile.Boot].
	Init map[string]any `yaml:"init"`
	// InitAt says when pages call init: [InitAtScript] or [InitAtDOMContentLoaded].
	InitAt string `yaml:"initAt"`
	// Endpoints are the addresses that the SDK uses below its server's.
	Endpoints Endpoints `yaml:"endpoints"`
	// Host is the SDK's own element in the page.
	Host Host `yaml:"host"`
	// Storage lists what the SDK keeps in the browser.
	Storage []StorageKey `yaml:"storage"`
	// Channels are the names of the BroadcastChannels by which the SDK's tabs talk.
	Channels []string `yaml:"channels"`
	// ChannelPatterns are regular expressions for the names of such channels
	// that the SDK makes at run time, from the user's id for example. They are
	// seen only if it takes BroadcastChannel from the page when it opens them.
	ChannelPatterns []string `yaml:"channelPatterns"`
	// Features are the page tools and other features that the SDK declares.
	Features []string `yaml:"features"`
	// Controls are the SDK's controls as a user finds them, by name.
	Controls map[string]Control `yaml:"controls"`
	// Gestures are what a user does to reach something, by name; see the
	// Gesture constants.
	Gestures map[string][]Gesture `yaml:"gestures"`

	file string
}

// Endpoints are paths below the server's address.
type Endpoints struct {
	// WebSocket is the path of the stream, with its query.
	WebSocket string `yaml:"webSocket"`
	// REST is the path prefix of the REST calls.
	REST string `yaml:"rest"`
}

// Host describes the element that holds the SDK's user interface.
type Host struct {
	// Selector finds it in the page.
	Selector string `yaml:"selector"`
	// ShadowRoot is "open" or "closed".
	ShadowRoot string `yaml:"shadowRoot"`
}

// StorageKey is a family of entries in the browser's storage.
type StorageKey struct {
	// Area is "localStorage" or "sessionStorage".
	Area string `yaml:"area"`
	// Key is a regular expression that its keys match.
	Key string `yaml:"key"`
	// Holds says what is in it: "session", "authorization", "launcher" or
	// "resume".
	Holds string `yaml:"holds"`

	key *regexp.Regexp
}

// Matches reports whether a storage key belongs to the family.
func (k StorageKey) Matches(key string) bool { return k.key.MatchString(key) }

// Control is how a user of the accessibility tree finds a control.
type Control struct {
	// Role is its ARIA role.
	Role string `yaml:"role"`
	// Name is a regular expression for its accessible name; empty for any.
	Name string `yaml:"name"`
	// Within is the name of a control that it lies in; empty for the whole page.
	Within string `yaml:"within"`

	name *regexp.Regexp
}

// Gesture is one step of a user: pressing a control.
type Gesture struct {
	// Press is the name of the control to press.
	Press string `yaml:"press"`
	// Unless is the name of a control whose presence makes the step needless.
	Unless string `yaml:"unless"`
}

// The gestures of every profile.
const (
	// GestureConnect brings the connection about after the page has loaded.
	GestureConnect = "connect"
	// GestureAllow allows what a confirm card asks, once.
	GestureAllow = "allow"
	// GestureAllowTask allows it and everything else in this task.
	GestureAllowTask = "allowTask"
	// GestureDeny denies it.
	GestureDeny = "deny"
	// GestureStop stops the running task.
	GestureStop = "stop"
)

// The gestures that a profile may lack, with what needs them.
const (
	// GestureLevelPerAction sets the authorization level back to asking each time.
	GestureLevelPerAction = "levelPerAction"
	// GestureLevelTask raises or lowers it to the present task.
	GestureLevelTask = "levelTask"
	// GestureLevelFull grants full authorization.
	GestureLevelFull = "levelFull"
	// GestureRevoke takes back whatever was granted.
	GestureRevoke = "revoke"
	// GestureCompose puts the focus into the box for messages.
	GestureCompose = "compose"
	// GestureSend sends what is written there.
	GestureSend = "send"
)

// ControlCard is the control that is there while the user is asked.
const ControlCard = "confirm.card"

// Has reports whether the SDK declares a page tool or another feature.
func (p *Profile) Has(feature string) bool { return slices.Contains(p.Features, feature) }

// Missing returns those of the wanted features that the SDK does not declare.
func (p *Profile) Missing(wanted []string) []string {
	var missing []string
	for _, f := range wanted {
		if !p.Has(f) {
			missing = append(missing, f)
		}
	}
	return missing
}

// Query returns how to find a control, and false when the profile has none of
// that name.
func (p *Profile) Query(control string) (chrome.ControlQuery, bool) {
	c, ok := p.Controls[control]
	if !ok {
		return chrome.ControlQuery{}, false
	}
	q := chrome.ControlQuery{Role: c.Role, Name: c.name}
	if c.Within != "" {
		if outer, ok := p.Query(c.Within); ok {
			q.Within = &outer
		}
	}
	return q, true
}

// File returns where the profile was read from, for messages.
func (p *Profile) File() string { return p.file }
