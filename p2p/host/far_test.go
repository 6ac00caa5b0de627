//go:build !js

package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	ma "github.com/multiformats/go-multiaddr"
	"go.uber.org/goleak"

	"fives/p2p/discovery/netnstest"
	"fives/p2p/far"
	"fives/p2p/waittest"
)

// openFar opens the door of a host at any port, and returns the link to it.
func openFar(t testing.TB, h *Host) Link {
	t.Helper()
	secret := far.NewSecret()
	if err := h.SetFar(FarDoor{Secret: secret}); err != nil {
		t.Fatal(err)
	}
	return Link{Node: h.ID(), At: []netip.AddrPort{netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), uint16(h.FarOpen()))}, Secret: secret}
}

// goBy dials by a link.
func goBy(t testing.TB, h *Host, l Link) error {
	t.Helper()
	if err := h.SetLink(l); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	return h.ConnectByLink(ctx, l.Node)
}

// is reports whether an error is one of a link's errors, and no other of them.
func is(err, want error) bool {
	for _, e := range []error{ErrOldLink, ErrDoorFull, ErrHangsUp, ErrUnknownLink, ErrSomebodyElse, ErrNobodyAnswers, ErrNoWay, ErrNoIPv6, ErrNoLink} {
		if errors.Is(err, e) != (want == e) {
			return false
		}
	}
	return err != nil
}

// visits waits until what has happened at a door is as it should be.
func visits(t *testing.T, h *Host, what string, so func(FarVisits) bool) {
	t.Helper()
	waittest.Until(t, what, func() bool { return so(h.FarVisits()) })
}

