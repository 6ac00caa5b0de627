package table

import (
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/record"
	"fives/engine/rules"
)

// A draw is the lot that decides which seat has the duty of the first hand (SPEC §7.9).
type draw struct {
	point ristretto.Element
	sum   ristretto.Element // of the shares that are public
}

// draws reports whether a lot decides who opens the running hand. That is so in the first
// hand of a proposed table, or of a continuation from before the first hand, unless a seat
// plays alone or the rules draw in their own way.
func (t *Table) draws() bool {
	return t.afresh() && len(t.results) == 0 && len(t.hand.active) > 1 && !t.terms.Rules.OwnDraw
}

// afresh reports whether the table begins a game for which no lot has been drawn yet. A
// rematch is not one: it names the head of its parent's last hand, and has moved the seats
// on.
func (t *Table) afresh() bool {
	p := t.terms.Parent
	return p == nil || p.Carry.Hands == 0 && p.Head == p.Table
}

// startDraw begins the lot: each seat with a hand key owes its share of the point.
func (t *Table) startDraw() Pending {
	t.hand.draw = &draw{point: sigma.LotPoint(t.Head())}
	return Pending{Kind: record.KindShares, Seats: t.hand.keyed, Why: rules.Lot}
}

// endDraw begins the game with the seat that was drawn.
func (t *Table) endDraw() {
	seats := len(t.terms.Seats)
	t.drawn = t.hand.active[sigma.DrawLot(t.hand.draw.sum, len(t.hand.active))]
	t.hand.draw = nil
	t.pos = t.terms.Rules.Start(seats, t.terms.Options, &rules.Carry{Scores: make([]int, seats), Next: t.drawn})
}

// give takes in the share of a seat.
func (d *draw) give(share ristretto.Element) *draw {
	return &draw{point: d.point, sum: d.sum.Add(share)}
}
