package dialect

import "github.com/maochat/conformance/harness/protocol"

// started is the entry of an action about which nothing more is told.
func started(name string, ok bool) map[string]any {
	return map[string]any{"action": name, "ok": ok}
}

// normalAction respells one released action result: `{success, action,
// pageVersion, snapshotId?, error?, verified?, effect?, observation?}`. before
// is the page version before the action.
func (c *released) normalAction(raw map[string]any, before, snapshotID string) map[string]any {
	asked, _ := raw["action"].(map[string]any)
	name := text(asked["type"])
	ok, _ := raw["success"].(bool)
	out := started(name, ok)
	if id := text(asked["elementId"]); id != "" {
		out["elementId"] = id
	}
	out["changes"] = normalChanges(raw, before)
	if e := errorOf(raw["error"]); e != nil {
		c.respell(e, snapshotID, text(raw["pageVersion"]))
		out["error"] = errorMap(e)
		if e.Code == protocol.ErrValueNotApplied {
			out["status"] = "value_differs"
			out["verification"] = map[string]any{"match": "mismatch"}
		}
	}
	if verified, told := raw["verified"].(bool); told && ok {
		out["status"] = normalStatus(name, verified)
		if v := normalVerification(name, asked, raw, verified); v != nil {
			out["verification"] = v
		}
	}
	normalObservation(out, raw)
	return out
}

// normalStatus: a click that was given out and changed nothing is not verified,
// which the contract tells from an action that cannot be verified.
func normalStatus(name string, verified bool) string {
	switch {
	case verified:
		return "verified"
	case name == "click":
		return "no_effect_observed"
	}
	return "unverified"
}

// normalVerification: a released value action is verified only if the value
// read back is the one that was asked for, letter by letter.
func normalVerification(name string, asked, raw map[string]any, verified bool) map[string]any {
	if !verified {
		return nil
	}
	switch name {
	case "fill":
		return map[string]any{"expected": asked["value"], "actual": asked["value"], "match": "exact"}
	case "check", "uncheck":
		return map[string]any{"expected": name == "check", "actual": name == "check", "match": "exact"}
	case "select":
		observation, _ := raw["observation"].(map[string]any)
		if observation["value"] == asked["value"] {
			return map[string]any{"match": "exact"}
		}
	}
	return nil
}

// normalChanges: the released SDK tells an effect in one word, and its page
// version holds the address.
func normalChanges(raw map[string]any, before string) map[string]any {
	changes := map[string]any{}
	after := text(raw["pageVersion"])
	if before != "" && after != "" {
		changes["versionChanged"] = before != after
		changes["urlChanged"] = hrefOf(before) != hrefOf(after)
	}
	if raw["effect"] == "navigation" {
		changes["urlChanged"] = true
		changes["navigation"] = map[string]any{"url": hrefOf(after)}
	}
	return changes
}

// normalObservation respells what single actions tell beside the outcome.
func normalObservation(out, raw map[string]any) {
	observation, ok := raw["observation"].(map[string]any)
	if !ok {
		return
	}
	if left, ok := observation["scrollLeft"]; ok {
		out["scroll"] = map[string]any{"left": left, "top": observation["scrollTop"], "moved": raw["effect"] == "state"}
	}
	suggestions := make([]any, 0, len(list(observation["suggestions"])))
	for _, label := range list(observation["suggestions"]) {
		suggestions = append(suggestions, map[string]any{"label": label})
	}
	if len(suggestions) > 0 {
		out["suggestions"] = suggestions
		out["suggestionsOpen"] = true
	}
}

// normalObserve respells page_observe's result, which is no action result.
func normalObserve(body map[string]any, ok bool) map[string]any {
	raw, _ := body["changes"].(map[string]any)
	changes := map[string]any{}
	for _, count := range []string{"added", "removed", "updated"} {
		if v, ok := raw[count]; ok {
			changes[count] = v
		}
	}
	if raw["navigated"] == true {
		changes["navigation"] = map[string]any{"url": body["url"]}
	}
	out := started("observe", ok)
	out["changes"] = changes
	out["observation"] = map[string]any{
		"pageVersion": body["pageVersion"], "url": body["url"], "title": body["title"],
	}
	return out
}

// errorMap is an error as it stands in a result's JSON.
func errorMap(e *protocol.Error) map[string]any {
	out := map[string]any{"code": string(e.Code), "message": e.Message}
	if e.ElementID != "" {
		out["elementId"] = e.ElementID
	}
	if len(e.Details) > 0 {
		out["details"] = e.Details
	}
	return out
}
