package chrome

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// EnvVar is the environment variable that names the browser when no flag does.
const EnvVar = "CHROME"

// A NotFoundError says that no browser was found, where it was looked for and
// how to get one.
type NotFoundError struct {
	// Asked is the path or name that the user gave, or empty.
	Asked string
	// From says where Asked comes from: "the flag" or "CHROME".
	From string
	// Reason says what is wrong with Asked.
	Reason string
	// Looked lists the names and paths that were tried.
	Looked []string
}

// Error satisfies the error interface.
func (e *NotFoundError) Error() string {
	if e.Asked != "" {
		return fmt.Sprintf("cannot use the browser %q that %s names: %s; give the path of a Chrome or Chromium binary", e.Asked, e.From, e.Reason)
	}
	return fmt.Sprintf("found no Chrome or Chromium (looked for %s); %s, or name the binary with a flag or with %s",
		strings.Join(e.Looked, ", "), installHint(runtime.GOOS), EnvVar)
}

// Find returns the absolute path of the browser to use: path when it is not
// empty, else what the environment variable CHROME names, else the first of the
// well-known names and places of the operating system. A browser that was named
// and cannot be used is an error, it is never replaced by another one. Every
// error is a *[NotFoundError].
func Find(path string) (string, error) {
	if path != "" {
		return resolve(path, "the flag")
	}
	if env := os.Getenv(EnvVar); env != "" {
		return resolve(env, EnvVar)
	}
	looked := wellKnown(runtime.GOOS)
	for _, name := range looked {
		if found, err := exec.LookPath(name); err == nil {
			return absolute(found), nil
		}
	}
	return "", &NotFoundError{Looked: looked}
}

// resolve checks a browser that the user named.
func resolve(name, from string) (string, error) {
	found, err := exec.LookPath(name)
	if err == nil {
		return absolute(found), nil
	}
	reason := "no such program"
	if info, statErr := os.Stat(name); statErr == nil {
		reason = "not executable"
		if info.IsDir() {
			reason = "it is a directory"
		}
	}
	return "", &NotFoundError{Asked: name, From: from, Reason: reason}
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// wellKnown lists names and paths in the order of preference. The headless
// shell comes last: it does not put cross-site frames into other processes, so
// a run with it says less than one with the full browser.
func wellKnown(goos string) []string {
	switch goos {
	case "darwin":
		return []string{
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
			"chromium", "google-chrome", "chrome",
		}
	case "windows":
		places := []string{"chrome", "chromium"}
		for _, base := range []string{os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)"), os.Getenv("LocalAppData")} {
			if base != "" {
				places = append(places,
					filepath.Join(base, "Google", "Chrome", "Application", "chrome.exe"),
					filepath.Join(base, "Chromium", "Application", "chrome.exe"))
			}
		}
		return append(places, "msedge")
	default:
		return []string{
			"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome",
			"/opt/google/chrome/chrome", "/snap/bin/chromium",
			"chrome-headless-shell", "headless-shell", "headless_shell",
		}
	}
}

func installHint(goos string) string {
	switch goos {
	case "darwin":
		return "install one with `brew install --cask google-chrome`"
	case "windows":
		return "install one with `winget install Google.Chrome`"
	default:
		return "install one with `apt-get install chromium` (or your distribution's package)"
	}
}
