// Package protocol is the wire contract between the backend and the Embed SDK.
//
// The JSON Schemas below schemas/ are its single source: Validate checks frames against them, the TypeScript
// types and the SDK's own request check are generated from them, and PROTOCOL.md says in prose what a schema
// cannot. The Go types here are views of the same frames; a test keeps their field names and the schemas'
// in step.
package protocol

// Version names the contract. It changes when a frame, a code or a rule does.
const Version = "1"

// Direction says who sent a frame.
type Direction int

const (
	// FromSDK is a frame that the SDK sends to the server.
	FromSDK Direction = iota
	// ToSDK is a frame that the server sends to the SDK.
	ToSDK
)

// String names the direction as reports and schema folders do.
func (d Direction) String() string {
	if d == ToSDK {
		return "to-sdk"
	}
	return "from-sdk"
}
