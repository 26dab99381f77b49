package runner

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/protocol/dialect"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
)

// optional are the parts of a result that only SDKs with a feature tell. What
// another SDK does not tell there is no failure of it; what it does tell is
// compared all the same.
var optional = []struct {
	feature string
	path    *regexp.Regexp
}{
	{"verification", regexp.MustCompile(`^result\.actions\[\d+\]\.(verification|changes|suggestionsOpen)(\.|$)`)},
	{"error_details", regexp.MustCompile(`(^|\.)error\.details(\.|$)`)},
}

var (
	codePath   = regexp.MustCompile(`(^|\.)error\.code$`)
	actionPath = regexp.MustCompile(`^result\.actions\[(\d+)\]\.`)
)

// ownFailings leaves of a result's mismatches those that are the SDK's own: not
// what its profile says that it does not tell, nor what its dialect says with
// another word.
func ownFailings(profile *sdk.Profile, traits dialect.Traits, frame any, mismatches []scenario.Mismatch) []scenario.Mismatch {
	var own []scenario.Mismatch
	for _, m := range mismatches {
		if !untold(profile, frame, m) && !respelt(traits, m) {
			own = append(own, m)
		}
	}
	return own
}

// untold tells whether a mismatch is the absence of what the SDK does not declare
// to tell. To observe is to tell the changes: that is no feature beside it.
func untold(profile *sdk.Profile, frame any, m scenario.Mismatch) bool {
	if m.Found != scenario.Absent {
		return false
	}
	if at := actionPath.FindStringSubmatch(m.Path); at != nil {
		if action, _ := lookup(frame, fmt.Sprintf("result.actions.%s.action", at[1])); action == "observe" {
			return false
		}
	}
	for _, o := range optional {
		if o.path.MatchString(m.Path) && !profile.Has(o.feature) {
			return true
		}
	}
	return false
}

// respelt tells whether a mismatch is a code that the dialect has no narrower word for.
func respelt(traits dialect.Traits, m scenario.Mismatch) bool {
	if !codePath.MatchString(m.Path) {
		return false
	}
	said, err := strconv.Unquote(m.Found)
	if err != nil {
		return false
	}
	// One code, or `one of ["a", "b"]`.
	for _, word := range strings.FieldsFunc(m.Wanted, func(r rune) bool { return strings.ContainsRune(`"[], `, r) }) {
		if traits.Spells(protocol.ErrorCode(said), protocol.ErrorCode(word)) {
			return true
		}
	}
	return false
}
