package demo_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/demo"
	"github.com/maochat/conformance/harness/protocol"
)

// created counts the sessions that were made over REST.
func created(d *demo.Demo) int {
	n := 0
	for _, call := range d.RESTCalls() {
		if call.Method == http.MethodPost && call.Path == "/api/v1/sessions" {
			n++
		}
	}
	return n
}

// subscribed counts the subscriptions.
func subscribed(d *demo.Demo) int {
	n := 0
	for _, frame := range d.Frames() {
		if frame.Dir == protocol.FromSDK && frame.Type == protocol.TypeSubscribe {
			n++
		}
	}
	return n
}

// TestTwoTabsMakeOneSession holds acceptance 2 with two real tabs of a browser,
// whose panels are opened at the same time.
func TestTwoTabsMakeOneSession(t *testing.T) {
	d, url, _ := start(t, demo.Options{Agent: demo.Filler(0)})
	p := sit(t, d, url)
	opened, err := chrome.Call(t.Context(), p.tab, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "(window.second = window.open(location.href)) !== null", UserGesture: new(true),
	})
	require.NoError(t, err)
	require.Equal(t, "true", string(opened.Result.Value))
	require.Eventually(t, func() bool {
		ready, err := chrome.EvalAs[bool](t.Context(), p.tab, "second.__demo !== undefined && second.document.readyState === 'complete'")
		return err == nil && ready
	}, patience, 20*time.Millisecond)
	_, err = p.tab.Eval(t.Context(), "void (__demo.open(), second.__demo.open())")
	require.NoError(t, err)
	require.Eventually(t, func() bool { return subscribed(d) == 2 }, patience, 20*time.Millisecond)
	assert.Equal(t, 1, created(d))
	_, err = p.tab.Eval(t.Context(), "second.close()")
	require.NoError(t, err)
	assert.Empty(t, d.Violations())
}
