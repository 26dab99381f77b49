package scenario

import (
	"os"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLoadReadsFolders(t *testing.T) {
	catalogue, err := os.ReadFile("testdata/catalogue/spec.yaml")
	require.NoError(t, err)
	text, err := os.ReadFile("testdata/good/example.yaml")
	require.NoError(t, err)
	known := *testVocabulary()
	known.Clauses = nil // they come from the catalogue

	set, err := Load(fstest.MapFS{
		"spec.yaml":         {Data: catalogue},
		"fill/example.yaml": {Data: text},
		"about.go":          {Data: []byte("package scenarios")},
		"area/another.yaml": {Data: text},
	}, "scenarios", known)
	require.NoError(t, err)
	require.Len(t, set.Scenarios, 2)
	assert.Equal(t, "area/another", set.Scenarios[0].ID)
	assert.Equal(t, "scenarios/area/another.yaml", set.Scenarios[0].File)
	assert.Len(t, set.Catalogue.Clauses, 3)
	assert.NotEmpty(t, set.Catalogue.Clauses[2].NotApplicable)
}

func TestLoadReportsAllFilesAndKeepsTheGoodOnes(t *testing.T) {
	text, err := os.ReadFile("testdata/good/example.yaml")
	require.NoError(t, err)
	set, err := Load(fstest.MapFS{
		"fill/good.yaml":  {Data: text},
		"fill/bad.yaml":   {Data: []byte("title: x\n")},
		"fill/worse.yaml": {Data: []byte("title: [\n")},
		"fill/short.yml":  {Data: text},
	}, "scenarios", *testVocabulary())
	require.Len(t, set.Scenarios, 1)
	assert.ErrorContains(t, err, "scenarios/fill/bad.yaml:1:1: \"why\" is missing")
	assert.ErrorContains(t, err, "scenarios/fill/worse.yaml:1:8: not YAML")
	assert.ErrorContains(t, err, "scenarios/fill/short.yml: scenario files end in .yaml")
}

func TestBadCatalogue(t *testing.T) {
	text, err := os.ReadFile("testdata/catalogue/bad.yaml")
	require.NoError(t, err)
	_, err = ParseCatalogue("spec.yaml", text)
	for _, want := range []string{
		`spec.yaml:2:5: "text" is missing`,
		`spec.yaml:3:6: not a clause id`,
		`spec.yaml:4:5: clause`,
		`spec.yaml:5:21: unknown field in a clause`,
		`not one of the possible values`,
	} {
		assert.ErrorContains(t, err, want)
	}
}