// TestFarDoor: who has the link is let in, and everybody else is told nothing, or why not.
func TestFarDoor(t *testing.T) {
	h, friend := start(t, 1, 0), start(t, 2, 0)
	l := openFar(t, h)
	if err := friend.ConnectByLink(t.Context(), h.ID()); !is(err, ErrNoLink) {
		t.Errorf("without a link: %v", err)
	}
	if err := goBy(t, friend, l); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "both are connected", func() bool { return h.CameByLink(friend.ID()) })
	if !friend.WentByLink(h.ID()) || friend.CameByLink(h.ID()) || h.WentByLink(friend.ID()) || !h.carried(friend.ID()) || h.CameByInvitation(friend.ID()) {
		t.Error("nobody knows who came to whom")
	}
	for from, to := range map[*Host]*Host{h: friend, friend: h} {
		to.SetStreamHandler("/fives/echo/1", echo)
		if got, err := said(t, from, to, []byte("hello")); err != nil || string(got) != "hello" {
			t.Errorf("an echo says %q, %v", got, err)
		}
	}
	visits(t, h, "the friend is counted", func(v FarVisits) bool {
		return v.In == 1 && v.Came.Count == 1 && v.Came.Who == friend.ID() && v.Came.From.IsLoopback() && !v.Came.Last.IsZero()
	})
	if err := friend.ConnectByLink(t.Context(), h.ID()); err != nil {
		t.Errorf("again: %v", err)
	}
	for from, to := range map[*Host]*Host{h: friend, friend: h} {
		a, err := through(to.ID())
		if err != nil {
			t.Fatal(err)
		}
		if got := from.Dials(a); got != (from == friend) {
			t.Errorf("a circuit through who came, or to whom one went: %t", got)
		}
	}
	friend.RemoveLink(h.ID())
	visits(t, h, "who takes back the link goes", func(v FarVisits) bool { return v.In == 0 })

	t.Run("secrets", func(t *testing.T) {
		before := h.FarVisits()
		if err := h.SetFar(FarDoor{Secret: far.NewSecret(), Old: []far.Knock{{}, l.Secret.Knock()}}); err != nil {
			t.Fatal(err)
		}
		if err := goBy(t, start(t, 3, 0), l); !is(err, ErrOldLink) {
			t.Errorf("with an old link: %v", err)
		}
		other := l
		other.Secret[0]++
		if err := goBy(t, start(t, 4, 0), other); !is(err, ErrUnknownLink) {
			t.Errorf("with another secret: %v", err)
		}
		visits(t, h, "they are counted", func(v FarVisits) bool {
			return v.Old.Count == before.Old.Count+1 && v.Old.Who == "" && v.Unknown.Count == before.Unknown.Count+1 && v.Came.Count == 0 && v.In == 0
		})
		if err := h.SetFar(FarDoor{Secret: l.Secret}); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("another node", func(t *testing.T) { // the address leads elsewhere by now
		moved := l
		moved.Node = friend.ID()
		if err := goBy(t, start(t, 5, 0), moved); !is(err, ErrSomebodyElse) {
			t.Errorf("with the same secret: %v", err)
		}
	})
	t.Run("another program", func(t *testing.T) {
		no := "HTTP/1.1 400 Bad Request\r\n\r\n" + strings.Repeat("no\n", 99)
		for first, want := range map[string]error{"": ErrNobodyAnswers, no: ErrSomebodyElse, "\x13/multistream/1.0.0\n": ErrDoorFull} {
			s, err := net.Listen("tcp4", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				for {
					c, err := s.Accept()
					if err != nil {
						return
					}
					_, _ = io.WriteString(c, first)
					if tcp := c.(*net.TCPConn); tcp.CloseWrite() == nil {
						_, _ = io.Copy(io.Discard, c)
					}
					_ = c.Close()
				}
			}()
			elsewhere := l
			elsewhere.At = []netip.AddrPort{netip.MustParseAddrPort(s.Addr().String())}
			if err := goBy(t, start(t, 6, 0), elsewhere); !is(err, want) {
				t.Errorf("it says %q: %v", first, err)
			}
			_ = s.Close()
			if err := goBy(t, start(t, 7, 0), elsewhere); !is(err, ErrNobodyAnswers) {
				t.Errorf("it has ended: %v", err)
			}
		}
		noDoor := l
		noDoor.At = []netip.AddrPort{netip.AddrPortFrom(l.At[0].Addr(), uint16(h.Port()))}
		if err := goBy(t, start(t, 9, 0), noDoor); !is(err, ErrSomebodyElse) {
			t.Errorf("at the node's own port: %v", err)
		}
	})
	t.Run("a door that falls silent", func(t *testing.T) { // as when the line breaks
		s, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		go func() {
			for c, err := s.Accept(); err == nil; c, err = s.Accept() {
				defer c.Close()
				_, _ = io.WriteString(c, "\x13/multistream/1.0.0\n\x0d/fives/far/1\n")
			}
		}()
		friend, at := start(t, 10, 0), farAddr(netip.MustParseAddrPort(s.Addr().String()))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/5)
		defer cancel()
		if _, err := friend.far.dial(ctx, friend.swarm.TransportForDialing(at), at, l.Node, l.Secret); !is(err, ErrNobodyAnswers) {
			t.Error(err)
		}
	})
	_ = h.SetFar(FarDoor{})
	if err := goBy(t, start(t, 8, 0), l); !is(err, ErrNobodyAnswers) || h.FarOpen() != 0 {
		t.Errorf("the door is closed, and somebody is told %v", err)
	}
}

// TestDoorIsBySecretNotBySource: at this port the link is needed by whoever comes, from this
// machine and from near, too: behind some routers everybody has the router's address.
func TestDoorIsBySecretNotBySource(t *testing.T) {
	h := start(t, 1, 0)
	l := openFar(t, h)
	if err := connect(t, start(t, 2, 0), peer.AddrInfo{ID: h.ID(), Addrs: []ma.Multiaddr{farAddr(l.At[0])}}); err == nil {
		t.Error("a neighbour is let in without a link")
	}
	const header = "\x13/multistream/1.0.0\n"
	for what, said := range map[string]string{
		"nothing":              "",
		"http":                 "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
		"Noise":                header + "\x07/noise\n",
		"TLS":                  header + "\x0b/tls/1.0.0\n",
		"no protocol":          header + "\x0d/plaintext/2\n",
		"half a knock":         header + "\x0d/fives/far/1\n" + "12345678",
		"another knock":        header + "\x0d/fives/far/1\n" + strings.Repeat("k", len(far.Knock{})) + "\x00\x20" + strings.Repeat("e", 32),
		"a knock of no secret": header + "\x0d/fives/far/1\n" + string(make([]byte, len(far.Knock{}))) + "\x00\x20" + strings.Repeat("e", 32),
	} {
		c, err := net.Dial("tcp4", l.At[0].String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, said)
		_ = c.(*net.TCPConn).CloseWrite()
		_ = c.SetReadDeadline(time.Now().Add(waittest.Limit(t)))
		got, _ := io.ReadAll(c) // it may be reset
		_ = c.Close()
		rest := bytes.TrimPrefix(got, []byte(header))
		if s := string(rest); s != "" && s != "\x03na\n" && s != "\x0d/fives/far/1\n" {
			t.Errorf("who says %s is told %q", what, got)
		}
	}
	if v := h.FarVisits(); v.Came.Count != 0 || v.In != 0 {
		t.Errorf("somebody was let in: %+v", v)
	}
	visits(t, h, "knocks are counted", func(v FarVisits) bool { return v.Unknown.Count >= 3 })
}

