package dialect

import (
	"slices"

	"github.com/maochat/conformance/harness/protocol"
)

// releasedCodes are the codes of the contract for which the released dialect has
// no code of its own: it says the same with a wider word. A code that it has, but
// did not say, is not among them: that is another reason, and a deviation.
var releasedCodes = map[protocol.ErrorCode][]protocol.ErrorCode{
	protocol.ErrUnsupportedTarget: {
		protocol.ErrFileInput, protocol.ErrDownload, protocol.ErrNewTab, protocol.ErrSystemDialog,
		protocol.ErrHumanVerification, protocol.ErrSDKElement,
	},
	protocol.ErrElementNotFillable: {protocol.ErrFileInput},
	protocol.ErrElementNotAvailable: {
		protocol.ErrElementNotVisible, protocol.ErrElementInert, protocol.ErrElementObscured,
	},
	protocol.ErrValueNotApplied: {protocol.ErrInvalidValue},
	protocol.ErrInternalError:   {protocol.ErrSessionMismatch},
}

// Spells tells whether the dialect says one code of the contract with another,
// wider one, because it has none as narrow.
func (t Traits) Spells(said, meant protocol.ErrorCode) bool {
	return slices.Contains(t.WiderCodes[said], meant)
}
