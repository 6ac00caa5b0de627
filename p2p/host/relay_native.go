//go:build !js

package host

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	v2 "github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/relay"
	ma "github.com/multiformats/go-multiaddr"
	"golang.org/x/time/rate"

	"fives/engine/record"
	"fives/p2p/limit"
)

// A relay carries what others say to this host's guests, and these to each other
// (PROTOCOL §2.5). It exists while browsers are let in, and as long as one of them is
// still there. It is libp2p's, which asks it who may do what, and tells it what is done.
type relay struct {
	h       *Host
	service *v2.Relay
	ctx     context.Context // until it ends
	stop    context.CancelFunc
	asks    *limit.Rate   // for circuits
	pace    *rate.Limiter // of the bytes of all circuits
	open    atomic.Int64  // circuits

	mu     sync.Mutex // guards the next
	guests map[peer.ID]time.Time
}

var (
	_ v2.ACLFilter     = (*relay)(nil)
	_ v2.MetricsTracer = (*relay)(nil)
)

func newRelay(h *Host) (*relay, error) {
	r := &relay{
		h: h, guests: map[peer.ID]time.Time{},
		asks: limit.NewRate(time.Now, circuitEvery, circuitBurst), pace: rate.NewLimiter(relayBytes, relayBytesBurst),
	}
	r.ctx, r.stop = context.WithCancel(context.Background())
	var err error
	r.service, err = v2.New(h.Host,
		v2.WithResources(v2.Resources{
			// No limit of a circuit's time or bytes: a game is as long as it is.
			ReservationTTL: PlaceFor, MaxReservations: relayGuests, MaxReservationsPerIP: relayGuestsAddr, MaxReservationsPerASN: relayGuests,
			MaxCircuits: circuitsPeer, BufferSize: circuitBuffer,
		}),
		v2.WithReservationAddressFilter(func(ma.Multiaddr) bool { return false }), // guests know where they came from
		v2.WithACL(r), v2.WithMetricsTracer(r))
	if err != nil {
		r.stop()
		return nil, fmt.Errorf("host: %w", err)
	}
	return r, nil
}

func (r *relay) close() {
	_ = r.service.Close()
	r.stop()
}

// AllowReserve gives a place to whoever has come by the invitation, and to nobody else.
func (r *relay) AllowReserve(id peer.ID, at ma.Multiaddr) bool {
	if !r.h.gater.near(at) || !r.h.CameByInvitation(id) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget()
	if _, again := r.guests[id]; !again && len(r.guests) >= relayGuests {
		return false
	}
	r.guests[id] = time.Now().Add(PlaceFor)
	return true
}

// forget takes the places of those away who are gone, or have not asked for long.
func (r *relay) forget() {
	for id, until := range r.guests {
		if time.Now().After(until) || !r.h.CameByInvitation(id) {
			delete(r.guests, id)
		}
	}
}

// AllowConnect lets guests, and the nodes that this one knows, reach a guest: those on the
// local network, even if this node's person lets in others.
func (r *relay) AllowConnect(from peer.ID, at ma.Multiaddr, to peer.ID) bool {
	if from == to || !r.h.gater.near(at) || r.h.Blocked(from) || !r.isGuest(to) || r.open.Load() >= circuitsAll {
		return false
	}
	if !r.isGuest(from) && (r.h.cfg.Neighbour == nil || !r.h.cfg.Neighbour(from)) {
		return false
	}
	key, err := PublicKey(from)
	return err == nil && r.asks.Allow(record.Key(key))
}

func (r *relay) isGuest(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.guests[id]
	return ok && r.h.CameByInvitation(id)
}

// list has the guests that can be reached.
func (r *relay) list() (all []peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget()
	for id := range r.guests {
		all = append(all, id)
	}
	slices.Sort(all)
	return all
}

// ConnectionOpened and ConnectionClosed count circuits.
func (r *relay) ConnectionOpened()              { r.open.Add(1) }
func (r *relay) ConnectionClosed(time.Duration) { r.open.Add(-1) }

// BytesTransferred holds a circuit up that is faster than all together may be.
func (r *relay) BytesTransferred(n int) { _ = r.pace.WaitN(r.ctx, n) }

// The rest is not counted.
func (r *relay) RelayStatus(bool)                           {}
func (r *relay) ConnectionRequestHandled(pb.Status)         {}
func (r *relay) ReservationAllowed(bool)                    {}
func (r *relay) ReservationClosed(int)                      {}
func (r *relay) ReservationRequestHandled(status pb.Status) {}
