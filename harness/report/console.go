package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/maochat/conformance/harness/runner/result"
)

// Console tells a person how a run goes. In a terminal one line at the bottom
// shows the case in work, the counts and the time left, and only what is not as
// it must be stays on the screen. Elsewhere each case is a line of its own.
//
// Its methods may be called from several goroutines.
type Console struct {
	out      io.Writer
	terminal bool
	width    func() int
	now      func() time.Time

	mu      sync.Mutex
	began   time.Time
	total   int
	done    int
	bad     int
	working []string // cases in work, oldest first
	line    bool     // the progress line is on the screen
}

// NewConsole makes a console on out. width gives the columns of the terminal;
// nil means that out is no terminal.
func NewConsole(out io.Writer, width func() int) *Console {
	return &Console{out: out, terminal: width != nil, width: width, now: time.Now}
}

// Begin says what will be run: total counts each repetition of a case.
func (c *Console) Begin(about result.About, total int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.began, c.total = c.now(), total
	fmt.Fprintf(c.out, "maoconform %s: %s (profile %s) in %s, %d runs, %d at a time\n",
		about.Harness, about.SDK, about.Profile, about.Browser, total, about.Parallel)
	c.draw()
}

// CaseBegins says that a run of a case began.
func (c *Console) CaseBegins(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.working = append(c.working, id)
	c.draw()
}

// CaseEnds says how a run of a case ended. The result holds this one outcome.
func (c *Console) CaseEnds(r result.CaseResult) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, id := range c.working {
		if id == r.Case.ID {
			c.working = append(c.working[:i], c.working[i+1:]...)
			break
		}
	}
	c.done++
	outcome := r.Worst()
	c.wipe()
	switch {
	case !r.Good():
		c.bad++
		fmt.Fprint(c.out, Failure(r))
	case !c.terminal:
		fmt.Fprintf(c.out, "%s %-50s %6.2fs", label(r.Verdict), r.Case.ID, outcome.DurationMs/1000)
		if outcome.Reason != "" {
			fmt.Fprintf(c.out, "  %s", outcome.Reason)
		}
		fmt.Fprintln(c.out)
	}
	c.draw()
}

// Note prints a line that stays.
func (c *Console) Note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	fmt.Fprintf(c.out, format+"\n", args...)
	c.draw()
}

// End prints the summary of a finished run.
func (c *Console) End(r *result.Run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	c.total = 0 // no progress line any more
	fmt.Fprint(c.out, Summary(r))
}

// draw writes the progress line anew.
func (c *Console) draw() {
	if !c.terminal || c.total == 0 {
		return
	}
	c.wipe()
	parts := []string{fmt.Sprintf("%d/%d", c.done, c.total)}
	if c.bad > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", c.bad))
	}
	if left, ok := c.left(); ok {
		parts = append(parts, left.Round(time.Second).String()+" left")
	}
	if len(c.working) > 0 {
		parts = append(parts, strings.Join(c.working, ", "))
	}
	text := []rune(strings.Join(parts, "  "))
	if most := c.width() - 1; most > 0 && len(text) > most {
		text = text[:most]
	}
	fmt.Fprint(c.out, string(text))
	c.line = true
}

// left estimates the time that is left from the pace so far.
func (c *Console) left() (time.Duration, bool) {
	if c.done < 3 {
		return 0, false
	}
	return time.Duration(float64(c.now().Sub(c.began)) / float64(c.done) * float64(c.total-c.done)), true
}

// wipe removes the progress line: back to the first column, erase to the end.
func (c *Console) wipe() {
	if c.line {
		fmt.Fprint(c.out, "\r\x1b[K")
		c.line = false
	}
}

// Summary renders the counts, the problems of the run and the list of cases
// that were not good.
func Summary(r *result.Run) string {
	var b strings.Builder
	var bad []result.CaseResult
	for _, c := range r.Cases {
		if !c.Good() {
			bad = append(bad, c)
		}
	}
	if len(bad) > 0 {
		fmt.Fprintf(&b, "\nNot good:\n")
	}
	for _, c := range bad {
		fmt.Fprintf(&b, "  %s %s%s\n", label(c.Verdict), c.Case.ID, runs(c))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "%s %s\n", label(p.Status), p.Message)
	}
	var counts []string
	for _, s := range result.Statuses {
		if n := r.Summary[s]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if len(counts) == 0 {
		counts = []string{"no case"}
	}
	fmt.Fprintf(&b, "\n%s: %s of %d cases in %.1fs\n", strings.ToUpper(r.Verdict), strings.Join(counts, ", "), len(r.Cases), r.DurationMs/1000)
	return b.String()
}
