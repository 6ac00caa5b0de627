package present

import (
	"slices"
	"time"

	"fives/engine/continuation"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/replica"
)

const (
	// DepartTime is how long it may stay open whether somebody has left a table for good, or for
	// the one at which it goes on.
	DepartTime = 20 * time.Second
	// findTime is how long nodes may take to find each other at such a table.
	findTime = 2 * replica.AwayAfter
)

// Gone is a computer player that has left with its host, by their names.
type Gone struct{ Name, With string }

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
func (p *Reporter) addLeft(r State, names []string) {
	if len(p.left.seats) == 0 {
		return
	}
	agreed, plays := p.Onward()
	given := p.handsOver(r)
	switch {
	case plays:
		p.onward = true
	case given != nil:
		p.onward = true
		p.given.Store(&gift{to: called(given.Player), from: names[given.Seat]})
		p.add(control.Event{
			Kind: control.EventHandover, What: control.ChangedHands, Name: p.HandedTo(), Was: names[given.Seat],
			From: continuation.Carry(r.Table()).Hands + 1,
		})
	case (agreed || slices.ContainsFunc(p.handovers, agreedByAll)) && p.Now().Sub(p.left.since) < DepartTime:
		return
	default:
		for _, seat := range p.left.seats {
			p.add(control.Event{Kind: control.EventLeft, Name: names[seat]})
		}
		p.handovers = nil // people have to agree to them once more
	}
	p.left = departures{}
}

// handsOver is the handover by which this node's person has handed the own seat over, nil for
// none: all had agreed to it before the others left the table, and this node after them.
func (p *Reporter) handsOver(r State) *replica.HandoverState {
	own := r.Local()
	if own == nil || !own.Left {
		return nil
	}
	node := r.Table().Terms().Seats[own.Seat()].Node()
	if !slices.ContainsFunc(p.left.seats, func(seat int) bool { return r.Table().Terms().Seats[seat].Node() != node }) {
		return nil
	}
	i := slices.IndexFunc(p.handovers, func(h replica.HandoverState) bool { return h.Seat == own.Seat() && agreedByAll(h) })
	if i < 0 {
		return nil
	}
	return &p.handovers[i]
}

func called(p *record.Player) string {
	name, _ := table.Seat(*p).Called()
	return name
}

// agreedByAll reports whether a seat is about to change hands.
func agreedByAll(h replica.HandoverState) bool {
	return h.Player != nil && len(h.Waits) == 0 && len(h.Agreed) > 0
}

// A gift is a seat that this node's person has handed over, by the names of who has it and who
// had it.
type gift struct{ to, from string }

// HandedTo is who has the seat that this node's person has handed over, "" if that is not so or
// not known.
func (p *Reporter) HandedTo() string {
	if g := p.given.Load(); g != nil {
		return g.to
	}
	return ""
}

// Gave is the name that this node's person had who has handed the seat over, "" if that is not
// so or not known.
func (p *Reporter) Gave() string {
	if g := p.given.Load(); g != nil {
		return g.from
	}
	return ""
}
