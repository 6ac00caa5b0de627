//go:build !js

package websocket

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/control"
	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	rcmgr "github.com/libp2p/go-libp2p/p2p/host/resource-manager"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"go.uber.org/goleak"

	"fives/p2p/waittest"
)

// handshake is how long nodes give each other where a test has to see that it ends.
const handshake = 5 * time.Second

// testName is the name of the nodes in tests.
const testName = "fives-k7fdo2.local"

// A node is a transport with an identity; what it lets in is private addresses.
type node struct {
	*Transport
	id peer.ID
}

func newNode(t *testing.T, timeout time.Duration, pages http.Handler) node {
	t.Helper()
	key, _, err := crypto.GenerateEd25519Key(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id, err := peer.IDFromPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	muxers := []upgrader.StreamMuxer{{ID: yamux.ID, Muxer: yamux.DefaultTransport}}
	security, err := noise.New(noise.ID, key, muxers)
	if err != nil {
		t.Fatal(err)
	}
	rm, err := rcmgr.NewResourceManager(rcmgr.NewFixedLimiter(rcmgr.InfiniteLimits), rcmgr.WithMetricsDisabled())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rm.Close() })
	up, err := upgrader.New([]sec.SecureTransport{security}, muxers, nil, rm, local{}, upgrader.WithAcceptTimeout(timeout))
	if err != nil {
		t.Fatal(err)
	}
	return node{New(Config{Upgrader: up, Resources: rm, Gater: local{}, Name: testName, Timeout: timeout, Pages: pages}), id}
}

// local lets in loopback and private addresses.
type local struct{}

var _ connmgr.ConnectionGater = local{}

func (local) InterceptPeerDial(peer.ID) bool               { return true }
func (local) InterceptAddrDial(peer.ID, ma.Multiaddr) bool { return true }
func (local) InterceptAccept(c network.ConnMultiaddrs) bool {
	ip, err := manet.ToIP(c.RemoteMultiaddr())
	return err == nil && (ip.IsLoopback() || ip.IsPrivate())
}
func (local) InterceptSecured(network.Direction, peer.ID, network.ConnMultiaddrs) bool { return true }
func (local) InterceptUpgraded(network.Conn) (bool, control.DisconnectReason)          { return true, 0 }

// A server is a node that listens and echoes what comes on streams.
type server struct {
	node
	transport.Listener
	arrived atomic.Int32 // connections whose handshake is done
}

func serve(t *testing.T, timeout time.Duration, pages http.Handler) *server {
	t.Helper()
	s := &server{node: newNode(t, timeout, pages)}
	var err error
	if s.Listener, err = s.Listen(ma.StringCast("/ip4/127.0.0.1/tcp/0/ws")); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() {
		_ = s.Close()
		waittest.Closed(t, "the end of the listener", done)
	})
	go func() {
		defer close(done)
		for {
			c, err := s.Accept()
			if err != nil {
				return
			}
			s.arrived.Add(1)
			t.Cleanup(func() { _ = c.Close() })
			go echo(c)
		}
	}()
	return s
}

func echo(c transport.CapableConn) {
	for {
		s, err := c.AcceptStream()
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(s, s)
			_ = s.Close()
		}()
	}
}

// at is where a server answers HTTP.
func (s *server) at() string { return s.Addr().String() }

