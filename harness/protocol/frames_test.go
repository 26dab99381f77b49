package protocol

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// frameExamples is testdata/frames.json: frames that are right, and single changes that make them wrong.
type frameExamples struct {
	Valid map[string]struct {
		Direction string          `json:"direction"`
		Reason    string          `json:"reason"`
		Frame     json.RawMessage `json:"frame"`
	} `json:"valid"`
	Invalid []struct {
		From    string         `json:"from"`
		Reason  string         `json:"reason"`
		Pointer string         `json:"pointer"`
		Set     map[string]any `json:"set"`
		Remove  []string       `json:"remove"`
	} `json:"invalid"`
}

func readFrames(t testing.TB) frameExamples {
	t.Helper()
	text, err := os.ReadFile("testdata/frames.json")
	require.NoError(t, err)
	var examples frameExamples
	require.NoError(t, json.Unmarshal(text, &examples))
	return examples
}

func directionNamed(t testing.TB, name string) Direction {
	t.Helper()
	for _, direction := range []Direction{FromSDK, ToSDK} {
		if direction.String() == name {
			return direction
		}
	}
	require.Failf(t, "unknown direction", "%q", name)
	return 0
}

func TestValidFrames(t *testing.T) {
	for name, example := range readFrames(t).Valid {
		t.Run(name, func(t *testing.T) {
			require.NotEmpty(t, example.Reason, "a row says why it is there")
			direction := directionNamed(t, example.Direction)
			require.NoError(t, Validate(direction, example.Frame))
			assert.Error(t, Validate(1-direction, example.Frame), "the same frame the other way")
		})
	}
}

func TestInvalidFrames(t *testing.T) {
	examples := readFrames(t)
	for _, row := range examples.Invalid {
		t.Run(row.From+row.Pointer+"/"+row.Reason, func(t *testing.T) {
			require.NotEmpty(t, row.Reason, "a row says why it is there")
			require.Len(t, row.Remove, 1-min(len(row.Set), 1), "a row removes one field or sets some")
			from, ok := examples.Valid[row.From]
			require.True(t, ok, "no valid frame %q", row.From)
			var frame any
			require.NoError(t, json.Unmarshal(from.Frame, &frame))
			for pointer, value := range row.Set {
				edit(t, frame, pointer, func(parent map[string]any, key string) { parent[key] = value })
			}
			for _, pointer := range row.Remove {
				edit(t, frame, pointer, func(parent map[string]any, key string) {
					require.Contains(t, parent, key)
					delete(parent, key)
				})
			}
			changed, err := json.Marshal(frame)
			require.NoError(t, err)

			err = Validate(directionNamed(t, from.Direction), changed)

			var frameError *FrameError
			require.ErrorAs(t, err, &frameError)
			assert.Equal(t, row.Pointer, frameError.Pointer, "%v", err)
			assert.NotEmpty(t, frameError.Wanted)
			assert.NotEmpty(t, frameError.Found)
		})
	}
}

// edit finds the object that holds what the pointer names.
func edit(t *testing.T, frame any, pointer string, change func(parent map[string]any, key string)) {
	t.Helper()
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	at := frame
	for _, token := range tokens[:len(tokens)-1] {
		switch container := at.(type) {
		case map[string]any:
			at = container[token]
		case []any:
			index, err := strconv.Atoi(token)
			require.NoError(t, err)
			require.Less(t, index, len(container))
			at = container[index]
		}
	}
	parent, ok := at.(map[string]any)
	require.True(t, ok, "%s has no object around it", pointer)
	change(parent, tokens[len(tokens)-1])
}

func TestEveryFrameTypeHasExamples(t *testing.T) {
	examples := readFrames(t)
	valid, invalid := map[Direction][]string{}, map[Direction][]string{}
	typeOfExample := func(name string) (Direction, string) {
		example := examples.Valid[name]
		frameType, err := FrameType(example.Frame)
		require.NoError(t, err)
		return directionNamed(t, example.Direction), frameType
	}
	for name := range examples.Valid {
		direction, frameType := typeOfExample(name)
		valid[direction] = append(valid[direction], frameType)
	}
	for _, row := range examples.Invalid {
		direction, frameType := typeOfExample(row.From)
		invalid[direction] = append(invalid[direction], frameType)
	}
	for direction, schemas := range compiled().frames {
		for _, frameType := range slices.Sorted(maps.Keys(schemas)) {
			assert.Contains(t, valid[direction], frameType, "%s has no right example", direction)
			assert.Contains(t, invalid[direction], frameType, "%s has no wrong example", direction)
		}
	}
}
