//go:build !js

package host

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	"github.com/libp2p/go-libp2p/p2p/transport/tcp"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/multiformats/go-multistream"

	"fives/p2p/near"
)

const (
	oldKnocks  = 16      // former secrets whose links are told that they are old
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
	secret  FarSecret
	shut    bool // the secret lets nobody in
	stays   map[peer.ID]FarSecret
	old     []FarKnock
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
	by    FarKnock
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
	var knock FarKnock
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
	st, err := d.noise.WithSessionOptions(noise.Prologue(secret.prologue()))
	if err != nil {
		return nil, err
	}
	sc, err := st.SecureInbound(ctx, &answered{Conn: c}, p)
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
func (d *door) hear(k *caller, knock FarKnock) (FarSecret, byte) {
	d.mu.Lock()
	secret, answer, gone := d.judge(k, knock)
	d.mu.Unlock()
	gone.leave()
	return secret, answer
}

// judge does that. d.mu must be held.
func (d *door) judge(k *caller, knock FarKnock) (secret FarSecret, answer byte, gone *caller) {
	same := func(o FarKnock) bool { return subtle.ConstantTimeCompare(o[:], knock[:]) == 1 }
	k.heard = true
	switch {
	case k.at == leaving:
		return FarSecret{}, answerNone, nil
	case !d.shut && same(d.secret.Knock()):
		secret = d.secret
	default:
		for _, s := range d.stays {
			if same(s.Knock()) {
				secret = s
			}
		}
	}
	switch {
	case d.port.Load() != 0 && secret != FarSecret{}:
		if !d.hasRoom(k) {
			d.note(&d.visits.Full, k)
			return FarSecret{}, answerFull, nil
		}
		k.by = knock
		return secret, answerIn, d.advance(k, knocked)
	case slices.ContainsFunc(d.old, same):
		d.note(&d.visits.Old, k)
		return FarSecret{}, answerOld, nil
	}
	d.note(&d.visits.Unknown, k)
	return FarSecret{}, answerNone, nil
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
	if !d.gater.blocks(who) {
		d.note(&d.visits.Came, k)
	}
	return answerIn
}

// isPresent reports whether a caller's link is good. d.mu must be held.
func (d *door) isPresent(k *caller) bool { return !d.shut && k.by == d.secret.Knock() }

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
	said bool
}

func (c *answered) Write(b []byte) (int, error) {
	if c.said {
		return c.Conn.Write(b)
	}
	c.said = true
	n, err := c.Conn.Write(append([]byte{answerIn}, b...))
	return max(n-1, 0), err
}

// link returns the secret of the link by which a peer is dialled at an address.
func (d *door) link(p peer.ID, a ma.Multiaddr) (FarSecret, bool) {
	if len(a) != 2 || a[1].Protocol().Code != ma.P_TCP {
		return FarSecret{}, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.links[p]
	return l.Secret, ok && slices.ContainsFunc(l.At, func(at netip.AddrPort) bool { return farAddr(at).Equal(a) })
}

// dial dials by a link. What goes wrong is one of a link's errors.
func (d *door) dial(ctx context.Context, t transport.Transport, a ma.Multiaddr, p peer.ID, secret FarSecret) (transport.CapableConn, error) {
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
		return nil, fmt.Errorf("%w: %w", ErrNobodyAnswers, err)
	}
	c := &calling{Conn: conn, secret: secret}
	up, err := d.upgrader.Upgrade(ctx, t, c, network.DirOutbound, p, scope)
	if err != nil {
		return nil, c.why(err)
	}
	return up, nil
}

