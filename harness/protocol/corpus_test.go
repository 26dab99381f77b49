package protocol

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// corpusRow is a request that this package and the SDK's own check must judge alike; executor-js reads the same
// file.
type corpusRow struct {
	Name   string          `json:"name"`
	Reason string          `json:"reason"`
	OK     bool            `json:"ok"`
	Frame  json.RawMessage `json:"frame"`
	Text   *string         `json:"text"`
	// Pointer is where the violation is; nil where the two may differ.
	Pointer *string `json:"pointer"`
	Repeat  *struct {
		Unit  string `json:"unit"`
		Times int    `json:"times"`
		Close string `json:"close"`
	} `json:"repeat"`
}

// wire gives the bytes as they travel. A text with half a surrogate pair keeps its escapes.
func (r corpusRow) wire() []byte {
	if r.Text == nil {
		return r.Frame
	}
	text := *r.Text
	if r.Repeat != nil {
		filling := strings.Repeat(r.Repeat.Unit, r.Repeat.Times) + strings.Repeat(r.Repeat.Close, r.Repeat.Times)
		text = strings.Replace(text, "%s", filling, 1)
	}
	return []byte(text)
}

func readCorpus(t testing.TB) []corpusRow {
	t.Helper()
	text, err := os.ReadFile("testdata/requests.json")
	require.NoError(t, err)
	var rows []corpusRow
	require.NoError(t, json.Unmarshal(text, &rows))
	return rows
}

func TestRequestCorpus(t *testing.T) {
	for _, row := range readCorpus(t) {
		t.Run(row.Name, func(t *testing.T) {
			require.NotEmpty(t, row.Reason, "a row says why it is there")
			err := Validate(ToSDK, row.wire())
			if row.OK {
				require.NoError(t, err)
				return
			}
			var frameError *FrameError
			require.ErrorAs(t, err, &frameError)
			if row.Pointer != nil {
				assert.Equal(t, *row.Pointer, frameError.Pointer, "%v", err)
			}
		})
	}
}