// TestRecordedKnock: what a friend has said opens no door to whoever has heard it.
func TestRecordedKnock(t *testing.T) {
	h, friend := start(t, 1, 0), start(t, 2, 0)
	l := openFar(t, h)
	door := l.At[0].String()
	ear, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ear.Close()
	var mu sync.Mutex
	var heard bytes.Buffer
	go func() {
		c, err := ear.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp4", door)
		if err != nil {
			return
		}
		go io.Copy(c, out) //nolint:errcheck // until either ends
		_, _ = io.Copy(io.MultiWriter(out, writer(func(b []byte) {
			mu.Lock()
			defer mu.Unlock()
			heard.Write(b)
		})), c)
		_, _ = c.Close(), out.Close()
	}()
	l.At[0] = netip.MustParseAddrPort(ear.Addr().String())
	if err := goBy(t, friend, l); err != nil {
		t.Fatal(err)
	}
	visits(t, h, "the friend is in", func(v FarVisits) bool { return v.In == 1 })
	mu.Lock()
	all := bytes.Clone(heard.Bytes())
	mu.Unlock()
	knock := l.Secret.Knock()
	if !bytes.Contains(all, knock[:]) || bytes.Contains(all, l.Secret[:]) {
		t.Fatal("the knock is not there, or the secret is")
	}
	_ = friend.Close()
	visits(t, h, "the friend is gone", func(v FarVisits) bool { return v.In == 0 })
	c, err := net.Dial("tcp4", door)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(waittest.Limit(t)))
	_, _ = c.Write(all)
	answer, _ := io.ReadAll(c)
	if len(answer) < 100 {
		t.Errorf("the door has ended the handshake after %d bytes", len(answer)) // in its third message, not before
	}
	if v := h.FarVisits(); v.Came.Count != 1 || v.In != 0 {
		t.Errorf("it is let in again: %+v", v)
	}
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) {
	w(b)
	return len(b), nil
}

// TestFarSecretIsInTheHandshake: the knock alone, which anybody on the way hears, leads into
// no handshake: a host that has only it does not come in.
func TestFarSecretIsInTheHandshake(t *testing.T) {
	h, eve := start(t, 1, 0), start(t, 2, 0)
	l := openFar(t, h)
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	errs := make(chan error, 2)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	other := l.Secret
	other[15]++
	go func() {
		_, err := h.far.SecureInbound(ctx, &caller{Conn: pipe{b}, door: h.far}, "")
		errs <- err
	}()
	go func() {
		st, err := eve.far.noise.WithSessionOptions(noise.Prologue(prologue(other)))
		if err == nil {
			_, err = st.SecureOutbound(ctx, &knocking{Conn: a, knock: l.Secret.Knock()}, h.ID())
		}
		errs <- err
	}()
	if err := <-errs; err == nil {
		t.Error("one side is content")
	}
	_, _ = a.Close(), b.Close()
	if err := <-errs; err == nil {
		t.Error("both are")
	}
}

// A pipe has addresses of a kind.
type pipe struct{ net.Conn }

func (pipe) LocalMultiaddr() ma.Multiaddr  { return ma.StringCast("/ip4/192.0.2.1/tcp/1") }
func (pipe) RemoteMultiaddr() ma.Multiaddr { return ma.StringCast("/ip4/192.0.2.2/tcp/1") }

