package chrome

import (
	"context"
	"errors"
	"fmt"
)

// Another opens one more tab in the worker's browser context, beside that of
// [Worker.Tab]: it has the same cookies, storage and cache, as when a user opens
// a site a second time. The caller closes it with the function returned, before
// [Worker.Tab] is called again.
func (w *Worker) Another(ctx context.Context, o TabOptions) (*Tab, func(), error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, nil, errors.New("the worker is closed")
	}
	if o.Fresh || o.Background {
		return nil, nil, errors.New("another tab is in front, in the context of the first")
	}
	w.fill(&o)
	t, err := newTab(ctx, w)
	if err != nil {
		return nil, nil, fmt.Errorf("opening another tab: %w", err)
	}
	if err := t.apply(ctx, o); err != nil {
		t.close()
		return nil, nil, fmt.Errorf("preparing another tab: %w", err)
	}
	return t, t.close, nil
}

// Front brings the tab to the front of its window, as a user does who turns to
// it.
func (t *Tab) Front(ctx context.Context) error { return t.show(ctx) }

// fill gives the options that are not set their defaults.
func (w *Worker) fill(o *TabOptions) {
	fallback(&o.Width, w.browser.opts.WindowWidth)
	fallback(&o.Height, w.browser.opts.WindowHeight)
	fallback(&o.Density, 1)
}

func fallback[N int | float64](size *N, value N) {
	if *size == 0 {
		*size = value
	}
}
