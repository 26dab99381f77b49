package sdk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// placeholders are what Init may hold for the run to fill in.
var placeholders = []string{"${serverUrl}", "${agentId}", "${getToken}", "${onEvent}"}

// profile checks everything and compiles the regular expressions.
func (c *checker) profile(p *Profile) {
	c.need(p.Name, "name")
	c.need(p.Title, "title")
	c.oneOf(p.Dialect, []string{DialectSeed, DialectReleased}, "dialect")
	c.need(p.Script, "script")
	if strings.ContainsAny(p.Script, "/\\") {
		c.report("\"script\" is a file name, without folders", "script")
	}
	c.need(p.Global, "global")
	c.init(p.Init, "init")
	c.oneOf(p.InitAt, []string{InitAtScript, InitAtDOMContentLoaded}, "initAt")
	c.need(p.Endpoints.WebSocket, "endpoints", "webSocket")
	c.need(p.Endpoints.REST, "endpoints", "rest")
	c.need(p.Host.Selector, "host", "selector")
	c.oneOf(p.Host.ShadowRoot, []string{"open", "closed"}, "host", "shadowRoot")
	c.storage(p)
	c.features(p)
	c.controls(p)
	c.gestures(p)
}

// init looks for placeholders that nobody fills in.
func (c *checker) init(value any, keys ...any) {
	switch value := value.(type) {
	case map[string]any:
		if len(keys) == 1 && len(value) == 0 {
			c.report("\"init\" is missing: the options that the SDK is started with", keys...)
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			c.init(value[key], append(slices.Clone(keys), key)...)
		}
	case []any:
		for i, item := range value {
			c.init(item, append(slices.Clone(keys), i)...)
		}
	case string:
		if strings.Contains(value, "${") && !slices.Contains(placeholders, value) {
			c.report(fmt.Sprintf("%q is not one of the placeholders %s", value, strings.Join(placeholders, ", ")), keys...)
		}
	}
}

func (c *checker) storage(p *Profile) {
	for i := range p.Storage {
		k := &p.Storage[i]
		c.oneOf(k.Area, []string{"localStorage", "sessionStorage"}, "storage", i, "area")
		c.oneOf(k.Holds, []string{"session", "authorization", "launcher", "resume"}, "storage", i, "holds")
		c.need(k.Key, "storage", i, "key")
		k.key = c.pattern(k.Key, "storage", i, "key")
	}
	for i, pattern := range p.ChannelPatterns {
		c.need(pattern, "channelPatterns", i)
		c.pattern(pattern, "channelPatterns", i)
	}
}

func (c *checker) features(p *Profile) {
	if len(p.Features) == 0 {
		c.report("\"features\" is missing: the page tools and features that the SDK declares", "features")
	}
	for i, f := range p.Features {
		switch {
		case !knownFeature(f):
			c.report(fmt.Sprintf("unknown feature %q: it is neither a page tool nor one of %s", f, strings.Join(Features(), ", ")), "features", i)
		case slices.Index(p.Features, f) != i:
			c.report(fmt.Sprintf("the feature %q stands twice", f), "features", i)
		}
	}
}

func (c *checker) controls(p *Profile) {
	for _, name := range slices.Sorted(maps.Keys(p.Controls)) {
		control := p.Controls[name]
		c.need(control.Role, "controls", name, "role")
		if control.Name != "" {
			control.name = c.pattern(control.Name, "controls", name, "name")
		}
		c.within(p, name, control)
		p.Controls[name] = control
	}
	for _, name := range []string{"launcher", "panel", ControlCard} {
		if _, ok := p.Controls[name]; !ok {
			c.report(fmt.Sprintf("the control %q is missing", name), "controls")
		}
	}
}

// within reports an outer control that does not exist or leads back.
func (c *checker) within(p *Profile, name string, control Control) {
	seen := []string{name}
	for outer := control.Within; outer != ""; outer = p.Controls[outer].Within {
		if _, ok := p.Controls[outer]; !ok {
			c.report(fmt.Sprintf("there is no control %q", outer), "controls", name, "within")
			return
		}
		if slices.Contains(seen, outer) {
			c.report("the controls lie within each other in a circle: "+strings.Join(append(seen, outer), ", "), "controls", name, "within")
			return
		}
		seen = append(seen, outer)
	}
}

func (c *checker) gestures(p *Profile) {
	known := []string{GestureConnect, GestureAllow, GestureAllowTask, GestureDeny, GestureStop}
	for _, name := range known {
		if _, ok := p.Gestures[name]; !ok {
			c.report(fmt.Sprintf("the gesture %q is missing (an empty list means that nothing needs to be done)", name), "gestures")
		}
	}
	known = append(known, GestureLevelPerAction, GestureLevelTask, GestureLevelFull, GestureRevoke, GestureCompose, GestureSend)
	for _, name := range slices.Sorted(maps.Keys(p.Gestures)) {
		if !slices.Contains(known, name) {
			c.report(fmt.Sprintf("unknown gesture %q: it is not one of %s", name, strings.Join(known, ", ")), "gestures", name)
		}
		for i, step := range p.Gestures[name] {
			c.need(step.Press, "gestures", name, i, "press")
			for key, control := range map[string]string{"press": step.Press, "unless": step.Unless} {
				if _, ok := p.Controls[control]; control != "" && !ok {
					c.report(fmt.Sprintf("there is no control %q", control), "gestures", name, i, key)
				}
			}
		}
	}
}