// SecureOutbound knocks, and begins the handshake without waiting for the answer.
func (d *door) SecureOutbound(ctx context.Context, c net.Conn, p peer.ID) (sec.SecureConn, error) {
	k, ok := c.(*calling)
	if !ok {
		return nil, errors.New("host: it is not dialled by a link")
	}
	k.agreed = true
	st, err := d.noise.WithSessionOptions(noise.Prologue(k.secret.prologue()))
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	sc, err := st.SecureOutbound(ctx, &knocking{Conn: c, knock: k.secret.Knock()}, p)
	if err != nil {
		return sc, err
	}
	answer := make([]byte, 64) // a whole message: of a part, libp2p leaves an empty rest to the next who reads
	if n, e := sc.Read(answer); e != nil || n != 1 {
		err = cmp.Or(e, errors.New("host: a door does not say whether it lets in"))
	} else {
		err = refusal(answer[0])
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
	secret FarSecret
	agreed bool         // a door is there
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
// nor says that it is none, has other callers.
func (c *calling) why(err error) error {
	none := errors.As(err, &multistream.ErrNotSupported[protocol.ID]{})
	switch {
	case errors.Is(err, ErrOldLink), errors.Is(err, ErrDoorFull):
		return err
	case c.first.Load() == 0:
		return fmt.Errorf("%w: %w", ErrNobodyAnswers, err)
	case !c.agreed && !none && c.first.Load() == greeting:
		return fmt.Errorf("%w: %w", ErrDoorFull, err)
	default:
		return fmt.Errorf("%w: %w", ErrSomebodyElse, err)
	}
}

// A knocking connection has the knock before its first bytes, and takes the answer out of
// what comes back.
type knocking struct {
	net.Conn
	knock   FarKnock
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

// OpenFar opens the door for friends from outside: who has a link with the secret is let
// in, at all addresses of the host. If the door is open it is moved, and its secret changed;
// at the same port nobody is disturbed. It fails with ErrFarPort, and changes nothing, if
// another program has the port.
func (h *Host) OpenFar(to FarDoor) (int, error) {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.far == nil {
		return 0, errDialOnly
	}
	at := h.FarOpen()
	if at == 0 || to.Port != 0 && to.Port != at {
		defer h.far.next.Store(0)
		var err error
		if at, err = h.listenFar(to.Port); err != nil {
			return 0, err
		}
		h.closeFar()
	}
	h.far.change(to) // nobody comes in by the secret before, or by none
	h.far.port.Store(int32(at))
	h.gater.name(to.Named)
	h.beginRelay()
	return h.FarOpen(), nil
}

// listenFar listens at another port, to which the door is being moved.
func (h *Host) listenFar(to int) (int, error) {
	for try := 0; ; try++ {
		port, err := candidate(to, 0)
		if err != nil {
			return 0, fmt.Errorf("host: %w", err)
		}
		h.far.next.Store(int32(port))
		_, err = h.bindFrom(forFar, port, 0)
		switch {
		case err == nil:
			return port, nil
		case !errors.Is(err, errPort):
			return 0, fmt.Errorf("host: %w", err)
		case to != 0 || try == portTries:
			return 0, ErrFarPort
		}
	}
}

// CloseFar lets no more friends in from outside. Who is in stays until [Host.HangUpFar].
func (h *Host) CloseFar() {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	h.closeFar()
	h.gater.name(nil)
}

// closeFar closes the door. webMu must be held.
func (h *Host) closeFar() {
	if h.far == nil {
		return
	}
	for _, a := range h.swarm.ListenAddresses() {
		if isPort(a, h.far.port.Load()) {
			h.swarm.ListenClose(a)
		}
	}
	h.far.port.Store(0)
}

// FarOpen returns the port at which friends from outside are let in, 0 if they are not.
func (h *Host) FarOpen() int {
	if h.far == nil {
		return 0
	}
	return int(h.far.port.Load())
}

func (d *door) change(to FarDoor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.secret, d.shut, d.stays, d.old = to.Secret, to.Shut, maps.Clone(to.Stays), slices.Clone(to.Old[:min(len(to.Old), oldKnocks)])
}

// StayFar says who may stay, and come back, by a former secret, in place of [FarDoor.Stays].
func (h *Host) StayFar(stays map[peer.ID]FarSecret) {
	if h.far == nil {
		return
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	h.far.stays = maps.Clone(stays)
}

// ShutFar lets in nobody any more by the secret, but only those who may stay; the door is
// closed if there are none. Who is in stays until [Host.HangUpFar].
func (h *Host) ShutFar(stays map[peer.ID]FarSecret) {
	if h.far == nil {
		return
	}
	h.far.mu.Lock()
	if !h.far.shut {
		h.far.old = append([]FarKnock{h.far.secret.Knock()}, h.far.old[:min(len(h.far.old), oldKnocks-1)]...)
	}
	h.far.shut, h.far.stays = true, maps.Clone(stays)
	h.far.mu.Unlock()
	if len(stays) == 0 {
		h.CloseFar()
	}
}

// HangUpFar ends the connections of those who came by another secret than that of now, or
// of all who came from outside if the door is closed, but of nobody who may stay.
func (h *Host) HangUpFar() {
	if h.far == nil {
		return
	}
	for _, k := range h.far.former() {
		_ = k.Close()
	}
}

// former lists the callers who are in by a secret that is not good any more, and may not stay.
func (d *door) former() (all []*caller) {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := d.port.Load() != 0
	for k := range d.callers {
		if _, stays := d.stays[k.who]; k.who != "" && !(open && (stays || d.isPresent(k))) {
			all = append(all, k)
		}
	}
	return all
}

// HasLink reports whether a peer is in by the secret of now.
func (h *Host) HasLink(id peer.ID) bool {
	if h.far == nil {
		return false
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	for k := range h.far.callers {
		if k.who == id && h.far.port.Load() != 0 && h.far.isPresent(k) {
			return true
		}
	}
	return false
}

// FarFriends lists who is in from outside.
func (h *Host) FarFriends() (all []peer.ID) {
	if h.far == nil {
		return nil
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	for k := range h.far.callers {
		if k.who != "" && !slices.Contains(all, k.who) {
			all = append(all, k.who)
		}
	}
	return all
}

// FarVisits says what has happened at the door.
func (h *Host) FarVisits() FarVisits {
	if h.far == nil {
		return FarVisits{}
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	return h.far.visits
}

// LinkReaches reports whether an address may stand in a link: one of another network, or
// one of somebody else in a network of this machine. A host that is bound to the loopback
// alone is in no other network than that.
func (h *Host) LinkReaches(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.Zone() != "" || a.IsUnspecified() || a.IsMulticast() || a.IsLinkLocalUnicast() || a.Is4() && (a.As4()[0] == 0 || a.As4()[0] >= 240) {
		return false
	}
	own := ownNetworks(h.cfg.Ifaces)
	if a.IsLoopback() || slices.ContainsFunc(own, func(n netip.Prefix) bool { return n.Addr() == a }) {
		return len(own) > 0 && !slices.ContainsFunc(own, func(n netip.Prefix) bool { return !n.Addr().IsLoopback() })
	}
	// At the end of a tunnel an address of the shared range stands for that network.
	shared := func(a netip.Addr) bool { return near.Private(a) && !a.IsPrivate() }
	return !near.Private(a) || slices.ContainsFunc(own, func(n netip.Prefix) bool {
		return n.Contains(a) || shared(n.Addr()) && shared(a)
	})
}

// ownNetworks lists the addresses that this machine has on some interfaces, or on all but
// the loopback if none is named, with their networks.
func ownNetworks(ifaces []string) (own []netip.Prefix) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, ifi := range all {
		if len(ifaces) == 0 && ifi.Flags&net.FlagLoopback != 0 || len(ifaces) > 0 && !slices.Contains(ifaces, ifi.Name) {
			continue
		}
		addrs, err := ifi.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				own = append(own, p)
			}
		}
	}
	return own
}

// farAddr is the only form of an address that is dialled by a link.
func farAddr(at netip.AddrPort) ma.Multiaddr {
	return ma.StringCast(fmt.Sprintf("%s/tcp/%d", base(at.Addr()), at.Port()))
}

func farAddrs(ip netip.Addr, port int) []ma.Multiaddr {
	return []ma.Multiaddr{farAddr(netip.AddrPortFrom(ip, uint16(port)))}
}

// SetLink lets this host dial a node at exactly the addresses of a link, by TCP and through
// the door there, until the next SetLink for that node, or RemoveLink. Addresses that no
// link may have are left out, see [Host.LinkReaches].
func (h *Host) SetLink(l Link) error {
	if h.far == nil {
		return errDialOnly
	}
	l, err := h.dialled(l)
	if err != nil {
		return err
	}
	if err := h.listenBehind(); err != nil {
		return fmt.Errorf("host: %w", err)
	}
	h.far.setLink(l)
	return nil
}

// dialled leaves in a link the addresses that are dialled.
func (h *Host) dialled(l Link) (Link, error) {
	l.At = slices.Clone(l.At)
	for i, at := range l.At {
		l.At[i] = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	}
	l.At = slices.DeleteFunc(l.At, func(at netip.AddrPort) bool { return at.Port() == 0 || !h.LinkReaches(at.Addr()) })
	l.At = l.At[:min(len(l.At), linkAddrs)]
	if len(l.At) == 0 {
		return l, ErrLinkAddress
	}
	return l, nil
}

// TryLink finds out whether a link lets in, and hangs up at once. Connections that there are stay, and
// so does the link that was set. It fails as ConnectByLink does.
func (h *Host) TryLink(ctx context.Context, l Link) error {
	if h.far == nil {
		return errDialOnly
	}
	l, err := h.dialled(l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, farDialTimeout)
	defer cancel()
	tried := make(chan error, len(l.At))
	for _, a := range farAddrsOf(l) {
		go func() {
			c, err := h.far.dial(ctx, h.swarm.TransportForDialing(a), a, l.Node, l.Secret)
			if err == nil {
				_ = c.Close()
			}
			tried <- err
		}()
	}
	var all []error
	for range l.At {
		err := <-tried
		if err == nil {
			return nil
		}
		all = append(all, err)
	}
	return linkError(errors.Join(all...))
}

func (d *door) setLink(l Link) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.links[l.Node] = l
}

// takeLink returns the link to a node, and removes it if that is wanted.
func (d *door) takeLink(id peer.ID, remove bool) (Link, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.links[id]
	if remove {
		delete(d.links, id)
	}
	return l, ok
}

// listenBehind lets others reach this host through the nodes of its links. Where no link
// is, nothing of it is in memory; libp2p cannot end it and begin again.
func (h *Host) listenBehind() error {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.behind {
		return nil
	}
	if err := h.swarm.AddListenAddr(behindRelays); err != nil {
		return err
	}
	h.behind = true
	h.client.Start()
	return nil
}

// RemoveLink ends what SetLink began, and the connections that this host has dialled by the
// link.
func (h *Host) RemoveLink(id peer.ID) {
	if h.far == nil {
		return
	}
	l, _ := h.far.takeLink(id, true)
	h.Peerstore().SetAddrs(id, farAddrsOf(l), 0)
	for _, c := range h.directConns(id) {
		if isFar(c) && c.Stat().Direction == network.DirOutbound {
			_ = c.Close()
		}
	}
}

func farAddrsOf(l Link) (addrs []ma.Multiaddr) {
	for _, at := range l.At {
		addrs = append(addrs, farAddr(at))
	}
	return addrs
}

// ConnectByLink connects with the node of a link, unless that is connected already. It
// fails with one of a link's errors; the first of these that holds for any of the addresses
// is told: ErrOldLink, ErrDoorFull, ErrSomebodyElse, ErrNobodyAnswers.
func (h *Host) ConnectByLink(ctx context.Context, id peer.ID) error {
	if h.far == nil {
		return ErrNoLink
	}
	l, ok := h.far.takeLink(id, false)
	if !ok {
		return ErrNoLink
	}
	h.Peerstore().AddAddrs(id, farAddrsOf(l), peerstore.TempAddrTTL)
	h.swarm.Backoff().Clear(id)
	return linkError(h.Connect(network.WithForceDirectDial(ctx, "link"), peer.AddrInfo{ID: id}))
}

// linkError is the first of a link's errors that holds.
func linkError(err error) error {
	for _, is := range []error{ErrOldLink, ErrDoorFull, ErrSomebodyElse, ErrNobodyAnswers} {
		if errors.Is(err, is) {
			return fmt.Errorf("%w (%v)", is, err) //nolint:errorlint // others of these are among it
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrNobodyAnswers, err)
	}
	if err != nil {
		return fmt.Errorf("host: %w", err)
	}
	return nil
}
