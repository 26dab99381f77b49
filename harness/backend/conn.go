package backend

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/maochat/conformance/harness/protocol"
)

const (
	// outgoingFrames is how many frames may wait to be written to a connection.
	// One that lags behind further is closed.
	outgoingFrames = 256
	// closeTimeout is how long the other side may take to answer a close.
	closeTimeout = time.Second

	// drainLimit is how much of an oversized message is still taken, in bytes.
	drainLimit = 64 << 20

	closeGoingAway = websocket.CloseGoingAway
	closeRestart   = websocket.CloseServiceRestart
)

// conn is one WebSocket connection. One goroutine writes to it and one, the
// handler's own, reads from it. Fields below "state" belong to Backend.mu.
type conn struct {
	number  int
	backend *Backend
	ws      *websocket.Conn
	out     chan outgoing
	order   chan closeOrder
	faults  *faults

	deadlines sync.Mutex // guards closing, and read deadlines together with it
	closing   bool

	// state
	user       int64 // 0 until the connection is authenticated
	token      string
	embed      bool
	subscribed map[int64]bool
	ending     Reason // why this side ends the connection, "" if it does not
}

// outgoing is a frame on its way to the other side.
type outgoing struct {
	raw        []byte
	requestID  string
	deliberate bool
	junk       Junk // sent instead of raw, where it is set
}

// closeOrder tells the writer to end the connection with a close frame.
type closeOrder struct {
	code   int
	text   string
	reason Reason
}

// serveSocket is the handler of the WebSocket.
func (b *Backend) serveSocket(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{
		HandshakeTimeout: b.options.WriteTimeout,
		CheckOrigin:      func(r *http.Request) bool { return b.originAllowed(r) },
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		b.trace.add(TraceEvent{Kind: KindHTTP, Note: "WebSocket refused: " + err.Error()})
		return // Upgrade has answered
	}
	c := b.open(ws, r)
	if c == nil {
		message := websocket.FormatCloseMessage(closeGoingAway, "backend closed")
		_ = ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(closeTimeout))
		_ = ws.Close()
		return
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	reason := b.disconnected(c, c.read())
	c.shut(lastWords(reason))
	<-written
	if reason == ReasonOversized {
		c.drain()
	}
	c.cut()
}

// lastWords is the close frame for a connection whose reading ended. Where the
// other side closed it, gorilla has answered already.
func lastWords(reason Reason) closeOrder {
	switch reason {
	case ReasonSilence:
		return closeOrder{code: closeGoingAway, text: "idle"}
	case ReasonRefused:
		return closeOrder{code: protocol.CloseUnauthenticated, text: "auth first"}
	}
	return closeOrder{code: websocket.CloseNormalClosure}
}

// drain takes the rest of what is too much, for a while, so that the close frame
// is not lost in a reset.
func (c *conn) drain() {
	raw := c.ws.NetConn()
	_ = raw.SetReadDeadline(time.Now().Add(closeTimeout))
	_, _ = io.CopyN(io.Discard, raw, drainLimit)
}

// open records a new connection; it gives nil where the backend has closed
// meanwhile.
func (b *Backend) open(ws *websocket.Conn, r *http.Request) *conn {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	b.opened++
	c := &conn{
		number:     b.opened,
		backend:    b,
		ws:         ws,
		out:        make(chan outgoing, outgoingFrames),
		order:      make(chan closeOrder, 1),
		faults:     newFaults(),
		subscribed: map[int64]bool{},
	}
	b.conns[c] = struct{}{}
	ws.SetReadLimit(b.options.ReadLimit)
	_ = ws.SetReadDeadline(time.Now().Add(b.options.AuthTimeout))
	b.trace.add(TraceEvent{Kind: KindOpen, Conn: c.number, Note: r.URL.Path, Violation: b.addressFault(r)})
	return c
}

// read takes messages until the connection ends, and gives why it did.
func (c *conn) read() error {
	for {
		kind, raw, err := c.ws.ReadMessage()
		if err != nil {
			return err
		}
		c.faults.pass()
		c.backend.receive(c, kind, raw)
	}
}

// awaken gives the other side another while to say something.
func (c *conn) awaken(idle time.Duration) {
	c.deadlines.Lock()
	defer c.deadlines.Unlock()
	if !c.closing {
		_ = c.ws.SetReadDeadline(time.Now().Add(idle))
	}
}

// write is the one goroutine that writes to the connection. It ends with the
// connection.
func (c *conn) write() {
	for {
		select {
		case f := <-c.out:
			if !c.deliver(f) {
				c.cut()
				<-c.order // the reader fails and gives it
				return
			}
		case order := <-c.order:
			c.finish(order)
			return
		}
	}
}

// finish writes what is queued and the close frame. The reader then gets the
// other side's answer, or its deadline.
func (c *conn) finish(order closeOrder) {
	for len(c.out) > 0 {
		if !c.deliver(<-c.out) {
			break
		}
	}
	message := websocket.FormatCloseMessage(order.code, order.text)
	if err := c.ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(closeTimeout)); err != nil {
		c.cut()
		return
	}
	c.deadlines.Lock()
	c.closing = true
	_ = c.ws.SetReadDeadline(time.Now().Add(closeTimeout))
	c.deadlines.Unlock()
}

// writeFrame traces a frame and writes it.
func (c *conn) writeFrame(f outgoing) bool {
	c.backend.traceOut(c, f)
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.backend.options.WriteTimeout)); err != nil {
		return false
	}
	return c.ws.WriteMessage(websocket.TextMessage, f.raw) == nil
}

// traceOut records a frame that is about to be written.
func (b *Backend) traceOut(c *conn, f outgoing) {
	e := TraceEvent{
		Kind: KindFrame, Conn: c.number, Dir: protocol.ToSDK, Type: head(f.raw).kind,
		RequestID: f.requestID, Raw: f.raw, Deliberate: f.deliberate,
	}
	if !f.deliberate {
		if err := b.checker.Validate(protocol.ToSDK, f.raw); err != nil {
			e.Violation = err.Error()
		}
	}
	b.trace.add(e)
}

// send queues a frame. b.mu is held, so that frames leave in the order in which
// the backend decides.
func (c *conn) send(f outgoing) {
	select {
	case c.out <- f:
	default: // too slow for a close frame as well
		c.cut()
	}
}

// shut orders the writer to end the connection; the first order counts. With a
// reason, b.mu is held.
func (c *conn) shut(order closeOrder) {
	if order.reason != "" && c.ending == "" {
		c.ending = order.reason
	}
	c.faults.end()
	select {
	case c.order <- order:
	default:
	}
}

// cut ends the connection at once, without a close frame.
func (c *conn) cut() {
	c.faults.end()
	_ = c.ws.NetConn().Close()
}

// reset ends the connection as a failing network does: with a TCP reset.
func (c *conn) reset() {
	if tcp, ok := c.ws.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	c.cut()
}

// ended says why a connection ended, from the error that reading it gave.
func ended(err error) (reason Reason, note string) {
	var closed *websocket.CloseError
	var network net.Error
	switch {
	case errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure:
		return ReasonPageGone, closed.Error()
	case errors.Is(err, websocket.ErrReadLimit):
		return ReasonOversized, err.Error()
	case errors.As(err, &network) && network.Timeout():
		return ReasonSilence, "nothing came in time"
	}
	return ReasonConnectionLost, err.Error()
}
