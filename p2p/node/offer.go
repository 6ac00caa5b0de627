package node

import (
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// An offer is a table that this node has opened and that has free seats.
type offer struct {
	id    record.Hash
	terms *table.Terms
	seats int
	code  *code // nil for a public table
	// loaded says that it comes from the store
	loaded bool

	store.Offer
	gone map[record.Key]time.Time // who holds a seat but is not connected, since when
	wait map[record.Key]*waiter   // streams of those who hold a seat
}

// seatGrace is how long a seat is kept for a node whose connection broke.
const seatGrace = 20 * time.Second

// taken lists the names of those who have a seat.
func (o *offer) taken() []string {
	var names []string
	for _, j := range o.Joins {
		if p, err := j.Peek(); err == nil { // it was checked when it came
			if body, err := record.Decode[record.Join](p); err == nil {
				names = append(names, body.Name)
			}
		}
	}
	return names
}

func describe(o *control.Offer, terms *table.Terms, seats int) {
	o.Game, o.Options, o.Seats = terms.Rules.Name, terms.Options, seats
	o.Private, o.Spectators, o.TurnLimit = terms.Private, terms.Spectators, int(terms.TurnLimit)
}

func (n *Node) ownOffers() []control.Offer {
	n.mu.Lock()
	defer n.mu.Unlock()
	var offers []control.Offer
	for _, o := range n.offers {
		offers = append(offers, n.offerView(o))
	}
	return offers
}

func (n *Node) offerView(o *offer) control.Offer {
	v := control.Offer{ID: o.id.String(), Host: n.name, Peer: n.host.ID().String(), Mine: true, Joined: true, Code: o.Code, Taken: o.taken()}
	describe(&v, o.terms, o.seats)
	return v
}

// loadOffers takes up the tables that were open when the daemon stopped. The
// seats of others are theirs again as soon as they connect.
func (n *Node) loadOffers() error {
	stored, err := n.store.Offers()
	if err != nil {
		return err
	}
	for id, so := range stored {
		if n.games[id] != nil { // it began just before the daemon stopped
			if err := n.store.DropOffer(id); err != nil {
				return err
			}
			continue
		}
		o, err := n.newOffer(so)
		if err != nil {
			return fmt.Errorf("node: open table %s: %w", short(id), err)
		}
		for _, j := range o.Joins {
			o.gone[j.Author] = time.Now()
		}
		o.loaded = true
		n.offers[id] = o
	}
	return nil
}

func (n *Node) newOffer(so store.Offer) (*offer, error) {
	id, terms, seats, err := table.OpenProposal(so.Proposal, n.cfg.Games)
	if err != nil {
		return nil, err
	}
	o := &offer{id: id, terms: terms, seats: seats, Offer: so,
		gone: map[record.Key]time.Time{}, wait: map[record.Key]*waiter{}}
	if terms.Private {
		o.code = newCode(so.Code)
	}
	return o, nil
}

// seat gives a seat to a join, stores it, and begins the table if it was the
// last one. n.mu must be held; the caller starts the game that is returned.
func (n *Node) seat(o *offer, join record.Record) (begun bool, err error) {
	if len(o.Joins) >= o.seats {
		return false, refusal("the table is full")
	}
	o.Joins = append(o.Joins, join)
	if err := n.store.PutOffer(o.id, o.Offer); err != nil {
		o.Joins = o.Joins[:len(o.Joins)-1]
		return false, err
	}
	return len(o.Joins) == o.seats, nil
}

// begin turns a full offer into a table.
func (n *Node) begin(o *offer) error {
	seats := map[record.Key]store.OwnSeat{}
	for _, j := range o.Joins {
		if bot, ok := o.Own[botID(j.Author)]; ok {
			seats[j.Author] = store.OwnSeat{Seed: bot.Seed, Bot: bot.Bot}
		} else if j.Author == n.self {
			seats[j.Author] = store.OwnSeat{}
		}
	}
	g, err := n.create(replica.Genesis{Proposal: &o.Proposal, Joins: o.Joins}, seats, o.loaded)
	if err != nil {
		return err
	}
	n.mu.Lock()
	delete(n.offers, o.id)
	for _, w := range o.wait {
		w.finish(waiting{Begun: true})
	}
	n.mu.Unlock()
	if err := n.store.DropOffer(o.id); err != nil {
		n.log.Warn("dropping an offer", "err", err)
	}
	g.tick()
	return nil
}

// botID is how a computer player's key is written in the store's maps.
func botID(k record.Key) string { return hex.EncodeToString(k[:]) }

// unseat frees a seat at an open table. n.mu must be held.
func (n *Node) unseat(o *offer, key record.Key) {
	delete(o.gone, key)
	if _, own := o.Own[botID(key)]; own {
		return
	}
	i := slices.IndexFunc(o.Joins, func(j record.Record) bool { return j.Author == key || hostOf(o, j) == key })
	if i < 0 {
		return
	}
	o.Joins = slices.Delete(slices.Clone(o.Joins), i, i+1)
	if err := n.store.PutOffer(o.id, o.Offer); err != nil {
		n.log.Warn("storing an offer", "err", err)
	}
	n.lobbyChanged(o)
}

// hostOf is the node that a join belongs to.
func hostOf(o *offer, j record.Record) record.Key {
	s, err := table.OpenJoin(j, o.id)
	if err != nil {
		return j.Author
	}
	return replica.Node(s)
}

// lobbyChanged tells everybody who waits, and the event stream, who sits at an
// open table now. n.mu must be held.
func (n *Node) lobbyChanged(o *offer) {
	taken := o.taken()
	for _, w := range o.wait {
		w.update(waiting{Taken: taken})
	}
	n.events.add(control.Event{Kind: control.EventLobby, Table: o.id.String(),
		Text: fmt.Sprintf("%d of %d seats are taken: %s", len(taken), o.seats, listNames(taken))})
}
