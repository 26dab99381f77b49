package lifecycle

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/chrome"
)

// Memory is what is in use after a collection of garbage.
type Memory struct {
	// At is when, from the beginning.
	At time.Duration
	// Page is the page's JavaScript heap, Harness the harness' own heap with the
	// backend in it, in bytes.
	Page, Harness uint64
	// Nodes and Listeners count what the page's documents hold.
	Nodes, Listeners int64
}

const (
	// judgedFrom is how long a soak must be for its memory to say something: by
	// then the SDK remembers as many results as it ever does.
	judgedFrom = 3 * time.Minute
	// slackShare and slackBytes are how much more than before is no growth.
	slackShare = 10 // percent
	slackBytes = 2 << 20
	slackCount = 500
	// leftBytes and leftCount are the same for what is left when the SDK is gone,
	// where nothing is gathered that could excuse more.
	leftBytes = 1 << 20
	leftCount = 50
	// firstRests are of a page that has not yet been used to its full.
	firstRests = 2
)

// measure collects garbage on both sides and reads what is left.
func measure(ctx context.Context, tab *chrome.Tab, at time.Duration) (Memory, error) {
	usage, err := tab.Heap(ctx)
	if err != nil {
		return Memory{}, fmt.Errorf("measuring the page's memory: %w", err)
	}
	runtime.GC()
	var own runtime.MemStats
	runtime.ReadMemStats(&own)
	return Memory{At: at, Page: usage.Used, Harness: own.HeapAlloc, Nodes: usage.Nodes, Listeners: usage.Listeners}, nil
}

// Growth compares the memory of the third quarter of a soak, in which nothing
// begins anew any more, with that of its last, by their medians; and what is left
// without the SDK at the end with what was left before. The error says what has
// grown; judged is false for a soak that is too short to tell.
func (r SoakReport) Growth() (middle, end Memory, judged bool, err error) {
	if r.Took < judgedFrom || len(r.Memory) < 8 {
		return middle, end, false, nil
	}
	half := r.Memory[len(r.Memory)/2:]
	middle, end = median(half[:len(half)/2]), median(half[len(half)/2:])
	switch {
	case grown(middle.Page, end.Page, slackBytes):
		err = fmt.Errorf("the page's heap grows: from %d to %d bytes", middle.Page, end.Page)
	case grown(middle.Harness, end.Harness, slackBytes):
		err = fmt.Errorf("the harness' heap grows: from %d to %d bytes", middle.Harness, end.Harness)
	case grown(uint64(middle.Nodes), uint64(end.Nodes), slackCount):
		err = fmt.Errorf("the page's nodes become more: from %d to %d", middle.Nodes, end.Nodes)
	case grown(uint64(middle.Listeners), uint64(end.Listeners), slackCount):
		err = fmt.Errorf("the page's listeners become more: from %d to %d", middle.Listeners, end.Listeners)
	default:
		err = r.left()
	}
	return middle, end, true, err
}

// left says what SDKs leave in the page that are gone.
func (r SoakReport) left() error {
	if len(r.Rests) < firstRests+2 {
		return nil
	}
	before, end := median(r.Rests[firstRests:len(r.Rests)-1]), r.Rests[len(r.Rests)-1]
	switch {
	case grown(before.Page, end.Page, leftBytes):
		return fmt.Errorf("the SDK leaves memory behind: from %d to %d bytes", before.Page, end.Page)
	case grown(uint64(before.Nodes), uint64(end.Nodes), leftCount):
		return fmt.Errorf("the SDK leaves nodes behind: from %d to %d", before.Nodes, end.Nodes)
	case grown(uint64(before.Listeners), uint64(end.Listeners), leftCount):
		return fmt.Errorf("the SDK leaves listeners behind: from %d to %d", before.Listeners, end.Listeners)
	}
	return nil
}

// grown tells whether there is more than before, chance not counted.
func grown(before, after, slack uint64) bool {
	return after > before+before*slackShare/100+slack
}

// median gives the median of each figure by itself.
func median(list []Memory) Memory {
	return Memory{
		At:        list[len(list)-1].At,
		Page:      middleOf(list, func(m Memory) uint64 { return m.Page }),
		Harness:   middleOf(list, func(m Memory) uint64 { return m.Harness }),
		Nodes:     middleOf(list, func(m Memory) int64 { return m.Nodes }),
		Listeners: middleOf(list, func(m Memory) int64 { return m.Listeners }),
	}
}

func middleOf[N int64 | uint64](list []Memory, figure func(Memory) N) N {
	figures := make([]N, len(list))
	for i, m := range list {
		figures[i] = figure(m)
	}
	slices.Sort(figures)
	return figures[len(figures)/2]
}
