package bundle_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/bundle"
)

// checkout makes a small repository of our shape with the given sources below executor-js and fixtures.
func checkout(t *testing.T, sources map[string]string) string {
	t.Helper()
	root := t.TempDir()
	files := map[string][]byte{
		"go.mod":                                   []byte("module github.com/maochat/conformance\n"),
		"executor-js/package.json":                 []byte(`{"version": "9.8.7"}`),
		"executor-js/package-lock.json":            []byte(`{}`),
		"executor-js/node_modules/dep/index.js":    []byte(`export const dep = "dependency";`),
		"fixtures/package-lock.json":               []byte(`{}`),
		"fixtures/node_modules/react/package.json": []byte(`{}`),
	}
	for name, text := range sources {
		files[name] = []byte(text)
	}
	require.NoError(t, bundle.WriteTree(root, files))
	return root
}

var small = map[string]string{
	"executor-js/src/index.ts":    `import { dep } from "dep"; import { rule } from "./rule"; export const init = (): string => dep + rule(1) + __MAO_VERSION__;`,
	"executor-js/src/rule.ts":     "export function rule(n: number): number {\n  return n + 41;\n}\nexport function unused(): number {\n  return 77;\n}\n",
	"executor-js/src/executor.ts": `export const execute = (): string => "executor";`,
}

func load(t *testing.T, root string) *bundle.Checkout {
	t.Helper()
	c, err := bundle.FindCheckout(filepath.Join(root, "executor-js", "src"))
	require.NoError(t, err)
	return c
}

func TestBuildGivesEveryArtifact(t *testing.T) {
	root := checkout(t, small)
	require.NoError(t, bundle.WriteTree(root, map[string][]byte{
		"fixtures/src/form/plain.ts":   []byte(`import "./plain.css"; (window as unknown as {ready: boolean}).ready = true;`),
		"fixtures/src/form/plain.css":  []byte(`body { color: red; }`),
		"fixtures/src/form/_shared.ts": []byte(`export {};`),
	}))
	set, err := load(t, root).Build(t.Context())
	require.NoError(t, err)

	assert.Equal(t, []string{
		"fixtures/form/plain.css", "fixtures/form/plain.js",
		"mao-chat.esm.js", "mao-chat.esm.js.map", "mao-chat.esm.v9.8.7.js",
		"mao-chat.js", "mao-chat.js.map", "mao-chat.v9.8.7.js",
		"page-executor.js", "page-executor.js.map",
	}, set.Names())
	assert.Equal(t, "9.8.7", set.Version())
	js, ok := set.File(bundle.SDK)
	require.True(t, ok)
	assert.Contains(t, string(js), "var MaoChat=")
	assert.Contains(t, string(js), "9.8.7", "the version is compiled in")
	assert.Contains(t, string(js), "sourceMappingURL=mao-chat.js.map")
	esm, _ := set.File(bundle.SDKModule)
	assert.Contains(t, string(esm), "export{")

	for _, s := range set.Sizes() {
		assert.NotContains(t, s.Name, ".map")
		content, _ := set.File(s.Name)
		assert.Equal(t, len(content), s.Raw)
		assert.Positive(t, s.Gzip)
	}
}

func TestAChangedSourceIsRebuiltAndAnUnchangedOneIsNot(t *testing.T) {
	root := checkout(t, small)
	c := load(t, root)
	first, err := c.BuildSDK(t.Context(), nil)
	require.NoError(t, err)

	// A build that went to the sources would see this dependency gone; the key does not cover node_modules, the
	// lock file stands for it.
	dep := filepath.Join(root, "executor-js/node_modules/dep/index.js")
	require.NoError(t, os.Rename(dep, dep+".away"))
	again, err := c.BuildSDK(t.Context(), nil)
	require.NoError(t, err, "taken from the cache")
	assert.Equal(t, first.Names(), again.Names())
	require.NoError(t, os.Rename(dep+".away", dep))

	rule := filepath.Join(root, "executor-js/src/rule.ts")
	text, err := os.ReadFile(rule)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(rule, bytes.Replace(text, []byte("41"), []byte("4242"), 1), 0o644))
	changed, err := c.BuildSDK(t.Context(), nil)
	require.NoError(t, err)
	js, _ := changed.File(bundle.SDK)
	assert.Contains(t, string(js), "4242")
}

