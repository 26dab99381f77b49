package scenario

import "slices"

// Level says how much a scenario binds an SDK.
type Level string

// The levels of the clause catalogue.
const (
	Must   Level = "must"
	Should Level = "should"
	May    Level = "may"
)

// Authorization is the level at which a scenario lets the SDK act.
type Authorization string

const (
	// PerAction leaves each confirmation to the scenario's own user steps.
	PerAction Authorization = "per_action"
	// ForTask makes the runner press "allow for this task" on the first card
	// that no user step handles, as a user would.
	ForTask Authorization = "task"
	// ForGood makes the runner grant full authorization in the SDK's panel
	// before the first step.
	ForGood Authorization = "full"
)

// DefaultVariant is run where a scenario with a fixture names none.
const DefaultVariant = "html"

// Scenario is one loaded file. All names in it have been looked up.
type Scenario struct {
	// ID is the path of the file below the scenarios folder, with slashes and
	// without the extension. It never changes.
	ID   string
	File string // as given to the loader, for messages and rerun commands

	Title string
	// Why says what would go wrong in the world if the check did not exist.
	Why           string
	Clauses       []string // ids of the clause catalogue
	Level         Level
	Requires      []string // features and tools that the SDK must declare
	Authorization Authorization
	Negative      bool // the twin that shows what must not happen

	Fixture  string   // name of a fixture, or empty when Page is set
	Variants []string // of the fixture; empty with an inline page
	Page     *Page

	Init map[string]any // merged into the options of MaoChat.init
	// History are the messages that the first session begins with.
	History []Stored
	Browser Browser
	// PageErrors are regular expressions of uncaught page exceptions that the
	// scenario provokes on purpose; any other fails it, and so does one of
	// these that does not happen.
	PageErrors []Pattern
	Kills      []Kill
	Steps      []Step
}

// Page is an inline page; the runner wraps it with the fixture script.
type Page struct {
	HTML string
	CSS  string
	JS   string
	CSP  string // value of a Content-Security-Policy header, empty for none
	// Files are further documents and scripts by name, for frames. They are
	// served below FilesPath, at the page's own origin and at the other one.
	Files map[string]string
}

// FilesPath is where the files of an inline page are served.
const FilesPath = "/files/"

// OtherOrigin stands in the texts of an inline page for an origin of another
// site, which serves the same files.
const OtherOrigin = "${other}"

// Browser says how the tab of a scenario differs from the usual one.
type Browser struct {
	FocusEmulation bool // true unless the scenario tests an unfocused document
	FreshContext   bool // a browser context of its own, not the worker's
	PageCache      bool // the browser may keep the page for the back button
	ReducedMotion  bool // the user wants as little movement as possible
	Width, Height  int  // CSS pixels; 0 means the runner's default
	Density        int  // screen pixels for 100 CSS pixels; 0 means 100
	ClockRate      int  // how many times as fast the page's clock runs; 0 means 1
}

// Kill names a mutant of the reference executor and the check that must fail on it.
type Kill struct {
	Pos    Pos
	Mutant string
	Check  string
}

// Implicit checks run at the end of every scenario without being written down.
// A kill may name them.
const (
	CheckTarget     = "target-listed"       // each target of a send was in the snapshot
	CheckConnected  = "connected"           // the SDK connected and subscribed
	CheckCard       = "confirm-card"        // the confirm card showed and could be pressed
	CheckFrames     = "no-unexpected-frame" // no frame is left that nothing asked for
	CheckSchema     = "no-schema-violation" // every frame of the SDK is valid
	CheckExceptions = "no-page-exception"   // the page threw what was declared and nothing else
	CheckToken      = "no-token-leak"       // the access token is nowhere but in auth frames and Authorization headers
	CheckAnswered   = "calls-answered"      // no call is pending
)

// ImplicitChecks lists the ids that no scenario may take for its own checks.
var ImplicitChecks = []string{CheckTarget, CheckConnected, CheckCard, CheckFrames, CheckSchema, CheckExceptions, CheckToken, CheckAnswered}

// Case is a scenario in one variant: what is run, counted and reported.
type Case struct {
	// ID is the scenario's, with the variant as last element where there is one.
	ID       string
	Scenario *Scenario
	Variant  string
}

// Cases lists the scenario's variants.
func (s *Scenario) Cases() []Case {
	if len(s.Variants) == 0 {
		return []Case{{ID: s.ID, Scenario: s}}
	}
	cases := make([]Case, len(s.Variants))
	for i, v := range s.Variants {
		cases[i] = Case{ID: s.ID + "/" + v, Scenario: s, Variant: v}
	}
	return cases
}

// Checks lists the ids of the scenario's own checks in file order.
func (s *Scenario) Checks() []string {
	var ids []string
	for _, step := range s.Steps {
		if step.Check != "" {
			ids = append(ids, step.Check)
		}
	}
	return ids
}

// Needs lists what an SDK must declare for the scenario to be run: what the
// header requires, the tools that the steps send, and what else the steps make
// use of.
func (s *Scenario) Needs() []string {
	needs := slices.Clone(s.Requires)
	for _, step := range s.Steps {
		switch do := step.Do.(type) {
		case *Send:
			needs = append(needs, do.tools()...)
			needs = append(needs, do.features()...)
		case *Expect:
			if do.Type == "page_audit" || do.Type == "page_tool_status" {
				needs = append(needs, do.Type)
			}
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}
