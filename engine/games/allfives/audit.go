package allfives

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// A claim is made by playing a card that does not fit the obligation of its trick: the seat
// claims that no card of its hand, as it was before the play, bound it to fit. All cards of
// that hand become public, because the seat plays them or still holds them at the end.
type claim struct {
	seat, at   int
	obligation obligation
	hand       []rules.Slot
}

// Violations lists the false claims, those for which the observation shows a card in the
// hand that bound the seat, in the order of the moves.
func (p *position) Violations(s rules.Observation) []rules.Violation {
	var found []rules.Violation
	for _, c := range p.claims {
		if hand := s.Cards(c.hand); c.obligation.bound(hand) {
			found = append(found, rules.Violation{Seat: c.seat, At: c.at, Rule: c.obligation.rule(hand)})
		}
	}
	return found
}

// rule is the sentence of the rule that binds the holder of a hand.
func (d obligation) rule(hand []card.Card) string {
	if d.led == d.trump {
		return "a trump was led: who has a trump must play one"
	}
	for _, c := range hand {
		if c.Suit == d.led {
			return "who can follow suit must follow, or play a trump that wins the trick"
		}
	}
	return "who cannot follow suit must play a trump that wins the trick"
}
