package oracle

import (
	"context"
	_ "embed" // for the script
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"

	"github.com/maochat/conformance/harness/chrome"
)

//go:embed js/motion.js
var motionJS string

// Motion is an animation or a transition that runs. The JSON names are those of
// scenarios.
type Motion struct {
	Name   string `json:"name"`   // of the keyframes, or the property of a transition
	Target string `json:"target"` // tag and classes of the element that moves
	// Duration is how long all of it takes, in milliseconds; -1 when it has no end.
	Duration float64 `json:"duration"`
	// Iterations is how often it repeats; -1 for ever.
	Iterations float64 `json:"iterations"`
}

// Motions reads what moves right now in the page, its frames and all shadow
// roots, also closed ones.
func Motions(ctx context.Context, tab *chrome.Tab) ([]Motion, error) {
	res, err := chrome.Call(ctx, tab, dom.GetDocument, dom.GetDocumentParams{Depth: new(int64(-1)), Pierce: new(true)})
	if err != nil {
		return nil, fmt.Errorf("reading what moves: %w", err)
	}
	all := []Motion{}
	for _, root := range roots(res.Root, nil) {
		found, err := chrome.CallOn[[]Motion](ctx, tab, root, motionJS)
		if err != nil {
			return nil, fmt.Errorf("reading what moves: %w", err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// roots lists the documents and the shadow roots of pages below a node.
func roots(n *cdp.Node, found []cdp.BackendNodeID) []cdp.BackendNodeID {
	if n == nil || n.ShadowRootType == cdp.ShadowRootTypeUserAgent {
		return found
	}
	if n.NodeName == "#document" || n.ShadowRootType != "" {
		found = append(found, n.BackendNodeID)
	}
	for _, list := range [][]*cdp.Node{n.Children, n.ShadowRoots} {
		for _, child := range list {
			found = roots(child, found)
		}
	}
	return roots(n.ContentDocument, found)
}