// TestOnlyTheLinkIsDialled: a link leads to one node at the addresses in it, by TCP, and
// takes away no other rule.
func TestOnlyTheLinkIsDialled(t *testing.T) {
	h := start(t, 1, 0)
	ana, bob := start(t, 2, 0).ID(), start(t, 3, 0).ID()
	at := netip.MustParseAddrPort("198.51.100.7:45354")
	l := Link{Node: ana, At: []netip.AddrPort{netip.MustParseAddrPort("192.168.1.9:80"), at, netip.MustParseAddrPort("[2001:db8::7]:1000")}, Secret: far.NewSecret()}
	if err := h.SetLink(l); err != nil {
		t.Fatal(err)
	}
	for addr, want := range map[string]bool{
		"/ip4/198.51.100.7/tcp/45354":         true,
		"/ip6/2001:db8::7/tcp/1000":           true,
		"/ip4/198.51.100.7/tcp/45355":         false,
		"/ip4/198.51.100.7/tcp/1000":          false,
		"/ip4/198.51.100.8/tcp/45354":         false,
		"/ip4/198.51.100.7/udp/45354/quic-v1": false,
		"/ip4/198.51.100.7/tcp/45354/ws":      false,
		"/dns4/localhost/tcp/45354":           false,
	} {
		if got := h.gater.InterceptAddrDial(ana, ma.StringCast(addr)); got != want {
			t.Errorf("%s: %t", addr, got)
		}
		if h.gater.InterceptAddrDial(bob, ma.StringCast(addr)) || h.Dials(ma.StringCast(addr)) {
			t.Errorf("%s leads to somebody else", addr)
		}
	}
	if _, ok := h.far.link(ana, ma.StringCast("/ip4/192.168.1.9/tcp/80")); ok {
		t.Error("a stranger's private address is in a link")
	}
	h.RemoveLink(ana)
	if h.gater.InterceptAddrDial(ana, farAddr(at)) {
		t.Error("a link that was taken back is dialled")
	}
	l.At = []netip.AddrPort{netip.MustParseAddrPort("192.168.1.9:45354"), netip.MustParseAddrPort("198.51.100.7:0")}
	if err := h.SetLink(l); !errors.Is(err, ErrLinkAddress) {
		t.Errorf("a link that leads nowhere: %v", err)
	}
	if err := goBy(t, start(t, 4, 0), Link{Node: h.ID(), At: openFar(t, h).At, Secret: far.NewSecret()}); !is(err, ErrUnknownLink) {
		t.Error(err)
	}
}

// TestLinkReaches: a link leads out of the network, and nowhere into it or this machine.
func TestLinkReaches(t *testing.T) {
	home, loop := &Host{}, &Host{cfg: Config{Ifaces: []string{"lo"}}}
	for addr, want := range map[string]bool{
		"198.51.100.7": true, "2001:db8::7": true, "::ffff:198.51.100.7": true,
		"127.0.0.1": false, "::1": false, "0.0.0.0": false, "::": false, "0.1.2.3": false, "224.0.0.251": false, "ff02::fb": false,
		"169.254.1.1": false, "fe80::1": false, "fe80::1%lo": false, "255.255.255.255": false, "::ffff:127.0.0.1": false,
		"fec0::1": false, "::127.0.0.1": false, "::8.8.8.8": false, "64:ff9b::198.51.100.7": true, "64:ff9b::10.9.9.9": false, "64:ff9b::127.0.0.1": false,
		"64:ff9b::100.64.0.1": false, "2002:c633:6407::1": true, "2002:c0a8:101::1": false, "2002:e000:fb::1": false,
	} {
		a := netip.MustParseAddr(addr)
		if got := home.LinkReaches(a); got != want {
			t.Errorf("%s: %t", addr, got)
		}
		if got := loop.LinkReaches(a); got != (want || a.Unmap().IsLoopback()) {
			t.Errorf("%s, bound to the loopback: %t", addr, got)
		}
	}
	if loop.LinkReaches(netip.MustParseAddr("10.1.2.3")) || loop.LinkReaches(netip.MustParseAddr("100.64.0.1")) || loop.LinkReaches(netip.MustParseAddr("fd00::1")) {
		t.Error("a private address leads out of this machine")
	}
	for _, n := range ownNetworks(nil) {
		if home.LinkReaches(n.Addr()) {
			t.Errorf("%s is this machine", n.Addr())
		}
		if next := n.Addr().Next(); n.Contains(next) && next.IsPrivate() && !home.LinkReaches(next) {
			t.Errorf("%s is in the same network", next)
		}
	}
	if home.LinkReaches(netip.Addr{}) {
		t.Error("no address at all")
	}
}

