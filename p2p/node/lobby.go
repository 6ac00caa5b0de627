package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multistream"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

const (
	lobbyTime = 2 * time.Second
	maxOffers = 16 // of one node
)

// handleLobby answers a lobby request.
func (n *Node) handleLobby(s network.Stream) {
	defer s.Close()
	leave, ok := n.strangers.Enter(streams.NodeOf(s.Conn().RemotePeer()), streams.AddressOf(s.Conn()))
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	var q lobby.Request
	if err := wire.ReadShort(s, lobbyTime, lobby.MaxStrangerFrame, &q); err != nil {
		s.Reset()
		return
	}
	n.directory.NoteMinor(streams.NodeOf(s.Conn().RemotePeer()), q.Minor)
	s.SetWriteDeadline(time.Now().Add(lobbyTime))
	if err := wire.Write(s, n.lobby(s.Conn().RemotePeer())); err != nil {
		s.Reset()
	}
}

// lobby is what a peer may know of this node's tables.
func (n *Node) lobby(to peer.ID) lobby.Answer {
	a := lobby.Answer{Name: n.name, Version: n.cfg.Version, Minor: peers.Minor, Offers: n.openTables()}
	key, err := host.PublicKey(to)
	if err != nil {
		return a
	}
	for _, g := range n.running() {
		if lo, ok := g.watchable(record.Key(key)); ok && len(a.Offers) < maxOffers {
			a.Offers = append(a.Offers, lo)
		}
	}
	slices.SortFunc(a.Offers, func(x, y lobby.Offer) int { return slices.Compare(x.ID[:], y.ID[:]) })
	return a
}

func (n *Node) openTables() []lobby.Offer {
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []lobby.Offer
	for _, o := range n.offers {
		lo := lobby.Offer{ID: o.id, Private: o.terms.Private}
		if !lo.Private {
			lo.Proposal = &o.Proposal
			lo.Taken = o.taken()
		}
		list = append(list, lo)
	}
	return list
}

// watchable is what the lobby says to a node of a running table that it may
// watch. One that continues another has no proposal.
func (g *game) watchable(by record.Key) (lo lobby.Offer, ok bool) {
	if g.Onlooker() || !g.terms.Spectators {
		return lo, false
	}
	lo = lobby.Offer{ID: g.id, Private: g.terms.Private, Taken: g.terms.Names(), Running: true}
	if lo.Private {
		if lo.Credential = g.credentialFor(by); lo.Credential == nil {
			return lo, false
		}
	}
	g.look(func(r *replica.Snapshot) {
		t := r.Table()
		ok = !t.Over()
		if t.Continuation() == nil {
			lo.Proposal = &t.Records(0)[0]
		}
	})
	return lo, ok
}

// askLobby asks another node what it offers.
func (n *Node) askLobby(ctx context.Context, id peer.ID) (lobby.Answer, error) {
	var a lobby.Answer
	ctx, cancel := context.WithTimeout(ctx, lobbyTime)
	defer cancel()
	s, err := n.host.NewStream(network.WithNoDial(ctx, "lobby"), id, streams.ProtocolLobby)
	if err != nil {
		return a, noLobby(err)
	}
	defer s.Close()
	s.SetWriteDeadline(time.Now().Add(lobbyTime))
	if err := wire.Write(s, lobby.Request{Minor: peers.Minor}); err != nil {
		s.Reset()
		return a, noLobby(err)
	}
	if err := wire.ReadShort(s, lobbyTime, lobby.MaxAnswer, &a); err != nil {
		s.Reset()
		return a, noLobby(err)
	}
	n.directory.NoteMinor(streams.NodeOf(id), a.Minor)
	if len(a.Offers) > maxOffers {
		a.Offers = a.Offers[:maxOffers]
	}
	return a, nil
}

// Tables lists the open tables of all connected nodes and one's own tables.
func (n *Node) Tables(ctx context.Context) control.Tables {
	return n.tablesWithin(ctx, quickly)
}

func (n *Node) tablesWithin(ctx context.Context, patience time.Duration) control.Tables {
	var others []control.Offer
	for _, h := range n.offersOfAll(ctx, patience) {
		others = append(others, h.Offer)
	}
	t := n.Mine()
	t.Open = append(t.Open, others...)
	slices.SortStableFunc(t.Open, func(a, b control.Offer) int { return strings.Compare(a.ID, b.ID) })
	return t
}

// Mine lists this node's own tables. It asks nobody.
func (n *Node) Mine() control.Tables {
	return control.Tables{
		Open: append([]control.Offer{}, n.ownOffers()...),
		Mine: append([]control.Summary{}, n.summaries()...),
	}
}

