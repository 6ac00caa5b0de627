package five_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/five"
)

var (
	ending = regexp.MustCompile(`about (\d+) % to be lowest`)
	taking = regexp.MustCompile(`with (\S+), which makes a pair`)
)

// The chances to be lowest that good claims are right on average, and a card that is
// claimed to make a pair makes one.
func TestReasons(t *testing.T) {
	claimed, right, n := [10]int{}, [10]int{}, [10]int{}
	pairs, positions := 0, 0
	for seed := range uint64(360) {
		seats := 2 + int(seed%5)
		o, err := five.Rules.Validate(seats, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := bare.New(five.Rules, seats, o, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 7))
		for at := 0; !g.Over() && at < 40; at++ {
			seat := g.Position().Status().Turn
			c := good.Think(g.Position(), seat, g.Observation(seat), r)
			hands := g.Position().Status().Hands
			totals := make([]int, len(hands))
			var own []card.Rank
			for s, hand := range hands {
				for _, c := range g.Full().Cards(hand) {
					if s == seat {
						own = append(own, c.Rank)
					}
					if c.Rank != card.Joker {
						totals[s] += min(int(c.Rank), 10)
					}
				}
			}
			if m := ending.FindStringSubmatch(c.Why); m != nil {
				positions++
				claim, _ := strconv.Atoi(m[1])
				tenth := min(claim/10, 9)
				claimed[tenth] += claim
				n[tenth]++
				if lowest(totals, hands, seat) {
					right[tenth]++
				}
			}
			if m := taking.FindStringSubmatch(c.Why); m != nil {
				pairs++
				same := 0
				for _, rank := range own {
					if strings.HasPrefix(m[1], (card.Card{Rank: rank, Suit: card.Spades}).String()[:1]) {
						same++
					}
				}
				if same == 0 {
					t.Errorf("seed %d: %s, with %v", seed, c.Why, own)
				}
			}
			if _, err := g.Play(seat, c.Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range n {
		if n[i] < 50 {
			continue
		}
		chance, is := float64(claimed[i])/float64(n[i]), 100*float64(right[i])/float64(n[i])
		t.Logf("%3d ends: claims %.0f %%, is right in %.0f %%", n[i], chance, is)
		if math.Abs(chance-is) > max(3, chance/10) {
			t.Errorf("of %d ends with about %.0f %%, %.0f %% were lowest", n[i], chance, is)
		}
	}
	if positions < 2000 || pairs < 1000 {
		t.Errorf("only %d ends, %d pairs", positions, pairs)
	}
}

func lowest[T any](totals []int, hands [][]T, seat int) bool {
	for s := range totals {
		if s != seat && len(hands[s]) > 0 && totals[s] <= totals[seat] {
			return false
		}
	}
	return true
}
