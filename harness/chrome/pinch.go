package chrome

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/input"
)

// Pinch enlarges the page by two fingers, to so many times its size, around the
// middle of the viewport. The layout stays as it is.
func (t *Tab) Pinch(ctx context.Context, scale float64) error {
	t.mu.Lock()
	o := *t.applied
	t.mu.Unlock()
	return dispatch(ctx, t, fmt.Sprintf("a pinch to %.2f", scale), input.SynthesizePinchGesture,
		input.SynthesizePinchGestureParams{X: float64(o.Width) / 2, Y: float64(o.Height) / 2, ScaleFactor: scale})
}

// Density is the number of screen pixels for a CSS pixel of the tab's page.
func (t *Tab) Density() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.applied == nil || t.applied.Density == 0 {
		return 1
	}
	return t.applied.Density
}
