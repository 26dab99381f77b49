package backend

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A flood does not fill the memory: what goes over the budget is cut.
func TestTheTraceIsBounded(t *testing.T) {
	trace := newTracer(nil, 10_000)
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
	trace := newTracer(nil, traceBudget)
	raw := []byte("before")
	trace.add(TraceEvent{Raw: raw})
	copy(raw, "after!")
	assert.Equal(t, "before", string(trace.all()[0].Raw))
}
