package protocol

import (
	"fmt"
	"slices"
)

// brokenRule checks what JSON Schema cannot say. The frame has passed its schema.
func brokenRule(frameType string, value any) *FrameError {
	if frameType != TypePageToolResult {
		return nil
	}
	frame, _ := value.(map[string]any)
	body, _ := frame["result"].(map[string]any)
	actions, _ := body["actions"].([]any)
	if broken := brokenStop(frame, actions); broken != nil {
		return broken
	}
	snapshot, ok := body["snapshot"].(map[string]any)
	if !ok {
		return nil
	}
	if frame["snapshotId"] != snapshot["snapshotId"] {
		found := missing
		if given, present := frame["snapshotId"]; present {
			found = describe(given)
		}
		return &FrameError{Pointer: "/snapshotId", Wanted: "the id of the snapshot in the result", Found: found}
	}
	return brokenSnapshot(snapshot, "/result/snapshot")
}

// brokenStop: stoppedAt is the first action that failed, or the first that was never started.
func brokenStop(frame map[string]any, actions []any) *FrameError {
	first := slices.IndexFunc(actions, func(entry any) bool {
		action, _ := entry.(map[string]any)
		return action["ok"] == false
	})
	failed := first >= 0
	if !failed {
		first = len(actions)
	}
	stoppedAt, given := frame["stoppedAt"].(float64)
	switch {
	case !given && failed:
		return &FrameError{
			Pointer: "/stoppedAt", Wanted: fmt.Sprintf("%d, the first action that failed", first), Found: missing,
		}
	case given && int(stoppedAt) != first:
		return &FrameError{
			Pointer: "/stoppedAt", Found: describe(stoppedAt),
			Wanted: fmt.Sprintf("%d, the first action that was not completed", first),
		}
	}
	return nil
}

// brokenSnapshot: an id names one element, and indexes lead somewhere.
func brokenSnapshot(snapshot map[string]any, pointer string) *FrameError {
	frames, _ := snapshot["frames"].([]any)
	for i, entry := range frames {
		frame, _ := entry.(map[string]any)
		parent, given := frame["parent"].(float64)
		if given && int(parent) >= i {
			return &FrameError{
				Pointer: fmt.Sprintf("%s/frames/%d/parent", pointer, i), Wanted: "an earlier frame", Found: describe(parent),
			}
		}
		if !given && i > 0 {
			return &FrameError{
				Pointer: fmt.Sprintf("%s/frames/%d/parent", pointer, i), Wanted: "the index of an earlier frame", Found: missing,
			}
		}
	}
	elements, _ := snapshot["elements"].([]any)
	seen := make(map[any]int, len(elements))
	for i, entry := range elements {
		element, _ := entry.(map[string]any)
		id := element["elementId"]
		if earlier, twice := seen[id]; twice {
			return &FrameError{
				Pointer: fmt.Sprintf("%s/elements/%d/elementId", pointer, i), Wanted: "an id of its own",
				Found: fmt.Sprintf("the id of element %d", earlier),
			}
		}
		seen[id] = i
		if frame, given := element["frame"].(float64); given && int(frame) >= len(frames) {
			return &FrameError{
				Pointer: fmt.Sprintf("%s/elements/%d/frame", pointer, i),
				Wanted:  fmt.Sprintf("an index below %d", len(frames)), Found: describe(frame),
			}
		}
	}
	return nil
}
