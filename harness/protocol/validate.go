package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Validate checks a frame of the seed dialect against the contract: its JSON Schema, and what a schema cannot
// say (rules.go). The error is a *FrameError; a frame that is not JSON is one too. Safe for concurrent use and
// for any input.
func Validate(direction Direction, frame []byte) error {
	value, err := decode(frame)
	if err != nil {
		return err
	}
	frameType, err := typeOf(value)
	if err != nil {
		return err
	}
	known := compiled().frames[direction]
	schema, ok := known[frameType]
	if !ok {
		return unknownType(direction, frameType)
	}
	if err := schema.Validate(value); err != nil {
		var invalid *jsonschema.ValidationError
		if !errors.As(err, &invalid) {
			return &FrameError{Type: frameType, Wanted: "a frame that can be checked", Found: err.Error()}
		}
		return explain(frameType, value, invalid)
	}
	if broken := brokenRule(frameType, value); broken != nil {
		broken.Type = frameType
		return broken
	}
	return nil
}

// FrameType gives the type of a frame. The error is a *FrameError.
func FrameType(frame []byte) (string, error) {
	value, err := decode(frame)
	if err != nil {
		return "", err
	}
	return typeOf(value)
}

func typeOf(value any) (string, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return "", &FrameError{Wanted: "an object", Found: describe(value)}
	}
	frameType, ok := object["type"].(string)
	if !ok {
		found := missing
		if given, present := object["type"]; present {
			found = describe(given)
		}
		return "", &FrameError{Pointer: "/type", Wanted: "a text", Found: found}
	}
	return frameType, nil
}

func unknownType(direction Direction, frameType string) error {
	known := compiled().frames[direction]
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	sender := "the SDK"
	other := ToSDK
	if direction == ToSDK {
		sender, other = "the server", FromSDK
	}
	hint := didYouMean(frameType, names)
	if _, wrongWay := compiled().frames[other][frameType]; wrongWay {
		hint = "this frame goes the other way"
	}
	return &FrameError{
		Type:    shorten(frameType),
		Pointer: "/type",
		Wanted:  "a frame type that " + sender + " sends",
		Found:   describe(frameType),
		Hint:    hint,
	}
}

// decode reads the frame as JavaScript would: numbers are float64, the last of two equal keys counts. The
// bounds of limits.go hold.
func decode(frame []byte) (any, error) {
	if len(frame) > MaxFrameBytes {
		return nil, &FrameError{Wanted: fmt.Sprintf("at most %d bytes", MaxFrameBytes), Found: fmt.Sprintf("%d", len(frame))}
	}
	if !utf8.Valid(frame) {
		return nil, &FrameError{Wanted: "text in UTF-8", Found: "other bytes"}
	}
	var value any
	if err := json.Unmarshal(frame, &value); err != nil {
		return nil, &FrameError{Wanted: "JSON", Found: "something else", Hint: err.Error()}
	}
	nodes := 0
	if err := bound(value, "", 0, &nodes); err != nil {
		return nil, err
	}
	return value, nil
}

// bound checks depth and number of values.
func bound(value any, pointer string, depth int, nodes *int) error {
	if *nodes++; *nodes > MaxNodes {
		return &FrameError{Pointer: pointer, Wanted: fmt.Sprintf("at most %d values", MaxNodes), Found: "more"}
	}
	tooDeep := func() error {
		return &FrameError{Pointer: pointer, Wanted: fmt.Sprintf("at most %d levels", MaxDepth), Found: "deeper nesting"}
	}
	switch value := value.(type) {
	case map[string]any:
		if depth >= MaxDepth {
			return tooDeep()
		}
		for key, member := range value {
			if err := bound(member, memberPointer(pointer, key), depth+1, nodes); err != nil {
				return err
			}
		}
	case []any:
		if depth >= MaxDepth {
			return tooDeep()
		}
		for i, item := range value {
			if err := bound(item, memberPointer(pointer, strconv.Itoa(i)), depth+1, nodes); err != nil {
				return err
			}
		}
	case float64:
		if math.IsInf(value, 0) || math.IsNaN(value) {
			return &FrameError{Pointer: pointer, Wanted: "a number that fits", Found: "a larger one"}
		}
	}
	return nil
}
