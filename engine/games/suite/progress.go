package suite

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/games/suite/trail"
	"fives/engine/rules"
)

// progressMoves is how many moves of a computer player are looked at with each number
// of seats: of the weakest so many, of the next one a part as for botPart.
const progressMoves = 120

// progress checks that computer players among themselves do not go round and round.
func (s *suite) progress(t *testing.T) {
	for seats := s.rs.MinSeats; seats <= s.rs.MaxSeats; seats++ {
		moves := progressMoves
		for _, bot := range s.rs.Bots {
			s.proceeds(t, seats, bot, moves)
			moves /= botPart
		}
	}
}

func (s *suite) proceeds(t *testing.T, seats int, bot rules.Bot, moves int) {
	o, err := s.rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := uint64(1); moves > 0; seed++ {
		g, err := bare.New(s.rs, seats, o, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		var been trail.Trail
		dice := rand.New(rand.NewPCG(seed, 5))
		for at := 1; moves > 0 && !g.Over(); at++ {
			seat := g.Position().Status().Turn
			text := bot.Move(g.Position(), seat, g.Observation(seat), dice)
			if _, err := g.Play(seat, text, at, false); err != nil {
				t.Fatal(err)
			}
			if been.Again(g.Position(), g.Full()) {
				t.Fatalf("%d seats, %s, seed %d: move %d, %q, brings about a position that was there before", seats, bot.Name, seed, at, text)
			}
			moves--
		}
	}
}
