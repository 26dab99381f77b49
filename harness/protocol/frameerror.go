package protocol

import (
	"fmt"
	"strings"
)

// FrameError says how a frame breaks the contract.
type FrameError struct {
	// Type is the frame's type; empty when it could not be read.
	Type string
	// Pointer is a JSON pointer to what is wrong; for a missing field, to where it should be.
	Pointer string
	// Wanted and Found are phrases: "a whole number", "missing".
	Wanted, Found string
	// Hint says what may be meant or what to do; empty when there is nothing to add.
	Hint string
	// More counts the other violations of the same frame.
	More int
}

// Error gives the violation in one line.
func (e *FrameError) Error() string {
	var b strings.Builder
	if e.Type == "" {
		b.WriteString("frame")
	} else {
		b.WriteString("frame " + e.Type)
	}
	if e.Pointer != "" {
		b.WriteString(" at " + e.Pointer)
	}
	b.WriteString(": wanted " + e.Wanted + ", found " + e.Found)
	if e.Hint != "" {
		b.WriteString(" (" + e.Hint + ")")
	}
	if e.More > 0 {
		fmt.Fprintf(&b, " and %d more", e.More)
	}
	return b.String()
}