// TestFarPortIsToldToNobody: where the door is, only links say.
func TestFarPortIsToldToNobody(t *testing.T) {
	h, other := start(t, 1, 0), start(t, 2, 0)
	l := openFar(t, h)
	if err := h.SetLink(Link{Node: other.ID(), At: openFar(t, other).At, Secret: far.NewSecret()}); err != nil { // it listens on circuits
		t.Fatal(err)
	}
	if err := connect(t, other, via(t, h, "/tcp/")); err != nil {
		t.Fatal(err)
	}
	h.SetStreamHandler("/fives/later/1", echo) // identify says it, and all addresses, again
	waittest.Until(t, "the other one hears", func() bool {
		known, err := other.Peerstore().SupportsProtocols(h.ID(), "/fives/later/1")
		return err == nil && len(known) > 0
	})
	port := "/" + strconv.Itoa(int(l.At[0].Port()))
	for what, addrs := range map[string][]ma.Multiaddr{
		"it says": h.Addrs(), "it is bound to": h.ListenAddrs(), "the other one knows": other.Peerstore().Addrs(h.ID()),
	} {
		if len(addrs) == 0 {
			t.Errorf("%s nothing", what)
		}
		for _, a := range addrs {
			if strings.Contains(a.String(), port) || IsCircuit(a) {
				t.Errorf("%s %s", what, a)
			}
		}
	}
}

// TestRebindKeepsTheDoor: a change of the interfaces' addresses closes neither the door nor
// the way back through the nodes of links.
func TestRebindKeepsTheDoor(t *testing.T) {
	h, other := start(t, 1, 0), start(t, 2, 0)
	l := openFar(t, h)
	if err := goBy(t, h, openFar(t, other)); err != nil {
		t.Fatal(err)
	}
	before := len(h.swarm.ListenAddresses())
	h.rebind()
	if n := len(h.swarm.ListenAddresses()); n != before || !slices.ContainsFunc(h.swarm.ListenAddresses(), IsCircuit) {
		t.Errorf("it listens at %d addresses in place of %d", n, before)
	}
	if err := goBy(t, start(t, 3, 0), l); err != nil {
		t.Error(err)
	}
}

