package sdk

import (
	"maps"
	"slices"
)

// features are what profiles may declare besides page tools, with the meaning.
// A scenario that requires a feature is skipped where the profile lacks it.
var features = map[string]string{
	"authorization_task":   "the user can allow everything for the length of one task",
	"authorization_full":   "the user can allow everything until it is revoked, across page loads",
	"batch":                "a request may hold several actions",
	"composer":             "the panel has a box in which the user writes messages to the agent",
	"connect_at_start":     "the SDK can be told to connect without the panel being opened",
	"error_details":        "an error says more in its details: the reason of a denial, what covers an element",
	"grant_proposal":       "a level that the host page asks for is shown to the user, who may accept it",
	"grant_on_card":        "the confirm card itself offers to allow the whole task",
	"include_snapshot":     "a request may ask for a fresh snapshot with the result",
	"older_messages":       "the panel reads what was said before its oldest message when the user goes there",
	"page_audit":           "the user's acts on authorization are reported to the server",
	"stop_shortcut":        "Control+Shift+Period stops the task from anywhere in the page",
	"page_tool_status":     "the SDK says when a request is queued, asks the user or runs",
	"request_cancel":       "the server can cancel one request by its id",
	"require_confirmation": "a request may ask for a confirmation at any level",
	"request_timeout":      "a request may bound its own duration",
	"verification":         "each action result says what the page shows afterwards",
}

// pageTools are the tools that profiles may declare.
var pageTools = []string{
	"page_inspect", "page_screenshot", "page_scroll", "page_focus", "page_fill", "page_select",
	"page_check", "page_uncheck", "page_click", "page_keyboard", "page_wait", "page_observe",
}

// Features lists, sorted, what a profile may declare besides page tools.
func Features() []string { return slices.Sorted(maps.Keys(features)) }

// FeatureMeaning says what a feature means, or "" for an unknown one.
func FeatureMeaning(name string) string { return features[name] }

func knownFeature(name string) bool {
	_, known := features[name]
	return known || slices.Contains(pageTools, name)
}
