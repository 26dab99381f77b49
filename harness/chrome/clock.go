package chrome

import (
	"context"
	_ "embed" // for the script
	"fmt"
	"strconv"

	"github.com/chromedp/cdproto/page"
)

//go:embed js/clock.js
var clockJS string

// setClock lets the clock of the pages that the tab loads from now on run faster.
// The browser's own virtual time is no help: it runs ahead of sockets, so that an
// answer that is under way would count as one that does not come.
func (t *Tab) setClock(ctx context.Context, rate int) error {
	t.mu.Lock()
	was := t.clock
	t.clock = ""
	t.mu.Unlock()
	if was != "" {
		_, err := Call(ctx, t, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: was})
		if err != nil {
			return fmt.Errorf("setting the clock back: %w", err)
		}
	}
	if rate < 2 {
		return nil
	}
	added, err := Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: clockJS + "(" + strconv.Itoa(rate) + ");",
	})
	if err != nil {
		return fmt.Errorf("setting the clock %d times as fast: %w", rate, err)
	}
	t.mu.Lock()
	t.clock = added.Identifier
	t.mu.Unlock()
	return nil
}