// TestMovedDoor: a port that another program has is not opened, and the door stays where it
// is; the secret changes without anybody being disturbed, and who came by the former one
// goes when that is wanted, but nobody who plays.
func TestMovedDoor(t *testing.T) {
	h, ana, bob, cyd := start(t, 1, 0), start(t, 2, 0), start(t, 3, 0), start(t, 4, 0)
	s, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	taken := s.Addr().(*net.TCPAddr).Port
	if err := h.SetFar(FarDoor{Port: taken, Secret: far.Secret{1}}); !errors.Is(err, ErrFarPort) || h.FarOpen() != 0 {
		t.Fatalf("a port that another program has: %v", err)
	}
	l := openFar(t, h)
	stranger := l
	stranger.Secret = far.NewSecret()
	if err := goBy(t, start(t, 9, 0), stranger); !is(err, ErrUnknownLink) {
		t.Errorf("a stranger: %v", err)
	}
	visits(t, h, "a stranger is counted", func(v FarVisits) bool { return v.Unknown.Count == 1 })
	if err := h.SetFar(FarDoor{Port: taken, Secret: far.NewSecret()}); !errors.Is(err, ErrFarPort) || h.FarOpen() != int(l.At[0].Port()) {
		t.Fatalf("moved there: %v", err)
	}
	for _, friend := range []*Host{ana, bob} {
		if err := goBy(t, friend, l); err != nil {
			t.Fatal(err)
		}
	}
	visits(t, h, "both are in", func(v FarVisits) bool { return v.In == 2 })
	if h.HangUpFar(); h.FarVisits().In != 2 {
		t.Error("whose link is good is hung up on")
	}
	next := l
	next.Secret = far.NewSecret()
	stays := map[peer.ID]far.Secret{ana.ID(): l.Secret}
	if err := h.SetFar(FarDoor{Port: h.FarOpen(), Secret: next.Secret, Old: []far.Knock{l.Secret.Knock()}, Stays: stays}); err != nil || h.FarOpen() != int(l.At[0].Port()) {
		t.Fatalf("another secret: port %d, %v", h.FarOpen(), err)
	}
	if err := goBy(t, cyd, next); err != nil {
		t.Fatal(err)
	}
	visits(t, h, "nobody was disturbed", func(v FarVisits) bool { return v.In == 3 })
	h.HangUpFar()
	visits(t, h, "who plays stays, and who has the new link", func(v FarVisits) bool { return v.In == 2 })
	for friend, want := range map[*Host]error{ana: nil, bob: ErrOldLink} { // as after a restart of theirs
		_ = friend.Network().ClosePeer(h.ID())
		if err := goBy(t, friend, l); want == nil && err != nil || want != nil && !is(err, want) {
			t.Errorf("the former link: %v, want %v", err, want)
		}
	}
	visits(t, h, "who may stay is back, and nobody else", func(v FarVisits) bool { return v.In == 2 })
	if err := h.SetFar(FarDoor{Old: []far.Knock{next.Secret.Knock(), l.Secret.Knock()}, Stays: stays}); err != nil {
		t.Fatal(err)
	}
	h.HangUpFar()
	if err := goBy(t, bob, next); !is(err, ErrOldLink) || h.FarOpen() == 0 {
		t.Errorf("nobody is invited, and the last link: %v", err)
	}
	visits(t, h, "who may stay does", func(v FarVisits) bool { return v.In == 1 })
	_ = ana.Network().ClosePeer(h.ID())
	if err := goBy(t, ana, l); err != nil {
		t.Errorf("back at a door that is shut for others: %v", err)
	}
	if v := h.FarVisits(); v.Unknown.Count != 1 {
		t.Errorf("%d strangers have knocked at this port", v.Unknown.Count)
	}
	s.Close()
	if err := h.SetFar(FarDoor{Port: taken, Stays: stays}); err != nil || h.FarVisits().Unknown.Count != 0 {
		t.Errorf("at another port nobody has: %+v, %v", h.FarVisits(), err)
	}
	_ = h.SetFar(FarDoor{})
	h.HangUpFar()
	visits(t, h, "nobody may stay", func(v FarVisits) bool { return v.In == 0 })
	if h.FarOpen() != 0 {
		t.Error("the door is open for nobody")
	}
	waittest.Until(t, "bob is gone", func() bool { return h.Network().Connectedness(bob.ID()) == network.NotConnected })
	if err := h.SetFar(FarDoor{Port: int(l.At[0].Port()), Secret: l.Secret}); err != nil || h.FarOpen() != int(l.At[0].Port()) {
		t.Errorf("the same port again: %d, %v", h.FarOpen(), err)
	}
}

// TestLinkTakenBackInTheHandshake: whose knock was good, and who has not come in when the link is taken
// back, does not come in by it: nobody would hang up on them later.
func TestLinkTakenBackInTheHandshake(t *testing.T) {
	for what, takeBack := range map[string]func(h *Host){
		"another link": func(h *Host) {
			if err := h.SetFar(FarDoor{Secret: far.NewSecret()}); err != nil {
				t.Fatal(err)
			}
		},
		"none": func(h *Host) { _ = h.SetFar(FarDoor{}) },
	} {
		h := start(t, 1, 0)
		l := openFar(t, h)
		in, late := callerAt(t, h.far, "192.0.2.7", outside), callerAt(t, h.far, "192.0.2.8", outside)
		for _, k := range []*caller{in, late} {
			if _, answer := h.far.hear(k, l.Secret.Knock()); answer != answerIn {
				t.Fatalf("%s: a good knock is answered with %d", what, answer)
			}
		}
		if h.far.enter(in, "ana") != answerIn {
			t.Errorf("%s: the link is good, and nobody gets in", what)
		}
		takeBack(h)
		if h.far.enter(late, "bob") != answerOld {
			t.Errorf("%s: somebody gets in by a link that was taken back", what)
		}
		if v := h.FarVisits(); v.In != 1 || v.Old.Count != 1 {
			t.Errorf("%s: %+v", what, v)
		}
	}
}

