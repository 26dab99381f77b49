package protocol

// Frame types that the SDK sends (seed 004, 4.2).
const (
	TypeAuth                   = "auth"
	TypePing                   = "ping"
	TypeSubscribe              = "subscribe"
	TypeUnsubscribe            = "unsubscribe"
	TypeSendMessage            = "send_message"
	TypeCancel                 = "cancel"
	TypeAskUserQuestionsResult = "ask_user_questions_result"
)

// Frame types that the server sends (seed 004, 4.2).
const (
	TypeConnected                 = "connected"
	TypePong                      = "pong"
	TypeUserMessageSaved          = "user_message_saved"
	TypeSessionStatus             = "session_status"
	TypeSessionSnapshot           = "session_snapshot"
	TypeThinkingStart             = "thinking_start"
	TypeThinkingDelta             = "thinking_delta"
	TypeThinkingEnd               = "thinking_end"
	TypeContentDelta              = "content_delta"
	TypeToolCallStart             = "tool_call_start"
	TypeToolCallArgsDelta         = "tool_call_args_delta"
	TypeToolCallResult            = "tool_call_result"
	TypeMessageEnd                = "message_end"
	TypeLLMRetry                  = "llm_retry"
	TypeLLMWaiting                = "llm_waiting"
	TypeLLMStreamReset            = "llm_stream_reset"
	TypeError                     = "error"
	TypeSessionAlreadyRunning     = "session_already_running"
	TypeAskUserQuestions          = "ask_user_questions"
	TypeAskUserQuestionsCancelled = "ask_user_questions_cancelled"
	TypeSessionTitleUpdated       = "session_title_updated"
)

// ClientEmbed is how the Embed SDK names itself, in the URL and in its first frame.
const ClientEmbed = "embed"

// CloseUnauthenticated is the close code for a missing or bad token; the SDK then asks its host for a new one.
const CloseUnauthenticated = 1003

// Auth is the first frame of a connection.
type Auth struct {
	Type   string `json:"type"`
	Token  string `json:"token"`
	Client string `json:"client"`
}

// Subscribe asks for the events of a session; with TypeUnsubscribe it ends that.
type Subscribe struct {
	Type      string `json:"type"`
	SessionID int64  `json:"sessionId"`
}

// SendMessage is a message of the user.
type SendMessage struct {
	Type      string          `json:"type"`
	SessionID int64           `json:"sessionId"`
	Data      SendMessageData `json:"data"`
}

// SendMessageData is the message itself. EventID becomes the executionId of the turn that it begins.
type SendMessageData struct {
	Content string   `json:"content"`
	EventID string   `json:"eventId"`
	Images  []string `json:"images,omitempty"`
}

// AskUserQuestionsResult carries the user's answers.
type AskUserQuestionsResult struct {
	Type      string                     `json:"type"`
	SessionID int64                      `json:"sessionId"`
	Data      AskUserQuestionsResultData `json:"data"`
}

// AskUserQuestionsResultData names the questions by their RequestID.
type AskUserQuestionsResultData struct {
	RequestID string           `json:"requestId"`
	Answers   []QuestionAnswer `json:"answers"`
}

// QuestionAnswer is the answer to one question; CustomInput is nil when the user wrote nothing.
type QuestionAnswer struct {
	Question       string   `json:"question"`
	SelectedLabels []string `json:"selectedLabels"`
	CustomInput    *string  `json:"customInput"`
}

// Event is a frame of the server in its envelope. SessionID is nil for events of the connection.
type Event struct {
	Type      string `json:"type"`
	SessionID *int64 `json:"sessionId"`
	// Data is one of the …Data types of this package, or Empty.
	Data any `json:"data"`
}

// Empty is the data of an event that has none.
type Empty struct{}

// ConnectedData says whose token was accepted.
type ConnectedData struct {
	UserID int64 `json:"userId"`
}

// UserMessageSavedData says that a user's message is stored. TempEventID is the SDK's own eventId, or empty for
// a message from another channel, which Source and Content then describe.
type UserMessageSavedData struct {
	TempEventID string `json:"tempEventId"`
	MessageID   int64  `json:"messageId"`
	Source      string `json:"source,omitempty"`
	Content     string `json:"content,omitempty"`
}

// Phase is where the execution of a session stands.
type Phase string

// The phases of a session.
const (
	PhaseIdle            Phase = "IDLE"
	PhaseRunning         Phase = "RUNNING"
	PhaseResuming        Phase = "RESUMING"
	PhaseWaitingApproval Phase = "WAITING_APPROVAL"
	PhaseCancelling      Phase = "CANCELLING"
	PhaseCompleted       Phase = "COMPLETED"
	PhaseFailed          Phase = "FAILED"
	PhaseCancelled       Phase = "CANCELLED"
)

