//go:build !js

package host

import (
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fives/p2p/far"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	"github.com/libp2p/go-libp2p/p2p/transport/tcp"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

const (
	linkAddrs  = 4       // addresses of one link
	lastWord   = 4 << 10 // bytes that are still read of somebody who is refused
	greeting   = 19      // the first byte of libp2p's negotiation
	answerNone = 0
	answerIn   = 1
	answerOld  = 2
	answerFull = 3
)

// A door lets in friends from outside who have a link, and leads out to the nodes of links.
// It has a port of its own, and whoever comes there needs the link, whatever their address:
// routers write their own in place of those of strangers (PROTOCOL §2.6).
type door struct {
	gater    *gater
	rcmgr    network.ResourceManager
	noise    *noise.Transport
	upgrader transport.Upgrader
	port     atomic.Int32 // 0 while it is closed
	next     atomic.Int32 // the port to which it is being moved, 0 for none

	mu      sync.Mutex // guards the next
	secret  far.Secret
	stays   map[peer.ID]far.Secret
	old     []far.Knock
	visits  FarVisits
	callers map[*caller]struct{}
	links   map[peer.ID]Link
	pick    func(n int) int // any of so many
}

// newDoor makes a door that is closed.
func (s *stack) newDoor() (d *door, err error) {
	d = &door{gater: s.gater, rcmgr: s.rcmgr, callers: map[*caller]struct{}{}, links: map[peer.ID]Link{}, pick: rand.IntN}
	muxers := muxersWith(yamux.DefaultTransport.KeepAliveInterval)
	if d.noise, err = noise.New(FarProtocol, s.key, muxers); err != nil {
		return nil, err
	}
	d.upgrader, err = upgrader.New([]sec.SecureTransport{d}, muxers, nil, s.rcmgr, s.gater, upgrader.WithAcceptTimeout(farDialTimeout))
	return d, err
}

// isAt reports whether an address is one at which the door is.
func (d *door) isAt(a ma.Multiaddr) bool { return isPort(a, d.port.Load()) || isPort(a, d.next.Load()) }

func isPort(a ma.Multiaddr, port int32) bool {
	return port != 0 && len(a) == 2 && a[1].Protocol().Code == ma.P_TCP && a[1].Value() == strconv.Itoa(int(port))
}

// doors is TCP: libp2p has one transport for all of it.
type doors struct {
	*tcp.TcpTransport
	far *door
}

// Listen listens at an address, at the door in its own way.
func (t *doors) Listen(a ma.Multiaddr) (transport.Listener, error) {
	if !t.far.isAt(a) {
		return t.TcpTransport.Listen(a)
	}
	l, err := manet.Listen(a)
	if err != nil {
		return nil, err
	}
	return t.far.upgrader.UpgradeGatedMaListener(t, &doorway{l, t.far}), nil
}

// Dial dials a peer, by a link if there is one to that address.
func (t *doors) Dial(ctx context.Context, a ma.Multiaddr, p peer.ID) (transport.CapableConn, error) {
	return t.DialWithUpdates(ctx, a, p, nil)
}

// DialWithUpdates is Dial for whoever wants to know how far it is.
func (t *doors) DialWithUpdates(ctx context.Context, a ma.Multiaddr, p peer.ID, ch chan<- transport.DialUpdate) (transport.CapableConn, error) {
	if secret, ok := t.far.link(p, a); ok {
		return t.far.dial(ctx, t, a, p, secret)
	}
	return t.TcpTransport.DialWithUpdates(ctx, a, p, ch)
}

// A doorway is a listener of the door.
type doorway struct {
	manet.Listener
	door *door
}

// Accept returns somebody who has come to the door, from wherever.
func (l *doorway) Accept() (manet.Conn, network.ConnManagementScope, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, nil, err
		}
		k, err := l.door.meet(c)
		if err == nil {
			return k, k, nil
		}
		if errors.Is(err, ErrDoorFull) {
			tellFull(c)
		}
		_ = c.Close()
	}
}

// A caller is a connection that has come to the door.
type caller struct {
	manet.Conn
	network.ConnManagementScope
	door *door
	end  sync.Once

	at    stage // the rest is guarded by door.mu
	heard bool  // the knock is judged
	told  bool  // why it gives way
	sent  bool  // the answer to the knock
	by    far.Knock
	who   peer.ID // "" until the handshake is over
}

// meet counts somebody who has come to the door, until Done. Their address is not told to
// the limits of the room: a router's may be everybody's here.
func (d *door) meet(c manet.Conn) (*caller, error) {
	scope, err := d.rcmgr.OpenConnection(network.DirInbound, true, nil)
	if err != nil {
		return nil, err
	}
	k := &caller{Conn: c, ConnManagementScope: scope, door: d}
	gone, ok := d.place(k)
	if !ok {
		scope.Done()
		return nil, ErrDoorFull
	}
	gone.leave()
	return k, nil
}

// place gives somebody a place before the door, unless too many who had to go are not gone
// yet.
func (d *door) place(k *caller) (gone *caller, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.callers) >= farAll {
		return nil, false
	}
	gone = d.advance(k, outside)
	d.callers[k] = struct{}{}
	return gone, true
}

