package backend

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/maochat/conformance/harness/protocol"
)

// Role says who a message is from.
type Role string

// The roles of messages.
const (
	RoleUser      Role = "USER"
	RoleAssistant Role = "ASSISTANT"
	RoleTool      Role = "TOOL"
	RoleSystem    Role = "SYSTEM"
)

// ToolUse is a tool that an assistant's message calls.
type ToolUse struct {
	ID   string
	Name string
	// Arguments is JSON text.
	Arguments string
}

// Message is one stored message of a session.
type Message struct {
	// ID is given by the backend.
	ID   int64
	Role Role
	// Content is its text; for a tool's message what the tool gave.
	Content string
	// Thinking is what the model thought before it.
	Thinking string
	// ToolCalls are the tools that an assistant's message calls.
	ToolCalls []ToolUse
	// ToolCallID names the call that a tool's message answers.
	ToolCallID string
	// Images are addresses of pictures.
	Images []string
	// Created is when it was stored. Zero: now.
	Created time.Time
}

// messageView is a message as REST shows it.
type messageView struct {
	ID              int64    `json:"id"`
	Role            Role     `json:"role"`
	Content         string   `json:"content"`
	ThinkingContent *string  `json:"thinkingContent"`
	Images          []string `json:"images"`
	ToolCalls       *string  `json:"toolCalls"` // JSON text
	ToolCallID      *string  `json:"toolCallId"`
	Metadata        *string  `json:"metadata"` // JSON text
	CreatedAt       string   `json:"createdAt"`
}

// toolUseView is a tool call inside the text of messageView.ToolCalls.
type toolUseView struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func (m Message) view() (messageView, error) {
	v := messageView{
		ID: m.ID, Role: m.Role, Content: m.Content, ThinkingContent: textOrNull(m.Thinking),
		Images: m.Images, ToolCallID: textOrNull(m.ToolCallID), CreatedAt: stamp(m.Created),
	}
	if v.Images == nil {
		v.Images = []string{}
	}
	if len(m.ToolCalls) > 0 {
		calls := make([]toolUseView, len(m.ToolCalls))
		for i, use := range m.ToolCalls {
			calls[i].ID, calls[i].Type = use.ID, "function"
			calls[i].Function.Name, calls[i].Function.Arguments = use.Name, use.Arguments
		}
		raw, err := json.Marshal(calls)
		if err != nil {
			return v, fmt.Errorf("show message %d: %w", m.ID, err)
		}
		v.ToolCalls = textOrNull(string(raw))
	}
	return v, nil
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// history is a page of messages.
type history struct {
	Messages []messageView `json:"messages"`
	HasMore  bool          `json:"hasMore"`
	// NextBefore goes on from here, as the parameter beforeMessageId.
	NextBefore *int64 `json:"nextBeforeMessageId"`
}

// page gives the last rounds of a conversation, or those before a message. A
// round is a message of the user with all that answers it.
func page(all []Message, rounds int, before int64) (history, error) {
	if before > 0 {
		end := slices.IndexFunc(all, func(m Message) bool { return m.ID >= before })
		if end >= 0 {
			all = all[:end]
		}
	}
	from := len(all)
	for from > 0 && rounds > 0 {
		from--
		if all[from].Role == RoleUser {
			rounds--
		}
	}
	if from > 0 && rounds > 0 {
		from = 0
	}
	h := history{Messages: make([]messageView, 0, len(all)-from), HasMore: from > 0}
	for _, m := range all[from:] {
		view, err := m.view()
		if err != nil {
			return h, err
		}
		h.Messages = append(h.Messages, view)
	}
	if h.HasMore {
		h.NextBefore = &all[from].ID
	}
	return h, nil
}

// keep stores a message. b.mu is held.
func (b *Backend) keep(s *session, m Message) Message {
	b.lastID++
	m.ID = b.lastID
	if m.Created.IsZero() {
		m.Created = time.Now()
	}
	s.messages = append(s.messages, m)
	s.updated = m.Created
	b.changedSession(s, &m)
	return m
}

// AddHistory stores messages in the session that was taken last and tells
// nobody, as if they had come while no client was there. The error wraps
// [ErrNotConnected] where there is no session.
func (b *Backend) AddHistory(messages ...Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.latest == nil {
		return fmt.Errorf("add to the history: %w", ErrNotConnected)
	}
	for _, m := range messages {
		b.keep(b.latest, m)
	}
	return nil
}

// Messages gives the stored messages of the session that was taken last.
func (b *Backend) Messages() []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.latest == nil {
		return nil
	}
	return slices.Clone(b.latest.messages)
}

// RemoteMessage stores a message that the user wrote in another channel, in the
// session that was taken last, and tells everybody. It begins no turn. The error
// wraps [ErrNotConnected] where there is no session.
func (b *Backend) RemoteMessage(content, source string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.latest
	if s == nil {
		return fmt.Errorf("store a message of %s: %w", source, ErrNotConnected)
	}
	kept := b.keep(s, Message{Role: RoleUser, Content: content})
	b.broadcast(protocol.TypeUserMessageSaved, &s.id, protocol.UserMessageSavedData{MessageID: kept.ID, Source: source, Content: content})
	return nil
}

// Occupy lets a turn of another client run in the session that was taken last, of
// which nobody was told yet: the next message is refused. The error wraps
// [ErrNotConnected] where there is no session.
func (b *Backend) Occupy() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.latest == nil {
		return fmt.Errorf("occupy a session: %w", ErrNotConnected)
	}
	b.latest.phase, b.latest.execution = protocol.PhaseRunning, "ev_elsewhere"
	return nil
}

// SessionMessages gives the stored messages of a session. The error says that
// there is no such session.
func (b *Backend) SessionMessages(id int64) ([]Message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, ok := b.sessions[id]
	if !ok {
		return nil, fmt.Errorf("messages of session %d: there is no such session", id)
	}
	return slices.Clone(s.messages), nil
}
