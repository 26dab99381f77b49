package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Mutation is one deliberate fault: in File, the text Find, which must stand there exactly once, becomes
// Replace. It is applied in memory while bundling; the source stays as it is.
type Mutation struct {
	ID string
	// File is relative to executor-js, with slashes, e.g. "src/page/actions/fill.ts".
	File    string
	Find    string
	Replace string
}

// MutationError is a mutation that cannot be applied, so that a test with it would prove nothing.
type MutationError struct {
	ID      string
	Problem string
}

func (e *MutationError) Error() string { return fmt.Sprintf("mutant %s: %s", e.ID, e.Problem) }

type mutationState struct {
	done bool
	err  error
}

// Apply returns the source with the mutation in it.
func (m Mutation) Apply(source string) (string, error) {
	if m.Find == "" || m.Find == m.Replace {
		return "", &MutationError{ID: m.ID, Problem: "its replacement changes nothing"}
	}
	switch n := strings.Count(source, m.Find); n {
	case 1:
		return strings.Replace(source, m.Find, m.Replace, 1), nil
	case 0:
		return "", &MutationError{ID: m.ID, Problem: fmt.Sprintf("the text %q was not found in %s: follow the change that the source has seen", m.Find, m.File)}
	default:
		return "", &MutationError{ID: m.ID, Problem: fmt.Sprintf("the text %q stands %d times in %s: give more of its surroundings", m.Find, n, m.File)}
	}
}

func (c *Checkout) mutationPlugin(m Mutation, state *mutationState) api.Plugin {
	path := filepath.Join(c.Root, "executor-js", filepath.FromSlash(m.File))
	return api.Plugin{Name: "mutation", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: "^" + regexp.QuoteMeta(path) + "$", Namespace: "file"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := os.ReadFile(path)
			if err != nil {
				state.err = fmt.Errorf("mutant %s: %w", m.ID, err)
				return api.OnLoadResult{}, state.err
			}
			text, err := m.Apply(string(source))
			if err != nil {
				state.err = err
				return api.OnLoadResult{}, err
			}
			state.done = true
			loader := api.LoaderTS
			if strings.HasSuffix(path, ".tsx") {
				loader = api.LoaderTSX
			}
			return api.OnLoadResult{Contents: &text, Loader: loader, ResolveDir: filepath.Dir(path)}, nil
		})
	}}
}
