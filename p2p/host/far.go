package host

import (
	"errors"
	"net/netip"
	"slices"
	"time"

	"fives/p2p/far"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
)

// FarProtocol is the security protocol that is spoken at the door of friends from outside the
// local network, and nowhere else (PROTOCOL §2.6).
const FarProtocol = "/fives/far/1"

var (
	// ErrFarPort says that the port for friends from outside is taken.
	ErrFarPort = errors.New("host: another program has it")
	// ErrOldLink says that a door knows a link's secret as a former one.
	ErrOldLink = errors.New("host: the link is no longer good")
	// ErrDoorFull says that there is no room behind a door, or before it.
	ErrDoorFull = errors.New("host: there is no room for more friends from outside")
	// ErrHangsUp says that the node of a link answers, and ends the connection at once.
	ErrHangsUp = errors.New("host: it hangs up")
	// ErrUnknownLink says that a door does not know a link's secret: it is the node's, which
	// has forgotten it, or somebody else's.
	ErrUnknownLink = errors.New("host: nobody there knows the link")
	// ErrSomebodyElse says that not the node of a link answers at its address.
	ErrSomebodyElse = errors.New("host: somebody else answers there")
	// ErrNobodyAnswers says that nothing answers at the address of a link.
	ErrNobodyAnswers = errors.New("host: nobody answers there")
	// ErrNoWay says that no network of this machine leads to the address of a link.
	ErrNoWay = errors.New("host: there is no way there")
	// ErrNoIPv6 says so of an address of IPv6.
	ErrNoIPv6 = errors.New("host: there is no IPv6")
	// ErrNoLink says that there is no link to a peer.
	ErrNoLink = errors.New("host: there is no link to that peer")
	// ErrLinkAddress says that no address of a link is one that a link may have.
	ErrLinkAddress = errors.New("host: no address of the link leads to another network")
)

// prologue is what both sides of a handshake at the door have in common.
func prologue(s far.Secret) []byte { return append([]byte("fives/far/1"), s[:]...) }

// A FarDoor says how friends from outside are let in. The zero value lets in nobody.
type FarDoor struct {
	// Port is the TCP port, exactly this one; 0 stands for any free port.
	Port int
	// Secret is what links have; by the zero one nobody is let in.
	Secret far.Secret
	// Old lists the knocks of former secrets. Whoever comes with one of them is told so.
	Old []far.Knock
	// Stays lists who may stay although their link was taken back, and come back by its
	// secret, which must not be zero.
	Stays map[peer.ID]far.Secret
	// Tells leaves the door open although nobody is let in, to tell those with a former link so.
	Tells bool
}

// isNobodys reports whether nobody is let in.
func (d FarDoor) isNobodys() bool { return d.Secret == far.Secret{} && len(d.Stays) == 0 }

// nowhere is the error of a host that lets in nobody.
func (d FarDoor) nowhere() error {
	if d.isNobodys() {
		return nil
	}
	return errDialOnly
}

// A Link is a way to a node in another network.
type Link struct {
	// Node is who is there.
	Node peer.ID
	// At lists where the door of that node is.
	At []netip.AddrPort
	// Secret is what lets in there.
	Secret far.Secret
}

// FarVisits is what has happened at the door since the host was made.
type FarVisits struct {
	In      int   // connections that are in now
	Came    Visit // got in by the secret of now
	Old     Visit // came with an old link
	Unknown Visit // came with no link of this node, or said nothing, since the door is at its port
	Full    Visit // had the link, and found no room
}

// A Visit is the last one of its kind, and how many there were.
type Visit struct {
	Count int
	Last  time.Time
	From  netip.Addr // a router may have written another one
	Who   peer.ID    // "" if that was not asked
}

// isFar reports whether a connection leads through the door of either side.
func isFar(c network.Conn) bool { return c.ConnState().Security == FarProtocol }

// CameByLink reports whether all connections with a peer came in at the door for friends
// from outside. Connections through another node say nothing about that.
func (h *Host) CameByLink(id peer.ID) bool { return h.allCame(id, isFar) }

// WentByLink reports whether this host has dialled, by a link, a peer to which it is
// connected.
func (h *Host) WentByLink(id peer.ID) bool {
	return slices.ContainsFunc(h.directConns(id), func(c network.Conn) bool { return isFar(c) && c.Stat().Direction == network.DirOutbound })
}

// allCame reports whether there are connections with a peer, and all of them came in in a
// certain way.
func (h *Host) allCame(id peer.ID, so func(network.Conn) bool) bool {
	conns := h.directConns(id)
	return len(conns) > 0 && !slices.ContainsFunc(conns, func(c network.Conn) bool {
		return c.Stat().Direction != network.DirInbound || !so(c)
	})
}
