package backend

import (
	_ "embed" // for the garbage
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Fate is what becomes of the next frame to the SDK.
type Fate string

// The fates.
const (
	// FateHalf writes the first half of the frame and resets the connection.
	FateHalf Fate = "half"
	// FateTwice writes the frame twice.
	FateTwice Fate = "twice"
	// FateSwap writes the frame after the one that follows it.
	FateSwap Fate = "swap"
)

// Junk is something that no well-behaved server sends.
type Junk string

// The kinds of junk.
const (
	// JunkGarbage is a list of texts that are no JSON, no object, no frame, or a
	// frame with fields of the wrong type.
	JunkGarbage Junk = "garbage"
	// JunkBinary is a request in a binary message.
	JunkBinary Junk = "binary"
	// JunkUTF8 is a text message that is no UTF-8. A browser ends the connection.
	JunkUTF8 Junk = "utf8"
	// JunkOpcode is a message of a kind that does not exist. A browser ends the
	// connection.
	JunkOpcode Junk = "opcode"
	// JunkFlood is some thousand events at once, which mean nothing.
	JunkFlood Junk = "flood"
)

// floodFrames is how many frames a flood has.
const floodFrames = 3000

// garbage holds one text a line.
//
//go:embed testdata/garbage.txt
var garbage string

// faults are what the harness does to a connection at its socket.
type faults struct {
	mu    sync.Mutex
	hold  chan struct{} // closed when the connection flows again; nil while it does
	fate  Fate
	late  time.Duration
	kept  []outgoing    // waits for the next frame to overtake it
	hurry chan struct{} // closed when the connection ends: nothing is held any more
	ended bool
}

func newFaults() *faults { return &faults{hurry: make(chan struct{})} }

// pass waits while the connection is held.
func (f *faults) pass() {
	f.mu.Lock()
	hold := f.hold
	f.mu.Unlock()
	if hold == nil {
		return
	}
	select {
	case <-hold:
	case <-f.hurry:
	}
}

// stop holds the connection; flow lets it go on.
func (f *faults) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hold == nil {
		f.hold = make(chan struct{})
	}
}

func (f *faults) flow() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hold != nil {
		close(f.hold)
		f.hold = nil
	}
}

// end lets everything go that is held, for good.
func (f *faults) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.ended {
		f.ended = true
		close(f.hurry)
	}
}

// next takes what becomes of the next frame.
func (f *faults) next() (Fate, time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fate, late := f.fate, f.late
	f.fate, f.late = "", 0
	return fate, late
}

// wait holds one frame up.
func (f *faults) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-f.hurry:
	}
}

// deliver writes a frame as its fate is. Only the writer calls it.
func (c *conn) deliver(f outgoing) bool {
	c.faults.pass()
	if f.junk != "" {
		return c.writeJunk(f.junk)
	}
	fate, late := c.faults.next()
	c.faults.wait(late)
	switch fate {
	case FateHalf:
		return c.writeHalf(f)
	case FateSwap:
		c.faults.kept = append(c.faults.kept, f)
		return true
	case FateTwice:
		if !c.writeFrame(f) {
			return false
		}
	}
	if !c.writeFrame(f) {
		return false
	}
	kept := c.faults.kept
	c.faults.kept = nil
	for _, f := range kept {
		if !c.writeFrame(f) {
			return false
		}
	}
	return true
}

// writeHalf writes the beginning of a frame and resets the connection.
func (c *conn) writeHalf(f outgoing) bool {
	c.backend.traceOut(c, f)
	frame := websocketFrame(websocket.TextMessage, f.raw)
	_ = c.ws.NetConn().SetWriteDeadline(time.Now().Add(c.backend.options.WriteTimeout))
	_, _ = c.ws.NetConn().Write(frame[:len(frame)-(len(f.raw)+1)/2])
	c.backend.mu.Lock()
	c.ending = ReasonDropped
	c.backend.mu.Unlock()
	c.reset()
	return false
}

