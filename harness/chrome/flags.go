package chrome

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
)

// quietFeatures are the browser's own background features that a run has no use
// for. They cost processor time, open connections or put things over the page.
// Nothing that a page can notice belongs here: pages must behave as they do for
// a customer.
var quietFeatures = []string{
	"AutofillServerCommunication",
	"CertificateTransparencyComponentUpdater",
	"DialMediaRouteProvider",
	"GlobalMediaControls",
	"InterestFeedContentSuggestions",
	"LensOverlay",
	"MediaRouter",
	"OptimizationGuideModelDownloading",
	"OptimizationHints",
	"PaintHolding", // holds the first frame of a page back for up to half a second
	"SegmentationPlatform",
	"Translate",
	"WebUIOmniboxAimPopup", // the address bar's pop-ups are pages of their own, loaded at every start
	"WebUIOmniboxPopup",
}

// backForwardCache keeps two pages instead of six for the back button. Each
// holds a renderer process, and a run leaves many pages behind.
const backForwardCache = "BackForwardCacheSize:cache_size/2/foreground_cache_size/2"

// baseFlags are given to every browser. A map value true passes the bare flag.
func baseFlags(o Options) map[string]any {
	flags := map[string]any{
		// No profile dialogs, no update, sync or telemetry traffic.
		"no-first-run":                                       true,
		"no-default-browser-check":                           true,
		"no-service-autorun":                                 true,
		"disable-background-networking":                      true,
		"disable-breakpad":                                   true,
		"disable-client-side-phishing-detection":             true,
		"disable-component-extensions-with-background-pages": true,
		"disable-component-update":                           true,
		"disable-default-apps":                               true,
		"disable-domain-reliability":                         true,
		"disable-extensions":                                 true,
		"disable-search-engine-choice-screen":                true,
		"disable-sync":                                       true,
		"metrics-recording-only":                             true,
		"no-pings":                                           true,
		"safebrowsing-disable-auto-update":                   true,
		"password-store":                                     "basic",
		"use-mock-keychain":                                  true,
		// Several tabs work side by side and none is in front.
		"disable-background-timer-throttling":    true,
		"disable-backgrounding-occluded-windows": true,
		"disable-renderer-backgrounding":         true,
		// The harness reloads and navigates quickly and watches for hangs itself.
		"disable-hang-monitor":            true,
		"disable-ipc-flooding-protection": true,
		"disable-prompt-on-repost":        true,
		// The same pixels and texts on every machine.
		"force-color-profile":       "srgb",
		"force-device-scale-factor": "1",
		"lang":                      "en-US",
		"mute-audio":                true,
		"disable-features":          strings.Join(quietFeatures, ","),
		"enable-features":           backForwardCache,
	}
	if o.Headed {
		flags["window-position"] = "0,0"
	} else {
		flags["headless"] = true
		flags["hide-scrollbars"] = true
		// Nothing is shown, so pictures are painted by the processor alone.
		flags["disable-gpu"] = true
	}
	if os.Geteuid() == 0 {
		// Chromium refuses to start as root with its sandbox.
		flags["no-sandbox"] = true
	}
	if smallSharedMemory() {
		// Containers often give /dev/shm 64 MB, and a renderer that fills it crashes.
		flags["disable-dev-shm-usage"] = true
	}
	flags["window-size"] = fmt.Sprintf("%d,%d", o.WindowWidth, o.WindowHeight)
	return flags
}

// allocatorOptions turns the flags into options of chromedp, in a stable order.
func allocatorOptions(path, profile string, o Options) []chromedp.ExecAllocatorOption {
	flags := baseFlags(o)
	for name, value := range o.ExtraFlags {
		flags[strings.TrimLeft(name, "-")] = value
	}
	flags["user-data-dir"] = profile
	opts := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path)}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		opts = append(opts, chromedp.Flag(name, flagValue(flags[name])))
	}
	return opts
}

// flagValue makes any value acceptable to chromedp, which takes strings and
// booleans only.
func flagValue(v any) any {
	switch v := v.(type) {
	case string, bool:
		return v
	case nil:
		return true
	default:
		return fmt.Sprint(v)
	}
}
