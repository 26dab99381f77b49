package chrome

import (
	"cmp"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
)

// Names of the JavaScript worlds that are evaluated in.
const (
	// mainWorld is the page's own world.
	mainWorld = ""
	// harnessWorld is the isolated world of the harness. It sees the same
	// document with built-ins that the page cannot have overwritten.
	harnessWorld = "maoconform"
)

// A Frame is a frame of the page as the browser reports it. Frames of other
// sites run in other processes; they are listed without contexts to evaluate in.
type Frame struct {
	// ID names the frame until it is removed from the page.
	ID string
	// ParentID is empty for the top frame.
	ParentID string
	// Name is the frame's name attribute.
	Name string
	// URL is the address of its document without the fragment.
	URL string
}

// frame is a frame with its execution contexts by world.
type frame struct {
	Frame
	order    int
	contexts map[string]string // world -> unique context id
}

// frameTree follows a tab's frames and execution contexts. The tab's lock
// guards it.
type frameTree struct {
	main   cdp.FrameID
	frames map[cdp.FrameID]*frame
	count  int
	// harness holds the contexts of the harness' own world by their unique id,
	// with the numeric id that a few commands want.
	harness map[string]runtime.ExecutionContextID
}

// root names the top frame.
func (f *frameTree) root(id cdp.FrameID) {
	f.main = id
	f.get(id)
}

func (f *frameTree) get(id cdp.FrameID) *frame {
	fr := f.frames[id]
	if fr == nil {
		f.count++
		fr = &frame{Frame: Frame{ID: string(id)}, order: f.count, contexts: make(map[string]string)}
		f.frames[id] = fr
	}
	return fr
}

func (f *frameTree) attach(id, parent cdp.FrameID) { f.get(id).ParentID = string(parent) }

// detach removes a frame and everything below it.
func (f *frameTree) detach(id cdp.FrameID) {
	if id == f.main {
		return
	}
	for childID, child := range f.frames {
		if child.ParentID == string(id) {
			f.detach(childID)
		}
	}
	delete(f.frames, id)
}

// navigated notes a frame's new document. A new top document ends all frames of
// the old one.
func (f *frameTree) navigated(nav *cdp.Frame) {
	if nav.ParentID == "" {
		for id, fr := range f.frames {
			if id != nav.ID && fr.ParentID != "" {
				delete(f.frames, id)
			}
		}
		f.main = nav.ID
	}
	fr := f.get(nav.ID)
	fr.ParentID, fr.Name, fr.URL = string(nav.ParentID), nav.Name, nav.URL
}

func (f *frameTree) setURL(id cdp.FrameID, url string) {
	if fr := f.frames[id]; fr != nil {
		fr.URL = url
	}
}

func (f *frameTree) addContext(id cdp.FrameID, world string, c *runtime.ExecutionContextDescription) {
	f.get(id).contexts[world] = c.UniqueID
	if world == harnessWorld {
		if f.harness == nil {
			f.harness = make(map[string]runtime.ExecutionContextID)
		}
		f.harness[c.UniqueID] = c.ID
	}
}

func (f *frameTree) dropContext(unique string) {
	delete(f.harness, unique)
	for _, fr := range f.frames {
		for world, id := range fr.contexts {
			if id == unique {
				delete(fr.contexts, world)
				return
			}
		}
	}
}

func (f *frameTree) dropAllContexts() {
	for _, fr := range f.frames {
		clear(fr.contexts)
	}
	clear(f.harness)
}

// isHarnessWorld reports whether the context belongs to the harness. Numeric ids
// repeat in other processes, which at worst hides a console line of a page.
func (f *frameTree) isHarnessWorld(id runtime.ExecutionContextID) bool {
	for _, known := range f.harness {
		if known == id {
			return true
		}
	}
	return false
}

// numericID returns the numeric id of a context of the harness' own world.
func (f *frameTree) numericID(unique string) runtime.ExecutionContextID { return f.harness[unique] }

// list returns the frames in the order in which they appeared, the top frame
// first.
func (f *frameTree) list() []Frame {
	all := make([]*frame, 0, len(f.frames))
	for _, fr := range f.frames {
		all = append(all, fr)
	}
	slices.SortFunc(all, func(a, b *frame) int {
		if (a.ParentID == "") != (b.ParentID == "") {
			if a.ParentID == "" {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.order, b.order)
	})
	out := make([]Frame, len(all))
	for i, fr := range all {
		out[i] = fr.Frame
	}
	return out
}

// Frames lists the frames of the page, the top frame first.
func (t *Tab) Frames() []Frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames.list()
}
