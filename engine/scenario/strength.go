package scenario

import (
	"fmt"
	"slices"

	"fives/engine/rules"
)

// A Standing sums up the results of a computer player over many games.
type Standing struct {
	Bot    string
	Seats  int // seats it played, over all games
	Wins   int // seats that won, alone or with others
	Points int // sum of the final scores of its seats
}

// Strength plays a game's strongest computer player against its weakest. They sit
// alternately, and every game is played a second time with the same shuffles and exchanged
// seats, so that neither cards nor seats favour either of them. The standings are in the
// order of [rules.RuleSet.Bots]. A game that does not end within MaxPlayout moves counts
// for nobody.
func Strength(rs *rules.RuleSet, seats int, given map[string]any, games int, seed uint64) ([]Standing, error) {
	o, err := rs.Validate(seats, given)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	rivals := []rules.Bot{rs.Bots[0], rs.Bots[len(rs.Bots)-1]}
	standings := []Standing{{Bot: rivals[0].Name}, {Bot: rivals[1].Name}}
	for n := range games {
		who := alternate(seats, n%2)
		bots := make([]rules.Bot, seats)
		for i, rival := range who {
			bots[i] = rivals[rival]
		}
		s, err := seat(rs, o, seed+uint64(n/2), bots, nil)
		if err == nil {
			err = s.play(MaxPlayout)
		}
		if err != nil {
			return nil, fmt.Errorf("scenario: game %d: %w", n+1, err)
		}
		if s.game.Over() {
			tally(standings, who, s.game.Position().Status())
		}
	}
	return standings, nil
}

// alternate assigns the seats to two rivals in turn.
func alternate(seats, first int) []int {
	who := make([]int, seats)
	for i := range who {
		who[i] = (first + i) % 2
	}
	return who
}

func tally(standings []Standing, who []int, st rules.Status) {
	for seat, rival := range who {
		s := &standings[rival]
		s.Seats++
		s.Points += st.Scores[seat]
		if slices.Contains(st.Winners, seat) {
			s.Wins++
		}
	}
}
