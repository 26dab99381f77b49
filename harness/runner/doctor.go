package runner

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/scenario"
)

// Finding is what an examination found of one thing that runs need.
type Finding struct {
	Name string
	OK   bool
	Text string
}

// Examine checks everything that a run needs, one thing after the other, and
// never stops at the first that is missing.
func Examine(ctx context.Context, scenariosDir string, browser chrome.Options) []Finding {
	return []Finding{
		examine("scenarios", func() (string, error) {
			files, prefix, err := OpenSuite(scenariosDir)
			if err != nil {
				return "", err
			}
			set, err := LoadSuite(files, prefix)
			var problems scenario.Problems
			if errors.As(err, &problems) {
				return "", fmt.Errorf("%d problems, which maoconform lint lists", len(problems))
			}
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%d scenarios in %s", len(set.Scenarios), prefix), nil
		}),
		examine("bundles", func() (string, error) {
			set, err := bundle.Load(ctx)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%d files, SDK %s", len(set.Names()), set.Version()), nil
		}),
		examine("listener", func() (string, error) { return examineListener(ctx) }),
		examine("browser", func() (string, error) { return examineBrowser(ctx, browser) }),
	}
}

func examine(name string, look func() (string, error)) Finding {
	text, err := look()
	if err != nil {
		return Finding{Name: name, Text: err.Error()}
	}
	return Finding{Name: name, OK: true, Text: text}
}

// examineListener opens the listener and asks it for a host, as a page would.
func examineListener(ctx context.Context) (text string, err error) {
	s, err := listen(ctx, "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() {
		if closeErr := s.close(); err == nil {
			err = closeErr
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.listener.Addr().String(), nil)
	if err != nil {
		return "", fmt.Errorf("asking the listener: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", fmt.Errorf("asking the listener: %w", err)
	}
	return "pages can be served at " + s.listener.Addr().String(), res.Body.Close()
}

// examineBrowser starts the browser and lets it work once.
func examineBrowser(ctx context.Context, o chrome.Options) (text string, err error) {
	b, err := chrome.Launch(ctx, o)
	if err != nil {
		return "", err
	}
	defer func() {
		if closeErr := b.Close(); err == nil {
			err = closeErr
		}
	}()
	w, err := newWorker(ctx, b)
	if err != nil {
		return "", err
	}
	tab, err := w.Tab(ctx, chrome.TabOptions{FocusEmulation: true})
	if err != nil {
		return "", err
	}
	if err := tab.Navigate(ctx, "data:text/html,<title>doctor</title>"); err != nil {
		return "", err
	}
	title, err := chrome.EvalAs[string](ctx, tab, "document.title")
	if err != nil {
		return "", err
	}
	if title != "doctor" {
		return "", fmt.Errorf("the browser shows %q instead of the page", title)
	}
	text = b.Version() + " at " + b.Path()
	if b.HeadlessShell() {
		text += ": it does not isolate frames of other sites; gate on the full browser"
	}
	return text, nil
}
