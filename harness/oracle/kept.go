package oracle

import (
	"context"
	"fmt"

	"github.com/maochat/conformance/harness/chrome"
)

// KeptInfo is what a page keeps or has asked for beside its storage and markup.
type KeptInfo struct {
	Databases []string `json:"databases"` // the entries of all IndexedDB databases, as JSON
	Caches    []string `json:"caches"`    // addresses and bodies of the Cache API
	History   string   `json:"history"`   // history.state, as JSON
	Name      string   `json:"name"`      // window.name
	Loaded    []string `json:"loaded"`    // the addresses that the page loaded or fetched
}

// Kept reads what the page keeps and has asked for.
func Kept(ctx context.Context, tab *chrome.Tab) (KeptInfo, error) {
	info, err := chrome.CallIsolated[KeptInfo](ctx, tab, keptScript, map[string]any{})
	if err != nil {
		return info, fmt.Errorf("reading what the page keeps: %w", err)
	}
	return info, nil
}

// Heard reads what was said on the SDK's BroadcastChannels, as the boot script
// noted it: each message as JSON.
func Heard(ctx context.Context, tab *chrome.Tab) ([]string, error) {
	heard, err := chrome.EvalAs[[]string](ctx, tab, "window.__sdk?.heard ?? []")
	if err != nil {
		return nil, fmt.Errorf("reading what was said on the channels: %w", err)
	}
	return heard, nil
}
