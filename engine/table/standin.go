package table

import (
	"fives/engine/record"
	"fives/engine/rules"
)

// standIn moves for a seat whose move was voted away, or which has no hand key. Nobody
// signs that move. It goes by place, so that no cards are opened except those that it plays
// (rules.Position.StandIn). If they have to be opened first, the next step owes their
// shares, and standIn returns true.
func (t *Table) standIn(seat int) (waits bool) {
	m, hidden := t.pos.StandIn(seat, t.hand.public)
	t.hand.standIn = seat
	if len(hidden) > 0 {
		t.pending = t.hand.startOpening(rules.Open{Why: rules.Cover, Cards: rules.Openings(hidden, rules.None)})
		return true
	}
	t.hand.standIn = rules.None
	m.At = int(t.step) - 1
	apply, err := t.play(m, nil, nil)
	if err != nil { // no stand-in makes such a move; if one did, the seat would owe its move again
		t.pending = Pending{Kind: record.KindMove, Seats: []int{seat}}
		return true
	}
	apply(t)
	t.hand.played[len(t.hand.played)-1].StandIn = true
	return false
}