// TestBlockedAtTheDoor: a link helps nobody who is blocked.
func TestBlockedAtTheDoor(t *testing.T) {
	h, eve := start(t, 1, 0), start(t, 2, 0)
	h.Block(eve.ID())
	if err := goBy(t, eve, openFar(t, h)); !is(err, ErrHangsUp) { // it is h, and not somebody else
		t.Errorf("she is told %v", err)
	}
	waittest.Until(t, "she is out", func() bool {
		return h.FarVisits().In == 0 && h.Network().Connectedness(eve.ID()) == network.NotConnected
	})
	if v := h.FarVisits(); v.Came.Count != 0 {
		t.Errorf("she is said to have come: %+v", v)
	}
}

// TestEndedDials: what a caller is told whose dial has ended depends on how far it had come: a door under a
// flood of others has no room, and does not hang up, nor has it forgotten the link.
func TestEndedDials(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		calling *calling
		first   int32
		want    error
	}{
		{&calling{}, 0, ErrNobodyAnswers},
		{&calling{}, answerFull, ErrDoorFull},
		{&calling{}, greeting, ErrDoorFull},
		{&calling{}, 'S', ErrSomebodyElse},
		{&calling{agreed: true}, greeting, ErrUnknownLink},
		{&calling{agreed: true, known: true}, greeting, ErrSomebodyElse},
		{&calling{agreed: true, known: true, met: true}, greeting, ErrDoorFull},
		{&calling{agreed: true, known: true, met: true, let: true}, greeting, ErrHangsUp},
	} {
		c.calling.first.Store(c.first)
		for ctx, want := range map[context.Context]error{t.Context(): c.want, over: ErrNobodyAnswers} {
			if err := c.calling.why(ctx, io.EOF); !is(err, want) {
				t.Errorf("%d, %+v: %v, want %v", c.first, c.calling, err, want)
			}
		}
		if err := c.calling.why(t.Context(), fmt.Errorf("too late: %w", os.ErrDeadlineExceeded)); !is(err, ErrNobodyAnswers) {
			t.Errorf("%d, %+v, in time: %v", c.first, c.calling, err)
		}
	}
}

// TestNoWayThere: whoever has no network that leads there is told so, and not that nobody answers.
func TestNoWayThere(t *testing.T) {
	if got := notReached(farAddr(netip.MustParseAddrPort("127.0.0.1:1")), syscall.ENETUNREACH); !errors.Is(got, ErrNobodyAnswers) {
		t.Errorf("a router on the way has no route: %v", got)
	}
	if !netnstest.Inside(t) {
		return
	}
	h, l := start(t, 1, 0), Link{Node: "ana", Secret: far.NewSecret()}
	for at, want := range map[string]error{
		"203.0.113.7:45354": ErrNoWay, "[2001:db8::1]:45354": ErrNoIPv6, "203.0.113.7:45354 [2001:db8::1]:45354": ErrNoWay,
		"127.0.0.1:1": ErrNobodyAnswers, "[2001:db8::1]:45354 127.0.0.1:1": ErrNobodyAnswers,
	} {
		l.At = nil
		for _, a := range strings.Fields(at) {
			l.At = append(l.At, netip.MustParseAddrPort(a))
		}
		if err := goBy(t, h, l); !is(err, want) {
			t.Errorf("%s: %v", at, err)
		}
		h.RemoveLink(l.Node)
	}
}

// TestFarLeavesNothing: nothing of door and links is left when a host ends.
func TestFarLeavesNothing(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	h, friend := start(t, 1, 0), start(t, 2, 0)
	l := openFar(t, h)
	c, err := net.Dial("tcp4", l.At[0].String()) // somebody is silent all the while
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := goBy(t, friend, l); err != nil {
		t.Fatal(err)
	}
	for _, h := range []*Host{friend, h} {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := len(h.far.callers); n != 0 {
		t.Error(fmt.Sprint(n, " callers are left"))
	}
}
