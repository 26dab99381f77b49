package chrome

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProbe(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<!doctype html><title>x</title><div id=h></div><input id=i><script>
		const r=document.getElementById('h').attachShadow({mode:'closed'});
		r.innerHTML='<button>Go</button>'; r.firstChild.onclick=e=>{window.hit=e.isTrusted; console.log('hit', {a:1})};</script>`))
	}))
	defer srv.Close()
	ctx := context.Background()
	step := time.Now()
	lap := func(what string) { t.Logf("%s %v", what, time.Since(step)); step = time.Now() }
	b, err := Launch(ctx, Options{Log: t.Logf})
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()); lap("close") }()
	lap("launch " + b.Version())
	w, err := b.NewWorker(ctx)
	require.NoError(t, err)
	lap("worker")
	for range 3 {
		tab, err := w.Tab(ctx, TabOptions{FocusEmulation: true})
		require.NoError(t, err)
		lap("tab")
		require.NoError(t, tab.Navigate(ctx, srv.URL))
		lap("navigate")
		c, err := tab.FindByRole(ctx, "button", regexp.MustCompile("^Go$"))
		require.NoError(t, err)
		lap("find")
		require.NoError(t, tab.Click(ctx, c.X, c.Y, ClickOptions{}))
		lap("click")
		hit, err := EvalAs[bool](ctx, tab, "window.hit")
		require.NoError(t, err)
		require.True(t, hit)
		lap("eval")
		t.Log(tab.Console())
	}
}
