package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const modulePath = "github.com/maochat/conformance"

// Checkout is a working copy of this repository, whose sources are built.
type Checkout struct {
	// Root is the absolute path of the repository.
	Root    string
	version string
}

// CheckoutError says that the sources cannot be built because there is no checkout, or it is not set up.
type CheckoutError struct {
	// Dir is where the sources or packages were looked for.
	Dir string
	// Problem is what was wanted and what was found.
	Problem string
	// Fix is what to do.
	Fix string
}

func (e *CheckoutError) Error() string {
	return fmt.Sprintf("%s: %s; %s", e.Dir, e.Problem, e.Fix)
}

// FindCheckout walks up from dir to the root of this repository.
func FindCheckout(dir string) (*Checkout, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the checkout from %s: %w", dir, err)
	}
	for at := start; ; at = filepath.Dir(at) {
		mod, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && isOurModule(mod) {
			version, err := packageVersion(filepath.Join(at, "executor-js", "package.json"))
			if err != nil {
				return nil, err
			}
			return &Checkout{Root: at, version: version}, nil
		}
		if at == filepath.Dir(at) {
			return nil, &CheckoutError{Dir: start, Problem: "no checkout of " + modulePath + " in this folder or above it",
				Fix: "run inside the repository, or use the binary that `make build` makes, which carries the bundles"}
		}
	}
}

func isOurModule(mod []byte) bool {
	line, _, _ := bytes.Cut(mod, []byte("\n"))
	return strings.TrimSpace(string(line)) == "module "+modulePath
}

func packageVersion(file string) (string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("reading the SDK's version: %w", err)
	}
	var pkg struct{ Version string }
	if err := json.Unmarshal(b, &pkg); err != nil {
		return "", fmt.Errorf("reading the SDK's version in %s: %w", file, err)
	}
	if pkg.Version == "" {
		return "", fmt.Errorf("%s: wanted a version, found none", file)
	}
	return pkg.Version, nil
}

// requirePackages fails when npm packages of a folder are not installed, with the command that does it.
func (c *Checkout) requirePackages(folder string) error {
	modules := filepath.Join(c.Root, folder, "node_modules")
	if entries, err := os.ReadDir(modules); err != nil || len(entries) == 0 {
		return &CheckoutError{Dir: filepath.Join(c.Root, folder), Problem: "its npm packages are not installed (no node_modules)",
			Fix: "run `make deps`"}
	}
	return nil
}

// fixtureEntries lists the fixtures' entry points, src/<fixture>/<variant>.ts or .tsx, as paths relative to
// fixtures/, sorted. Files whose name begins with "_" and deeper folders hold what the entries share.
func (c *Checkout) fixtureEntries() ([]string, error) {
	var out []string
	for _, pattern := range []string{"*.ts", "*.tsx"} {
		found, err := filepath.Glob(filepath.Join(c.Root, "fixtures", "src", "*", pattern))
		if err != nil {
			return nil, fmt.Errorf("listing the fixtures' entry points: %w", err)
		}
		for _, f := range found {
			base, folder := filepath.Base(f), filepath.Base(filepath.Dir(f))
			if strings.HasPrefix(base, "_") || strings.HasPrefix(folder, "_") || strings.HasSuffix(base, ".d.ts") {
				continue
			}
			rel, err := filepath.Rel(filepath.Join(c.Root, "fixtures"), f)
			if err != nil {
				return nil, fmt.Errorf("listing the fixtures' entry points: %w", err)
			}
			out = append(out, filepath.ToSlash(rel))
		}
	}
	slices.Sort(out)
	return out, nil
}
