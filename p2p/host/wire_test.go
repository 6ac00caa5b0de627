//go:build !js

package host

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/p2p/waittest"
)

// A wire leads to an address, and is in the hands of somebody else.
type wire struct {
	alter atomic.Bool // what comes next is changed

	mu   sync.Mutex
	seen bytes.Buffer
}

// pass returns what leaves the wire for a piece that has come in.
func (w *wire) pass(b []byte) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen.Write(b)
	if len(b) > 40 && w.alter.CompareAndSwap(true, false) {
		b[len(b)-20] ^= 1
	}
	return b
}

func (w *wire) copied(to io.Writer, from io.Reader) {
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		if _, err := to.Write(w.pass(b[:n])); err != nil {
			return
		}
	}
}

// newWire returns a wire to an address, over TCP or UDP, and the address of its other end.
func newWire(t *testing.T, to ma.Multiaddr) (*wire, ma.Multiaddr) {
	t.Helper()
	w := &wire{}
	direct, rest := ma.SplitFunc(to, func(c ma.Component) bool {
		return c.Protocol().Code != ma.P_IP4 && c.Protocol().Code != ma.P_TCP && c.Protocol().Code != ma.P_UDP
	})
	network, addr, err := manet.DialArgs(direct)
	if err != nil {
		t.Fatal(err)
	}
	var end net.Addr
	if strings.HasPrefix(network, "udp") {
		end = w.packets(t, addr)
	} else {
		end = w.connections(t, addr)
	}
	front, err := manet.FromNetAddr(end)
	if err != nil {
		t.Fatal(err)
	}
	return w, ma.Join(front, rest)
}

func (w *wire) connections(t *testing.T, to string) net.Addr {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					defer near.Close()
					defer far.Close()
					w.copied(way[0], way[1])
				}()
			}
		}
	}()
	return l.Addr()
}

func (w *wire) packets(t *testing.T, to string) net.Addr {
	near, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:0")))
	if err != nil {
		t.Fatal(err)
	}
	far, err := net.Dial("udp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close(); far.Close() })
	var from atomic.Pointer[net.UDPAddr] // the one host that is there
	go func() {
		b := make([]byte, 1<<16)
		for {
			n, addr, err := near.ReadFromUDP(b)
			if err != nil {
				return
			}
			from.Store(addr)
			_, _ = far.Write(w.pass(b[:n]))
		}
	}()
	go func() {
		b := make([]byte, 1<<16)
		for {
			n, err := far.Read(b)
			if err != nil {
				return
			}
			_, _ = near.WriteToUDP(w.pass(b[:n]), from.Load())
		}
	}()
	return near.LocalAddr()
}

// TestOnTheWay: whoever has the wire between two hosts reads nothing of what they say, and
// what is changed there does not arrive. Nor is another host taken for the one that is meant.
func TestOnTheWay(t *testing.T) {
	for _, transport := range []string{"/tcp/", "/quic-v1", "/ws"} {
		t.Run(strings.Trim(transport, "/"), func(t *testing.T) {
			a, b, c := startFor(t, transport, 1), startInviting(t, 2), startInviting(t, 3)
			for _, h := range []*Host{b, c} {
				if _, err := h.Invite(0); err != nil {
					t.Fatal(err)
				}
				h.SetStreamHandler("/fives/echo/1", echo)
			}
			other := via(t, c, "/ip4/127.0.0.1/", transport)
			if err := connect(t, startFor(t, transport, 4), peer.AddrInfo{ID: b.ID(), Addrs: other.Addrs}); err == nil {
				t.Error("another host is taken for the one that is meant")
			}
			w, front := newWire(t, via(t, b, "/ip4/127.0.0.1/", transport).Addrs[0])
			if err := connect(t, a, peer.AddrInfo{ID: b.ID(), Addrs: []ma.Multiaddr{front}}); err != nil {
				t.Fatal(err)
			}
			if got := a.Network().ConnsToPeer(b.ID())[0].RemoteMultiaddr(); !got.Equal(front) {
				t.Fatalf("it goes over %s, and not over the wire", got)
			}
			secret := bytes.Repeat([]byte("nobody else may read this; "), 20)
			if got, err := said(t, a, b, secret); err != nil || !bytes.Equal(got, secret) {
				t.Fatalf("%d of %d bytes come back: %v", len(got), len(secret), err)
			}
			w.mu.Lock()
			seen := bytes.Clone(w.seen.Bytes())
			w.mu.Unlock()
			if len(seen) < 2*len(secret) {
				t.Errorf("only %d bytes went over the wire", len(seen))
			}
			for _, part := range []string{"nobody else", "/fives/echo/1", "fives/test"} {
				if bytes.Contains(seen, []byte(part)) {
					t.Errorf("%q can be read on the way", part)
				}
			}
			w.alter.Store(true)
			if got, err := said(t, a, b, secret); err == nil && !bytes.Equal(got, secret) {
				t.Errorf("it was changed on the way, and came back as %q", got)
			}
			if w.alter.Load() {
				t.Error("nothing was changed")
			}
		})
	}
}

// said is what comes back from a host that echoes.
func said(t *testing.T, a, b *Host, what []byte) ([]byte, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	s, err := a.NewStream(ctx, b.ID(), "/fives/echo/1")
	if err != nil {
		return nil, err
	}
	defer s.Reset() //nolint:errcheck // it is over
	_ = s.SetDeadline(time.Now().Add(waittest.Limit(t)))
	if _, err := s.Write(what); err != nil {
		return nil, err
	}
	if err := s.CloseWrite(); err != nil {
		return nil, err
	}
	return io.ReadAll(s)
}
