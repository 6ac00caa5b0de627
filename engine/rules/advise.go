package rules

import "math/rand/v2"

// Advise returns what the strongest computer player would do in place of a person, and why. Where
// there is one move only, nobody has to think.
func (rs *RuleSet) Advise(p Position, seat int, own Observation, r *rand.Rand) Choice {
	if moves := p.Moves(seat, own); len(moves) == 1 {
		return Choice{Move: moves[0], Why: "you can only " + rs.Do(moves[0]).String()}
	}
	return rs.Bots[len(rs.Bots)-1].Think(p, seat, own, r)
}