// speaks checks that a node which dials now gets an answer through a stream.
func (s *server) speaks(t *testing.T, size int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	c, err := newNode(t, waittest.Limit(t), nil).Dial(ctx, s.Multiaddr(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.RemotePeer() != s.id || c.ConnState().Transport != "websocket" || !c.RemoteMultiaddr().Equal(s.Multiaddr()) {
		t.Errorf("connected to %s at %s by %s", c.RemotePeer(), c.RemoteMultiaddr(), c.ConnState().Transport)
	}
	stream, err := c.OpenStream(ctx)
	if err != nil {
		t.Fatal(err)
	}
	sent := bytes.Repeat([]byte("card "), size/5)
	go func() {
		_, _ = stream.Write(sent)
		_ = stream.CloseWrite()
	}()
	if got, err := io.ReadAll(stream); err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes come back of %d, %v", len(got), len(sent), err)
	}
}

func TestDialAndListen(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Run("nodes", func(t *testing.T) {
		s := serve(t, waittest.Limit(t), nil)
		if !strings.HasSuffix(s.Multiaddr().String(), "/ws") {
			t.Errorf("listens on %s", s.Multiaddr())
		}
		s.speaks(t, 4)
		s.speaks(t, 8<<20) // more than a window and many messages
	})
}

func TestCanDial(t *testing.T) {
	n := newNode(t, handshake, nil)
	for addr, want := range map[string]bool{
		"/ip4/127.0.0.1/tcp/1/ws":             true,
		"/ip6/::1/tcp/1/ws":                   true,
		"/ip4/127.0.0.1/tcp/1":                false,
		"/ip4/127.0.0.1/udp/1/quic-v1":        false,
		"/ip4/127.0.0.1/tcp/1/tls/ws":         false,
		"/ip4/127.0.0.1/tcp/1/wss":            false,
		"/dns4/example.org/tcp/1/ws":          false,
		"/ip6zone/eth0/ip6/fe80::1/tcp/1/ws":  false,
		"/ip4/127.0.0.1/tcp/1/ws/p2p-circuit": false,
	} {
		a := ma.StringCast(addr)
		if n.CanDial(a) != want {
			t.Errorf("%s: %v", addr, !want)
		}
		if _, err := n.Dial(context.Background(), a, n.id); !want && err == nil {
			t.Errorf("%s is dialled", addr)
		}
		if _, err := n.Listen(a); !want && err == nil {
			t.Errorf("listens on %s", addr)
		}
	}
}

// A dial reaches the node that was meant, or nobody.
func TestAnotherIdentity(t *testing.T) {
	s := serve(t, waittest.Limit(t), nil)
	other := newNode(t, waittest.Limit(t), nil)
	if _, err := other.Dial(context.Background(), s.Multiaddr(), other.id); err == nil {
		t.Error("connected to somebody else")
	}
}

// One port has the pages and the WebSocket.
func TestPages(t *testing.T) {
	s := serve(t, waittest.Limit(t), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Method, " ", r.URL.Path)
	}))
	for _, path := range []string{"/", "/play", "/nodes.json"} {
		resp, err := http.Get("http://" + s.at() + path)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(b) != "GET "+path {
			t.Errorf("%s: %q", path, b)
		}
	}
	s.speaks(t, 4)
	none := serve(t, waittest.Limit(t), nil)
	resp, err := http.Get("http://" + none.at() + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("without pages: %s", resp.Status)
	}
}

// upgradeTo is a request for a WebSocket.
func upgradeTo(host string, headers ...string) string {
	return "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + strings.Join(append(headers, ""), "\r\n") + "\r\n"
}

// answer sends a request as it stands, and returns the status that comes.
func (s *server) answer(t *testing.T, request string) int {
	t.Helper()
	c := s.connect(t)
	_, _ = io.WriteString(c, request)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	resp.Body.Close()
	return resp.StatusCode
}

func (s *server) connect(t *testing.T) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.at())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(waittest.Limit(t))); err != nil {
		t.Fatal(err)
	}
	return c
}

// A page elsewhere can have its name point at this node. Neither pages nor the
// WebSocket answer to a name that is not the node's own.
func TestHost(t *testing.T) {
	s := serve(t, waittest.Limit(t), http.NotFoundHandler())
	_, port, _ := net.SplitHostPort(s.at())
	for host, right := range map[string]bool{
		s.at():                 true,
		"127.0.0.1":            true,
		"localhost:" + port:    true,
		"evil.example:" + port: false,
		testName + ":" + port:  true,
		"laptop.local":         false,
		"fives-abc235.local":   false,
		"127.0.0.2:" + port:    false,
		"192.168.1.9:" + port:  false,
		"[::1]:" + port:        false,
		"":                     false,
		"127.0.0.1.example":    false,
	} {
		page, socket := http.StatusNotFound, http.StatusSwitchingProtocols
		if !right {
			page, socket = http.StatusMisdirectedRequest, http.StatusMisdirectedRequest
		}
		if got := s.answer(t, "GET /nodes.json HTTP/1.1\r\nHost: "+host+"\r\n\r\n"); got != page {
			t.Errorf("Host %q: a page gets %d", host, got)
		}
		if got := s.answer(t, upgradeTo(host)); got != socket {
			t.Errorf("Host %q: a WebSocket gets %d", host, got)
		}
	}
}

