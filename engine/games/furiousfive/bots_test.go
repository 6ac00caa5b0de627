package furiousfive_test

import (
	"testing"

	"fives/engine/games/furiousfive"
	"fives/engine/scenario"
)

// Every deck is played twice with the seats exchanged.
func TestGoodBeatsEasy(t *testing.T) {
	const games = 60
	for seats := furiousfive.Rules.MinSeats; seats <= furiousfive.Rules.MaxSeats; seats++ {
		standings, err := scenario.Strength(furiousfive.Rules, seats, nil, games, 1)
		if err != nil {
			t.Fatal(err)
		}
		easy, good := standings[0], standings[1]
		t.Logf("%d seats: easy wins %d, good wins %d", seats, easy.Wins, good.Wins)
		if good.Wins < 2*easy.Wins {
			t.Errorf("%d seats: good wins %d games, easy %d", seats, good.Wins, easy.Wins)
		}
	}
}
