package allfives

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// A claim is the silent statement of a card that does not fit the obligation of its
// trick: nothing in the hand it came from was bound to. The hand is what the
// seat held before the play: it plays those cards then or later, or still holds
// them at the end.
type claim struct {
	seat, at   int
	obligation obligation
	hand       []rules.Slot
}

// Violations lists the cards played against an obligation that the observation sees in the
// hand. The claims are in the order of the moves.
func (p *position) Violations(s rules.Observation) []rules.Violation {
	var found []rules.Violation
	for _, c := range p.claims {
		if hand := s.Cards(c.hand); c.obligation.bound(hand) {
			found = append(found, rules.Violation{Seat: c.seat, At: c.at, Rule: c.obligation.rule(hand)})
		}
	}
	return found
}

// rule names the rule that binds the holder of a hand.
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
