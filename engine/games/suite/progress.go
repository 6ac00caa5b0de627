package suite

import (
	"testing"

	"fives/engine/games/suite/trail"
)

// progressMoves is how many moves of the weakest computer player are looked at with each
// number of seats; of the next one a part as for botPart.
const progressMoves = 120

// progress checks that computer players among themselves do not go round and round.
func (s *suite) progress(t *testing.T) {
	for seats := s.rs.MinSeats; seats <= s.rs.MaxSeats; seats++ {
		moves := progressMoves
		for _, bot := range s.rs.Bots {
			if err := trail.Follow(s.rs, seats, bot, moves); err != nil {
				t.Error(err)
			}
			moves /= botPart
		}
	}
}
