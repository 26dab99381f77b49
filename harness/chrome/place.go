package chrome

import (
	"context"
	_ "embed" // for the scripts
	"time"

	"github.com/chromedp/cdproto/cdp"
)

// placeJS finds the point where a user would click an element.
//
//go:embed js/place.js
var placeJS string

const (
	// frameWait is how long one animation frame is waited for; pages in the
	// background get none.
	frameWait = 50 * time.Millisecond
	// stillTries is how many frames a control may keep moving.
	stillTries = 20
)

// placement is what the script says of an element.
type placement struct {
	Rect    *Rect // nil when it takes no place
	X, Y    float64
	Moving  bool
	Covered string
}

// place waits until an element stands still and says where a user would click
// it. An element outside the viewport is scrolled into it.
func (t *Tab) place(ctx context.Context, id cdp.BackendNodeID) (placement, error) {
	return CallOn[placement](ctx, t, id, placeJS, frameWait.Milliseconds(), stillTries)
}
