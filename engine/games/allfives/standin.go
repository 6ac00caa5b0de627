package allfives

import (
	"cmp"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn stands, runs the cards after a beg, and plays the lowest card that it may. It
// gives no point for a beg: whoever knew that it does would beg each time.
func (p *position) StandIn(seat int, public rules.Observation) string {
	switch p.phase {
	case begging:
		return "stand"
	case answering:
		return "run"
	}
	may := obligationOf(p.trick, p.trump, p.strict).allowed(public.Cards(p.hands[seat]))
	return "play " + slices.MinFunc(may, p.byStrength).String()
}

// byStrength orders cards from low to high: a trump is above all others, and of one rank
// it goes by suit, clubs lowest.
func (p *position) byStrength(a, b card.Card) int {
	switch {
	case a.Suit == p.trump && b.Suit != p.trump:
		return 1
	case a.Suit != p.trump && b.Suit == p.trump:
		return -1
	}
	return cmp.Or(cmp.Compare(height(a), height(b)), cmp.Compare(a.Suit, b.Suit))
}
