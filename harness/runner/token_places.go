package runner

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/protocol"
)

// tokenBound is how long the pages may take to be searched for the token.
const tokenBound = 3 * time.Second

// tokenPlaces reads everything of the pages where a token might stand, by the
// name of the place. Of a page that is gone, hangs or belongs to somebody else
// only what the harness has noted is left.
func (p *play) tokenPlaces(ctx context.Context) map[string]any {
	ctx, cancel := context.WithTimeout(ctx, tokenBound)
	defer cancel()
	places := map[string]any{"the console": p.console(), "a picture": p.pictures()}
	for i, tab := range p.tabs {
		which := ""
		if i > 0 {
			which = " of the other tab"
		}
		places["a dialog"+which], places["an object in the console"+which] = tab.Dialogs(), tab.ConsoleObjects(ctx)
		if tab.Context().Err() != nil || !strings.HasPrefix(tab.Document().URL, p.origin) || !tab.Responds(ctx, tokenBound/3) {
			continue
		}
		for where, what := range tokensOfPage(ctx, tab) {
			places[where+which] = what
		}
	}
	return places
}

// tokensOfPage reads one page. What cannot be read is not there to be searched.
func tokensOfPage(ctx context.Context, tab *chrome.Tab) map[string]any {
	places := map[string]any{}
	if kept, err := oracle.Storage(ctx, tab); err == nil {
		places["the storage"] = kept
	}
	if written, err := oracle.Markup(ctx, tab); err == nil {
		places["the page's markup or address"] = written
		places["a field"] = written.Fields
	}
	if told, err := oracle.Events(ctx, tab); err == nil {
		places["what onEvent told"] = told
	}
	if heard, err := oracle.Heard(ctx, tab); err == nil {
		places["a BroadcastChannel message"] = heard
	}
	if kept, err := oracle.Kept(ctx, tab); err == nil {
		places["a database or a cache"] = []any{kept.Databases, kept.Caches}
		places["the history's state or the window's name"] = []string{kept.History, kept.Name}
		places["an address that the page loaded"] = kept.Loaded
	}
	return places
}

// pictures are the bytes of all pictures that the SDK sent: a file may hold texts
// beside what it shows. What it shows stands in the page, which is searched.
func (p *play) pictures() []string {
	var all []string
	for _, f := range p.backend.Frames() {
		if f.Dir != protocol.FromSDK || f.Type != protocol.TypePageToolResult {
			continue
		}
		if picture := pictureIn(f.Raw); len(picture) > 0 {
			all = append(all, string(picture))
		}
	}
	return all
}

// pictureIn gives the bytes of the picture in a result, in either dialect: in base64,
// or as an address that holds it.
func pictureIn(raw []byte) []byte {
	var frame struct {
		Result struct {
			Screenshot struct {
				Data string `json:"data"`
			} `json:"screenshot"`
		} `json:"result"`
		Data struct {
			Result struct {
				DataURI string `json:"dataUri"`
			} `json:"result"`
		} `json:"data"`
	}
	if !bytes.Contains(raw, []byte(`"screenshot"`)) && !bytes.Contains(raw, []byte(`"dataUri"`)) {
		return nil // most are not read at all
	}
	if json.Unmarshal(raw, &frame) != nil {
		return nil
	}
	text := frame.Result.Screenshot.Data
	if _, held, ok := strings.Cut(frame.Data.Result.DataURI, ";base64,"); ok {
		text = held
	}
	picture, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return picture
}
