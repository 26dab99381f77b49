package protocol

// Bounds on what is looked at before it is believed. executor-js/src/protocol/limits.ts holds the same numbers.
const (
	// MaxFrameBytes is the size of the largest frame.
	MaxFrameBytes = 1 << 20
	// MaxDepth is how many objects and arrays may lie inside each other.
	MaxDepth = 32
	// MaxNodes is how many values one frame may hold.
	MaxNodes = 100_000
	// DefaultTimeoutMs is how long a request may run that does not say so itself.
	DefaultTimeoutMs = 30_000
	// DefaultWaitMs is how long the wait action waits that names neither a time nor a condition.
	DefaultWaitMs = 300
)
