package scenario

import "time"

// AgentActs is what the agent says and does in its turn.
type AgentActs struct {
	// Execution names the turn: empty for the one that runs, "none" for no name,
	// a text or a Ref for any other.
	Execution any
	// Session is the session that the events name: nil for the one that was taken
	// last, a number or a Ref for any other.
	Session any
	Events  []AgentEvent
}

// AgentEvent is one frame of the agent, several times perhaps.
type AgentEvent struct {
	Pos  Pos
	Type string
	// Data is the frame's data, with Ref placeholders.
	Data any
	// Invalid says that the frame breaks the contract on purpose.
	Invalid bool
	// Repeat is how often it is sent, at least once; "${n}" in the texts of Data
	// is then the number of the frame, from 1.
	Repeat int
	// Every is the pause after each frame.
	Every time.Duration
}

// RepeatNumber stands in a repeated frame for its number.
const RepeatNumber = "${n}"

// EventRemote is a message that the user wrote in another channel: it is stored,
// and told as user_message_saved. It is no frame type.
const EventRemote = "remote"

// EventBusy is another client's turn that runs and that nobody was told of yet. It
// is no frame type.
const EventBusy = "busy"

// OnArtifact is the truth about the file under test: its weight and its text.
const OnArtifact ConditionKind = "artifact"

// Stored is a message of the conversation's history.
type Stored struct {
	Pos        Pos
	Role       string // "user", "assistant" or "tool"
	Content    string
	Thinking   string
	ToolCalls  []StoredCall
	ToolCallID string
}

// StoredCall is a tool that a stored message calls.
type StoredCall struct{ ID, Name, Arguments string }

// History stores messages while nobody looks.
type History struct{ Messages []Stored }

// Verb is the word of the step.
func (*AgentActs) Verb() string { return "agent" }

// Verb is the word of the step.
func (*History) Verb() string { return "history" }