// SessionStatusData is a change of phase. Unread says whether the session has an answer that the user has not seen;
// StartedAt is when the turn began, an ISO 8601 date and time.
type SessionStatusData struct {
	Phase       Phase  `json:"phase"`
	ExecutionID string `json:"executionId,omitempty"`
	Unread      *bool  `json:"unread,omitempty"`
	StartedAt   string `json:"startedAt,omitempty"`
}

// SessionSnapshotData answers a subscribe.
type SessionSnapshotData struct {
	Phase       Phase  `json:"phase"`
	ExecutionID string `json:"executionId,omitempty"`
}

// ExecutionData is the data of the stream events that say nothing but which turn they belong to.
type ExecutionData struct {
	ExecutionID string `json:"executionId"`
}

// DeltaData is a piece of text of a turn.
type DeltaData struct {
	ExecutionID string `json:"executionId"`
	Delta       string `json:"delta"`
}

// ToolCallStartData says that a server-side tool begins. Arguments is JSON text.
type ToolCallStartData struct {
	ExecutionID string `json:"executionId"`
	ToolCallID  string `json:"tool_call_id"`
	ToolName    string `json:"tool_name"`
	Arguments   string `json:"arguments,omitempty"`
}

// ToolCallArgsDeltaData carries the whole of the arguments so far, not an addition.
type ToolCallArgsDeltaData struct {
	ExecutionID string `json:"executionId"`
	ToolCallID  string `json:"tool_call_id"`
	Arguments   string `json:"arguments"`
}

// ToolCallResultData says how a server-side tool ended; Status is success or error.
type ToolCallResultData struct {
	ExecutionID string `json:"executionId"`
	ToolCallID  string `json:"tool_call_id"`
	Result      string `json:"result"`
	Status      string `json:"status"`
	ToolName    string `json:"tool_name,omitempty"`
	Summary     string `json:"summary,omitempty"`
	Preview     string `json:"preview,omitempty"`
}

// MessageEndData ends the answer of a turn.
type MessageEndData struct {
	ExecutionID      string `json:"executionId"`
	PromptTokens     int    `json:"prompt_tokens"`
	CompletionTokens int    `json:"completion_tokens"`
	TotalTokens      int    `json:"total_tokens"`
}

// LLMRetryData says that the model is asked again.
type LLMRetryData struct {
	ExecutionID  string  `json:"executionId"`
	Reason       string  `json:"reason"`
	StatusCode   *int    `json:"statusCode,omitempty"`
	Attempt      int     `json:"attempt"`
	MaxRetries   int     `json:"maxRetries"`
	DelaySeconds float64 `json:"delaySeconds"`
}

// LLMWaitingData says how long the model has not answered.
type LLMWaitingData struct {
	ExecutionID    string  `json:"executionId"`
	Phase          string  `json:"phase"`
	ElapsedSeconds float64 `json:"elapsedSeconds"`
}

// ErrorData says that an execution failed.
type ErrorData struct {
	Message     string `json:"message"`
	ExecutionID string `json:"executionId,omitempty"`
}

// SessionAlreadyRunningData says that a message was not taken. Code is text or a number.
type SessionAlreadyRunningData struct {
	Code        any    `json:"code,omitempty"`
	Message     string `json:"message"`
	ExecutionID string `json:"executionId,omitempty"`
}

// AskUserQuestionsData asks the user.
type AskUserQuestionsData struct {
	RequestID string         `json:"requestId"`
	Questions []UserQuestion `json:"questions"`
	Metadata  map[string]any `json:"metadata,omitempty"`
}

// UserQuestion is one question with its choices.
type UserQuestion struct {
	Question    string               `json:"question"`
	Header      string               `json:"header,omitempty"`
	MultiSelect bool                 `json:"multiSelect,omitempty"`
	Options     []UserQuestionOption `json:"options"`
}

// UserQuestionOption is one choice of a question.
type UserQuestionOption struct {
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}

// AskUserQuestionsCancelledData takes questions back.
type AskUserQuestionsCancelledData struct {
	RequestID string `json:"requestId"`
}

// SessionTitleUpdatedData is a new title.
type SessionTitleUpdatedData struct {
	Title string `json:"title"`
}

// TurnEvents are the types of the events that name the turn that they belong to, as executionId.
var TurnEvents = []string{
	TypeThinkingStart, TypeThinkingDelta, TypeThinkingEnd, TypeContentDelta, TypeToolCallStart, TypeToolCallArgsDelta, TypeToolCallResult,
	TypeMessageEnd, TypeLLMRetry, TypeLLMWaiting, TypeLLMStreamReset, TypeError,
}