// websocketFrame is a whole message as a server writes it.
func websocketFrame(opcode byte, payload []byte) []byte {
	const final = 0x80
	frame := []byte{final | opcode}
	switch n := len(payload); {
	case n < 126:
		frame = append(frame, byte(n))
	case n < 1<<16:
		frame = append(frame, 126, byte(n>>8), byte(n))
	default:
		frame = append(frame, 127, 0, 0, 0, 0, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(frame, payload...)
}

// writeJunk writes what makes no sense.
func (c *conn) writeJunk(kind Junk) bool {
	var frames []outgoing
	switch kind {
	case JunkGarbage:
		for line := range strings.Lines(garbage) {
			frames = append(frames, outgoing{raw: []byte(strings.TrimSuffix(line, "\n")), deliberate: true})
		}
	case JunkFlood:
		for i := range floodFrames {
			text := `{"type":"pong","sessionId":null,"data":{}}`
			if i%2 == 1 {
				text = `{"type":"unheard_of","sessionId":1,"data":{"n":1}}`
			}
			frames = append(frames, outgoing{raw: []byte(text), deliberate: true})
		}
	case JunkBinary:
		return c.writeMessage(websocket.BinaryMessage, []byte(`{"type":"page_tool_request","requestId":"binary","sessionId":1,"tool":"page_inspect"}`))
	case JunkUTF8:
		return c.writeMessage(websocket.TextMessage, []byte("{\"type\":\"pong\xff\xfe\"}"))
	case JunkOpcode:
		_ = c.ws.NetConn().SetWriteDeadline(time.Now().Add(c.backend.options.WriteTimeout))
		_, err := c.ws.NetConn().Write(websocketFrame(0x3, nil))
		return err == nil
	}
	for _, f := range frames {
		if !c.writeFrame(f) {
			return false
		}
	}
	return true
}

// writeMessage writes a message that is no frame of the protocol.
func (c *conn) writeMessage(kind int, raw []byte) bool {
	c.backend.traceOut(c, outgoing{raw: raw, deliberate: true})
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.backend.options.WriteTimeout)); err != nil {
		return false
	}
	return c.ws.WriteMessage(kind, raw) == nil
}

// each calls f for all connections. The error wraps [ErrNotConnected] where
// there is none.
func (b *Backend) each(doing string, f func(*conn)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.conns) == 0 {
		return fmt.Errorf("%s: %w", doing, ErrNotConnected)
	}
	for c := range b.conns {
		f(c)
	}
	return nil
}

// Hold stalls the sockets that are open: nothing that the backend sends arrives
// and nothing that comes is read, until [Backend.Release]. The error wraps
// [ErrNotConnected] where there is no connection.
func (b *Backend) Hold() error {
	return b.each("stall the connection", func(c *conn) { c.faults.stop() })
}

// Release ends what [Backend.Hold] and slow bodies hold up.
func (b *Backend) Release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.conns {
		c.faults.flow()
	}
	if b.closed {
		return
	}
	close(b.bodies)
	b.bodies = make(chan struct{})
}

// Next says what becomes of the next frame to the SDK. The error wraps
// [ErrNotConnected] where there is no connection.
func (b *Backend) Next(fate Fate) error {
	switch fate {
	case FateHalf, FateTwice, FateSwap:
	default:
		return fmt.Errorf("change the next frame: unknown way %q", fate)
	}
	return b.each("change the next frame", func(c *conn) {
		c.faults.mu.Lock()
		defer c.faults.mu.Unlock()
		c.faults.fate = fate
	})
}

// Delay makes the next frame to the SDK come late, and those behind it. The
// error wraps [ErrNotConnected] where there is no connection.
func (b *Backend) Delay(d time.Duration) error {
	return b.each("delay the next frame", func(c *conn) {
		c.faults.mu.Lock()
		defer c.faults.mu.Unlock()
		c.faults.late = d
	})
}

// Inject sends junk to the SDK. The error wraps [ErrNotConnected] where there is
// no connection.
func (b *Backend) Inject(kind Junk) error {
	switch kind {
	case JunkGarbage, JunkBinary, JunkUTF8, JunkOpcode, JunkFlood:
	default:
		return errors.New("send junk: unknown kind " + string(kind))
	}
	return b.each("send junk", func(c *conn) { c.send(outgoing{junk: kind}) })
}
