package scenarios_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/scenarios"
)

// The flags stand behind -args.
var (
	sdkFlag      = flag.String("sdk", "", "path or address of the SDK under test (default: the reference SDK)")
	profileFlag  = flag.String("profile", "", "profile of the SDK: a name or a file (default: reference)")
	chromeFlag   = flag.String("chrome", "", "Chrome or Chromium to use")
	headedFlag   = flag.Bool("headed", false, "show the browser")
	workersFlag  = flag.Int("workers", 4, "cases at a time: most of them wait most of the time")
	allStubsFlag = flag.Bool("all-stubs", false, "play every scenario on every stub, even where one stub speaks for all")
	allFreeFlag  = flag.Bool("all-free", false, "play every case on an SDK that is right in another way")
	suiteOnce    = sync.OnceValues(loadSuite)
	stageOnce    = sync.OnceValues(newStage)
	stageStarted bool
)

func loadSuite() (*scenario.Set, error) {
	return runner.LoadSuite(os.DirFS("."), scenarios.Folder)
}

func newStage() (*runner.Stage, error) {
	stageStarted = true
	return runner.NewStage(context.Background(), runner.StageOptions{
		Browser: chrome.Options{Path: *chromeFlag, Headed: *headedFlag}, Parallel: *workersFlag,
	})
}

// TestMain closes the stage that the tests share.
func TestMain(m *testing.M) {
	code := m.Run()
	if stageStarted {
		if stage, err := stageOnce(); err == nil {
			if err := stage.Close(); err != nil {
				fmt.Fprintln(os.Stderr, "closing the stage:", err)
				code = 1
			}
		}
	}
	os.Exit(code)
}

func theStage(t *testing.T) *runner.Stage {
	t.Helper()
	stage, err := stageOnce()
	require.NoError(t, err)
	return stage
}

func theSuite(t *testing.T) *scenario.Set {
	t.Helper()
	set, err := suiteOnce()
	require.NoError(t, err)
	return set
}

// theSubject is the SDK that the flags name.
func theSubject(t *testing.T) runner.Subject {
	t.Helper()
	subject, err := runner.OpenSubject(t.Context(), *sdkFlag, *profileFlag, theStage(t).Bundles())
	require.NoError(t, err)
	return subject
}

// TestSuiteIsWellFormed is what maoconform lint checks.
func TestSuiteIsWellFormed(t *testing.T) {
	set := theSuite(t)
	if len(set.Scenarios) == 0 || len(set.Catalogue.Clauses) == 0 {
		t.Fatalf("%d scenarios, %d clauses", len(set.Scenarios), len(set.Catalogue.Clauses))
	}
}

// TestWhoNamesAStatusRequiresIt: an SDK that does not say what a request waits for would fail for that, or, where it
// is not to come, pass for nothing.
func TestWhoNamesAStatusRequiresIt(t *testing.T) {
	for _, s := range theSuite(t).Scenarios {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(s.File)))
		require.NoError(t, err)
		_, steps, _ := strings.Cut(string(text), "\nsteps:")
		if strings.Contains(steps, "page_tool_status") {
			assert.Contains(t, s.Requires, "page_tool_status", s.File)
		}
	}
}
