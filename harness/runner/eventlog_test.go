package runner

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/scenario"
)

// logOf makes a log of "type@target" words; "type@target^host" lies in an open
// shadow root of host.
func logOf(words string) []oracle.LogEntry {
	var log []oracle.LogEntry
	for word := range strings.FieldsSeq(words) {
		kind, target, _ := strings.Cut(word, "@")
		target, host, inside := strings.Cut(target, "^")
		e := oracle.LogEntry{Type: kind, Target: target, Trusted: kind == "click"}
		if inside {
			e.Hosts = []string{host}
		}
		log = append(log, e)
	}
	return log
}

// TestMatchLog runs the conditions of testdata/eventlog.yaml: a check named
// yes-… holds, one named no-… does not.
func TestMatchLog(t *testing.T) {
	log := logOf("focus@a input@a input@b change@a blur@a click@b click@host click@button^host")
	text, err := os.ReadFile("testdata/eventlog.yaml")
	require.NoError(t, err)
	s, err := scenario.Parse("eventlog.yaml", "eventlog", text, nil)
	require.NoError(t, err)
	for _, step := range s.Steps {
		t.Run(step.Check, func(t *testing.T) {
			mismatches, err := matchLog(step.Do.(*scenario.Verify).Condition.Log, log, scenario.Env{}, "host")
			require.NoError(t, err)
			if strings.HasPrefix(step.Check, "yes-") {
				assert.Empty(t, mismatches)
			} else {
				assert.NotEmpty(t, mismatches)
			}
		})
	}
}