// Done says that the connection is over.
func (k *caller) Done() {
	k.end.Do(func() {
		k.door.mu.Lock()
		defer k.door.mu.Unlock()
		delete(k.door.callers, k)
		if k.who != "" {
			k.door.visits.In--
		}
		if !k.heard {
			k.door.note(&k.door.visits.Unknown, k)
		}
	})
	k.ConnManagementScope.Done()
}

// note records a visit. d.mu must be held.
func (d *door) note(v *Visit, k *caller) {
	v.Count++
	v.Last, v.From, v.Who = time.Now(), ipOf(k.RemoteMultiaddr()), k.who
}

// ID is the name of the only protocol that is spoken at the door.
func (d *door) ID() protocol.ID { return FarProtocol }

// SecureInbound hears the knock of a caller, and only then begins the handshake. Without a
// good one the caller is shown nothing of who lives here.
func (d *door) SecureInbound(ctx context.Context, c net.Conn, p peer.ID) (sec.SecureConn, error) {
	k, ok := c.(*caller)
	if !ok {
		return nil, errors.New("host: it has not come to the door")
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	d.listens(k)
	var knock far.Knock
	if _, err := io.ReadFull(c, knock[:]); err != nil {
		return nil, err
	}
	secret, answer := d.hear(k, knock)
	switch answer {
	case answerIn:
	case answerNone:
		return nil, errors.New("host: somebody has come without a link")
	default:
		k.refuse(answer)
		return nil, errors.New("host: a friend is not let in")
	}
	st, err := d.noise.WithSessionOptions(noise.Prologue(prologue(secret)))
	if err != nil {
		return nil, err
	}
	sc, err := st.SecureInbound(ctx, &answered{Conn: c, caller: k}, p)
	if err != nil {
		return sc, err
	}
	answer = d.enter(k, sc.RemotePeer())
	if _, err = sc.Write([]byte{answer}); err == nil && answer != answerIn {
		err = errors.New("host: a friend is not let in")
	}
	if err != nil {
		_ = sc.Close()
		return nil, err
	}
	return sc, nil
}

// hear judges a knock. The answer to one that nobody knows is none at all.
func (d *door) hear(k *caller, knock far.Knock) (far.Secret, byte) {
	d.mu.Lock()
	secret, answer, gone := d.judge(k, knock)
	d.mu.Unlock()
	gone.leave()
	return secret, answer
}

// judge does that. d.mu must be held.
func (d *door) judge(k *caller, knock far.Knock) (secret far.Secret, answer byte, gone *caller) {
	same := func(o far.Knock) bool { return subtle.ConstantTimeCompare(o[:], knock[:]) == 1 }
	k.heard = true
	switch {
	case k.at == leaving:
		return far.Secret{}, answerNone, nil
	case same(d.secret.Knock()):
		secret = d.secret
	default:
		for _, s := range d.stays {
			if same(s.Knock()) {
				secret = s
			}
		}
	}
	switch {
	case d.port.Load() != 0 && secret != far.Secret{}:
		if !d.hasRoom(k) {
			d.note(&d.visits.Full, k)
			return far.Secret{}, answerFull, nil
		}
		k.by = knock
		return secret, answerIn, d.advance(k, knocked)
	case slices.ContainsFunc(d.old, same):
		d.note(&d.visits.Old, k)
		return far.Secret{}, answerOld, nil
	}
	d.note(&d.visits.Unknown, k)
	return far.Secret{}, answerNone, nil
}

// enter lets a friend in whose handshake is over, unless the link was taken back meanwhile, or
// from them, or others have the last places.
func (d *door) enter(k *caller, who peer.ID) (answer byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	stays, ok := d.stays[who]
	switch {
	case k.at == leaving:
		return answerFull
	case d.port.Load() == 0 || !d.isPresent(k) && (!ok || k.by != stays.Knock()):
		d.note(&d.visits.Old, k)
		return answerOld
	case !d.hasRoom(k):
		d.note(&d.visits.Full, k)
		return answerFull
	}
	k.at, k.who = inside, who
	d.visits.In++
	if d.isPresent(k) && !d.gater.blocks(who) {
		d.note(&d.visits.Came, k)
	}
	return answerIn
}

// isPresent reports whether a caller's link is good. d.mu must be held.
func (d *door) isPresent(k *caller) bool { return k.by == d.secret.Knock() }

// refuse says no. What the caller has sent meanwhile is read, or the answer would be lost
// with it.
func (k *caller) refuse(answer byte) {
	if _, err := k.Write([]byte{answer}); err != nil {
		return
	}
	if half, ok := k.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
		_, _ = io.CopyN(io.Discard, k, lastWord)
	}
}

// An answered connection has the answer to the knock before its first bytes.
type answered struct {
	net.Conn
	caller *caller
	said   bool
}

func (c *answered) Write(b []byte) (int, error) {
	if c.said {
		return c.Conn.Write(b)
	}
	if c.said = true; !c.caller.answers() {
		return 0, net.ErrClosed
	}
	n, err := c.Conn.Write(append([]byte{answerIn}, b...))
	return max(n-1, 0), err
}
