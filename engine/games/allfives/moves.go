package allfives

import "fives/engine/rules"

// Moves lists the honest moves of the seat whose turn it is.
func (p *position) Moves(seat int, own rules.Observation) []string {
	if !p.waits() || seat != p.turn || !own.Knows(p.hands[seat]) {
		return nil
	}
	switch p.phase {
	case begging:
		return []string{"stand", "beg"}
	case answering:
		return []string{"take-one", "run"}
	}
	var moves []string
	for _, c := range obligationOf(p.trick, p.trump, p.strict).allowed(own.Cards(p.hands[seat])) {
		moves = append(moves, write(c))
	}
	return moves
}
