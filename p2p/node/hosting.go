package node

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/store"
)

// Host opens a table.
func (n *Node) Host(ctx context.Context, r control.HostRequest) (control.Offer, error) {
	proposal, terms, err := n.propose(r)
	if err != nil {
		return control.Offer{}, err
	}
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	so := store.Offer{Proposal: proposal, Own: map[string]store.ReservedBot{}}
	if terms.Private {
		so.Code = lobby.FirstCode()
	}
	if err := n.seatOwn(&so, id, r); err != nil {
		return control.Offer{}, err
	}
	o, err := n.newOffer(so)
	if err != nil {
		return control.Offer{}, present.BadTerms(err)
	}
	if err := n.store.PutOffer(id, so); err != nil {
		return control.Offer{}, err
	}
	n.mu.Lock()
	if len(n.offers) >= maxOffers {
		n.mu.Unlock()
		return control.Offer{}, control.Fail(control.ReasonTooManyOpen, control.Data{Limit: maxOffers})
	}
	n.offers[id] = o
	view := n.offerView(o)
	full := len(o.Joins) == o.seats
	o.beginning = full
	n.mu.Unlock()
	if full {
		if err := n.begin(o); err != nil {
			return control.Offer{}, errors.Join(err, n.withdraw(o))
		}
	}
	return view, nil
}

// propose checks what is asked for and signs the proposal.
func (n *Node) propose(r control.HostRequest) (record.Record, *table.Terms, error) {
	rs, err := n.cfg.Games(r.Game)
	if err != nil {
		return record.Record{}, nil, control.Fail(control.ReasonNoGame, control.Data{Name: r.Game})
	}
	given := map[string]any{}
	for name, text := range r.Set {
		if given[name], err = rs.Schema.Parse(name, text); err != nil {
			return record.Record{}, nil, present.BadOption(rs, err)
		}
	}
	if len(r.Bots) >= r.Seats && !(len(r.Bots) == 0 && r.Seats == 0) {
		return record.Record{}, nil, control.Fail(control.ReasonNoSeatLeft, control.Data{Bots: len(r.Bots), Seats: r.Seats})
	}
	options, err := rs.Validate(r.Seats, given)
	if err != nil {
		return record.Record{}, nil, present.BadOption(rs, err)
	}
	for _, s := range append(slices.Clone(r.Bots), r.Play) {
		if _, err := rs.Bot(s); s != "" && err != nil {
			return record.Record{}, nil, control.Fail(control.ReasonNoStrength, control.Data{Game: rs.Name, Name: s})
		}
	}
	body := record.Proposal{
		Game: rs.Name, Options: options, Seats: uint64(r.Seats), Private: r.Private, Spectators: r.Spectators,
		TurnLimit: uint64(max(r.TurnLimit, 0)), Time: uint64(time.Now().Unix()),
	}
	if _, err := rand.Read(body.Nonce[:]); err != nil {
		return record.Record{}, nil, err
	}
	p, err := n.signProposal(body)
	if err != nil {
		return record.Record{}, nil, err
	}
	_, terms, _, err := table.OpenProposal(p, n.cfg.Games)
	if err != nil {
		return record.Record{}, nil, present.BadTerms(err)
	}
	return p, terms, nil
}

func (n *Node) signProposal(body record.Proposal) (record.Record, error) {
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(n.key, record.Payload{Version: record.Version, Kind: record.KindProposal, Body: b})
}

// seatOwn takes the seats of this node at its own new table: one's own, and
// the computer players'.
func (n *Node) seatOwn(so *store.Offer, id record.Hash, r control.HostRequest) error {
	var err error
	if r.Play != "" {
		err = n.seatBot(so, id, n.name, r.Play)
	} else {
		err = n.seatSelf(so, id, n.name)
	}
	for i, strength := range r.Bots {
		if err == nil {
			err = n.seatBot(so, id, peers.BotNames[i%len(peers.BotNames)], strength)
		}
	}
	return err
}

func (n *Node) seatSelf(so *store.Offer, id record.Hash, name string) error {
	join, err := lobby.SignJoin(n.key, id, record.Join{Name: name})
	if err != nil {
		return err
	}
	so.Joins = append(so.Joins, join)
	return nil
}

func (n *Node) seatBot(so *store.Offer, id record.Hash, name, strength string) error {
	bot, join, err := lobby.NewBot(n.key, id, name, strength)
	if err != nil {
		return err
	}
	so.Joins = append(so.Joins, join)
	so.Own[botID(join.Author)] = store.ReservedBot{Seed: bot.Seed, Bot: bot.Strength}
	return nil
}

func (n *Node) withdraw(o *offer) error {
	n.mu.Lock()
	if o.beginning {
		n.mu.Unlock()
		return control.Fail(control.ReasonBeginning, control.Data{})
	}
	delete(n.offers, o.id)
	for _, w := range o.sessions {
		w.finish(lobby.RoomNews{Withdrawn: true})
	}
	n.mu.Unlock()
	return n.store.DropOffer(o.id)
}