// Pages of the local network may open a WebSocket, whichever node they come from;
// other pages may not.
func TestOrigin(t *testing.T) {
	s := serve(t, waittest.Limit(t), nil)
	for origin, right := range map[string]bool{
		"http://" + s.at():              true,
		"http://192.168.1.20:45376":     true,
		"http://[fd00::1]:45376":        true,
		"http://localhost:45376":        true,
		"http://fives-k7fdo2.local:45":  true,
		"http://fives-k7fdo2.evil.test": false,
		"http://laptop.local":           false,
		"https://192.168.1.20":          false,
		"http://evil.example":           false,
		"http://192.168.1.20.evil.test": false,
		"http://8.8.8.8":                false,
		"http://[fe80::1%25eth0]":       false,
		"null":                          false,
		"":                              false,
		"file://":                       false,
	} {
		got := s.answer(t, upgradeTo(s.at(), "Origin: "+origin))
		if right != (got == http.StatusSwitchingProtocols) || !right && got != http.StatusForbidden {
			t.Errorf("Origin %q: %d", origin, got)
		}
	}
	if got := s.answer(t, upgradeTo(s.at(), "Origin: http://"+s.at(), "Origin: http://evil.example")); got != http.StatusForbidden {
		t.Errorf("two origins: %d", got)
	}
}

// ended waits until the other side hangs up, and returns what it has said.
func ended(t *testing.T, what string, c net.Conn) string {
	t.Helper()
	b, err := io.ReadAll(c)
	if e, ok := err.(net.Error); ok && e.Timeout() {
		t.Errorf("%s: nobody hangs up", what)
	}
	return string(b)
}

// Two hundred browsers that open and never speak, at each stage that there is, block
// nobody, and are closed.
func TestSilentBrowsers(t *testing.T) {
	t.Parallel()
	for what, begin := range map[string]string{
		"a connection": "",
		"a header":     "GET / HTTP/1.1\r\nHost: ",
		"a WebSocket":  "upgrade",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := serve(t, handshake, nil)
			if begin == "upgrade" {
				begin = upgradeTo(s.at())
			}
			var silent []net.Conn
			for range 200 {
				c := s.connect(t)
				_, _ = io.WriteString(c, begin)
				silent = append(silent, c)
			}
			if what == "a WebSocket" { // all are one, or had to give way: only then they are silent
				for _, c := range silent {
					_, _ = c.Read(make([]byte, 1))
				}
			}
			s.speaks(t, 4)
			for _, c := range silent {
				ended(t, what, c)
			}
		})
	}
}

// Three bad headers: one byte at a time, too long, and no header at all.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t, handshake, http.NotFoundHandler())
	drip := s.connect(t)
	_, _ = io.WriteString(drip, "GET / HTTP/1.1\r\nHost: "+s.at()+"\r\n")
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for {
			if _, err := io.WriteString(drip, "X: y\r\n"); err != nil {
				return
			}
			time.Sleep(handshake / 20)
		}
	}()
	if got := s.answer(t, "GET / HTTP/1.1\r\nHost: "+s.at()+"\r\nX: "+strings.Repeat("x", 1<<20)+"\r\n\r\n"); got != http.StatusRequestHeaderFieldsTooLarge && got != 0 {
		t.Errorf("a header of 1 MiB: %d", got)
	}
	for what, request := range map[string]string{
		"noise":   "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
		"HTTP/2":  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"no host": "GET / HTTP/1.1\r\n\r\n",
	} {
		if got := s.answer(t, request); got >= 200 && got < 400 {
			t.Errorf("%s: %d", what, got)
		}
	}
	ended(t, "a header without an end", drip)
	waittest.Closed(t, "the end of writing", stop)
}

// A body, which nobody wants, is not waited for.
func TestBodies(t *testing.T) {
	s := serve(t, waittest.Limit(t), http.NotFoundHandler())
	for _, request := range []string{
		"POST / HTTP/1.1\r\nHost: %s\r\n\r\n",
		"POST /x HTTP/1.1\r\nHost: %s\r\nContent-Length: 1000000000\r\n\r\nabc",
		"GET / HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
		"GET / HTTP/1.1\r\nHost: %s\r\nContent-Length: 9\r\n\r\n",
	} {
		c := s.connect(t)
		fmt.Fprintf(c, request, s.at())
		if said := ended(t, request, c); !strings.Contains(said, " 405 ") {
			t.Errorf("%q is answered by %q", request, said)
		}
	}
}

