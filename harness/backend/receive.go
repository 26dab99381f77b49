package backend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"github.com/maochat/conformance/harness/protocol"
)

// blankToken stands in a trace where a token stood.
const blankToken = "[token]"

// incoming is a frame from the SDK, as far as it could be read.
type incoming struct {
	event     TraceEvent
	raw       []byte
	kind      string
	requestID string
	sessionID int64
}

// receive takes one message of a connection.
func (b *Backend) receive(c *conn, messageType int, raw []byte) {
	f := b.accept(c, messageType, raw)
	b.mu.Lock()
	told := b.handle(c, f)
	b.mu.Unlock()
	for _, call := range told {
		call.notify()
	}
}

// accept reads, validates and traces a message.
func (b *Backend) accept(c *conn, messageType int, raw []byte) incoming {
	f := head(raw)
	shown := raw
	violation := b.frameFault(messageType, raw)
	if f.kind == protocol.TypeAuth || c.user == 0 {
		shown = blank(raw, authToken(raw))
	} else if b.tokens.carried(raw) {
		violation = "the frame carries an access token, which belongs into auth and nowhere else"
	}
	f.event = b.trace.add(TraceEvent{
		Kind: KindFrame, Conn: c.number, Dir: protocol.FromSDK, Type: f.kind,
		RequestID: f.requestID, Raw: b.tokens.blank(shown), Violation: violation,
	})
	return f
}

// frameFault says how a message breaks the protocol.
func (b *Backend) frameFault(messageType int, raw []byte) string {
	if messageType != websocket.TextMessage {
		return "a binary message: frames are JSON text"
	}
	if !utf8.Valid(raw) {
		return "the text is not UTF-8"
	}
	if err := b.checker.Validate(protocol.FromSDK, raw); err != nil {
		return err.Error()
	}
	return ""
}

// head reads what stands at the top of a frame, each field by itself: one of the
// wrong type takes nothing from the others.
func head(raw []byte) incoming {
	f := incoming{raw: raw}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) == nil {
		_ = json.Unmarshal(fields["type"], &f.kind)
		_ = json.Unmarshal(fields["requestId"], &f.requestID)
		_ = json.Unmarshal(fields["sessionId"], &f.sessionID)
	}
	return f
}

// authToken reads the token of an auth frame.
func authToken(raw []byte) string {
	var frame protocol.Auth
	_ = json.Unmarshal(raw, &frame)
	return frame.Token
}

// blank takes a token out of what a trace shows.
func blank(raw []byte, token string) []byte {
	if token == "" {
		return raw
	}
	return bytes.ReplaceAll(raw, []byte(token), []byte(blankToken))
}

// handle acts on a frame. It gives the calls whose watchers have to be told.
// b.mu is held.
func (b *Backend) handle(c *conn, f incoming) []*Call {
	if b.closed || c.ending != "" {
		return nil
	}
	if c.user == 0 {
		b.authenticate(c, f)
		return nil
	}
	c.awaken(b.options.IdleTimeout)
	switch f.kind {
	case protocol.TypePing:
		b.broadcast(protocol.TypePong, nil, protocol.Empty{})
	case protocol.TypeSubscribe:
		b.subscribe(c, f.sessionID)
	case protocol.TypeUnsubscribe:
		b.unsubscribe(c, f.sessionID)
	case protocol.TypeSendMessage:
		b.takeMessage(c, f)
	case protocol.TypeAskUserQuestionsResult:
		b.takeAnswers(f)
	case protocol.TypeCancel:
		b.userStopped(c, f.sessionID)
	case protocol.TypePageToolResult, protocol.TypePageToolStatus, protocol.TypePageAudit:
		return b.takePageFrame(c, f)
	}
	return nil
}

// authenticate takes the first frame of a connection.
func (b *Backend) authenticate(c *conn, f incoming) {
	var frame protocol.Auth
	if f.kind != protocol.TypeAuth || json.Unmarshal(f.raw, &frame) != nil {
		c.shut(closeOrder{code: protocol.CloseUnauthenticated, text: "auth first", reason: ReasonRefused})
		return
	}
	if !b.tokens.knows(frame.Token) {
		c.shut(closeOrder{code: protocol.CloseUnauthenticated, text: "invalid token", reason: ReasonRefused})
		return
	}
	c.user, c.token = b.options.UserID, frame.Token
	c.embed = frame.Client == protocol.ClientEmbed
	c.awaken(b.options.IdleTimeout)
	b.event(c, protocol.TypeConnected, nil, protocol.ConnectedData{UserID: c.user})
}

// event sends an event to one connection. b.mu is held.
func (b *Backend) event(c *conn, kind string, session *int64, data any) {
	raw, err := json.Marshal(protocol.Event{Type: kind, SessionID: session, Data: data})
	if err != nil { // the data types of package protocol always encode
		panic(fmt.Sprintf("encode %s: %v", kind, err))
	}
	c.send(outgoing{raw: raw})
}

// broadcast sends an event to all authenticated connections, which are all of
// one user. b.mu is held.
func (b *Backend) broadcast(kind string, session *int64, data any) {
	for c := range b.conns {
		if c.user != 0 && c.ending == "" {
			b.event(c, kind, session, data)
		}
	}
}
