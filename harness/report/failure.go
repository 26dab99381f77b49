package report

import (
	"fmt"
	"strings"

	"github.com/maochat/conformance/harness/runner/result"
)

// maxTraceLines bounds the trace in a console; the whole one is in report.json.
const maxTraceLines = 24

// Failure renders what went wrong with a case: the step, what was wanted, what
// was got, the frames, and the command that runs it again.
func Failure(c result.CaseResult) string {
	var b strings.Builder
	o := c.Worst()
	fmt.Fprintf(&b, "%s %s%s  %s\n", label(c.Verdict), c.Case.ID, runs(c), c.Case.Title)
	if o.Reason != "" {
		fmt.Fprintf(&b, "  %s\n", o.Reason)
	}
	for _, f := range o.Failures {
		writeFailure(&b, f)
	}
	if len(o.Trace) > 0 {
		b.WriteString("  trace:\n")
		b.WriteString(indent(Trace(o.Trace, maxTraceLines), "    "))
	}
	fmt.Fprintf(&b, "  why:   %s\n", strings.ReplaceAll(c.Case.Why, "\n", " "))
	fmt.Fprintf(&b, "  rerun: %s\n", c.Rerun)
	return clean(b.String())
}

// runs says how often a case that ran several times failed.
func runs(c result.CaseResult) string {
	if len(c.Outcomes) < 2 {
		return ""
	}
	bad := 0
	for _, o := range c.Outcomes {
		if o.Status != result.Pass {
			bad++
		}
	}
	return fmt.Sprintf(" (%d of %d runs)", bad, len(c.Outcomes))
}

func writeFailure(b *strings.Builder, f result.Failure) {
	fmt.Fprintf(b, "  %s: ", f.Pos)
	if f.Check != "" {
		fmt.Fprintf(b, "%s: ", f.Check)
	}
	fmt.Fprintf(b, "%s\n", f.Message)
	if f.StepText != "" {
		b.WriteString(indent(f.StepText, "      "))
	}
	for _, m := range f.Mismatches {
		path := m.Path
		if path == "" {
			path = "value"
		}
		fmt.Fprintf(b, "    %s\n      wanted: %s\n      got:    %s\n", path, m.Wanted, m.Found)
	}
	if f.Wanted != "" {
		fmt.Fprintf(b, "      wanted: %s\n", f.Wanted)
	}
	if f.Found != "" {
		fmt.Fprintf(b, "      got:    %s\n", f.Found)
	}
	if f.Pictures != nil {
		writePictures(b, f.Pictures)
	}
}

// Trace renders trace events, the last ones if there are more than most lines.
func Trace(events []result.Event, most int) string {
	var b strings.Builder
	if cut := len(events) - most; cut > 0 {
		fmt.Fprintf(&b, "… %d earlier events are in report.json\n", cut)
		events = events[cut:]
	}
	for _, e := range events {
		arrow := " "
		switch e.From {
		case "sdk":
			arrow = "◀"
		case "server":
			arrow = "▶"
		}
		fmt.Fprintf(&b, "%8.3fs %s %-7s %s\n", e.AtMs/1000, arrow, e.Kind, firstLine(e.Text))
		if e.Violation != "" {
			fmt.Fprintf(&b, "%21s breaks the protocol: %s\n", "", e.Violation)
		}
	}
	return b.String()
}

func firstLine(s string) string {
	const most = 160
	s, _, _ = strings.Cut(s, "\n")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func indent(text, by string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return by + strings.Join(lines, "\n"+by) + "\n"
}

// label is the word for a verdict in a console, of one width.
func label(s result.Status) string {
	word := map[result.Status]string{
		result.Pass: "ok", result.Fail: "FAIL", result.Timeout: "TIME", result.Crash: "CRASH", result.Error: "ERROR",
		result.Flaky: "FLAKY", result.UnexpectedPass: "STALE", result.KnownFail: "known", result.NotImplemented: "n/a", result.Skip: "skip",
	}[s]
	return fmt.Sprintf("%-5s", word)
}
