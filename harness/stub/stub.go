package stub

import (
	"embed"
	"fmt"
)

//go:embed js/*.js
var files embed.FS

// Agreeable names the stub that says that everything was done.
const Agreeable = "yes-man"

// Stub is a lying SDK. None ever touches the page, shows an interface, stores
// anything or calls the host's onEvent: what a scenario finds wrong with these, it
// finds on every stub.
type Stub struct {
	Name string
	// Why says what kind of check it is there to find missing.
	Why string
}

// All lists the stubs.
func All() []Stub {
	return []Stub{
		{"silent", "nothing waits for an answer"},
		{Agreeable, "the SDK's own word is taken for the truth"},
		{"no-man", "any refusal is taken for the right one"},
		{"wrong-id", "answers are not held to the call they belong to"},
		{"duplicate", "a second answer goes unnoticed"},
		{"late", "an answer may come whenever it likes"},
		{"garbage", "frames are not held to the schemas"},
	}
}

// Script gives the stub as a page loads it: what all share, and its own way to
// answer.
func (s Stub) Script() ([]byte, error) {
	base, err := files.ReadFile("js/base.js")
	if err != nil {
		return nil, fmt.Errorf("reading the stubs' common part: %w", err)
	}
	own, err := files.ReadFile("js/" + s.Name + ".js")
	if err != nil {
		return nil, fmt.Errorf("reading the stub %s: %w", s.Name, err)
	}
	return append(append(base, '\n'), own...), nil
}
