package node

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// departTime is how long people are not told yet that a seat has left, while it may have left
// only for the table at which the game goes on.
const departTime = 20 * time.Second

// goneBot names a computer player that has left with its host, and the host.
type goneBot struct{ Name, With string }

// departures are the seats that have left without people having been told yet.
type departures struct {
	seats []int
	since time.Time
}

func (d *departures) add(seat int, now time.Time) {
	if len(d.seats) == 0 {
		d.since = now
	}
	d.seats = append(d.seats, seat)
}

// set returns the seats as bits.
func (d *departures) set() (seats uint64) {
	for _, seat := range d.seats {
		seats |= 1 << seat
	}
	return seats
}

// onward says how the game goes on from a table, as far as this node has agreed to it.
type onward struct {
	agreed  bool  // to a next table
	changes bool  // seats change hands at one of these
	plays   *game // the one at which this node plays on, nil for none
}

// stays reports whether a seat leaves its table only for the one at which the game goes on, or goes with
// one that does.
func (o onward) stays(seat int, name string) bool {
	return slices.Contains(o.plays.terms.Parent.From, seat) || slices.ContainsFunc(o.plays.origin().gone, func(b goneBot) bool { return b.Name == name })
}

// addLeft adds events for the seats that have left the table. It adds none for those that left for the
// table at which the game goes on: there, people are told whose seats have changed hands. A person
// who has handed the own seat over has no seat there, and so is told here.
func (p *reporter) addLeft(r tableState, names []string) {
	defer func() { p.unsaid.Store(p.left.set()) }()
	if len(p.left.seats) == 0 {
		return
	}
	next := p.Onward()
	to, from := p.HandedTo(r)
	switch {
	case p.onward:
	case next.plays != nil:
		p.onward = true
		for _, seat := range p.left.seats {
			if !next.stays(seat, names[seat]) {
				p.add(api.Event{Kind: api.EventLeft, Name: names[seat]})
			}
		}
	case from != "":
		p.onward = true
		if !slices.ContainsFunc(p.left.seats, func(seat int) bool { return own(r, seat) }) {
			break // people were told before a restart
		}
		p.add(api.Event{
			Kind: api.EventHandover, What: api.ChangedHands, Name: to, Was: from,
			From: r.Table().Carry().Hands + 1,
		})
	case (next.agreed || handsOver(r) || slices.ContainsFunc(p.handovers, agreedByAll)) && p.Now().Sub(p.left.since) < departTime:
		return
	default:
		for _, seat := range p.left.seats {
			e := api.Event{Kind: api.EventLeft, Name: names[seat]}
			if r.Withdrawn() && !slices.ContainsFunc(r.Table().Terms().Everybody(), func(seat int) bool { return p.Was(seat) != "" }) {
				e.What = api.Withdrawn
			}
			p.add(e)
		}
		p.handovers, p.marked = nil, replica.HandoverMark{} // people have to agree to them again
	}
	p.left = departures{}
}

// handsOver reports whether this node's person is handing the own seat over.
func handsOver(r tableState) bool {
	own := r.Local()
	return own != nil && !own.Left && slices.ContainsFunc(r.OwnHandovers(), func(o replica.OwnHandover) bool { return o.Seat == own.Seat() && (o.Offers || o.Agrees) })
}

// HandedTo returns who has the seat that this node's person has handed over, and the name that this
// node's person had there; both are "" if no seat has been handed over.
func (p *reporter) HandedTo(r tableState) (to, from string) {
	told := r.OwnHandovers()
	i := slices.IndexFunc(told, func(o replica.OwnHandover) bool { return o.Given })
	if i < 0 {
		return "", ""
	}
	o, terms := told[i], r.Table().Terms()
	names := terms.Names()
	if from = names[o.Seat]; o.Player != nil {
		return table.Label(names, playerName(o.Player)), from
	}
	return nodeName(terms, o.Node, names, p.Name), from
}

func playerName(p *record.Player) string {
	name, _ := table.Seat(*p).Called()
	return name
}

// agreedByAll reports whether all have agreed to a handover, so that the seat is about to change
// hands.
func agreedByAll(h replica.HandoverState) bool {
	return h.Player != nil && len(h.Waits) == 0 && len(h.Agreed) > 0
}
