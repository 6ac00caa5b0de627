package node

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/replica"
)

// Handover offers a seat of this node to another node, or takes the offer back.
func (n *Node) Handover(ctx context.Context, q api.HandoverRequest) (api.Handover, error) {
	if err := n.signs(ctx); err != nil {
		return api.Handover{}, err
	}
	g, err := n.tables.find(q.Table)
	if err != nil {
		return api.Handover{}, err
	}
	if err := g.mayAct(); err != nil {
		return api.Handover{}, err
	}
	find := n.newOffer
	if q.Not {
		find = n.findOffer
	}
	h, err := find(g, q)
	if err != nil {
		return api.Handover{}, err
	}
	return n.restate(g, h, func(_ *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover {
		if q.Not {
			return slices.DeleteFunc(own, func(o replica.OwnHandover) bool { return o.Seat == h.Seat && (o.Offers || o.Like(h)) && !o.Asks })
		}
		own = slices.DeleteFunc(own, func(o replica.OwnHandover) bool { return o.Seat == h.Seat && !(o.Asks && !o.Bot) })
		return append(own, replica.OwnHandover{Handover: h, Offers: true})
	})
}

// noNewcomer returns why the person or computer player of that name cannot take a seat, or err if
// it is simply not found.
func (n *Node) noNewcomer(g *game, q api.HandoverRequest, err error) error {
	if strings.EqualFold(q.To, n.name) || q.To == record.Fingerprint(n.self) {
		return api.Fail(api.ReasonHasSeat, api.Data{})
	}
	names, i := g.terms.Names(), g.seatCalled(q.To)
	switch {
	case i < 0:
	case g.terms.Seats[i].Host != nil:
		d := api.Data{Name: names[i], Candidates: n.hosts(g)}
		if host := *g.terms.Seats[i].Host; host != n.self {
			d.Names = []string{personName(g.terms, host, names)}
		}
		return api.Fail(api.ReasonIsComputer, d)
	case !q.Bot:
		return api.Fail(api.ReasonHasSeat, api.Data{Name: names[i]})
	}
	return err
}

// seatedOf returns those of some fingerprints whose nodes have a seat at a table.
func (n *Node) seatedOf(g *game, prints []string) []string {
	return slices.DeleteFunc(slices.Clone(prints), func(print string) bool {
		return !slices.ContainsFunc(g.terms.Seats, func(s table.Seat) bool { return record.Fingerprint(s.Node()) == print })
	})
}

// seatCalled returns the seat of the player with a name at the table, -1 for none.
func (g *game) seatCalled(name string) int {
	return table.Called(g.terms.Names(), name)
}

// ownSeat returns the seat of this node that a name means: without a name, the person's own.
func (n *Node) ownSeat(g *game, name string) (seat int, err error) {
	names := g.terms.Names()
	g.look(func(r *replica.Snapshot) {
		o := r.Local()
		switch seat = g.seatCalled(name); {
		case o == nil:
			err = playError(replica.ErrNoSeat)
		case name == "":
			seat = o.Seat()
		case seat < 0:
			err = api.Fail(api.ReasonNobodyCalled, api.Data{Name: name, Candidates: names})
		case g.terms.Seats[seat].Node() != n.self:
			err = api.Fail(api.ReasonNotOwnSeat, api.Data{Name: names[seat]})
		}
	})
	return seat, err
}

// newOffer returns the offer of a seat that a request means.
func (n *Node) newOffer(g *game, q api.HandoverRequest) (h replica.Handover, err error) {
	p, node, err := n.findNode(q.To)
	if several := api.ErrorIn(err); several.Reason == api.ReasonManyPeers {
		return h, api.Fail(api.ReasonManyPeers, api.Data{Name: q.To, Candidates: several.Candidates, Names: n.seatedOf(g, several.Candidates)})
	} else if err != nil {
		return h, n.noNewcomer(g, q, err)
	}
	h = replica.Handover{Node: node, Bot: q.Bot, Now: q.Now}
	if h.Seat, err = n.ownSeat(g, q.Seat); err == nil {
		err = n.mayHand(g, h, q.To, p)
	}
	return h, err
}

// findOffer finds the offer, or the word about a wish, that is to be taken back. It is among what was
// said of this node's seats, so the newcomer need not be known here in any other way; without a seat in
// the request it may be about any of them.
func (n *Node) findOffer(g *game, q api.HandoverRequest) (replica.Handover, error) {
	own, err := n.ownSeat(g, q.Seat)
	if err != nil {
		return replica.Handover{}, err
	}
	var found []replica.Handover
	var seats []string
	names := g.terms.Names()
	g.look(func(r *replica.Snapshot) {
		states := r.Handovers()
		for _, o := range r.OwnHandovers() {
			if !o.Offers && !o.Agrees || g.terms.Seats[o.Seat].Node() != n.self || q.Seat != "" && o.Seat != own {
				continue
			}
			state := replica.HandoverState{Handover: o.Handover}
			if i := slices.IndexFunc(states, func(s replica.HandoverState) bool { return s.Like(o.Handover) }); i >= 0 && o.Player == nil {
				state = states[i] // the newcomer has asked since
			}
			if n.goesBy(n.showHandover(g, r, state), o.Node, q.To) {
				found, seats = append(found, o.Handover), append(seats, names[o.Seat])
			}
		}
	})
	switch len(found) {
	case 0:
		return replica.Handover{}, api.Fail(api.ReasonNotOffered, api.Data{Name: names[own], Names: []string{q.To}})
	case 1:
		return found[0], nil
	}
	return replica.Handover{}, api.Fail(api.ReasonManyHandovers, api.Data{Candidates: seats})
}

// goesBy reports whether a handover's newcomer is meant by a name or a fingerprint: as it is shown, or
// as its node is known here.
func (n *Node) goesBy(h api.Handover, node record.Key, who string) bool {
	return slices.ContainsFunc([]string{h.To, h.Player, n.directory.Name(node)}, func(name string) bool {
		_, err := peers.Find([]api.Peer{{Name: name, Fingerprint: h.Fingerprint, Connected: true}}, who)
		return err == nil
	})
}

// mayHand returns why a seat cannot be handed over like this, nil if it can; to is the newcomer as
// the request names them, and p the newcomer's node.
func (n *Node) mayHand(g *game, h replica.Handover, to string, p api.Peer) (err error) {
	g.look(func(r *replica.Snapshot) {
		name := g.terms.Names()[h.Seat]
		switch sits, plays := g.terms.SeatOf(h.Node) != rules.None, g.Seats(h.Node); {
		case r.Table().Over():
			err = api.Fail(api.ReasonGameOver, api.Data{})
		case !r.InPlay():
			err = api.Fail(api.ReasonMovedOn, api.Data{})
		case !slices.Contains(nextPlayers(r.Table()), h.Seat):
			err = api.Fail(api.ReasonSeatOut, api.Data{Name: name})
		case h.Bot && !plays:
			err = api.Fail(api.ReasonNobodyCalled, api.Data{Name: to, Candidates: n.hosts(g)})
		case h.Bot && !sits:
			err = api.Fail(api.ReasonByProgram, api.Data{Name: personName(g.terms, h.Node, g.terms.Names()), Candidates: n.hosts(g)})
		case !h.Bot && plays:
			err = api.Fail(api.ReasonHasSeat, api.Data{Name: personName(g.terms, h.Node, g.terms.Names())})
		case !p.Connected:
			err = api.Fail(api.ReasonNotConnected, api.Data{Name: to, Peers: []api.Peer{p}})
		}
	})
	return err
}

// restate changes what this node's person says about the handovers of a table, and returns how one
// of them stands then.
func (n *Node) restate(g *game, h replica.Handover, how func(r *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover) (api.Handover, error) {
	err := change(g.Table, func(r *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover {
		r.Act()
		return how(r, own)
	})
	if err != nil {
		return api.Handover{}, playError(err)
	}
	n.hurry.up()
	shown := api.Handover{}
	g.look(func(r *replica.Snapshot) {
		state := replica.HandoverState{Handover: h}
		for _, s := range r.Handovers() {
			if s.Same(h) || state.Player == nil && s.Like(h) {
				state = s
			}
		}
		shown = n.showHandover(g, r, state)
	})
	return shown, nil
}

// Agree consents to a handover, or takes the consent back. To consent again changes nothing.
func (n *Node) Agree(ctx context.Context, q api.AgreeRequest) (api.Handover, error) {
	if err := n.signs(ctx); err != nil {
		return api.Handover{}, err
	}
	if q.Later && q.Not {
		return api.Handover{}, api.Fail(api.ReasonUnreadable, api.Data{Detail: "later, not"})
	}
	g, h, shown, err := n.findHandover(q)
	if err != nil {
		return api.Handover{}, err
	}
	if q.Later {
		return n.notNow(g, h)
	}
	if !q.Not {
		g.quietUntil.Store(0) // whoever agrees to one hears of the others
	}
	if shown.Agree && !q.Not {
		return n.restate(g, h, func(_ *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover { return own })
	}
	switch {
	case q.Not:
	case q.Drawn != "" && q.Drawn != shown.Drawn:
		return api.Handover{}, api.Fail(api.ReasonOtherHandover, api.Data{Handover: &shown})
	case q.Drawn == "" && shown.Warning.Code != "":
		return api.Handover{}, api.Fail(api.ReasonWarned, api.Data{Handover: &shown})
	}
	var made *replica.OwnHandover
	if h.Bot && h.Node == n.self && h.Player == nil && !q.Not {
		if made, err = n.newcomer(g, h, q.Strength); err != nil {
			return api.Handover{}, err
		}
	}
	value, changed := g.Snapshot().Value(h), false
	now, err := n.restate(g, h, func(r *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover {
		mine := replica.OwnHandover{Handover: h}
		for _, o := range own {
			if made == nil && o.Asks && o.Bot && o.Same(h) { // it was agreed to before somebody left
				made = &o
			}
		}
		own = slices.DeleteFunc(own, func(o replica.OwnHandover) bool {
			return !(o.Asks && o.Node != n.self) && (o.Like(h) || !q.Not && o.Seat == h.Seat)
		})
		switch {
		case q.Not:
			return own
		case made != nil:
			mine = *made
		}
		if r.Value(h) != value && made == nil { // somebody has left, or a hand has ended, in this moment
			changed = true
			return own
		}
		return append(own, r.Agree(mine))
	})
	if changed {
		return api.Handover{}, api.Fail(api.ReasonOtherHandover, api.Data{Handover: &shown})
	}
	return now, err
}

// findHandover finds the handover that a request means, and how it is shown. A request to agree
// means one that is already agreed to only if there is no other.
func (n *Node) findHandover(q api.AgreeRequest) (found *game, meant replica.Handover, shown api.Handover, err error) {
	type named struct {
		g     *game
		h     replica.Handover
		shown api.Handover
	}
	var fit []named
	for _, g := range n.tables.running() {
		if !strings.HasPrefix(g.id.String(), api.TypedID(q.Table)) || !g.inPlay() {
			continue
		}
		g.look(func(r *replica.Snapshot) {
			for _, h := range r.Handovers() {
				if !q.Not && h.Player == nil && !(h.Bot && h.Node == n.self) {
					continue // nobody has asked, so there is nothing to agree to
				}
				c := n.showHandover(g, r, h)
				called := h.Player != nil && strings.EqualFold(playerName(h.Player), q.To)
				if (q.Seat == "" || g.seatCalled(q.Seat) == h.Seat) && (q.To == "" || strings.EqualFold(c.To, q.To) || c.Fingerprint == q.To || called || c.Player != "" && strings.EqualFold(c.Player, q.To)) {
					fit = append(fit, named{g, h.Handover, c})
				}
			}
		})
	}
	if drawn := slices.DeleteFunc(slices.Clone(fit), func(f named) bool { return f.shown.Drawn != q.Drawn }); len(drawn) > 0 {
		fit = drawn
	}
	waits := slices.DeleteFunc(slices.Clone(fit), func(f named) bool { return f.shown.Agree != q.Not })
	switch {
	case len(waits) > 0:
		fit = waits
	case q.Not: // one's own seat can be refused
		fit = slices.DeleteFunc(fit, func(f named) bool { return f.shown.Seat != f.shown.You })
	}
	switch len(fit) {
	case 0:
		return nil, meant, shown, api.Fail(api.ReasonNoHandover, api.Data{Name: cmp.Or(q.To, q.Seat)})
	case 1:
		return fit[0].g, fit[0].h, fit[0].shown, nil
	}
	var all []api.Handover
	for _, f := range fit {
		all = append(all, f.shown)
	}
	return nil, meant, shown, api.Fail(api.ReasonManyHandovers, api.Data{Candidates: whichOf(all)})
}

// whichOf returns what tells several handovers apart: whose seat it is, or for the same seat the
// newcomers, by their fingerprints if some are called the same.
func whichOf(all []api.Handover) []string {
	var seats, newcomers, keys []string
	for _, h := range all {
		seats, newcomers, keys = append(seats, h.Seat), append(newcomers, cmp.Or(h.Player, h.To)), append(keys, h.Fingerprint)
	}
	distinct := func(names []string) int { return len(slices.Compact(slices.Sorted(slices.Values(names)))) }
	switch {
	case distinct(seats) > 1:
		return seats
	case distinct(newcomers) < len(newcomers):
		return keys
	}
	return newcomers
}

// hosts names the other people at a table, who can have computer players there.
func (n *Node) hosts(g *game) (names []string) {
	for i, s := range g.terms.Seats {
		if s.Host == nil && s.Key != n.self {
			names = append(names, g.terms.Names()[i])
		}
	}
	return names
}

// newcomer makes a computer player of this node that is to take a seat.
func (n *Node) newcomer(g *game, h replica.Handover, strength string) (*replica.OwnHandover, error) {
	strength, err := lobby.Strength(g.terms.Rules, strength)
	if err != nil {
		return nil, err
	}
	name := lobby.FreeBotNames(g.terms.Names())[0]
	key, err := entry.NewBotKey(n.cfg.Key, g.id, name)
	if err != nil {
		return nil, err
	}
	h.Player = &record.Player{Key: record.KeyOf(key), Name: record.WithStrength(name, strength), Host: &n.self}
	return &replica.OwnHandover{Handover: h, Asks: true, Agrees: true, Seed: bytes.Clone(key.Seed()), Strength: strength}, nil
}

// handovers returns the handovers of a table for people, with warnings about the newcomers.
func (n *Node) handovers(g *game) (list []api.Handover) {
	g.look(func(r *replica.Snapshot) {
		for _, h := range openHandovers(r) {
			if g.silenced(r, h) {
				continue
			}
			list = append(list, n.showHandover(g, r, h))
		}
	})
	return list
}

// showHandover returns a handover with the warning about the newcomer, and with what stands for all
// that is shown of it.
func (n *Node) showHandover(g *game, r tableState, h replica.HandoverState) api.Handover {
	v := showHandover(r, h, n.directory.Name)
	if h.Player != nil && !h.Bot {
		seats := append(slices.Clone(g.terms.Seats), table.Seat(*h.Player))
		v.Warning = n.book.Doubts(seats)[len(seats)-1]
	}
	d := v
	d.Agreed, d.Waits, d.Yours, d.Agree, d.Mine, d.Without = nil, nil, false, false, false, nil
	b, err := json.Marshal(d)
	if err != nil {
		n.cfg.Log.Error("writing a handover", "err", err)
		return v
	}
	value := r.Value(h.Handover)
	sum := sha256.Sum256(slices.Concat(g.id[:], value[:], b))
	v.Drawn = hex.EncodeToString(sum[:16])
	return v
}
