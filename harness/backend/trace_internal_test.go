package backend

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A flood does not fill the memory: what goes over the budget is cut.
func TestTheTraceIsBounded(t *testing.T) {
	trace := newTracer(nil, 10_000, 0)
	big := bytes.Repeat([]byte("x"), 4000)
	for range 5 {
		trace.add(TraceEvent{Kind: KindFrame, Raw: big})
	}
	trace.add(TraceEvent{Kind: KindFrame, Raw: []byte("small")})
	var kept []int
	for _, e := range trace.all() {
		kept = append(kept, len(e.Raw))
		assert.Equal(t, e.Cut, len(e.Raw) == tracePrefix)
	}
	assert.Equal(t, []int{4000, 4000, tracePrefix, tracePrefix, tracePrefix, 5}, kept)
	assert.Equal(t, 4000, trace.all()[4].Size)
}

// What is traced is not changed by whoever owned the bytes.
func TestTheTraceKeepsItsOwnBytes(t *testing.T) {
	trace := newTracer(nil, traceBudget, 0)
	raw := []byte("before")
	trace.add(TraceEvent{Raw: raw})
	copy(raw, "after!")
	assert.Equal(t, "before", string(trace.all()[0].Raw))
}

func TestTheTraceForgets(t *testing.T) {
	trace := newTracer(nil, traceBudget, 10)
	for range 95 {
		trace.add(TraceEvent{Kind: KindFrame, Raw: []byte("1234")})
	}
	kept := trace.all()
	assert.Len(t, kept, 15)
	assert.Equal(t, 95, kept[14].Seq)
	assert.Equal(t, 81, kept[0].Seq)
	assert.Equal(t, 60, trace.bytes)
	found, ok, _, _ := trace.find(0, func(e TraceEvent) bool { return e.Seq == 90 })
	assert.True(t, ok)
	assert.Equal(t, 90, found.Seq)
	_, ok, next, _ := trace.find(95, func(TraceEvent) bool { return true })
	assert.False(t, ok)
	assert.Equal(t, 95, next)
}
