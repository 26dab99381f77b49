package oracle

import (
	"context"
	_ "embed" // for the script
	"errors"
	"fmt"
	"image"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle/pixels"
)

//go:embed js/still.js
var stillJS string

var stillScript = wrap(stillJS)

// Picture is the browser's own picture of the viewport without the element that
// the CSS selector host names: the truth that the SDK's picture is compared with.
// Animations of the page are paused and stay so, and a scroll in motion is waited
// for.
//
// An SDK defends its interface: it comes back when it is hidden. So no script of
// the page runs between the element's removal and its return. Where the element
// takes room it is hidden instead, for the page must not move.
func Picture(ctx context.Context, tab *chrome.Tab, host string) (image.Image, error) {
	const doing = "taking the browser's picture of the page"
	type still struct {
		TakesRoom bool `json:"takesRoom"`
	}
	found, err := chrome.CallIsolated[still](ctx, tab, stillScript, map[string]any{"host": host})
	if err != nil {
		return nil, fmt.Errorf("%s: waiting for it to stand still: %w", doing, err)
	}
	if err := runScripts(ctx, tab, false); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	data, err := without(ctx, tab, host, found.TakesRoom)
	// The page goes on whatever became of the picture.
	if again := runScripts(context.WithoutCancel(ctx), tab, true); again != nil {
		err = errors.Join(err, again)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	picture, err := pixels.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return picture, nil
}

func runScripts(ctx context.Context, tab *chrome.Tab, run bool) error {
	_, err := chrome.Call(ctx, tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !run})
	if err != nil {
		return fmt.Errorf("switching the page's scripts (%t): %w", run, err)
	}
	return nil
}

// without captures the viewport while the host is gone.
func without(ctx context.Context, tab *chrome.Tab, host string, takesRoom bool) ([]byte, error) {
	if host != "" {
		back, err := takeAway(ctx, tab, host, takesRoom)
		if err != nil {
			return nil, err
		}
		defer back()
	}
	params := page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng}
	if density := tab.Density(); density != 1 {
		// A pixel of the picture is a CSS pixel, whatever the screen has for it.
		at, err := chrome.Call(ctx, tab, page.GetLayoutMetrics, cdp.Empty{})
		if err != nil {
			return nil, fmt.Errorf("measuring the viewport: %w", err)
		}
		v := at.CSSVisualViewport
		params.Clip = &page.Viewport{X: v.PageX, Y: v.PageY, Width: v.ClientWidth, Height: v.ClientHeight, Scale: 1 / density}
	}
	shot, err := chrome.Call(ctx, tab, page.CaptureScreenshot, params)
	if err != nil {
		return nil, fmt.Errorf("capturing the viewport: %w", err)
	}
	return shot.Data, nil
}

// takeAway hides the host and gives what brings it back. A page without it is no error.
func takeAway(ctx context.Context, tab *chrome.Tab, host string, takesRoom bool) (back func(), err error) {
	root, err := chrome.Call(ctx, tab, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		return nil, fmt.Errorf("finding the SDK's element: %w", err)
	}
	node, err := chrome.Call(ctx, tab, dom.QuerySelector, dom.QuerySelectorParams{NodeID: root.Root.NodeID, Selector: host})
	if err != nil {
		return nil, fmt.Errorf("finding the SDK's element %s: %w", host, err)
	}
	if node.NodeID == 0 {
		return func() {}, nil
	}
	if _, err := chrome.Call(ctx, tab, dom.MarkUndoableState, cdp.Empty{}); err != nil {
		return nil, fmt.Errorf("hiding the SDK: %w", err)
	}
	if takesRoom {
		_, err = chrome.Call(ctx, tab, dom.SetAttributeValue, dom.SetAttributeValueParams{NodeID: node.NodeID, Name: "style", Value: "visibility: hidden !important"})
	} else {
		_, err = chrome.Call(ctx, tab, dom.RemoveNode, dom.RemoveNodeParams(node))
	}
	if err != nil {
		return nil, fmt.Errorf("hiding the SDK: %w", err)
	}
	return func() {
		// An SDK that could not be brought back is seen by the steps that need it.
		_, _ = chrome.Call(context.WithoutCancel(ctx), tab, dom.Undo, cdp.Empty{})
	}, nil
}
