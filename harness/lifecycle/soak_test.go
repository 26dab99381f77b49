package lifecycle

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/chrome"
)

// A short soak; a long one is `maoconform soak --for 10m`.
func TestSoak(t *testing.T) {
	s, subject := stage(t)
	report, err := Soak(t.Context(), s, subject, SoakOptions{For: time.Second, Seed: 1})
	require.NoError(t, err, "%v", report.Trail)
	assert.Positive(t, report.Rounds)
	assert.Equal(t, report.Rounds*roundSteps, report.Steps)
	assert.Len(t, report.Memory, report.Rounds)
	assert.Positive(t, report.Memory[0].Page)
	assert.Positive(t, report.Memory[0].Nodes)
	require.NotEmpty(t, report.Rests)
	assert.Less(t, report.Rests[len(report.Rests)-1].Nodes, report.Memory[len(report.Memory)-1].Nodes, "the SDK is gone")
	_, _, judged, err := report.Growth()
	assert.False(t, judged)
	require.NoError(t, err)
}

// A page may keep the instance that it destroyed; what the SDK was must not be kept with it.
func TestADestroyedInstanceHoldsNothing(t *testing.T) {
	s, subject := stage(t)
	d, err := newDesk(t.Context(), s, subject, 0)
	require.NoError(t, err)
	t.Cleanup(func() { d.rig.Close() })
	m := newModel(d)
	require.NoError(t, m.begin(t.Context(), true))
	tab := d.rig.Tab
	_, err = tab.Eval(t.Context(), fmt.Sprintf("globalThis.__host = new WeakRef(document.querySelector(%q)); undefined", subject.Profile.Host.Selector))
	require.NoError(t, err)
	require.NoError(t, m.Rest(t.Context(), func() error {
		// A browser remembers what was pressed last, and all that it was part of.
		if err := tab.Click(t.Context(), 2, 2, chrome.ClickOptions{}); err != nil {
			return err
		}
		return until(t.Context(), "the SDK's element to be collected", func() (bool, error) {
			if _, err := tab.Heap(t.Context()); err != nil {
				return false, err
			}
			return chrome.EvalAs[bool](t.Context(), tab, "__host.deref() === undefined")
		})
	}))
}

func TestGrowth(t *testing.T) {
	const mb = 1 << 20
	soak := func(figure func(i uint64) Memory) SoakReport {
		r := SoakReport{Took: judgedFrom}
		for i := range uint64(40) {
			r.Memory = append(r.Memory, figure(i))
		}
		return r
	}
	for name, row := range map[string]struct {
		figure func(i uint64) Memory
		wanted string
	}{
		"flat":          {func(i uint64) Memory { return Memory{Page: 10*mb + i%7*mb/4, Harness: 20 * mb} }, ""},
		"fills up":      {func(i uint64) Memory { return Memory{Page: 10*mb + min(i, 15)*mb} }, ""},
		"page":          {func(i uint64) Memory { return Memory{Page: 10*mb + i*mb} }, "the page's heap grows"},
		"harness":       {func(i uint64) Memory { return Memory{Harness: 10*mb + i*mb} }, "the harness' heap grows"},
		"nodes":         {func(i uint64) Memory { return Memory{Nodes: int64(1000 + 100*i)} }, "nodes become more"},
		"listeners":     {func(i uint64) Memory { return Memory{Listeners: int64(1000 + 100*i)} }, "listeners become more"},
		"a single peak": {func(i uint64) Memory { return Memory{Page: 10*mb + i/39*100*mb} }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, judged, err := soak(row.figure).Growth()
			assert.True(t, judged)
			if row.wanted == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, row.wanted)
		})
	}
}

func TestWhatIsLeft(t *testing.T) {
	const mb = 1 << 20
	for name, row := range map[string]struct {
		rest   func(i uint64) Memory
		wanted string
	}{
		"nothing":       {func(i uint64) Memory { return Memory{Page: 4*mb + i%3*mb/4, Nodes: 150, Listeners: 20} }, ""},
		"only at first": {func(i uint64) Memory { return Memory{Page: 4*mb + min(i, 2)*mb} }, ""},
		"memory":        {func(i uint64) Memory { return Memory{Page: 4*mb + i*mb/2} }, "leaves memory behind"},
		"nodes":         {func(i uint64) Memory { return Memory{Nodes: int64(150 + 20*i)} }, "leaves nodes behind"},
		"listeners":     {func(i uint64) Memory { return Memory{Listeners: int64(20 + 20*i)} }, "leaves listeners behind"},
	} {
		t.Run(name, func(t *testing.T) {
			r := SoakReport{Took: judgedFrom, Memory: make([]Memory, 8)}
			for i := range uint64(10) {
				r.Rests = append(r.Rests, row.rest(i))
			}
			_, _, judged, err := r.Growth()
			assert.True(t, judged)
			if row.wanted == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, row.wanted)
			}
			r.Rests = r.Rests[:3]
			_, _, _, err = r.Growth()
			require.NoError(t, err, "of three nothing can be told")
		})
	}
}