// An answer may be long.
func TestAnswers(t *testing.T) {
	big := bytes.Repeat([]byte("x"), 64<<20)
	s := serve(t, waittest.Limit(t), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(big) }))
	resp, err := http.Get("http://" + s.at())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if n, err := io.Copy(io.Discard, resp.Body); n != int64(len(big)) || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// A client that does not read an answer loses it.
func TestUnreadAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, far := net.Pipe()
		defer client.Close()
		v, begin := &visit{Conn: far}, time.Now()
		go func() { _, _ = io.CopyN(io.Discard, client, 100<<10) }()
		if n, err := v.Write(make([]byte, 1<<20)); n != 100<<10 || err == nil || time.Since(begin) != writeTime {
			t.Errorf("%d bytes are written, %v after %v", n, err, time.Since(begin))
		}
	})
}

// socket opens a WebSocket without anything of libp2p.
func (s *server) socket(t *testing.T) *websocket.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	t.Cleanup(cancel)
	c, _, err := websocket.Dial(ctx, "ws://"+s.at(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	return c
}

// Bytes that are no handshake end the connection, and nothing else.
func TestHostileHandshakes(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 64<<10)
	_, _ = rand.Read(noise)
	const multistream = "\x13/multistream/1.0.0\n"
	for what, send := range map[string]func(context.Context, *websocket.Conn) error{
		"text": func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, []byte(multistream))
		},
		"noise": func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageBinary, noise)
		},
		"noise for Noise": func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageBinary, append([]byte(multistream+"\x07/noise\n"), noise...))
		},
		"another security": func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageBinary, []byte(multistream+"\x11/plaintext/2.0.0\n\xff\xff\xff\xff"))
		},
		"a message of 1 MiB": func(ctx context.Context, c *websocket.Conn) error {
			w, err := c.Writer(ctx, websocket.MessageBinary)
			if err != nil {
				return err
			}
			_, _ = io.WriteString(w, multistream+"\x07/noise\n\xff\xff")
			for range 32 {
				if _, err := w.Write(noise[:32<<10]); err != nil {
					return nil // cut off already
				}
			}
			return w.Close()
		},
		"goodbye": func(ctx context.Context, c *websocket.Conn) error { return c.Close(websocket.StatusNormalClosure, "") },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := serve(t, handshake, nil)
			ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
			defer cancel()
			c := s.socket(t)
			_ = send(ctx, c)
			for {
				if _, _, err := c.Read(ctx); err != nil {
					break
				}
			}
			if ctx.Err() != nil || s.arrived.Load() != 0 {
				t.Errorf("%v, %d connections have come about", ctx.Err(), s.arrived.Load())
			}
			s.speaks(t, 4)
		})
	}
}

// A message is no longer than it may be, whoever sends it.
func TestMessageLimit(t *testing.T) {
	here, there := make(chan *socket, 1), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		here <- newSocket(c, newGuard(func() {}))
		<-there
	}))
	defer s.Close()
	defer close(there)
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	for size, fits := range map[int]bool{maxMessage: true, 2 * maxMessage: false} {
		c, _, err := websocket.Dial(ctx, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.CloseNow()
		if err := c.Write(ctx, websocket.MessageBinary, make([]byte, size)); err != nil {
			t.Fatal(err)
		}
		n, err := io.ReadFull(<-here, make([]byte, size))
		if fits != (err == nil) {
			t.Errorf("of %d bytes %d come, %v", size, n, err)
		}
	}
}

