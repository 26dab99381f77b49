package oracle

import "github.com/maochat/conformance/harness/chrome"

// ConsoleInfo sums up what the page wrote to the console. The JSON names are
// those of scenarios.
type ConsoleInfo struct {
	// Errors counts everything of level error: exceptions, console.error,
	// failed requests, breaches of the content security policy.
	Errors int `json:"errors"`
	// Warnings counts everything of level warning.
	Warnings int `json:"warnings"`
	// Exceptions counts the exceptions and rejections that nothing caught.
	Exceptions int `json:"exceptions"`
	// Entries are all entries in order.
	Entries []ConsoleLine `json:"entries"`
}

// ConsoleLine is one console entry, in the names of scenarios.
type ConsoleLine struct {
	Kind   string `json:"kind"`
	Level  string `json:"level"`
	Text   string `json:"text"`
	URL    string `json:"url"`
	Line   int64  `json:"line"`
	Column int64  `json:"column"`
}

// Console sums up the console of a tab since its page was opened.
func Console(tab *chrome.Tab) ConsoleInfo {
	info := ConsoleInfo{Entries: []ConsoleLine{}}
	for _, e := range tab.Console() {
		switch {
		case e.Level == "error":
			info.Errors++
		case e.Level == "warning":
			info.Warnings++
		}
		if e.Kind == chrome.ConsoleException {
			info.Exceptions++
		}
		info.Entries = append(info.Entries, ConsoleLine{
			Kind: string(e.Kind), Level: e.Level, Text: e.Text, URL: e.URL, Line: e.Line, Column: e.Column,
		})
	}
	return info
}
