package scenario

import (
	"fmt"
	"math/rand/v2"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// A seated game has a computer player in every seat. Everything random in it
// follows from one seed: the shuffles and each seat's choices have sources of
// their own, so that another player in one seat does not change the cards.
type seated struct {
	game    *bare.Game
	bots    []rules.Bot  // by seat
	choices []*rand.Rand // by seat
	note    func(shuffled []card.Card)
}

// seat starts a game; the note, if any, is told how each shuffle came out.
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

// choose asks the computer player whose turn it is.
func (s *seated) choose() (turn int, text string) {
	p := s.game.Position()
	turn = p.Status().Turn
	return turn, s.bots[turn].Move(p, turn, s.game.Observation(turn), s.choices[turn])
}

// play lets the games go on for so many moves at most.
func (s *seated) play(moves int) error {
	for at := 1; at <= moves && !s.game.Over(); at++ {
		turn, text := s.choose()
		if _, err := s.game.Play(turn, text, at, false); err != nil {
			return fmt.Errorf("the computer player %s plays %q: %w", s.bots[turn].Name, text, err)
		}
	}
	return nil
}
