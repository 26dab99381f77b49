// Package harness_test holds the rules of the house that span packages.
package harness_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/maochat/conformance/"

// goRank orders the Go packages: an import goes to a lower rank only, so that data flows one way.
var goRank = map[string]int{
	"cmd/maoconform":            100,
	"harness":                   100, // rules that span packages, tests only
	"harness/gate":              90,
	"harness/chaos":             60, // a page that changes itself under the executor
	"harness/hostile":           90, // requests that must not do anything
	"harness/look":              90, // pictures of the reference SDK, tests only
	"harness/report":            80,
	"harness/lifecycle":         75, // random requests and faults at one page
	"harness/runner":            70,
	"harness/runner/result":     65,
	"harness/oracle":            60,
	"harness/oracle/pixels":     55,
	"harness/scenario":          60,
	"harness/sdk":               50,
	"harness/backend":           50,
	"harness/backend/journal":   45, // SQLite, written in the background
	"harness/backend/trail":     55,
	"harness/backend/store":     55,
	"harness/backend/agent":     55,
	"harness/demo":              75,
	"harness/mutant":            50,
	"harness/chrome":            40,
	"harness/chrome/chrometest": 45, // a browser for tests
	"harness/stub":              40,
	"fixtures":                  40,
	"fixtures/shots":            40,
	"scenarios":                 40, // the embedded files; the suite's test imports everything
	"harness/bundle":            30,
	"harness/protocol/dialect":  20,
	"harness/protocol":          10,
}

// tsRank does the same for the SDK's folders and its two entry files.
var tsRank = map[string]int{
	"index.ts":    100,
	"executor.ts": 100,
	"ui":          60,
	"core":        50,
	"context":     45,
	"client":      40,
	"page":        30,
	"i18n":        20,
	"protocol":    10,
}

func TestGoImportsRunDownward(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	require.NoError(t, err, "go list")
	seen := 0
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		err := dec.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		from := strings.TrimPrefix(pkg.ImportPath, module)
		rank, known := goRank[from]
		if !assert.Truef(t, known, "%s has no place in the architecture: give it a rank in this test", from) {
			continue
		}
		seen++
		for _, imported := range pkg.Imports {
			to, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			assert.Lessf(t, goRank[to], rank, "%s imports %s, which does not lie below it", from, to)
		}
	}
	assert.Greater(t, seen, 5, "the packages were found")
}

var tsImport = regexp.MustCompile(`(?m)(?:^|\s)(?:import|export)\s[^;"']*?from\s+["'](\.[^"']+)["']|^import\s+["'](\.[^"']+)["']|import\(["'](\.[^"']+)["']\)`)

func TestTypeScriptImportsRunDownward(t *testing.T) {
	src := filepath.Join("..", "executor-js", "src")
	seen := 0
	err := filepath.WalkDir(src, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".ts") && !strings.HasSuffix(file, ".tsx") {
			return err
		}
		if strings.HasSuffix(file, ".test.ts") || strings.HasSuffix(file, ".d.ts") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, file)
		if err != nil {
			return err
		}
		from := filepath.ToSlash(rel)
		for _, m := range tsImport.FindAllStringSubmatch(string(text), -1) {
			seen++
			to := path.Join(path.Dir(from), m[1]+m[2]+m[3])
			fromRoom, toRoom := room(from), room(to)
			if fromRoom == toRoom {
				continue
			}
			fromRank, ok := tsRank[fromRoom]
			assert.Truef(t, ok, "%s has no place in the architecture", from)
			toRank, ok := tsRank[toRoom]
			assert.Truef(t, ok, "%s imports %s, which has no place in the architecture", from, to)
			assert.Lessf(t, toRank, fromRank, "%s imports %s, which does not lie below it", from, to)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, seen, 10, "imports were found")
}

// room is the first part of a path below src: a folder, or an entry file by its source name.
func room(p string) string {
	first, _, below := strings.Cut(p, "/")
	if !below {
		return strings.TrimSuffix(first, ".js") + map[bool]string{true: ".ts"}[strings.HasSuffix(first, ".js")]
	}
	return first
}
