package node

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/replica"
)

const (
	// departTime is how long it may stay open whether somebody has left a table for good, or for
	// the one at which it goes on.
	departTime = 20 * time.Second
	// findTime is how long nodes may take to find each other at such a table.
	findTime = 2 * replica.AwayAfter
)

// goneBot is a computer player that has left with its host, by their names.
type goneBot struct{ Name, With string }

// departures are the seats that have left and of which that has not been told.
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

// addLeft says who has left the table, unless that was for the one at which it goes on: then
// that table says whose seats have changed hands. Who has handed the own seat over has no
// seat there, and hears of it here.
func (p *reporter) addLeft(r tableState, names []string) {
	if len(p.left.seats) == 0 {
		return
	}
	agreed, plays := p.Onward()
	to, from := p.HandedTo(r)
	switch {
	case plays, p.onward:
		p.onward = true
	case from != "":
		p.onward = true
		if !slices.ContainsFunc(p.left.seats, func(seat int) bool { return own(r, seat) }) {
			break // it was told before a restart
		}
		p.add(api.Event{
			Kind: api.EventHandover, What: api.ChangedHands, Name: to, Was: from,
			From: r.Table().Carry().Hands + 1,
		})
	case (agreed || gives(r) || slices.ContainsFunc(p.handovers, agreedByAll)) && p.Now().Sub(p.left.since) < departTime:
		return
	default:
		for _, seat := range p.left.seats {
			p.add(api.Event{Kind: api.EventLeft, Name: names[seat]})
		}
		p.handovers = nil // people have to agree to them once more
	}
	p.left = departures{}
}

// gives reports whether this node's person hands the own seat over.
func gives(r tableState) bool {
	own := r.Local()
	return own != nil && !own.Left && slices.ContainsFunc(r.OwnHandovers(), func(o replica.OwnHandover) bool { return o.Seat == own.Seat() && (o.Offers || o.Agrees) })
}

// HandedTo is who has the seat that this node's person has handed over, and what that person was
// called there; "" if that is not so.
func (p *reporter) HandedTo(r tableState) (to, from string) {
	told := r.OwnHandovers()
	i := slices.IndexFunc(told, func(o replica.OwnHandover) bool { return o.Given })
	if i < 0 {
		return "", ""
	}
	o, terms := told[i], r.Table().Terms()
	if from = terms.Names()[o.Seat]; o.Player != nil {
		return called(o.Player), from
	}
	return nodeName(terms, o.Node, terms.Names(), p.Name), from
}

func called(p *record.Player) string {
	name, _ := table.Seat(*p).Called()
	return name
}

// agreedByAll reports whether a seat is about to change hands.
func agreedByAll(h replica.HandoverState) bool {
	return h.Player != nil && len(h.Waits) == 0 && len(h.Agreed) > 0
}
