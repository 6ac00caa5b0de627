package scenario

import (
	"fmt"
	"math/rand/v2"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// A seated game has a computer player in every seat. Everything random in it follows from
// one seed. The shuffles and the choices of each seat have separate sources, so changing
// the player of one seat does not change the cards.
type seated struct {
	game    *bare.Game
	bots    []rules.Bot  // by seat
	choices []*rand.Rand // by seat
	note    func(shuffled []card.Card)
}

// seat starts a game. It calls note, if it is not nil, with the cards of each shuffle.
func seat(rs *rules.RuleSet, o rules.Options, seed uint64, bots []rules.Bot, note func([]card.Card)) (*seated, error) {
	s := &seated{bots: bots, note: note}
	for i := range bots {
		s.choices = append(s.choices, rand.New(rand.NewPCG(^seed, uint64(i))))
	}
	var err error
	s.game, err = bare.New(rs, len(bots), o, s.noted(bare.Random(seed)))
	return s, err
}

func (s *seated) noted(order bare.Order) bare.Order {
	return func(n int, cards []card.Card) ([]int, error) {
		index, err := order(n, cards)
		if s.note != nil && err == nil {
			shuffled := make([]card.Card, len(index))
			for i, at := range index {
				shuffled[i] = cards[at]
			}
			s.note(shuffled)
		}
		return index, err
	}
}

// choose returns the seat to act and the move of its computer player.
func (s *seated) choose() (turn int, text string) {
	p := s.game.Position()
	turn = p.Status().Turn
	return turn, s.bots[turn].Move(p, turn, s.game.Observation(turn), s.choices[turn])
}

// play plays on for at most that many moves.
func (s *seated) play(moves int) error {
	for at := 1; at <= moves && !s.game.Over(); at++ {
		turn, text := s.choose()
		if _, err := s.game.Play(turn, text, at, false); err != nil {
			return fmt.Errorf("the computer player %s plays %q: %w", s.bots[turn].Name, text, err)
		}
	}
	return nil
}
