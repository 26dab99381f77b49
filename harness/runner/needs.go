package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// unmet says what a scenario needs that the SDK does not declare: features, and
// the gestures and controls by which a user reaches what the scenario is about.
func unmet(profile *sdk.Profile, s *scenario.Scenario) (string, bool) {
	needs := s.Needs()
	if s.Authorization == scenario.ForTask && slices.ContainsFunc(s.Steps, acts) {
		needs = append(needs, "authorization_task")
	}
	if s.Authorization == scenario.ForGood {
		needs = append(needs, "authorization_full")
	}
	missing := profile.Missing(needs)
	for _, step := range s.Steps {
		for _, m := range unreachable(profile, step) {
			if !slices.Contains(missing, m) {
				missing = append(missing, m)
			}
		}
	}
	if len(missing) == 0 {
		return "", false
	}
	return fmt.Sprintf("the profile %s does not declare %s", profile.Name, strings.Join(missing, ", ")), true
}

func acts(step scenario.Step) bool {
	send, ok := step.Do.(*scenario.Send)
	return ok && send.Acts()
}

// unreachable names the gestures and controls of a step that a profile lacks.
func unreachable(profile *sdk.Profile, step scenario.Step) []string {
	var gestures, controls []string
	switch do := step.Do.(type) {
	case *scenario.UserAct:
		controls = append(controls, do.Control)
		gestures = append(gestures, levelGestures[do.Level])
		if do.Message != "" {
			gestures = append(gestures, sdk.GestureCompose, sdk.GestureSend)
		}
	case *scenario.Verify:
		controls = append(controls, do.Condition.UI.Control, do.Condition.UI.Within)
	case *scenario.Await:
		controls = append(controls, do.Condition.UI.Control, do.Condition.UI.Within)
	}
	var missing []string
	for _, name := range gestures {
		if _, there := profile.Gestures[name]; name != "" && !there {
			missing = append(missing, "the gesture "+name)
		}
	}
	for _, name := range controls {
		if _, there := profile.Controls[name]; name != "" && !there {
			missing = append(missing, "the control "+name)
		}
	}
	return missing
}
