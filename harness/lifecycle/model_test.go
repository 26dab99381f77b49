package lifecycle

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/runner"
)

// The sequences of the normal test run: few, and always the same. More of them:
//
//	go test ./harness/lifecycle -run Sequences -rapid.checks 100 -rapid.steps 30 -rapid.seed 7
var defaults = map[string]string{
	"rapid.checks": "3", "rapid.steps": "10", "rapid.seed": "20261130", "rapid.nofailfile": "true", "rapid.shrinktime": "60s",
}

func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range defaults {
		if !given[name] {
			if err := flag.Set(name, value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
		}
	}
	os.Exit(m.Run())
}

// stage starts a browser for a test.
func stage(t *testing.T) (*runner.Stage, runner.Subject) {
	t.Helper()
	s, err := runner.NewStage(t.Context(), runner.StageOptions{Browser: chrome.Options{}, Parallel: 1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	subject, err := runner.OpenSubject(t.Context(), "", "", s.Bundles())
	require.NoError(t, err)
	return s, subject
}

// Whatever happens to requests, in whatever order: each ends once, its actions
// ran at most once, and its report is true (seed 000, 7.2 and 4.3).
func TestSequences(t *testing.T) {
	s, subject := stage(t)
	d, err := newDesk(t.Context(), s, subject, 0)
	require.NoError(t, err)
	t.Cleanup(func() { d.rig.Close() })
	rapid.Check(t, func(rt *rapid.T) {
		ctx := t.Context()
		m := newModel(d)
		require.NoError(rt, m.begin(ctx, true))
		rt.Repeat(actions(ctx, m))
		require.NoError(rt, m.Finish(ctx))
	})
}

// actions are the steps of a model in rapid's form.
func actions(ctx context.Context, m *Model) map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T){
		"": func(t *rapid.T) { require.NoError(t, m.Check(ctx)) },
	}
	for _, s := range m.steps() {
		all[s.name] = func(t *rapid.T) {
			among := s.among()
			if among == 0 || m.dealt+4 >= buttonCount {
				t.SkipNow()
			}
			which := rapid.IntRange(0, among-1).Draw(t, "which")
			rush := s.rushes && rapid.Bool().Draw(t, "rush") && m.CanRequest()
			require.NoError(t, s.do(ctx, which, rush))
		}
	}
	return all
}
