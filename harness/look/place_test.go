package look_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/chrome"
)

// placeJS gives where the first of the user's messages with a text stands in the
// list, in CSS pixels; -1 where there is none.
const placeJS = `(() => {
  const body = document.querySelector("#mao-chat-embed-host").shadowRoot.querySelector(".panel-body");
  const said = [...(body?.querySelectorAll(".bubble-text") ?? [])].find((one) => one.textContent === %q);
  return said === undefined ? -1 : said.getBoundingClientRect().top - body.getBoundingClientRect().top;
})()`

func (s *stage) place(text string) float64 {
	s.t.Helper()
	top, err := chrome.EvalAs[float64](s.t.Context(), s.tab, fmt.Sprintf(placeJS, text))
	require.NoError(s.t, err)
	return top
}

// Who reads an old message goes on reading it when older ones come.
func TestOlderMessagesDoNotMoveWhatIsRead(t *testing.T) {
	s := open(t, look{width: 1100, height: 720})
	var history []backend.Message
	for n := range 40 {
		history = append(history, backend.Message{Role: backend.RoleUser, Content: fmt.Sprintf("Question %d", n+1)})
	}
	require.NoError(t, s.backend.AddHistory(history...))
	require.NoError(t, s.tab.Reload(t.Context()))
	s.press("launcher")
	require.Eventually(t, func() bool { return s.place("Question 21") != -1 }, patience, 20*time.Millisecond)
	require.InDelta(t, -1, s.place("Question 20"), 0, "more than a page was read at first")

	_, err := s.tab.Eval(t.Context(), `document.querySelector("#mao-chat-embed-host").shadowRoot.querySelector(".panel-body").scrollTop = 0`)
	require.NoError(t, err)
	before := s.place("Question 21")
	require.Eventually(t, func() bool { return s.place("Question 1") != -1 }, patience, 20*time.Millisecond)
	const spinner = 16 // instead of a button, while they are on their way
	assert.InDelta(t, before, s.place("Question 21"), spinner, "what was read has moved")
}
