package gametest

import (
	"flag"
	"testing"
)

// progressMoves is how many moves of the weakest computer player are checked. Each stronger
// player makes a botPart-th of the moves of the one before.
const progressMoves = 120

// progress checks that games among computer players do not repeat a position.
func (s *suite) progress(t *testing.T) {
	for _, seats := range s.seats(1) {
		moves := progressMoves
		for _, bot := range s.rs.Bots {
			if _, err := Follow(s.rs, seats, bot, moves); err != nil {
				t.Error(err)
			}
			moves /= botPart
		}
	}
}

// longest is the greatest number of laps that a hand among the strongest computer players
// may take, with any number of seats.
const longest = 25

var lapsMoves = flag.Int("laps", 100, "moves in which the laps of a hand are counted")

// laps checks that the strongest computer players among themselves end their hands.
func (s *suite) laps(t *testing.T) {
	strongest := s.rs.Bots[len(s.rs.Bots)-1]
	for _, seats := range s.seats(2) {
		w, err := Follow(s.rs, seats, strongest, *lapsMoves)
		if err != nil {
			t.Error(err)
		}
		if w.Laps > longest || w.Void > 0 {
			t.Errorf("%d seats: a hand of %d laps, at most %d are to be; %d of %d are void", seats, w.Laps, longest, w.Void, w.Hands)
		}
		t.Logf("%d seats: %d hands, the longest of %d laps", seats, w.Hands, w.Laps)
	}
}
