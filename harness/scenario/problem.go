package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a scenario file. Line and Col count from one; a zero Line
// means the file as a whole.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// String gives the form that editors and terminals turn into a link.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Problem is one thing wrong with a scenario file.
type Problem struct {
	Pos     Pos
	Message string
	Wanted  string // what would have been right; may be empty
	Found   string // what stands there; may be empty
	Hint    string // what to do about it; may be empty
}

// Error gives the message on one line and what belongs to it on indented ones.
func (p Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Pos, p.Message)
	for _, part := range []struct{ name, text string }{
		{"wanted", p.Wanted}, {"found", p.Found}, {"hint", p.Hint},
	} {
		if part.text != "" {
			fmt.Fprintf(&b, "\n    %-7s %s", part.name+":", part.text)
		}
	}
	return b.String()
}

// Problems are all load errors of one or more files. It is an error itself.
type Problems []Problem

// Error lists the problems by file, line and column.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps.sorted() {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

func (ps Problems) sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b Problem) int {
		return cmp.Or(
			strings.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
		)
	})
	return out
}

// err gives the problems as an error, nil when there are none.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps.sorted()
}
