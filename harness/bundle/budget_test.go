package bundle_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/bundle"
)

// twoFolders is a checkout whose bundle comes from two folders, one of which has text of two and four bytes.
func twoFolders(t *testing.T, extra string) *bundle.Set {
	t.Helper()
	sources := map[string]string{
		"executor-js/src/index.ts":      `import { words } from "./text/words"; import { rule } from "./page/rule"; export const init = (): string => words + String(rule(1));`,
		"executor-js/src/text/words.ts": `export const words = "取消 😀 cancel" + String(Math.random());`,
		"executor-js/src/page/rule.ts":  `export const rule = (n: number): string => String(n) + "` + extra + `" + String(Math.random());`,
		"executor-js/src/executor.ts":   `export const execute = (): string => "executor";`,
	}
	set, err := load(t, checkout(t, sources)).BuildSDK(t.Context(), nil)
	require.NoError(t, err)
	return set
}

func shareOf(t *testing.T, set *bundle.Set, folder string) bundle.Share {
	t.Helper()
	shares, err := set.Shares(bundle.SDK)
	require.NoError(t, err)
	for _, s := range shares {
		if s.Folder == folder {
			return s
		}
	}
	require.Failf(t, "no share", "of %s in %v", folder, shares)
	return bundle.Share{}
}

func TestSharesAreThoseOfTheFolders(t *testing.T) {
	set := twoFolders(t, "")
	js, _ := set.File(bundle.SDK)
	shares, err := set.Shares(bundle.SDK)
	require.NoError(t, err)
	raw := 0
	for _, s := range shares {
		raw += s.Raw
	}
	assert.Equal(t, len(js), raw, "every byte belongs to one folder")
	words := shareOf(t, set, "src/text")
	assert.GreaterOrEqual(t, words.Raw, len(`"取消 😀 cancel"+String(Math.random())`), "characters are counted in bytes")
	assert.Positive(t, words.Gzip)

	longer := twoFolders(t, "0123456789 abcdefghijklmnopqrstuvwxyz")
	assert.Equal(t, words.Raw, shareOf(t, longer, "src/text").Raw, "what one folder gains is not another's")
	assert.Equal(t, shareOf(t, set, "src/page").Raw+37, shareOf(t, longer, "src/page").Raw)

	_, err = set.Shares("other.js")
	assert.ErrorContains(t, err, "other.js")
}

func TestABundleOverItsBudgetSaysWhatGrew(t *testing.T) {
	was := twoFolders(t, "")
	js, _ := was.File(bundle.SDK)
	shares, err := was.Shares(bundle.SDK)
	require.NoError(t, err)
	sizes := was.Sizes()
	limit := 0
	for _, s := range sizes {
		if s.Name == bundle.SDK {
			limit = s.Gzip
		}
	}
	require.Less(t, limit, 2*len(js))
	budgets := []bundle.Budget{{Bundle: bundle.SDK, Gzip: limit, Shares: shares}}
	require.NoError(t, was.Check(budgets))

	err = twoFolders(t, "0123456789 abcdefghijklmnopqrstuvwxyz").Check(budgets)
	var over *bundle.BudgetError
	require.ErrorAs(t, err, &over)
	assert.Equal(t, bundle.SDK, over.Bundle)
	assert.Equal(t, limit, over.Limit)
	assert.Greater(t, over.Gzip, limit)
	require.NotEmpty(t, over.Grown)
	assert.Equal(t, "src/page", over.Grown[0].Folder)
	assert.Contains(t, err.Error(), "mao-chat.js weighs")
	assert.Contains(t, err.Error(), "src/page")
	assert.NotContains(t, err.Error(), "src/text (", "what did not grow is not named")

	err = was.Check([]bundle.Budget{{Bundle: "gone.js", Gzip: 1}})
	require.ErrorContains(t, err, "gone.js")
	assert.False(t, errors.As(err, &over) && over.Bundle == "gone.js")
}

// The law of the repository itself: what was reached is kept.
func TestTheReferenceKeepsItsBudgets(t *testing.T) {
	c, err := bundle.FindCheckout(".")
	require.NoError(t, err)
	set, err := c.BuildSDK(t.Context(), nil)
	require.NoError(t, err)
	budgets, err := bundle.Budgets()
	require.NoError(t, err)
	names := map[string]bool{}
	for _, b := range budgets {
		names[b.Bundle] = true
		assert.NotEmpty(t, b.Shares, b.Bundle)
		assert.Less(t, b.Aim, b.Gzip, "an aim that is reached is the limit")
	}
	assert.True(t, names[bundle.SDK] && names[bundle.Executor], "both bundles have a budget: %v", names)
	require.NoError(t, set.Check(budgets))
}

func TestTheRecordKeepsLimitsAndComment(t *testing.T) {
	set := twoFolders(t, "")
	text, err := set.Record([]bundle.Budget{{Bundle: bundle.SDK, Gzip: 12345}})
	require.NoError(t, err)
	file, err := os.ReadFile(filepath.Join("budgets.yaml"))
	require.NoError(t, err)
	comment, _, _ := bytes.Cut(file, []byte("budgets:"))
	assert.True(t, bytes.HasPrefix(text, comment))
	assert.Contains(t, string(text), "12345")
	assert.Equal(t, 1, strings.Count(string(text), "src/text"))
}
