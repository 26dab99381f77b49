package report

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// Formats are the ways in which a run can be shown.
var Formats = []string{"auto", "terminal", "plain", "json"}

// Choose makes the console for a format. With auto it is a terminal's where out
// is one and no CI is told of by the environment; with json, out is left to the
// report and the progress goes to errs.
func Choose(format string, out, errs io.Writer) (*Console, error) {
	switch format {
	case "auto":
		if file, ok := out.(*os.File); ok && os.Getenv("CI") == "" && term.IsTerminal(int(file.Fd())) {
			return NewConsole(out, widthOf(file)), nil
		}
		return NewConsole(out, nil), nil
	case "terminal":
		file, _ := out.(*os.File)
		return NewConsole(out, widthOf(file)), nil
	case "plain":
		return NewConsole(out, nil), nil
	case "json":
		return NewConsole(errs, nil), nil
	default:
		return nil, fmt.Errorf("--format %q: wanted one of %v", format, Formats)
	}
}

// widthOf gives the columns of a terminal, which may change while it is used.
func widthOf(file *os.File) func() int {
	const usual = 80
	return func() int {
		if file == nil {
			return usual
		}
		width, _, err := term.GetSize(int(file.Fd()))
		if err != nil || width <= 0 {
			return usual
		}
		return width
	}
}
