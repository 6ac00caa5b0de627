package node

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// lobbyRequest asks a node what it offers; lobbyAnswer says so. (PROTOCOL §4)
type (
	lobbyRequest struct{}

	lobbyAnswer struct {
		Name    string       `cbor:"name"`
		Version string       `cbor:"version"`
		Offers  []lobbyOffer `cbor:"offers"`
	}

	// A lobbyOffer of a private table has the ID only.
	lobbyOffer struct {
		ID       record.Hash    `cbor:"id"`
		Private  bool           `cbor:"private"`
		Proposal *record.Record `cbor:"proposal,omitempty"`
		Taken    []string       `cbor:"taken,omitempty"`
		Running  bool           `cbor:"running,omitempty"` // it is played, and may be watched
	}
)

const (
	lobbyTime = 2 * time.Second
	maxOffers = 16 // of one node
)

// handleLobby answers a lobby request.
func (n *Node) handleLobby(s network.Stream) {
	defer s.Close()
	leave, ok := n.guests.enter(s.Conn())
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	var q lobbyRequest
	if err := wire.ReadShort(s, lobbyTime, guestFrame, &q); err != nil {
		s.Reset()
		return
	}
	s.SetWriteDeadline(time.Now().Add(lobbyTime))
	if err := wire.Write(s, n.lobby()); err != nil {
		s.Reset()
	}
}

func (n *Node) lobby() lobbyAnswer {
	a := lobbyAnswer{Name: n.name, Version: n.cfg.Version, Offers: n.openTables()}
	for _, g := range n.running() {
		if lo, ok := g.watchable(); ok && len(a.Offers) < maxOffers {
			a.Offers = append(a.Offers, lo)
		}
	}
	slices.SortFunc(a.Offers, func(x, y lobbyOffer) int { return slices.Compare(x.ID[:], y.ID[:]) })
	return a
}

func (n *Node) openTables() []lobbyOffer {
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []lobbyOffer
	for _, o := range n.offers {
		lo := lobbyOffer{ID: o.id, Private: o.terms.Private}
		if !lo.Private {
			lo.Proposal = &o.Proposal
			lo.Taken = o.taken()
		}
		list = append(list, lo)
	}
	return list
}

// watchable is what the lobby says of a running table that strangers may
// watch. One that continues another has no proposal and is not listed.
func (g *game) watchable() (lo lobbyOffer, ok bool) {
	if g.onlooker || !g.public {
		return lo, false
	}
	g.look(func(r *replica.Replica) {
		t := r.Table()
		if terms := t.Terms(); !t.Over() && t.Continuation() == nil {
			ok = true
			lo = lobbyOffer{ID: g.id, Proposal: &t.Records(0)[0], Taken: terms.Names(), Running: true}
		}
	})
	return lo, ok
}

// askLobby asks another node what it offers.
func (n *Node) askLobby(ctx context.Context, id peer.ID) (lobbyAnswer, error) {
	var a lobbyAnswer
	ctx, cancel := context.WithTimeout(ctx, lobbyTime)
	defer cancel()
	s, err := n.host.NewStream(network.WithNoDial(ctx, "lobby"), id, protocolLobby)
	if err != nil {
		return a, err
	}
	defer s.Close()
	s.SetWriteDeadline(time.Now().Add(lobbyTime))
	if err := wire.Write(s, lobbyRequest{}); err != nil {
		s.Reset()
		return a, err
	}
	if err := wire.ReadShort(s, lobbyTime, lobbyFrame, &a); err != nil {
		s.Reset()
		return a, err
	}
	if len(a.Offers) > maxOffers {
		a.Offers = a.Offers[:maxOffers]
	}
	return a, nil
}

// Tables lists the open tables of all connected nodes and one's own tables.
func (n *Node) Tables(ctx context.Context) control.Tables {
	t := control.Tables{Open: []control.Offer{}, Mine: []control.Summary{}}
	t.Open = append(t.Open, n.ownOffers()...)
	var mu sync.Mutex
	var asking sync.WaitGroup
	for _, id := range n.host.Network().Peers() {
		asking.Add(1)
		go func() {
			defer asking.Done()
			offers := n.offersOf(ctx, id)
			mu.Lock()
			defer mu.Unlock()
			t.Open = append(t.Open, offers...)
		}()
	}
	asking.Wait()
	slices.SortFunc(t.Open, func(a, b control.Offer) int { return strings.Compare(a.ID, b.ID) })
	t.Mine = append(t.Mine, n.summaries()...)
	return t
}

// offersOf asks one node for its open tables.
func (n *Node) offersOf(ctx context.Context, id peer.ID) []control.Offer {
	a, err := n.askLobby(ctx, id)
	if err != nil {
		return nil
	}
	if info := n.info(id); info != nil {
		n.mu.Lock()
		info.seen = time.Now()
		n.mu.Unlock()
	}
	var offers []control.Offer
	for _, lo := range a.Offers {
		o := control.Offer{ID: lo.ID.String(), Private: lo.Private, Host: cleanName(a.Name), Peer: id.String(), Joined: n.hasJoined(lo.ID), Running: lo.Running}
		if lo.Running && n.game(lo.ID) != nil {
			continue
		}
		if lo.Proposal != nil {
			pid, terms, seats, err := table.OpenProposal(*lo.Proposal, n.cfg.Games)
			if err != nil || pid != lo.ID || !lo.Running && !signedBy(*lo.Proposal, id) {
				continue
			}
			describe(&o, terms, seats)
			for _, name := range lo.Taken[:min(len(lo.Taken), seats)] {
				o.Taken = append(o.Taken, cleanName(name))
			}
		}
		offers = append(offers, o)
	}
	return offers
}

// signedBy tells whether a node is the author of a record: nobody offers the
// open tables of others.
func signedBy(r record.Record, id peer.ID) bool {
	key, err := host.PublicKey(id)
	return err == nil && record.Key(key) == r.Author
}

// tendLobby frees the seats of those who are gone for too long, and goes after
// the seats that this node has reserved elsewhere.
func (n *Node) tendLobby(ctx context.Context) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, o := range n.offers {
		for key, since := range o.gone {
			if time.Since(since) > seatGrace && key != n.self {
				n.unseat(o, key)
			}
		}
	}
	for _, j := range n.joins {
		if !j.running {
			j.running = true
			n.run(func() { j.pursue(ctx) })
		}
	}
}
