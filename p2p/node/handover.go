package node

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/lobby"
	"fives/p2p/replica"
)

// Handover offers a seat of this node to another node, or takes the offer back.
func (n *Node) Handover(_ context.Context, q api.HandoverRequest) (api.Handover, error) {
	if err := n.maySign(); err != nil {
		return api.Handover{}, err
	}
	g, err := n.tables.find(q.Table)
	if err != nil {
		return api.Handover{}, err
	}
	if err := g.mayAct(); err != nil {
		return api.Handover{}, err
	}
	p, node, err := n.findNode(q.To)
	if err != nil {
		return api.Handover{}, n.noNewcomer(g, q, err)
	}
	h := replica.Handover{Node: node, Bot: q.Bot, Now: q.Now}
	if h.Seat, err = n.ownSeat(g, q.Seat); err == nil && q.Not {
		h, err = n.findOffer(g, h, q.To)
	} else if err == nil {
		err = n.mayHand(g, h, q.To, p)
	}
	if err != nil {
		return api.Handover{}, err
	}
	return n.restate(g, h, func(left int, own []replica.OwnHandover) []replica.OwnHandover {
		if q.Not {
			return slices.DeleteFunc(own, func(o replica.OwnHandover) bool { return o.Seat == h.Seat && (o.Offers || o.Same(h)) && !o.Asks })
		}
		own = slices.DeleteFunc(own, func(o replica.OwnHandover) bool { return o.Seat == h.Seat && !(o.Asks && !o.Bot) })
		return append(own, replica.OwnHandover{Handover: h, Offers: true, Agrees: true, Left: left})
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

// seatCalled returns the seat of the player with a name at the table, -1 for none.
func (g *game) seatCalled(name string) int {
	return slices.IndexFunc(g.terms.Names(), func(s string) bool { return strings.EqualFold(s, name) })
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

// findOffer finds the offer of a seat that is to be taken back; to is the newcomer as the request
// names them.
func (n *Node) findOffer(g *game, h replica.Handover, to string) (replica.Handover, error) {
	var found []replica.Handover
	g.look(func(r *replica.Snapshot) {
		for _, s := range r.Handovers() {
			if s.Own && s.Seat == h.Seat && s.Node == h.Node {
				found = append(found, s.Handover)
			}
		}
	})
	i := slices.IndexFunc(found, func(f replica.Handover) bool { return f.Bot == h.Bot })
	if i < 0 {
		return h, api.Fail(api.ReasonNotOffered, api.Data{Name: g.terms.Names()[h.Seat], Names: []string{cmp.Or(n.directory.Name(h.Node), to)}})
	}
	return found[i], nil
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

// restate changes what this node says about the handovers of a table, and returns how one of them
// stands then.
func (n *Node) restate(g *game, h replica.Handover, how func(left int, own []replica.OwnHandover) []replica.OwnHandover) (api.Handover, error) {
	if err := change(g.Table, how); err != nil {
		return api.Handover{}, playError(err)
	}
	n.hurry.up()
	shown := api.Handover{}
	g.look(func(r *replica.Snapshot) {
		state := replica.HandoverState{Handover: h}
		for _, s := range r.Handovers() {
			if s.Same(h) {
				state = s
			}
		}
		shown = showHandover(r, state, n.directory.Name)
	})
	return shown, nil
}

// Agree consents to a handover, or takes the consent back. To consent again changes nothing.
func (n *Node) Agree(_ context.Context, q api.AgreeRequest) (api.Handover, error) {
	if err := n.maySign(); err != nil {
		return api.Handover{}, err
	}
	if q.Later && q.Not {
		return api.Handover{}, api.Fail(api.ReasonUnreadable, api.Data{Detail: "later, not"})
	}
	g, h, agreed, err := n.findHandover(q)
	if err != nil {
		return api.Handover{}, err
	}
	if q.Later {
		return n.notNow(g, h)
	}
	if !q.Not {
		g.quietUntil.Store(0) // whoever agrees to one hears of the others
	}
	if agreed && !q.Not {
		return n.restate(g, h, func(_ int, own []replica.OwnHandover) []replica.OwnHandover { return own })
	}
	var made *replica.OwnHandover
	if h.Bot && h.Node == n.self && h.Player == nil && !q.Not {
		if made, err = n.newcomer(g, h, q.Strength); err != nil {
			return api.Handover{}, err
		}
	}
	return n.restate(g, h, func(left int, own []replica.OwnHandover) []replica.OwnHandover {
		own = slices.DeleteFunc(own, func(o replica.OwnHandover) bool {
			return !(o.Asks && o.Node != n.self) && (o.Same(h) || !q.Not && o.Seat == h.Seat)
		})
		switch {
		case q.Not:
			return own
		case made != nil:
			made.Left = left
			return append(own, *made)
		}
		h.Player = nil // only the newcomer says who plays
		return append(own, replica.OwnHandover{Handover: h, Agrees: true, Left: left})
	})
}

// findHandover finds the handover that a request means, and whether this node's person has agreed to it
// already. A request to agree means one that is already agreed to only if there is no other.
func (n *Node) findHandover(q api.AgreeRequest) (found *game, meant replica.Handover, agreed bool, err error) {
	type named struct {
		g      *game
		h      replica.Handover
		seat   string
		to     string
		agreed bool
	}
	var fit []named
	for _, g := range n.tables.running() {
		if !strings.HasPrefix(g.id.String(), api.TypedID(q.Table)) || !g.inPlay() {
			continue
		}
		g.look(func(r *replica.Snapshot) {
			for _, h := range r.Handovers() {
				c := showHandover(r, h, n.directory.Name)
				called := h.Player != nil && strings.EqualFold(playerName(h.Player), q.To)
				if (q.Seat == "" || strings.EqualFold(c.Seat, q.Seat)) && (q.To == "" || strings.EqualFold(c.To, q.To) || c.Fingerprint == q.To || called || c.Player != "" && strings.EqualFold(c.Player, q.To)) {
					fit = append(fit, named{g, h.Handover, c.Seat, cmp.Or(c.Player, c.To), c.Agree})
				}
			}
		})
	}
	waits := slices.DeleteFunc(slices.Clone(fit), func(f named) bool { return f.agreed != q.Not })
	if len(waits) > 0 || q.Not {
		fit = waits
	}
	switch len(fit) {
	case 0:
		return nil, meant, false, api.Fail(api.ReasonNoHandover, api.Data{Name: cmp.Or(q.To, q.Seat)})
	case 1:
		return fit[0].g, fit[0].h, fit[0].agreed, nil
	}
	var names, newcomers []string
	for _, f := range fit {
		names, newcomers = append(names, f.seat), append(newcomers, f.to)
	}
	if len(slices.Compact(slices.Clone(names))) == 1 { // several newcomers want the same seat
		names = newcomers
	}
	return nil, meant, false, api.Fail(api.ReasonManyHandovers, api.Data{Candidates: names})
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
			v := showHandover(r, h, n.directory.Name)
			if h.Player != nil && !h.Bot {
				seats := append(slices.Clone(g.terms.Seats), table.Seat(*h.Player))
				v.Warning = n.book.Doubts(seats)[len(seats)-1]
			}
			list = append(list, v)
		}
	})
	return list
}