// A dialled node cannot send this one elsewhere, nor keep it waiting.
func TestHostileServers(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer victim.Close()
	silence := make(chan struct{})
	defer close(silence)
	var wait sync.WaitGroup
	defer wait.Wait()
	for what, answer := range map[string]http.HandlerFunc{
		"no answer": func(http.ResponseWriter, *http.Request) { <-silence },
		"a redirection": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, victim.URL, http.StatusTemporaryRedirect)
		},
		"a page":            func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") },
		"an endless header": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) },
		"a silent WebSocket": func(w http.ResponseWriter, r *http.Request) {
			if c, err := websocket.Accept(w, r, nil); err == nil {
				defer c.CloseNow()
				<-silence
			}
		},
	} {
		s := httptest.NewServer(answer)
		t.Cleanup(s.Close)
		at, err := manet.FromNetAddr(s.Listener.Addr())
		if err != nil {
			t.Fatal(err)
		}
		n := newNode(t, handshake, nil)
		wait.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), handshake)
			defer cancel()
			if _, err := n.Dial(ctx, at.Encapsulate(ws), n.id); err == nil {
				t.Errorf("%s: connected", what)
			}
		})
	}
	wait.Wait()
	if n := asked.Load(); n > 0 {
		t.Errorf("this node was sent elsewhere, and asked there %d times", n)
	}
}

// full has no place for another connection.
type full struct{ network.NullResourceManager }

func (*full) OpenConnection(network.Direction, bool, ma.Multiaddr) (network.ConnManagementScope, error) {
	return nil, network.ErrResourceLimitExceeded
}

// A WebSocket counts as a connection of libp2p before anything is said on it, and pages
// do not.
func TestTooManyConnections(t *testing.T) {
	n := newNode(t, waittest.Limit(t), http.NotFoundHandler())
	n.cfg.Resources = &full{}
	l, err := n.Listen(ma.StringCast("/ip4/127.0.0.1/tcp/0/ws"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &server{node: n, Listener: l}
	if got := s.answer(t, upgradeTo(s.at())); got != http.StatusServiceUnavailable {
		t.Errorf("a WebSocket gets %d", got)
	}
	if got := s.answer(t, "GET / HTTP/1.1\r\nHost: "+s.at()+"\r\n\r\n"); got != http.StatusNotFound {
		t.Errorf("a page gets %d", got)
	}
	if _, err := n.Dial(context.Background(), s.Multiaddr(), n.id); err == nil {
		t.Error("it dials")
	}
}

// few has places for so many connections.
type few struct {
	network.NullResourceManager
	free atomic.Int32
}

// A place is one of few.
type place struct {
	network.NullScope
	in   *few
	left sync.Once
}

func (f *few) OpenConnection(network.Direction, bool, ma.Multiaddr) (network.ConnManagementScope, error) {
	if f.free.Add(-1) < 0 {
		f.free.Add(1)
		return nil, network.ErrResourceLimitExceeded
	}
	return &place{in: f}, nil
}

func (p *place) Done() { p.left.Do(func() { p.in.free.Add(1) }) }

// unheard is a listener whose connections nobody takes.
type unheard struct{ *listener }

func (unheard) Accept() (transport.CapableConn, error) { return nil, transport.ErrListenerClosed }

// A WebSocket that has to give way does not count any longer, even if libp2p has not
// noticed yet that it has ended.
func TestPlaceOfTheNext(t *testing.T) {
	n, most := newNode(t, waittest.Limit(t), nil), &few{}
	most.free.Store(maxRaw)
	n.cfg.Resources = most
	l, err := n.listen(ma.StringCast("/ip4/127.0.0.1/tcp/0/ws"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &server{node: n, Listener: unheard{l}}
	for i := range 3 * maxRaw {
		if got := s.answer(t, upgradeTo(s.at())); got != http.StatusSwitchingProtocols {
			t.Fatalf("WebSocket %d gets %d", i, got)
		}
	}
}

// nobody lets nobody in.
type nobody struct{ local }

func (nobody) InterceptAccept(network.ConnMultiaddrs) bool { return false }

// A peer that the gater refuses gets no answer at all.
func TestGater(t *testing.T) {
	n := newNode(t, waittest.Limit(t), http.NotFoundHandler())
	n.cfg.Gater = nobody{}
	l, err := n.Listen(ma.StringCast("/ip4/127.0.0.1/tcp/0/ws"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &server{node: n, Listener: l}
	if got := s.answer(t, "GET / HTTP/1.1\r\nHost: "+s.at()+"\r\n\r\n"); got != 0 {
		t.Errorf("a page gets %d", got)
	}
}
