package furiousfive

import "fives/engine/rules"

// A claim is made by dropping a single card: the seat claims that its hand has held no
// combination. A stand-in does not know the hand, and claims nothing (RULES 13.2).
type claim struct {
	seat, at int
	hand     []rules.Slot // before the drop
}

const singleRule = "a single card may be dropped only when the hand holds no combination"

// Violations lists the false claims, those for which the observation shows a combination in
// the hand, in the order of the moves.
func (p *position) Violations(s rules.Observation) []rules.Violation {
	var found []rules.Violation
	for _, c := range p.claims {
		if p.aces.holds(s.Cards(c.hand)) {
			found = append(found, rules.Violation{Seat: c.seat, At: c.at, Rule: singleRule})
		}
	}
	return found
}
