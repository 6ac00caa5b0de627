package node

import (
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/lobby"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store"
)

// An offer is a table that this node has opened and that has free seats.
type offer struct {
	id    record.Hash
	terms *table.Terms
	seats int
	code  *lobby.Code // nil for a public table

	store.Offer
	reopened  time.Time                   // when it was taken up from the store
	beginning bool                        // its last seat is taken, and the table is being made
	tried     time.Time                   // when that failed
	gone      map[record.Key]time.Time    // who holds a seat but is not connected, since when
	sessions  map[record.Key]*joinSession // streams of those who hold a seat
}

const (
	seatGrace  = 20 * time.Second // a seat is kept for a node whose connection broke
	beginAgain = 5 * time.Second  // before another try to make a full table
)

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

// sitting are the seats taken at an open table. n.mu must be held.
func (o *offer) sitting() []table.Seat {
	var seats []table.Seat
	for _, j := range o.Joins {
		if s, err := table.OpenJoin(j, o.id); err == nil {
			seats = append(seats, s)
		}
	}
	return seats
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
	v.Warnings = n.book.Warnings(o.sitting())
	describe(&v, o.terms, o.seats)
	return v
}

// loadOffers takes up the tables that were open when the daemon stopped. The
// seats of others are theirs again when they connect in time.
func (n *Node) loadOffers() error {
	stored, err := n.store.Offers()
	if err != nil {
		return err
	}
	for id, so := range stored {
		if n.has(id) { // it began just before the daemon stopped
			if err := n.store.DropOffer(id); err != nil {
				return err
			}
			continue
		}
		o, err := n.reopen(id, so)
		if err != nil {
			return fmt.Errorf("node: open table %s: %w", short(id), err)
		}
		if err := n.store.MoveOffer(id, o.id, o.Offer); err != nil {
			n.log.Error("an open table is left out, as the store does not take it", "table", short(id), "err", err)
			continue
		}
		n.offers[o.id] = o
		n.events.add(control.Event{Kind: control.EventLobby, Table: o.id.String(),
			Text: fmt.Sprintf("table %s is open again, as %s", short(id), short(o.id))})
	}
	return nil
}

func (n *Node) newOffer(so store.Offer) (*offer, error) {
	id, terms, seats, err := table.OpenProposal(so.Proposal, n.cfg.Games)
	if err != nil {
		return nil, err
	}
	o := &offer{id: id, terms: terms, seats: seats, Offer: so,
		gone: map[record.Key]time.Time{}, sessions: map[record.Key]*joinSession{}}
	if terms.Private {
		o.code = lobby.NewCode(so.Code)
	}
	return o, nil
}

// seat gives a seat to a join and stores it. n.mu must be held.
func (n *Node) seat(o *offer, join record.Record) error {
	node := hostOf(o.id, join)
	switch {
	case len(o.Joins) >= o.seats:
		return lobby.Refusal("the table is full")
	case !o.keeps(node) && len(o.Joins)+o.reserved() >= o.seats:
		return lobby.Refusal("the free seats are kept a moment for those who had them")
	}
	seated := o.Offer
	seated.Joins = append(slices.Clone(o.Joins), join)
	seated.Kept = slices.DeleteFunc(slices.Clone(o.Kept), func(k store.KeptSeat) bool { return k.Node == node })
	if err := n.store.PutOffer(o.id, seated); err != nil {
		return err
	}
	o.Joins, o.Kept = seated.Joins, seated.Kept // the rest is read without n.mu
	return nil
}

// beginFull begins a table whose seats are all taken, also if that was tried
// before and failed. n.mu must be held.
func (n *Node) beginFull(o *offer) {
	if len(o.Joins) < o.seats || o.beginning || time.Since(o.tried) < beginAgain {
		return
	}
	o.beginning = true
	n.scheduler.Go(func() {
		if err := n.begin(o); err != nil {
			n.log.Error("a full table cannot begin", "table", short(o.id), "err", err)
		}
	})
}

// begin turns a full offer into a table. o.beginning must be set: nobody gets
// or gives back a seat meanwhile.
func (n *Node) begin(o *offer) error {
	seats := map[record.Key]session.OwnSeat{}
	for _, j := range o.Joins {
		if bot, ok := o.Own[botID(j.Author)]; ok {
			seats[j.Author] = session.OwnSeat{Seed: bot.Seed, Bot: bot.Bot}
		} else if j.Author == n.self {
			seats[j.Author] = session.OwnSeat{}
		}
	}
	_, err := n.create(replica.Genesis{Proposal: &o.Proposal, Joins: o.Joins}, seats, false)
	n.mu.Lock()
	if err != nil {
		o.beginning, o.tried = false, time.Now()
		n.mu.Unlock()
		return err
	}
	delete(n.offers, o.id)
	for _, w := range o.sessions {
		w.finish(lobby.RoomNews{Begun: true})
	}
	n.mu.Unlock()
	if err := n.store.DropOffer(o.id); err != nil {
		n.log.Warn("dropping an offer", "err", err)
	}
	n.hasten()
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
	if o.beginning { // if that fails, the next look at the lobby frees the seat
		o.gone[key] = time.Time{}
		return
	}
	i := slices.IndexFunc(o.Joins, func(j record.Record) bool { return j.Author == key || hostOf(o.id, j) == key })
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
func hostOf(id record.Hash, j record.Record) record.Key {
	s, err := table.OpenJoin(j, id)
	if err != nil {
		return j.Author
	}
	return replica.Node(s)
}

// lobbyChanged tells everybody who waits, and the event stream, who sits at an
// open table now. n.mu must be held.
func (n *Node) lobbyChanged(o *offer) {
	taken := o.taken()
	for _, w := range o.sessions {
		w.update(lobby.RoomNews{Taken: taken})
	}
	n.events.add(control.Event{Kind: control.EventLobby, Table: o.id.String(),
		Text: fmt.Sprintf("%d of %d seats are taken: %s", len(taken), o.seats, present.ListNames(nickname.ShownAll(taken)))})
	for _, text := range n.book.Warnings(o.sitting()) {
		n.events.add(control.Event{Kind: control.EventWarning, Table: o.id.String(), Text: text})
	}
}
