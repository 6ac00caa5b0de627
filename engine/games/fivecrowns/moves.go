package fivecrowns

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// Moves lists the legal moves of a seat, but only the best of those that lay melds: each
// discard is listed alone and, if melds can be laid, again with those that leave the fewest
// points.
func (p *position) Moves(seat int, own rules.Observation) []string {
	switch {
	case seat != p.seat || !own.Knows(p.hands[seat]):
		return nil
	case p.phase == choosing:
		return []string{"draw", "take"}
	case p.phase == discarding:
		return p.endings(own.Cards(p.hands[seat]))
	}
	return nil
}

// endings lists the ways to end a turn with this hand.
func (p *position) endings(hand []card.Card) []string {
	best := solve(hand, p.wild())
	var moves []string
	for _, c := range looks(hand) {
		moves = append(moves, sentence{verb: "discard", discard: c}.write())
		if s := p.laying(best, c); s.verb != "discard" {
			moves = append(moves, s.write())
		}
	}
	return moves
}

// laying returns the move with this discard that leaves the fewest points: "out", "lay", or
// only "discard" if no melds may or can be laid.
func (p *position) laying(best *solution, discard card.Card) sentence {
	a := best.after(discard)
	switch {
	case len(a.melds) > 0 && p.last:
		return sentence{verb: "lay", melds: a.melds, discard: discard}
	case a.points == 0 && !p.last:
		return sentence{verb: "out", melds: a.melds, discard: discard}
	}
	return sentence{verb: "discard", discard: discard}
}