// A heardOffer is what another node says of a table of its own, with what it
// gives this node to watch it.
type heardOffer struct {
	control.Offer
	credential *lobby.Credential
}

// quickly is how long a list of tables waits for nodes that answer slowly. One
// that has let it wait once is not waited for until it has answered: it sleeps.
const quickly = lobbyTime / 4

// offersOfAll asks all connected nodes for their tables, and returns what they
// have said within the patience that one has, or at once when all have answered
// that are waited for.
func (n *Node) offersOfAll(ctx context.Context, patience time.Duration) []heardOffer {
	type said struct {
		by     peer.ID
		offers []heardOffer
	}
	waited := map[peer.ID]bool{}
	ids := n.host.Network().Peers()
	answers := make(chan said, len(ids))
	for _, id := range ids {
		if patience > quickly || !n.directory.Late(streams.NodeOf(id)) {
			waited[id] = true
		}
		n.scheduler.Go(func() { answers <- said{id, n.offersOf(context.WithoutCancel(ctx), id)} })
	}
	var all []heardOffer
	for end := time.After(patience); len(waited) > 0; {
		select {
		case a := <-answers:
			delete(waited, a.by)
			all = append(all, a.offers...)
		case <-end:
			for id := range waited {
				n.directory.SetLate(streams.NodeOf(id))
			}
			return all
		}
	}
	return all
}

// noLobby marks the error that says that a peer has no lobby's stream.
func noLobby(err error) error {
	var refused multistream.ErrNotSupported[protocol.ID]
	if errors.As(err, &refused) {
		return fmt.Errorf("%w: %v", peers.ErrNoLobby, err)
	}
	return err
}

// offersOf asks one node for its tables.
func (n *Node) offersOf(ctx context.Context, id peer.ID) []heardOffer {
	a, err := n.askLobby(ctx, id)
	if err != nil {
		return nil
	}
	n.directory.Answered(streams.NodeOf(id))
	var offers []heardOffer
	for _, lo := range a.Offers {
		if lo.Running && (n.game(lo.ID) != nil || lo.Private && !n.letIn(lo, id)) {
			continue
		}
		if o, ok := n.readOffer(lo, id); ok {
			o.Host = nickname.Clean(a.Name)
			if key, err := host.PublicKey(id); err == nil {
				o.Warnings = n.book.Warnings([]table.Seat{{Name: o.Host, Key: record.Key(key)}})
			}
			offers = append(offers, heardOffer{o, lo.Credential})
		}
	}
	return offers
}

// readOffer checks what a node says of a table of its own.
func (n *Node) readOffer(lo lobby.Offer, from peer.ID) (control.Offer, bool) {
	o := control.Offer{ID: lo.ID.String(), Private: lo.Private, Peer: from.String(), Joined: n.hasJoined(lo.ID), Running: lo.Running}
	named := 0
	if lo.Proposal != nil {
		id, terms, seats, err := table.OpenProposal(*lo.Proposal, n.cfg.Games)
		if err != nil || id != lo.ID || !lo.Running && !signedBy(*lo.Proposal, from) {
			return o, false
		}
		describe(&o, terms, seats)
		named = seats
	}
	for _, name := range lo.Taken[:min(len(lo.Taken), named)] {
		o.Taken = append(o.Taken, nickname.Clean(name))
	}
	return o, true
}

// letIn reports whether an offer of a private table has a credential for this
// node, signed by the node that sends it.
func (n *Node) letIn(lo lobby.Offer, from peer.ID) bool {
	key, err := host.PublicKey(from)
	return err == nil && lo.Credential != nil && lo.Credential.Verify(lo.ID, n.self, record.Key(key)) == nil
}

// signedBy reports whether a node is the author of a record: nobody offers the
// open tables of others.
func signedBy(r record.Record, id peer.ID) bool {
	key, err := host.PublicKey(id)
	return err == nil && record.Key(key) == r.Author
}

// tendLobby frees the seats of those who are gone for too long, begins tables
// that are full, and goes after the seats that this node has reserved elsewhere.
func (n *Node) tendLobby(ctx context.Context) {
	n.greetAgain(ctx)
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, o := range n.offers {
		for key, since := range o.gone {
			if time.Since(since) > seatGrace && key != n.self {
				n.unseat(o, key)
			}
		}
		n.beginFull(o)
	}
	for _, j := range n.joins {
		if !j.running {
			j.running = true
			n.scheduler.Go(func() { j.pursue(ctx) })
		}
	}
}