func TestABuildErrorSaysWhere(t *testing.T) {
	sources := map[string]string{}
	for k, v := range small {
		sources[k] = v
	}
	sources["executor-js/src/rule.ts"] = "export function rule(n: number): number {\n  return n +;\n}\n"
	_, err := load(t, checkout(t, sources)).BuildSDK(t.Context(), nil)
	var build *bundle.BuildError
	require.ErrorAs(t, err, &build)
	require.Len(t, build.Problems, 1)
	assert.Equal(t, "executor-js/src/rule.ts", build.Problems[0].File)
	assert.Equal(t, 2, build.Problems[0].Line)
	assert.Contains(t, err.Error(), "executor-js/src/rule.ts:2:")
	assert.Contains(t, err.Error(), "return n +;", "the line is shown")
}

func TestMutations(t *testing.T) {
	c := load(t, checkout(t, small))
	one := func(file, find, replace string) bundle.Mutation {
		return bundle.Mutation{ID: "m", Edits: []bundle.Edit{{File: file, Find: find, Replace: replace}}}
	}
	both := func(more bundle.Edit) bundle.Mutation {
		return bundle.Mutation{ID: "m", Edits: []bundle.Edit{{File: "src/rule.ts", Find: "n + 41", Replace: "n - 41"}, more}}
	}
	for _, row := range []struct {
		reason  string
		m       bundle.Mutation
		problem string
	}{
		{"a row that fits is applied", one("src/rule.ts", "n + 41", "n - 41"), ""},
		{"a text that is gone means the source moved on", one("src/rule.ts", "n * 41", "n"), "was not found"},
		{"two places are ambiguous", one("src/rule.ts", "export function", "function"), "stands 2 times"},
		{"the same text is no change", one("src/rule.ts", "n + 41", "n + 41"), "changes nothing"},
		{"code that is not in the bundle proves nothing", one("src/rule.ts", "return 77", "return 78"), "the same as without it"},
		{"a file outside the bundle proves nothing", one("src/executor.ts", "executor", "x"), "not part of mao-chat.js"},
		{"edits of two files are one fault", both(bundle.Edit{File: "src/index.ts", Find: "rule(1)", Replace: "rule(2)"}), ""},
		{"an edit does not find what another one wrote", both(bundle.Edit{File: "src/rule.ts", Find: "n - 41", Replace: "n"}), "was not found"},
		{"edits do not overlap", both(bundle.Edit{File: "src/rule.ts", Find: "+ 41", Replace: "+ 40"}), "overlaps"},
		{"every edit must fit", both(bundle.Edit{File: "src/index.ts", Find: "gone", Replace: ""}), "was not found in src/index.ts"},
		{"every file must count", both(bundle.Edit{File: "src/executor.ts", Find: "executor", Replace: "x"}), "src/executor.ts is not part of"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			set, err := c.BuildSDK(t.Context(), &row.m)
			if row.problem == "" {
				require.NoError(t, err)
				js, _ := set.File(bundle.SDK)
				whole, err := c.BuildSDK(t.Context(), nil)
				require.NoError(t, err)
				plain, _ := whole.File(bundle.SDK)
				assert.NotEqual(t, string(plain), string(js))
				return
			}
			var mutation *bundle.MutationError
			require.ErrorAs(t, err, &mutation)
			assert.Contains(t, err.Error(), row.problem)
		})
	}
}

func TestAnUnpreparedCheckoutSaysWhatToDo(t *testing.T) {
	_, err := bundle.FindCheckout(t.TempDir())
	var missing *bundle.CheckoutError
	require.ErrorAs(t, err, &missing)
	assert.Contains(t, err.Error(), "make build")

	root := checkout(t, small)
	require.NoError(t, os.RemoveAll(filepath.Join(root, "executor-js/node_modules")))
	_, err = load(t, root).BuildSDK(t.Context(), nil)
	require.ErrorAs(t, err, &missing)
	assert.Contains(t, err.Error(), "make deps")
}

func TestACancelledBuildEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := load(t, checkout(t, small)).BuildSDK(ctx, nil)
	require.ErrorIs(t, err, context.Canceled)
}

func TestDistHoldsTheSetAndNothingOlder(t *testing.T) {
	set, err := load(t, checkout(t, small)).BuildSDK(t.Context(), nil)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, bundle.WriteTree(dir, map[string][]byte{"old.js": []byte("old"), ".gitkeep": nil}))
	require.NoError(t, set.WriteDist(dir))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	assert.NotContains(t, names, "old.js")
	assert.Contains(t, names, ".gitkeep")
	version, err := os.ReadFile(filepath.Join(dir, "VERSION"))
	require.NoError(t, err)
	assert.Equal(t, "9.8.7", strings.TrimSpace(string(version)))
}
