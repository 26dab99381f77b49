package oracle

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"

	"github.com/maochat/conformance/harness/chrome"
)

// StorageInfo is what a page's origin keeps in the browser. The JSON names are
// those of scenarios.
type StorageInfo struct {
	Local     []StorageEntry `json:"local"`
	Session   []StorageEntry `json:"session"`
	Cookies   string         `json:"cookies"`
	Databases []string       `json:"databases"` // names, of IndexedDB
}

// StorageEntry is one entry of localStorage or sessionStorage.
type StorageEntry struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Storage reads what the page's origin keeps, sorted by key.
func Storage(ctx context.Context, tab *chrome.Tab) (StorageInfo, error) {
	info, err := chrome.CallIsolated[StorageInfo](ctx, tab, storageScript, map[string]any{})
	if err != nil {
		return info, fmt.Errorf("reading the storage: %w", err)
	}
	return info, nil
}

// MarkupInfo is everything that stands written in a page.
type MarkupInfo struct {
	// Text holds all attributes, texts and comments of the page, of its frames
	// and of all shadow roots, also closed ones; one a line. What is in the value
	// of a field, and not in its markup, is not there.
	Text string `json:"text"`
	// URL is the address of the page.
	URL string `json:"url"`
	// Fields holds what the browser shows in the fields of the page, in closed
	// shadow roots too; one a line.
	Fields string `json:"-"`
}

// Markup reads everything that stands written in the page.
func Markup(ctx context.Context, tab *chrome.Tab) (MarkupInfo, error) {
	res, err := chrome.Call(ctx, tab, dom.GetDocument, dom.GetDocumentParams{Depth: new(int64(-1)), Pierce: new(true)})
	if err != nil {
		return MarkupInfo{}, fmt.Errorf("reading the markup: %w", err)
	}
	var text, fields strings.Builder
	writeMarkup(&text, &fields, res.Root)
	return MarkupInfo{Text: text.String(), URL: tab.Document().URL, Fields: fields.String()}, nil
}

func writeMarkup(text, fields *strings.Builder, n *cdp.Node) {
	if n == nil {
		return
	}
	if n.ShadowRootType == cdp.ShadowRootTypeUserAgent {
		text = fields // the browser's own shadow roots hold the values of fields
	}
	if n.NodeValue != "" {
		text.WriteString(n.NodeValue + "\n")
	}
	for i := 0; i+1 < len(n.Attributes); i += 2 {
		text.WriteString(n.Attributes[i] + "=" + n.Attributes[i+1] + "\n")
	}
	for _, list := range [][]*cdp.Node{n.Children, n.ShadowRoots, n.PseudoElements} {
		for _, child := range list {
			writeMarkup(text, fields, child)
		}
	}
	writeMarkup(text, fields, n.ContentDocument)
	writeMarkup(text, fields, n.TemplateContent)
}

// Events reads what the SDK told the host page through onEvent, as the boot
// script noted it.
func Events(ctx context.Context, tab *chrome.Tab) ([]any, error) {
	events, err := chrome.EvalAs[[]any](ctx, tab, "window.__sdk?.events ?? []")
	if err != nil {
		return nil, fmt.Errorf("reading the SDK's events: %w", err)
	}
	return events, nil
}
