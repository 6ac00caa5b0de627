package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// standIn plays for a seat whose move was voted away: when all its cards are public, its
// stand-in moves, and nobody signs that.
func (t *Table) standIn(seat int) {
	t.hand.standIn = seat
	if t.pending = t.hand.startOpening(rules.Open{Why: rules.Cover, Cards: t.hand.hiddenOf(seat)}); len(t.pending.Seats) == 0 {
		t.playStandIn()
	}
}

// LaidOpen reports whether the cards of a seat lie open in the hand because the others act
// for it: its stand-in has moved or is about to, or it has no hand key.
func (h *Hand) LaidOpen(seat int) bool {
	if h == nil || !slices.Contains(h.active, seat) {
		return false
	}
	return h.standIn == seat || h.keyed != nil && !slices.Contains(h.keyed, seat) ||
		slices.ContainsFunc(h.played, func(m PlayedMove) bool { return m.Seat == seat && m.StandIn })
}

// hiddenOf lists the cards of a seat that only it can see, to be opened to everybody.
func (h *Hand) hiddenOf(seat int) (cards []rules.Opening) {
	for x, s := range h.slots {
		if s.to == seat && s.face < 0 && slices.Equal(h.lacks(rules.Slot(x)), []int{seat}) {
			cards = append(cards, rules.Opening{Slot: rules.Slot(x), To: rules.None})
		}
	}
	return cards
}

// playStandIn makes the move of the stand-in.
func (t *Table) playStandIn() {
	seat := t.hand.standIn
	t.hand.standIn = rules.None
	m := rules.Move{Seat: seat, At: int(t.step) - 1, Text: t.pos.StandIn(seat, t.hand.public)}
	slots, err := rules.Bind(t.pos, seat, m.Text, t.hand.public)
	if err == nil {
		m.Cards = slots
		var apply func(*Table)
		if apply, err = t.play(m, nil, nil); err == nil {
			apply(t)
			t.hand.played[len(t.hand.played)-1].StandIn = true
		}
	}
	if err != nil { // no stand-in makes such a move; if one did, its seat would owe it again
		t.pending = Pending{Kind: record.KindMove, Seats: []int{seat}}
		return
	}
	t.next()
}
