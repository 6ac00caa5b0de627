//go:build !js

package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"
	ma "github.com/multiformats/go-multiaddr"
	"golang.org/x/time/rate"

	"fives/engine/record"
	"fives/p2p/limit"
)

// A relay carries traffic between this host's guests and others, and among the guests
// (PROTOCOL §2.5). It exists while browsers or friends from outside are let in, and as long as
// one of them is still there. It speaks libp2p's protocol, but is not libp2p's relay: that one gives its places
// and circuits to whoever comes first, and takes none back.
type relay struct {
	h    *Host
	ctx  context.Context // until it ends
	stop context.CancelFunc
	asks *limit.Rate   // for circuits
	pace *rate.Limiter // of the bytes of all circuits
	idle time.Duration // without traffic, after which a circuit ends
	wait time.Duration // for a request

	mu       sync.Mutex // guards the next
	places   *places
	circuits *circuits
	silent   map[peer.ID]int // streams on which a peer has not yet said what it wants
}

const (
	maxHop   = 4096 // bytes of a message to or of a relay
	placeTag = "place"
)

func newRelay(h *Host) *relay {
	r := &relay{
		h: h, idle: circuitIdle, wait: dialTimeout, silent: map[peer.ID]int{},
		asks: limit.NewRate(time.Now, circuitEvery, circuitBurst), pace: rate.NewLimiter(relayBytes, relayBytesBurst),
	}
	r.places, r.circuits = newPlaces(r.standing), newCircuits(r.standing)
	r.ctx, r.stop = context.WithCancel(context.Background())
	h.SetStreamHandler(proto.ProtoIDv2Hop, r.serve)
	return r
}

func (r *relay) close() {
	r.h.RemoveStreamHandler(proto.ProtoIDv2Hop)
	r.stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.circuits.all {
		c.end()
	}
}

// standing returns the standing of a peer. r.mu must be held.
func (r *relay) standing(id peer.ID) standing {
	if r.h.ConnManager().IsProtected(id, "") {
		return seated
	}
	if r.h.CameByLink(id) {
		return asked // nobody else gets in there
	}
	if has := r.h.cfg.Asked; has != nil && slices.ContainsFunc(r.h.directConns(id), func(c network.Conn) bool { return has(ipOf(c.RemoteMultiaddr())) }) {
		return asked
	}
	return stranger
}

// serve answers what a peer asks the relay for.
func (r *relay) serve(s network.Stream) {
	m, err := r.hear(s)
	switch at := s.Conn().RemoteMultiaddr(); {
	case err != nil:
		_ = s.Reset()
	case IsCircuit(at):
		say(s, pb.Status_PERMISSION_DENIED, nil)
	case m.GetType() == pb.HopMessage_RESERVE:
		r.reserve(s, at)
	case m.GetType() == pb.HopMessage_CONNECT:
		r.connect(s, at, peer.ID(m.GetPeer().GetId()))
	default:
		_ = s.Reset()
	}
}

// hear reads what a peer asks for. A silent stream takes up room, so there may be only few
// of these.
func (r *relay) hear(s network.Stream) (*pb.HopMessage, error) {
	from := s.Conn().RemotePeer()
	r.mu.Lock()
	full := r.silent[from] >= silentPeer || len(r.silent) >= silentAll && r.standing(from) == stranger
	if !full {
		r.silent[from]++
	}
	r.mu.Unlock()
	if full {
		return nil, errors.New("host: too many requests are not heard yet")
	}
	defer r.endSilence(from)
	_ = s.SetDeadline(time.Now().Add(r.wait))
	rd := util.NewDelimitedReader(s, maxHop)
	defer rd.Close()
	m := &pb.HopMessage{}
	return m, rd.ReadMsg(m)
}

func (r *relay) endSilence(from peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.silent[from]--; r.silent[from] == 0 {
		delete(r.silent, from)
	}
}

// say answers a peer, and closes the stream unless a circuit goes on over it.
func say(s network.Stream, status pb.Status, place *pb.Reservation) {
	m := pb.HopMessage{Type: pb.HopMessage_STATUS.Enum(), Status: &status, Reservation: place}
	if util.NewDelimitedWriter(s).WriteMsg(&m) != nil {
		_ = s.Reset()
	} else {
		_ = s.Close()
	}
}

// reserve gives a peer a place. It tells the peer no address: its page knows where it came
// from.
func (r *relay) reserve(s network.Stream, at ma.Multiaddr) {
	until := time.Now().Add(PlaceFor)
	if !r.mayStay(s.Conn().RemotePeer(), at, until) {
		say(s, pb.Status_PERMISSION_DENIED, nil)
		return
	}
	expire := uint64(until.Unix())
	say(s, pb.Status_OK, &pb.Reservation{Expire: &expire})
}

