package dialect

import (
	"maps"
	"slices"
)

const (
	// releasedMaxWaitMs and releasedMaxStableMs are the bounds to which the
	// released SDK clamps a wait without saying so.
	releasedMaxWaitMs   = 10_000
	releasedMaxStableMs = 5_000
)

// parameters are an action's parameters that have not been translated yet.
// Whatever is left when an encoder is done is sent as it stands, so that an SDK
// which ignores an unknown field shows that it does.
type parameters map[string]any

// parametersOf gives an action's parameters without the fields that every
// action may have.
func parametersOf(action map[string]any) parameters {
	p := parameters(maps.Clone(action))
	delete(p, "action")
	delete(p, "snapshotId")
	return p
}

// take removes a parameter and gives its value.
func (p parameters) take(key string) (any, bool) {
	v, ok := p[key]
	delete(p, key)
	return v, ok
}

// drop removes a parameter where it only states the released default.
func (p parameters) drop(key string, released any) {
	if v, ok := p[key]; ok && v == released {
		delete(p, key)
	}
}

// refuse gives an error where one of the keys is there.
func (p parameters) refuse(action string, keys ...string) error {
	for _, key := range keys {
		if _, ok := p[key]; ok {
			return inexpressible("%s has no %q", action, key)
		}
	}
	return nil
}

// actionEncoder translates the parameters that it knows and takes them out of p.
type actionEncoder func(c *released, snapshot string, p parameters) (map[string]any, error)

// releasedAction is one row of the dialect.
type releasedAction struct {
	encode actionEncoder
	// own are the released argument names that the seed does not know: as an
	// unknown field of a seed request they would suddenly mean something.
	own []string
	// step tells that page_actions takes it.
	step bool
	// snapshotless tells that the tool takes no snapshotId.
	snapshotless bool
}

// releasedActions has a row for each action of the seed.
var releasedActions = map[string]releasedAction{
	"inspect":    {encode: encodeInspect, own: []string{"includeHidden"}, snapshotless: true},
	"screenshot": {encode: encodeScreenshot, own: []string{"maskSensitive", "reason"}, snapshotless: true},
	"observe":    {encode: encodeObserve},
	"scroll":     {encode: encodeScroll, own: []string{"x", "y"}, step: true},
	"focus":      {encode: encodeNothing, step: true},
	"fill":       {encode: encodeFill, own: []string{"blur"}, step: true},
	"select":     {encode: encodeSelect, own: []string{"value"}, step: true},
	"check":      {encode: encodeNothing, step: true},
	"uncheck":    {encode: encodeNothing, step: true},
	"click":      {encode: encodeClick, step: true},
	"keyboard":   {encode: encodeKeyboard, own: []string{"key", "modifiers"}, step: true},
	"wait":       {encode: encodeWait, own: []string{"until"}, step: true, snapshotless: true},
}

// toolOf gives the tool of an action, also of one that nobody knows.
func toolOf(action string) string { return "page_" + action }

// batchable tells whether page_actions takes an action. One that the dialect
// does not know goes out as it is, to be refused by the SDK.
func batchable(action string) bool {
	row, known := releasedActions[action]
	return !known || row.step
}

// snapshotless tells whether an action's tool takes no snapshotId.
func snapshotless(action string) bool { return releasedActions[action].snapshotless }

// encodeAction gives an action's released arguments.
func (c *released) encodeAction(name, snapshot string, p parameters) (map[string]any, error) {
	row, known := releasedActions[name]
	if !known {
		return map[string]any(p), nil
	}
	for _, own := range row.own {
		if _, ok := p[own]; ok {
			return nil, inexpressible("%q, unknown to the contract, is an argument of %s here", own, toolOf(name))
		}
	}
	arguments, err := row.encode(c, snapshot, p)
	if err != nil {
		return nil, err
	}
	maps.Copy(arguments, p)
	return arguments, nil
}

func encodeNothing(*released, string, parameters) (map[string]any, error) {
	return map[string]any{}, nil
}

// encodeInspect: the released inspect always lists the whole document, and the
// level alone decides whether sensitive values are told.
func encodeInspect(_ *released, _ string, p parameters) (map[string]any, error) {
	p.drop("scope", "viewport")
	p.drop("includeSensitive", false)
	if p["scope"] == "element" {
		return nil, inexpressible("inspect has no scope")
	}
	return map[string]any{}, p.refuse("inspect", "elementId", "includeSensitive", "maxElements", "cursor", "filter")
}

// encodeScreenshot: masked unless asked otherwise, at every level, which the
// released SDK has to be told.
func encodeScreenshot(_ *released, _ string, p parameters) (map[string]any, error) {
	p.drop("format", "png")
	p.drop("unmasked", false)
	arguments := map[string]any{"maskSensitive": true}
	if p["unmasked"] == true {
		delete(p, "unmasked")
		arguments["maskSensitive"] = false
	}
	return arguments, p.refuse("screenshot", "elementId", "format", "quality")
}

// encodeObserve: the released observe compares whole snapshots.
func encodeObserve(_ *released, _ string, p parameters) (map[string]any, error) {
	return map[string]any{}, p.refuse("observe", "elementIds")
}

// encodeScroll: the released scroll knows absolute targets, which cannot be made
// from a direction without knowing where the page stands.
func encodeScroll(_ *released, _ string, p parameters) (map[string]any, error) {
	if p["to"] == "element" {
		return nil, inexpressible("scroll cannot go to an element")
	}
	return map[string]any{}, p.refuse("scroll", "direction", "amount")
}

// encodeFill: the value goes out in its own type; the released SDK turns
// numbers and booleans into text.
func encodeFill(_ *released, _ string, p parameters) (map[string]any, error) {
	p.drop("clear", true)
	if p["clear"] == false {
		return nil, inexpressible("fill always replaces what is there")
	}
	return map[string]any{}, nil
}

// encodeClick: a released click is one with the left button.
func encodeClick(_ *released, _ string, p parameters) (map[string]any, error) {
	p.drop("button", "left")
	p.drop("count", float64(1))
	if button, ok := p["button"].(string); ok && slices.Contains([]string{"right", "middle"}, button) {
		return nil, inexpressible("click has no %s button", button)
	}
	if p["count"] == float64(2) {
		return nil, inexpressible("click has no double click")
	}
	return map[string]any{}, nil
}

// encodeWait: a time, or a page at rest.
func encodeWait(_ *released, _ string, p parameters) (map[string]any, error) {
	condition, conditional := p.take("for")
	limit, limited := p.take("timeoutMs")
	switch {
	case conditional && condition != "stable":
		return nil, inexpressible("wait knows no condition but \"stable\"")
	case !conditional && limited:
		return nil, inexpressible("a wait for a time has no time-out")
	case !conditional && exceeds(p["ms"], releasedMaxWaitMs):
		return nil, inexpressible("a wait is cut at %d ms", releasedMaxWaitMs)
	case !conditional:
		return map[string]any{}, nil
	case exceeds(limit, releasedMaxStableMs):
		return nil, inexpressible("a wait for a stable page is cut at %d ms", releasedMaxStableMs)
	}
	if err := p.refuse("a wait for a stable page", "ms", "elementId", "text"); err != nil {
		return nil, err
	}
	arguments := map[string]any{"until": "stable"}
	if limited {
		arguments["ms"] = limit
	}
	return arguments, nil
}

func exceeds(v any, most float64) bool {
	n, ok := v.(float64)
	return ok && n > most
}
