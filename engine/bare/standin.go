package bare

import (
	"reflect"
	"slices"

	"fives/engine/rules"
)

// standIn opens the cards that the stand-in of the seat to act asks for, and makes its
// move. Any error here means that the contract of [rules.Position] is broken.
func (g *Game) standIn(at int) (rules.Move, error) {
	seat := g.pos.Status().Turn
	m, open := g.pos.StandIn(seat, g.public)
	if len(open) > 0 {
		if err := g.checkAsked(seat, m, open); err != nil {
			return m, err
		}
		g.learn(rules.None, open)
		m, open = g.pos.StandIn(seat, g.public)
	}
	switch {
	case len(open) > 0:
		return m, broken("the stand-in of seat %d asks for slots %v once more", seat, open)
	case m.Seat != seat || !m.StandIn:
		return m, broken("the stand-in of seat %d makes the move %+v", seat, m)
	}
	m.At = at
	if err := g.play(m); err != nil {
		return m, broken("the stand-in of seat %d plays %q: %v", seat, m.Text, err)
	}
	return m, nil
}

// checkAsked checks that a stand-in asks for hidden cards of its own hand, in their order,
// and makes no move yet.
func (g *Game) checkAsked(seat int, m rules.Move, open []rules.Slot) error {
	if !reflect.ValueOf(m).IsZero() {
		return broken("the stand-in of seat %d asks for slots %v and makes the move %+v", seat, open, m)
	}
	var hand []rules.Slot
	if hands := g.pos.Status().Hands; seat < len(hands) {
		hand = hands[seat]
	}
	for i, x := range open {
		if !slices.Contains(hand, x) || g.public.Of(x).Known() || i > 0 && x <= open[i-1] {
			return broken("the stand-in of seat %d asks for slots %v, which are not hidden cards of its hand in ascending order", seat, open)
		}
	}
	return nil
}
