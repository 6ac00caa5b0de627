package furiousfive

import "fives/engine/rules"

// A claim is the silent statement of a single card: there was no combination in
// the hand it came from.
type claim struct {
	seat, at int
	hand     []rules.Slot // before the drop
}

const singleRule = "a single card may be dropped only when the hand holds no combination"

// Breaches lists the singles dropped from a hand in which the sight sees a
// combination. The claims are in the order of the moves.
func (p *position) Breaches(s rules.Sight) []rules.Breach {
	var found []rules.Breach
	for _, c := range p.claims {
		if p.aces.holds(s.Cards(c.hand)) {
			found = append(found, rules.Breach{Seat: c.seat, At: c.at, Rule: singleRule})
		}
	}
	return found
}
