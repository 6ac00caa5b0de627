package bare

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A Scene is a turn in the middle of a hand, and who has seen which cards.
type Scene struct {
	Position rules.Position
	Deck     []card.Card         // in canonical order
	Faces    rules.Observation   // of all slots of the hand so far
	Gone     []rules.Slot        // whose cards were shuffled into a later stack
	Public   rules.Observation   // what everybody has seen
	Own      []rules.Observation // what each seat has seen, public cards too
}

// Enter returns a game at a turn. The error wraps [ErrBroken] if it is no turn of a seat that
// knows its cards.
func Enter(s Scene, order Order) (*Game, error) {
	g := &Game{
		pos: s.Position, deck: s.Deck, order: order,
		faces: slices.Clone(s.Faces), gone: make([]bool, len(s.Faces)),
		public: slices.Clone(s.Public), own: slices.Clone(s.Own),
	}
	for _, x := range s.Gone {
		g.gone[x] = true
	}
	turn, ok := s.Position.Next().(rules.Turn)
	if !ok {
		return nil, broken("nobody's turn: %T", s.Position.Next())
	}
	return g, g.checkTurn(turn.Seat)
}
