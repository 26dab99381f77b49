package sdk

import (
	"bytes"
	_ "embed" // for the boot script
	"encoding/json"
	"errors"
	"fmt"
	"maps"
)

//go:embed js/boot.js
var bootJS []byte

// BootData is what a run puts into the options that start the SDK.
type BootData struct {
	// ServerURL is the origin of the backend, for example
	// "http://s17.app.localhost:8080".
	ServerURL string
	// AgentID is the agent of the page.
	AgentID int64
	// Tokens are what getToken gives, one after the other; the last repeats.
	Tokens []string
	// Options are the scenario's own options. They are merged into the
	// profile's: objects key by key, everything else replaced; null takes an
	// option away.
	Options map[string]any
}

// Boot returns the script that starts the SDK in a page, at the moment that the
// profile names. It must be loaded right after the SDK's own script. In the page, window.__sdk then holds instance,
// events (what onEvent was told), heard (what was said on the SDK's channels, as
// JSON) and error (why the start failed, or null).
func (p *Profile) Boot(d BootData) ([]byte, error) {
	if len(d.Tokens) == 0 {
		return nil, errors.New("making the boot script: no token given")
	}
	filled := map[string]any{"${serverUrl}": d.ServerURL, "${agentId}": d.AgentID}
	options := fill(merge(p.Init, d.Options), filled)
	config, err := json.Marshal(map[string]any{
		"global": p.Global, "initAt": p.InitAt, "tokens": d.Tokens, "options": options,
		"channels": append([]string{}, p.Channels...), "channelPatterns": append([]string{}, p.ChannelPatterns...),
	})
	if err != nil {
		return nil, fmt.Errorf("making the boot script: %w", err)
	}
	return bytes.Replace(bootJS, []byte("(CONFIG)"), append(append([]byte("("), config...), ')'), 1), nil
}

// merge lays over on base without changing either.
func merge(base, over map[string]any) map[string]any {
	out := maps.Clone(base)
	if out == nil {
		out = make(map[string]any, len(over))
	}
	for key, value := range over {
		inner, isMap := value.(map[string]any)
		outer, wasMap := out[key].(map[string]any)
		switch {
		case value == nil:
			delete(out, key)
		case isMap && wasMap:
			out[key] = merge(outer, inner)
		default:
			out[key] = value
		}
	}
	return out
}

// fill replaces placeholders. Those for functions are left to the boot script.
func fill(value any, filled map[string]any) any {
	switch value := value.(type) {
	case string:
		if v, ok := filled[value]; ok {
			return v
		}
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, inner := range value {
			out[key] = fill(inner, filled)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, inner := range value {
			out[i] = fill(inner, filled)
		}
		return out
	}
	return value
}
