package chrome

import (
	"context"
	_ "embed" // for the script
	"errors"
	"strings"
)

// renderedJS reads the text of an element.
//
//go:embed js/rendered.js
var renderedJS string

// All returns every control that matches now, in document order, without waiting
// for one. Their places are not measured.
func (t *Tab) All(ctx context.Context, q ControlQuery) ([]Control, error) {
	var missing *ControlError
	nodes, err := t.query(ctx, q)
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	controls := make([]Control, len(nodes))
	for i, n := range nodes {
		controls[i] = controlOf(n)
	}
	return controls, nil
}

// Text returns the text that a control shows, with its lines. The control must
// come from this tab and still be in its document.
func (t *Tab) Text(ctx context.Context, c Control) (string, error) {
	shown, err := CallOn[string](ctx, t, c.node, renderedJS)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(shown), nil
}
