//go:build !js

package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync/atomic"
	"syscall"

	"fives/p2p/far"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/multiformats/go-multistream"
)

// link returns the secret of the link by which a peer is dialled at an address.
func (d *door) link(p peer.ID, a ma.Multiaddr) (far.Secret, bool) {
	if len(a) != 2 || a[1].Protocol().Code != ma.P_TCP {
		return far.Secret{}, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.links[p]
	return l.Secret, ok && slices.ContainsFunc(l.At, func(at netip.AddrPort) bool { return farAddr(at).Equal(a) })
}

// dial dials by a link. What goes wrong is one of a link's errors.
func (d *door) dial(ctx context.Context, t transport.Transport, a ma.Multiaddr, p peer.ID, secret far.Secret) (transport.CapableConn, error) {
	scope, err := d.rcmgr.OpenConnection(network.DirOutbound, true, a)
	if err != nil {
		return nil, err
	}
	if err := scope.SetPeer(p); err != nil {
		scope.Done()
		return nil, err
	}
	conn, err := (&manet.Dialer{}).DialContext(ctx, a)
	if err != nil {
		scope.Done()
		return nil, fmt.Errorf("%w: %w", notReached(a, err), err)
	}
	c := &calling{Conn: conn, secret: secret}
	up, err := d.upgrader.Upgrade(ctx, t, c, network.DirOutbound, p, scope)
	if err != nil {
		return nil, c.why(ctx, err)
	}
	return up, nil
}

// notReached says which of a link's errors it is that no connection is made.
func notReached(a ma.Multiaddr, err error) error {
	none := func(is syscall.Errno) bool { return errors.Is(err, is) }
	switch {
	case !slices.ContainsFunc(noWay, none), hasWay(ipOf(a)): // then a router on the way has none
		return ErrNobodyAnswers
	case ipOf(a).Is6():
		return ErrNoIPv6
	}
	return ErrNoWay
}

// hasWay reports whether this machine has a route to an address. Nothing is sent for that.
func hasWay(ip netip.Addr) bool {
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(ip, 9)))
	if err == nil {
		_ = c.Close()
	}
	return err == nil
}

// noWay are the answers of a system, on Windows the last four, that has no route, or no such
// addresses at all.
var noWay = []syscall.Errno{syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, 10051, 10050, 10049, 10047}

// SecureOutbound knocks, and begins the handshake without waiting for the answer.
func (d *door) SecureOutbound(ctx context.Context, c net.Conn, p peer.ID) (sec.SecureConn, error) {
	k, ok := c.(*calling)
	if !ok {
		return nil, errors.New("host: it is not dialled by a link")
	}
	k.agreed = true
	st, err := d.noise.WithSessionOptions(noise.Prologue(prologue(k.secret)))
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	way := &knocking{Conn: c, knock: k.secret.Knock()}
	sc, err := st.SecureOutbound(ctx, way, p)
	k.known, k.met = way.in, err == nil
	if err != nil {
		return sc, err
	}
	answer := make([]byte, 64) // a whole message: of a part, libp2p leaves an empty rest to the next who reads
	if n, e := sc.Read(answer); e != nil || n != 1 {
		err = cmp.Or(e, errors.New("host: a door does not say whether it lets in"))
	} else {
		err = refusal(answer[0])
		k.let = err == nil
	}
	if err != nil {
		_ = sc.Close()
		return nil, err
	}
	return sc, nil
}

// refusal is what a door's answer means, nil if it lets in.
func refusal(answer byte) error {
	switch answer {
	case answerIn:
		return nil
	case answerOld:
		return ErrOldLink
	case answerFull:
		return ErrDoorFull
	}
	return fmt.Errorf("host: a door answers with %d", answer)
}

// A calling connection is dialled by a link.
type calling struct {
	manet.Conn
	secret far.Secret
	agreed bool         // a door is there
	known  bool         // that lets in by the secret
	met    bool         // and is the node's
	let    bool         // which lets in
	first  atomic.Int32 // the first byte that has come
}

func (c *calling) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.first.CompareAndSwap(0, int32(b[0]))
	}
	return n, err
}

// why says which of a link's errors has ended a dial. A door that greets, and neither goes on
// nor says that it is none, has other callers; so has the node's that ends a handshake.
func (c *calling) why(ctx context.Context, err error) error {
	none := errors.As(err, &multistream.ErrNotSupported[protocol.ID]{})
	switch {
	case errors.Is(err, ErrOldLink), errors.Is(err, ErrDoorFull):
		return err
	case c.first.Load() == 0, ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded): // the last may come a moment before
		return fmt.Errorf("%w: %w", ErrNobodyAnswers, err)
	case c.let:
		return fmt.Errorf("%w: %w", ErrHangsUp, err)
	case c.met, !c.agreed && !none && (c.first.Load() == greeting || c.first.Load() == answerFull):
		return fmt.Errorf("%w: %w", ErrDoorFull, err)
	case c.agreed && !c.known:
		return fmt.Errorf("%w: %w", ErrUnknownLink, err)
	default:
		return fmt.Errorf("%w: %w", ErrSomebodyElse, err)
	}
}

// A knocking connection has the knock before its first bytes, and takes the answer out of
// what comes back.
type knocking struct {
	net.Conn
	knock   far.Knock
	knocked bool
	in      bool
}

func (c *knocking) Write(b []byte) (int, error) {
	if c.knocked {
		return c.Conn.Write(b)
	}
	c.knocked = true
	n, err := c.Conn.Write(append(slices.Clone(c.knock[:]), b...))
	return max(n-len(c.knock), 0), err
}

func (c *knocking) Read(b []byte) (int, error) {
	if c.in {
		return c.Conn.Read(b)
	}
	var answer [1]byte
	if _, err := io.ReadFull(c.Conn, answer[:]); err != nil {
		return 0, err
	}
	if err := refusal(answer[0]); err != nil {
		return 0, err
	}
	c.in = true
	return c.Conn.Read(b)
}
