package hostile_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/hostile"
	"github.com/maochat/conformance/harness/mutant"
	"github.com/maochat/conformance/harness/protocol"
)

// inFlight is how many requests wait for their answers at a time, fewer than an
// SDK must be able to queue.
const inFlight = 12

func TestCorpusIsWide(t *testing.T) {
	requests := hostile.Requests(hostile.Real{SessionID: 7, SnapshotID: "snapshot", Button: "b", Field: "f", Box: "x", List: "l"})
	assert.Greater(t, len(requests), 5000)
	ids, texts := map[string]bool{}, map[string]bool{}
	for _, r := range requests {
		assert.False(t, r.ID != "" && ids[r.ID], "%s has the id of another request", r.Name)
		ids[r.ID] = true
		if r.ID != "" {
			texts[strings.Replace(string(r.Frame), r.ID, "", 1)] = true
		}
		assert.True(t, r.ID == "" || len(r.Codes) > 0, "%s has a refusal that fits", r.Name)
	}
	assert.Greater(t, len(texts), 5000, "different requests")
}

func TestNothingOfAHostileRequestHappens(t *testing.T) {
	s := open(t, reference(t))
	began := time.Now()
	requests := hostile.Requests(s.real)
	for _, wrong := range s.play(t, requests, 10) {
		t.Error(wrong)
	}
	t.Logf("%d requests in %.1f s", len(requests), time.Since(began).Seconds())
	s.untouched(t)
	s.inspect(t)
	s.untouched(t)
}

// An SDK that lets through what it does not know must be found out.
func TestFaultySDKIsFoundOut(t *testing.T) {
	mutants, err := mutant.All()
	require.NoError(t, err)
	at := slices.IndexFunc(mutants, func(m mutant.Mutant) bool { return m.ID == "unknown-fields-ignored" })
	require.GreaterOrEqual(t, at, 0, "the mutant exists")
	script, err := mutants[at].Bundle(t.Context())
	require.NoError(t, err)
	s := open(t, script)
	assert.NotEmpty(t, s.play(t, hostile.Requests(s.real)[:50], 1))
}

// play sends requests and tells what came back that should not, no more than
// limit.
func (s *stage) play(t *testing.T, requests []hostile.Request, limit int) (wrong []string) {
	t.Helper()
	type sent struct {
		request hostile.Request
		call    *backend.Call
	}
	var flying []sent
	land := func() {
		first := flying[0]
		flying = flying[1:]
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		outcome, err := first.call.Wait(ctx)
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("%s: no answer: %v", first.request.Name, err))
		case outcome.Result == nil:
			wrong = append(wrong, fmt.Sprintf("%s ended with %s", first.request.Name, outcome.End))
		case outcome.Result.Error == nil:
			wrong = append(wrong, fmt.Sprintf("%s was not refused: %.300s", first.request.Name, first.request.Frame))
		case !slices.Contains(first.request.Codes, outcome.Result.Error.Code):
			wrong = append(wrong, fmt.Sprintf("%s was refused with %s: %.300s", first.request.Name, outcome.Result.Error.Code, first.request.Frame))
		case len(outcome.Violations) > 0:
			wrong = append(wrong, fmt.Sprintf("the answer to %s breaks the protocol: %s", first.request.Name, outcome.Violations[0]))
		}
	}
	for _, r := range requests {
		call, err := s.backend.SendRaw(t.Context(), r.Frame, r.ID)
		require.NoError(t, err, r.Name)
		if call != nil {
			flying = append(flying, sent{r, call})
		}
		for len(flying) >= inFlight {
			land()
		}
		if len(wrong) >= limit {
			break
		}
	}
	for len(flying) > 0 && len(wrong) < limit {
		land()
	}
	return wrong
}

// FuzzRequest sends what the fuzzing engine makes of the seeds to one page.
// Requests that are well-formed are left out: what they may do is another
// question.
func FuzzRequest(f *testing.F) {
	for i, r := range hostile.Requests(hostile.Real{SessionID: 7, SnapshotID: "snapshot", Button: "b", Field: "f", Box: "x", List: "l"}) {
		if i%250 == 0 && len(r.Frame) < 2000 {
			f.Add(r.Frame)
		}
	}
	s := open(f, reference(f))
	count, runs := 0, 0
	f.Fuzz(func(t *testing.T, text []byte) {
		runs++
		text = []byte(strings.ToValidUTF8(string(text), "\ufffd")) // a text frame holds UTF-8
		id := ""
		var request map[string]any
		if json.Unmarshal(text, &request) == nil && request != nil {
			count++
			id = fmt.Sprintf("fuzz-%d", count)
			request["requestId"], request["type"] = id, "page_tool_request"
			request["sessionId"] = s.real.SessionID
			var err error
			text, err = json.Marshal(request)
			require.NoError(t, err)
		}
		if protocol.Validate(protocol.ToSDK, text) == nil {
			return
		}
		call, err := s.backend.SendRaw(t.Context(), text, id)
		require.NoError(t, err)
		if call != nil {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			outcome, err := call.Wait(ctx)
			require.NoError(t, err)
			require.NotNil(t, outcome.Result, "it ended with %s: %s", outcome.End, text)
			require.NotNil(t, outcome.Result.Error, "it was not refused: %s", text)
			require.True(t, slices.Contains([]protocol.ErrorCode{"invalid_arguments", "session_mismatch"}, outcome.Result.Error.Code), "refused with %s: %s", outcome.Result.Error.Code, text)
		}
		if runs%50 == 0 {
			s.untouched(t)
		}
	})
}
