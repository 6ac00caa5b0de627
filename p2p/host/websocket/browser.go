//go:build js

package websocket

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall/js"
	"time"

	"github.com/libp2p/go-libp2p/core/transport"
	ma "github.com/multiformats/go-multiaddr"
)

// Listen fails: a page cannot listen.
func (t *Transport) Listen(ma.Multiaddr) (transport.Listener, error) {
	return nil, errors.New("websocket: a page cannot listen")
}

// A dialer connects as a page does.
type dialer struct{}

func newDialer() dialer { return dialer{} }

func (dialer) dial(ctx context.Context, url string) (*socket, error) {
	s, err := newSocket(url)
	if err != nil {
		return nil, err
	}
	select {
	case <-s.opened:
		return s, nil
	case <-s.ended:
		return nil, errBroken
	case <-ctx.Done(): // often because another address of the node has answered first
		go s.giveUp()
		return nil, ctx.Err()
	}
}

// openTime is how long a socket that is not needed any more may take to open before it is
// closed: of one that is closed sooner, browsers write a warning.
const openTime = time.Second

// giveUp closes a socket that may be connecting still.
func (s *socket) giveUp() {
	select {
	case <-s.opened:
	case <-s.ended:
	case <-time.After(openTime):
	}
	_ = s.Close()
}

// What ends a socket besides its own Close.
var (
	errBroken  = errors.New("the connection is broken")
	errMessage = errors.New("a message is too long, or text")
	errFlood   = errors.New("more comes than is read")
)

// maxKept is how many bytes wait to be read. The windows of streams (yamux) keep what an
// honest node sends far below it, also while the page stands still.
const maxKept = 16 << 20

// A socket is a browser's WebSocket. What the browser tells of it is taken in without
// waiting for anything: while a program waits in there, no page hears anything any more.
type socket struct {
	ws     js.Value
	events js.Func
	opened chan struct{} // closed once it is open
	ended  chan struct{} // closed once nothing more is taken in
	news   chan struct{} // there may be something to read, or another deadline

	mu       sync.Mutex // guards the rest
	come     [][]byte   // messages that are not read yet
	kept     int        // their bytes
	err      error      // why it ended
	deadline time.Time  // for reading
}

// newSocket begins to connect.
func newSocket(url string) (s *socket, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error: // the browser does not let this page
			s, err = nil, r
		default:
			panic(r)
		}
	}()
	s = &socket{ws: js.Global().Get("WebSocket").New(url), opened: make(chan struct{}), ended: make(chan struct{}), news: make(chan struct{}, 1)}
	s.ws.Set("binaryType", "arraybuffer")
	s.events = js.FuncOf(func(_ js.Value, args []js.Value) any {
		s.take(args[0])
		return nil
	})
	for _, event := range []string{"open", "message", "close"} { // an error is followed by close
		s.ws.Call("addEventListener", event, s.events)
	}
	return s, nil
}

// take takes in what the browser tells.
func (s *socket) take(event js.Value) {
	switch event.Get("type").String() {
	case "open":
		close(s.opened)
	case "message":
		s.receive(event.Get("data"))
	case "close": // the last of all
		s.events.Release()
		if event.Get("wasClean").Bool() {
			s.end(io.EOF)
		} else {
			s.end(errBroken)
		}
	}
}

func (s *socket) receive(data js.Value) {
	if data.Type() != js.TypeObject || data.Get("byteLength").Int() > maxMessage {
		s.fail(errMessage)
		return
	}
	message := make([]byte, data.Get("byteLength").Int())
	js.CopyBytesToGo(message, js.Global().Get("Uint8Array").New(data))
	if !s.keep(message) {
		s.fail(errFlood)
	}
	s.ring()
}

// keep keeps a message until it is read, unless too much waits already.
func (s *socket) keep(message []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return true
	}
	if s.kept+len(message) > maxKept {
		return false
	}
	s.come, s.kept = append(s.come, message), s.kept+len(message)
	return true
}

// ring wakes up who reads.
func (s *socket) ring() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// end notes why nothing more comes; the first reason counts.
func (s *socket) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
		close(s.ended)
	}
}

// fail ends the socket. The browser goes on to close it, and says when it has; a page may give
// no reason.
func (s *socket) fail(err error) {
	s.end(err)
	s.ws.Call("close")
}

// Close ends the connection; it does not wait until the browser has done so.
func (s *socket) Close() error {
	s.fail(net.ErrClosed)
	return nil
}

// Read reads what has come, also after the end. One goroutine reads at a time.
func (s *socket) Read(b []byte) (int, error) {
	for {
		n, deadline, err := s.read(b)
		if n > 0 || err != nil || len(b) == 0 {
			return n, err
		}
		if !s.wait(deadline) {
			return 0, os.ErrDeadlineExceeded
		}
	}
}

// read reads what is there.
func (s *socket) read(b []byte) (n int, deadline time.Time, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.come) > 0 && n < len(b) {
		k := copy(b[n:], s.come[0])
		n, s.kept = n+k, s.kept-k
		if s.come[0] = s.come[0][k:]; len(s.come[0]) == 0 {
			s.come = s.come[1:]
		}
	}
	if n == 0 {
		err = s.err
	}
	return n, s.deadline, err
}

// wait waits until there may be something to read; it returns false if there is nothing until
// the deadline.
func (s *socket) wait(deadline time.Time) bool {
	var late <-chan time.Time
	if !deadline.IsZero() {
		t := time.NewTimer(time.Until(deadline))
		defer t.Stop()
		late = t.C
	}
	select {
	case <-s.news:
	case <-s.ended:
	case <-late:
		return false
	}
	return true
}

// Write hands a message to the browser, which keeps it until it can send it: this never waits.
func (s *socket) Write(b []byte) (int, error) {
	select {
	case <-s.ended:
		return 0, net.ErrClosed
	default:
	}
	message := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(message, b)
	s.ws.Call("send", message)
	return len(b), nil
}

// greet does nothing: a browser answers pings by itself.
func (s *socket) greet() {}

// SetReadDeadline sets until when reading waits.
func (s *socket) SetReadDeadline(t time.Time) error {
	s.mu.Lock()
	s.deadline = t
	s.mu.Unlock()
	s.ring()
	return nil
}

// SetWriteDeadline does nothing: writing never waits.
func (s *socket) SetWriteDeadline(time.Time) error { return nil }

// SetDeadline sets until when reading waits.
func (s *socket) SetDeadline(t time.Time) error { return s.SetReadDeadline(t) }

// LocalAddr and RemoteAddr are what a browser says of them: nothing.
func (s *socket) LocalAddr() net.Addr  { return nowhere{} }
func (s *socket) RemoteAddr() net.Addr { return nowhere{} }

type nowhere struct{}

func (nowhere) Network() string { return "websocket" }
func (nowhere) String() string  { return "unknown" }
