package oracle

import (
	"context"
	_ "embed" // for the script
	"fmt"
	"image"

	"github.com/chromedp/cdproto/page"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle/pixels"
)

//go:embed js/hide.js
var hideJS string

var hideScript = wrap(hideJS)

// Picture is the browser's own picture of the viewport without the elements that
// the CSS selector hide names: the truth that the SDK's picture is compared with.
// Animations of the page are paused and stay so, and a scroll in motion is waited
// for. The elements are shown again before it returns.
func Picture(ctx context.Context, tab *chrome.Tab, hide string) (image.Image, error) {
	const doing = "taking the browser's picture of the page"
	type view struct {
		Width, Height int
		Scale         float64
	}
	if _, err := chrome.CallIsolated[view](ctx, tab, hideScript, map[string]any{"hide": hide}); err != nil {
		return nil, fmt.Errorf("%s: hiding the SDK: %w", doing, err)
	}
	shot, err := chrome.Call(ctx, tab, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng})
	if _, shown := chrome.CallIsolated[view](ctx, tab, hideScript, map[string]any{"show": hide}); err == nil && shown != nil {
		err = fmt.Errorf("showing the SDK again: %w", shown)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	picture, err := pixels.Decode(shot.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return picture, nil
}