// mayStay gives a place to a peer that has come by the invitation or by a link, and to nobody
// else.
func (r *relay) mayStay(id peer.ID, at ma.Multiaddr, until time.Time) bool {
	if !r.mayAsk(id, at) || !r.h.carried(id) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget()
	out, ok := r.places.take(id, sourceOf(at, r.h.CameByLink(id)), until)
	if out != "" {
		r.h.ConnManager().UntagPeer(out, placeTag)
	}
	if ok {
		r.h.ConnManager().TagPeer(id, placeTag, 1)
	}
	return ok
}

// mayAsk reports whether a peer may ask for anything: it is near, or has come by a link.
func (r *relay) mayAsk(id peer.ID, at ma.Multiaddr) bool {
	return r.h.gater.near(at) || r.h.CameByLink(id)
}

// forget takes away the places of peers that are gone, or have not asked for a long time.
// r.mu must be held.
func (r *relay) forget() {
	now := time.Now()
	for _, id := range r.places.lapse(func(id peer.ID, until time.Time) bool { return now.After(until) || !r.h.carried(id) }) {
		r.h.ConnManager().UntagPeer(id, placeTag)
	}
}

// connect leads a peer to a guest.
func (r *relay) connect(s network.Stream, at ma.Multiaddr, to peer.ID) {
	c := &carried{pair: pair{s.Conn().RemotePeer(), to}, in: s}
	if !r.mayReach(c.from, at, to) || !r.admit(c) {
		say(s, pb.Status_PERMISSION_DENIED, nil)
		return
	}
	defer r.leave(c)
	if err := errors.Join(s.Scope().ReserveMemory(2*circuitBuffer, network.ReservationPriorityHigh), r.lead(c)); err != nil {
		r.h.log.Debug("host: a circuit", "from", c.from, "to", to, "err", err)
		say(s, pb.Status_CONNECTION_FAILED, nil)
		c.drop()
		return
	}
	c.carry(r.idle, func(n int) error { return r.pace.WaitN(r.ctx, n) })
}

// mayReach reports whether a peer may reach a guest. Guests may, and nodes on the local
// network that this one knows, even if this node's person lets in others.
func (r *relay) mayReach(from peer.ID, at ma.Multiaddr, to peer.ID) bool {
	if from == to || !r.mayAsk(from, at) || r.h.Blocked(from) || !r.isGuest(to) {
		return false
	}
	if !r.isGuest(from) && (r.h.cfg.Neighbour == nil || !r.h.cfg.Neighbour(from)) {
		return false
	}
	key, err := PublicKey(from)
	return err == nil && r.asks.Allow(record.Key(key))
}

// admit counts a circuit, and ends those that have to give way.
func (r *relay) admit(c *carried) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return false
	}
	out, ok := r.circuits.admit(c)
	for _, o := range out {
		o.end()
	}
	return ok
}

func (r *relay) leave(c *carried) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.circuits.leave(c)
}

// lead opens the other half of a circuit. It waits for an answer no longer than the peer
// that has asked does.
func (r *relay) lead(c *carried) error {
	ctx, cancel := context.WithTimeout(r.ctx, dialTimeout)
	defer cancel()
	out, err := r.h.NewStream(network.WithNoDial(ctx, "circuit"), c.to, proto.ProtoIDv2Stop)
	if err != nil {
		return err
	}
	if !c.lead(out) {
		return errors.New("host: the circuit has given way")
	}
	if err := out.SetDeadline(time.Now().Add(dialTimeout)); err != nil {
		return err
	}
	m := pb.StopMessage{Type: pb.StopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: c.from})}
	if err := util.NewDelimitedWriter(out).WriteMsg(&m); err != nil {
		return err
	}
	rd := util.NewDelimitedReader(out, maxHop)
	defer rd.Close()
	m.Reset()
	if err := rd.ReadMsg(&m); err != nil {
		return err
	}
	if m.GetType() != pb.StopMessage_STATUS || m.GetStatus() != pb.Status_OK {
		return fmt.Errorf("host: %s says %s", c.to, m.GetStatus())
	}
	done := pb.HopMessage{Type: pb.HopMessage_STATUS.Enum(), Status: pb.Status_OK.Enum()}
	return errors.Join(util.NewDelimitedWriter(c.in).WriteMsg(&done), c.in.SetDeadline(time.Time{}), out.SetDeadline(time.Time{}))
}

func (r *relay) isGuest(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.places.in[id]
	return ok && r.h.carried(id)
}

// list returns the guests that can be reached.
func (r *relay) list() (all []peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget()
	for id := range r.places.in {
		all = append(all, id)
	}
	slices.Sort(all)
	return all
}

// carried reports whether others reach a peer through this host alone: it came by the
// invitation or by a link.
func (h *Host) carried(id peer.ID) bool {
	return h.allCame(id, func(c network.Conn) bool { return isFar(c) || IsWebSocket(c.LocalMultiaddr()) })
}
