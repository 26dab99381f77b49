package lifecycle

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// Kind is a kind of request.
type Kind int

// The kinds of requests.
const (
	// Plain presses a button.
	Plain Kind = iota
	// Asking presses a button when the user has confirmed it.
	Asking
	// Waiting presses a button, waits for a word, and presses another button.
	Waiting
	kinds
)

func (k Kind) String() string { return [...]string{"plain", "asking", "waiting"}[k] }

// longWait is how long a job may be open before the time-outs of its wait or of
// its request explain its end.
const longWait = 20 * time.Second

// success is the ending of a request that did what it was to do.
const success = "success"

// job is a request and everything that became of it.
type job struct {
	kind    Kind
	request protocol.Request
	buttons map[int]string // by index of the action that presses it
	word    string         // that a Waiting request waits for
	calls   []*backend.Call

	began  time.Time
	may    map[string]bool // endings that something explains
	spoken bool            // its word was said
	unsure bool            // it may have been lost on its way
}

// allow says that something happened by which the job may end so.
func (j *job) allow(endings ...string) {
	for _, e := range endings {
		j.may[e] = true
	}
}

// done tells whether all calls of the job have ended.
func (j *job) done() bool {
	for _, c := range j.calls {
		select {
		case <-c.Done():
		default:
			return false
		}
	}
	return true
}

// open is the first call of the job that has not ended, else the last one.
func (j *job) open() *backend.Call {
	for _, c := range j.calls {
		select {
		case <-c.Done():
		default:
			return c
		}
	}
	return j.calls[len(j.calls)-1]
}

// state is what the SDK said last of the open call: the state and the action.
func (j *job) state() (protocol.State, int) {
	statuses := j.open().Statuses()
	if len(statuses) == 0 {
		return "", -1
	}
	last := statuses[len(statuses)-1]
	return last.State, last.ActionIndex
}

// judge compares what was reported of the job with what happened to the page.
// Each call must have ended.
func (j *job) judge(outcomes []backend.Outcome, presses map[string]int) error {
	var results []string
	if time.Since(j.began) > longWait {
		j.allow(string(protocol.ErrTimeout))
	}
	for _, o := range outcomes {
		if how := ending(o); !j.may[how] {
			return fmt.Errorf("%s request %s ended as %q, which nothing explains; it may end as %s",
				j.kind, j.request.RequestID, how, strings.Join(slices.Sorted(maps.Keys(j.may)), ", "))
		}
		if o.Result == nil {
			continue
		}
		if len(o.Violations) > 0 {
			return fmt.Errorf("the result of %s breaks the protocol: %s", j.request.RequestID, strings.Join(o.Violations, "; "))
		}
		if err := j.compare(o.Result, presses); err != nil {
			return err
		}
		results = append(results, string(o.Raw))
	}
	slices.Sort(results)
	if results = slices.Compact(results); len(results) > 1 {
		return fmt.Errorf("request %s was answered in two ways: %s", j.request.RequestID, strings.Join(results, " and "))
	}
	return nil
}

// compare holds a report against the page.
func (j *job) compare(result *protocol.Result, presses map[string]int) error {
	var body struct {
		Actions []struct {
			OK    bool            `json:"ok"`
			Error *protocol.Error `json:"error"`
		} `json:"actions"`
	}
	raw, err := json.Marshal(result.Result)
	if err == nil {
		err = json.Unmarshal(raw, &body)
	}
	if err != nil {
		return fmt.Errorf("reading the result of %s: %w", j.request.RequestID, err)
	}
	for index, button := range j.buttons {
		pressed := presses[button]
		var begun any
		told := "not begun"
		if index < len(body.Actions) {
			told = "failed"
			if body.Actions[index].OK {
				told = "done"
			}
			if e := body.Actions[index].Error; e != nil {
				begun = e.Details["begun"]
			}
		}
		if result.Success && told != "done" {
			return fmt.Errorf("request %s is a success and says that action %d was %s", j.request.RequestID, index, told)
		}
		// What was broken off may have happened or not, and says so.
		if wanted := told == "done"; begun != true && (pressed > 0) != wanted {
			return fmt.Errorf("request %s says that action %d was %s, and its button was pressed %d times", j.request.RequestID, index, told, pressed)
		}
	}
	return nil
}
