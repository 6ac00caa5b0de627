package five_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/five"
	"fives/engine/gametest"
)

var good = five.Rules.Bots[len(five.Rules.Bots)-1]

// Hands among good players end soon, and none is void.
func TestGoodPlayersEndHands(t *testing.T) {
	for seats := five.Rules.MinSeats; seats <= five.Rules.MaxSeats; seats++ {
		w, err := gametest.Follow(five.Rules, seats, good, 600)
		if err != nil {
			t.Fatal(err)
		}
		if w.Void > 0 || w.Laps > 35 {
			t.Errorf("%d seats: of %d hands %d are void, the longest has %d laps", seats, w.Hands, w.Void, w.Laps)
		}
		t.Logf("%d seats: %d hands, the longest of %d laps", seats, w.Hands, w.Laps)
	}
}

// A seat that is certain to win, by the cards that it sees, ends the hand.
func TestCertainWins(t *testing.T) {
	certain := 0
	for seed := range uint64(150) {
		seats := 2 + int(seed%5)
		g, err := bare.New(five.Rules, seats, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 3))
		for n := 0; !g.Over() && n < 60; n++ {
			seat := g.Position().Status().Turn
			move := good.Move(g.Position(), seat, g.Observation(seat), r)
			if wins(g, seat) {
				certain++
				if move != "end" {
					t.Errorf("seed %d: %q, though nobody can hold less", seed, move)
				}
			}
			if move == "end" && n%3 > 0 { // somebody who does not end makes more such positions
				if easy, ok := going(g, seat, r); ok {
					move = easy
				}
			}
			if _, err := g.Play(seat, move, n, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if certain < 50 {
		t.Errorf("only %d certain wins", certain)
	}
	t.Logf("%d certain wins", certain)
}

// going is a random move other than the end of the hand.
func going(g *bare.Game, seat int, r *rand.Rand) (string, bool) {
	var moves []string
	for _, m := range g.Position().Moves(seat, g.Observation(seat)) {
		if !strings.HasPrefix(m, "end") {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		return "", false
	}
	return moves[r.IntN(len(moves))], true
}

// wins reports whether a seat is certain to hold less than all others. It counts a hidden
// card as nothing, so it misses some certain wins.
func wins(g *bare.Game, seat int) bool {
	own := g.Observation(seat)
	hands := g.Position().Status().Hands
	points := func(of int) (sum int) {
		for _, x := range hands[of] {
			if r := own.Of(x).Rank; r != card.Joker {
				sum += min(int(r), 10)
			}
		}
		return sum
	}
	for other, hand := range hands {
		if other != seat && len(hand) > 0 && points(other) <= points(seat) {
			return false
		}
	}
	return true
}

// Good players end only if they are likely to be lowest, unless the hand has gone on for long, and always if they are
// nearly sure to be, though worlds say that they could have fewer points still.
func TestLikelyEnds(t *testing.T) {
	for _, c := range []struct {
		seed  uint64
		moves int
		hand  string
		ends  bool
	}{
		{1, 0, "6s 9c 7d 5s 5h", false},
		{28, 0, "4h 7d 5c 8s 6h", false},
		{17, 8, "5h Ac", true},
	} {
		g, err := bare.New(five.Rules, 2, nil, bare.Random(c.seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(c.seed, 9))
		for n := range c.moves {
			p := g.Position()
			seat := p.Status().Turn
			m := good.Move(p, seat, g.Observation(seat), r)
			if _, err := g.Play(seat, m, n, false); err != nil {
				t.Fatal(err)
			}
		}
		p := g.Position()
		seat := p.Status().Turn
		hand := card.Join(g.Observation(seat).Cards(p.Status().Hands[seat]))
		if m := good.Move(p, seat, g.Observation(seat), r); hand != c.hand || (m == "end") != c.ends {
			t.Errorf("seed %d: with %s, not %s: %q", c.seed, hand, c.hand, m)
		}
	}
}
