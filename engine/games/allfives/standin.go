package allfives

import (
	"cmp"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn stands, runs the cards after a beg, and plays a card. It gives no point for a
// beg: players who knew that it does would beg every time.
func (p *position) StandIn(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	switch p.phase {
	case begging:
		return rules.Move{Seat: seat, Text: "stand", StandIn: true}, nil
	case answering:
		return rules.Move{Seat: seat, Text: "run", StandIn: true}, nil
	}
	return p.standInCard(seat, public)
}

// standInCard leads by place as long as a card of the hand is hidden. To follow, it needs
// the whole hand, since otherwise nobody could make a seat that is away follow suit. From
// then on it plays the lowest card that it may, also when it leads (RULES 11).
func (p *position) standInCard(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	hand := p.hands[seat]
	switch hidden := public.Hidden(hand); {
	case len(hidden) > 0 && len(p.trick) > 0:
		return rules.Move{}, slices.Sorted(slices.Values(hidden))
	case len(hidden) > 0:
		return rules.ByPlace(seat, hand, public, write)
	}
	may := obligationOf(p.trick, p.trump, p.strict).allowed(public.Cards(hand))
	lowest := slices.MinFunc(may, p.byStrength)
	at := slices.IndexFunc(hand, func(x rules.Slot) bool { return public.Of(x) == lowest })
	return rules.Move{Seat: seat, Text: write(lowest), Cards: []rules.Slot{hand[at]}, StandIn: true}, nil
}

func write(c card.Card) string { return "play " + c.String() }

// byStrength orders cards from low to high: trumps are above all others, and cards of one
// rank go by suit, clubs lowest.
func (p *position) byStrength(a, b card.Card) int {
	switch {
	case a.Suit == p.trump && b.Suit != p.trump:
		return 1
	case a.Suit != p.trump && b.Suit == p.trump:
		return -1
	}
	return cmp.Or(cmp.Compare(height(a), height(b)), cmp.Compare(a.Suit, b.Suit))
}
