package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/runner/result"
)

func TestPicturesOfAFailedComparisonAreFilesOfTheReport(t *testing.T) {
	c := result.CaseResult{
		Case: result.Case{ID: "screenshot/a b/html"}, Verdict: result.Fail,
		Outcomes: []result.Outcome{{Status: result.Fail, Failures: []result.Failure{
			{Check: "reply", Status: result.Fail},
			{Check: "as-seen", Status: result.Fail, Pictures: &result.Pictures{
				Expected: result.Picture{PNG: []byte("1")}, Actual: result.Picture{PNG: []byte("2")},
				Difference: result.Picture{PNG: []byte("3")}, Different: 0.25, Cut: 0.125,
			}},
		}}},
	}
	assert.Contains(t, Failure(c), "25.000 % differ, 12.5 % were not compared")
	dir := t.TempDir()
	require.NoError(t, Write(dir, &result.Run{Cases: []result.CaseResult{c}}))
	for what, content := range map[string]string{"expected": "1", "actual": "2", "difference": "3"} {
		file := "pictures/screenshot-a-b-html-1-2-" + what + ".png"
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		require.NoError(t, err)
		assert.Equal(t, content, string(got))
		assert.Contains(t, Failure(c), file)
	}
	b, err := os.ReadFile(filepath.Join(dir, JSONFile))
	require.NoError(t, err)
	var run result.Run
	require.NoError(t, json.Unmarshal(b, &run))
	pictures := run.Cases[0].Outcomes[0].Failures[1].Pictures
	require.NotNil(t, pictures)
	assert.Equal(t, "pictures/screenshot-a-b-html-1-2-difference.png", pictures.Difference.File)
	assert.InDelta(t, 0.125, pictures.Cut, 1e-12)
	assert.Nil(t, run.Cases[0].Outcomes[0].Failures[0].Pictures)
}
