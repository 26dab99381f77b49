package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// Mutation is one deliberate fault: all its edits together. It is applied in memory while bundling; the source
// stays as it is.
type Mutation struct {
	ID    string
	Edits []Edit
}

// Edit is one place of a fault: in File, the text Find, which must stand there exactly once, becomes Replace.
type Edit struct {
	// File is relative to executor-js, with slashes, e.g. "src/page/actions/fill.ts".
	File    string `yaml:"file"`
	Find    string `yaml:"find"`
	Replace string `yaml:"replace"`
}

// MutationError is a mutation that cannot be applied, so that a test with it would prove nothing.
type MutationError struct {
	ID      string
	Problem string
}

func (e *MutationError) Error() string { return fmt.Sprintf("mutant %s: %s", e.ID, e.Problem) }

// Files are the files that the mutation changes, in the order of its edits.
func (m Mutation) Files() []string {
	var files []string
	for _, e := range m.Edits {
		if !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	return files
}

// Apply returns the source of one file with the mutation's edits of that file in it. Every text is looked for in the
// source as it stands, so that no edit depends on another; two that overlap are an error.
func (m Mutation) Apply(file, source string) (string, error) {
	type cut struct {
		from int
		edit Edit
	}
	var cuts []cut
	for _, e := range m.Edits {
		if e.File != file {
			continue
		}
		if e.Find == "" || e.Find == e.Replace {
			return "", &MutationError{ID: m.ID, Problem: "its replacement changes nothing"}
		}
		switch n := strings.Count(source, e.Find); n {
		case 1:
			cuts = append(cuts, cut{strings.Index(source, e.Find), e})
		case 0:
			return "", &MutationError{ID: m.ID, Problem: fmt.Sprintf("the text %q was not found in %s: follow the change that the source has seen", e.Find, file)}
		default:
			return "", &MutationError{ID: m.ID, Problem: fmt.Sprintf("the text %q stands %d times in %s: give more of its surroundings", e.Find, n, file)}
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int { return a.from - b.from })
	var out strings.Builder
	end := 0
	for _, c := range cuts {
		if c.from < end {
			return "", &MutationError{ID: m.ID, Problem: fmt.Sprintf("the text %q of %s overlaps with that of another edit", c.edit.Find, file)}
		}
		out.WriteString(source[end:c.from])
		out.WriteString(c.edit.Replace)
		end = c.from + len(c.edit.Find)
	}
	return out.String() + source[end:], nil
}

// mutationState is what came of a mutation in one build, which loads files at the same time.
type mutationState struct {
	mu   sync.Mutex
	done []string // files that were changed
	err  error
}

func (s *mutationState) fail(err error) (api.OnLoadResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	return api.OnLoadResult{}, err
}

// problem is why the build does not hold the whole mutation, if it does not.
func (s *mutationState) problem(m Mutation, output string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	for _, file := range m.Files() {
		if !slices.Contains(s.done, file) {
			return &MutationError{ID: m.ID, Problem: fmt.Sprintf("%s is not part of %s", file, output)}
		}
	}
	return nil
}

func (c *Checkout) mutationPlugin(m Mutation, state *mutationState) api.Plugin {
	return api.Plugin{Name: "mutation", Setup: func(build api.PluginBuild) {
		for _, file := range m.Files() {
			path := filepath.Join(c.Root, "executor-js", filepath.FromSlash(file))
			build.OnLoad(api.OnLoadOptions{Filter: "^" + regexp.QuoteMeta(path) + "$", Namespace: "file"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(path)
				if err != nil {
					return state.fail(fmt.Errorf("mutant %s: %w", m.ID, err))
				}
				text, err := m.Apply(file, string(source))
				if err != nil {
					return state.fail(err)
				}
				state.mu.Lock()
				state.done = append(state.done, file)
				state.mu.Unlock()
				loader := api.LoaderTS
				switch {
				case strings.HasSuffix(path, ".tsx"):
					loader = api.LoaderTSX
				case strings.HasSuffix(path, ".css"):
					loader = api.LoaderText
				}
				return api.OnLoadResult{Contents: &text, Loader: loader, ResolveDir: filepath.Dir(path)}, nil
			})
		}
	}}
}
