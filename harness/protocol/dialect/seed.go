package dialect

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// seedCallTimeout is the contract's default time-out of a request.
const seedCallTimeout = 30 * time.Second

// seedCodec speaks protocol's frames as they are. It has no state.
type seedCodec struct{}

// Name implements [Codec].
func (seedCodec) Name() string { return Seed }

// Traits implements [Codec].
func (seedCodec) Traits() Traits {
	return Traits{Status: true, CancelNamesRequest: true, SDKTimesOut: true, CallTimeout: seedCallTimeout}
}

// EncodeRequest implements [Codec].
func (seedCodec) EncodeRequest(r protocol.Request) ([]byte, error) {
	r.Type = protocol.TypePageToolRequest
	frame, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode page tool request %s: %w", r.RequestID, err)
	}
	return frame, nil
}

// EncodeRaw implements [Codec]: the frame is already in this dialect.
func (seedCodec) EncodeRaw(frame []byte) ([]byte, error) { return frame, nil }

// EncodeCancel implements [Codec].
func (seedCodec) EncodeCancel(c protocol.Cancel) ([]byte, error) {
	c.Type = protocol.TypePageToolCancel
	frame, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode page tool cancel %s: %w", c.RequestID, err)
	}
	return frame, nil
}

// Decode implements [Codec].
func (seedCodec) Decode(frame []byte) (any, error) {
	kind, err := protocol.FrameType(frame)
	if err != nil {
		return nil, fmt.Errorf("read the type of a frame: %w", err)
	}
	var into any
	switch kind {
	case protocol.TypePageToolResult:
		into = new(protocol.Result)
	case protocol.TypePageToolStatus:
		into = new(protocol.Status)
	case protocol.TypePageAudit:
		into = new(protocol.Audit)
	default:
		return nil, nil
	}
	if err := json.Unmarshal(frame, into); err != nil {
		return nil, fmt.Errorf("decode %s: %w", kind, err)
	}
	return into, nil
}

// Validate implements [Codec].
func (seedCodec) Validate(dir protocol.Direction, frame []byte) error {
	return protocol.Validate(dir, frame)
}
