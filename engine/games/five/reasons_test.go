package five_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/five"
)

var (
	surely = regexp.MustCompile(`nobody else can have so few$`)
	ending = regexp.MustCompile(`about (\d+) % to be lowest`)
	taking = regexp.MustCompile(`with (\S+), which makes a pair`)
	cheap  = regexp.MustCompile(`with (\S+), which is less than an unknown card on average`)
	dear   = regexp.MustCompile(`an unknown card is no more on average than (\S+)$`)
	again  = regexp.MustCompile(`with (\S+) it would have the rank that it drops again$`)
)

// The chances to be lowest that good claims are right on average, a card that is claimed to
// make a pair makes one, and what is said of a card and of unknown ones holds for those that
// the seat does not see.
func TestReasons(t *testing.T) {
	claimed, right, n := [10]int{}, [10]int{}, [10]int{}
	pairs, positions, compared, sure := 0, 0, 0, 0
	for seed := range uint64(360) {
		seats := 2 + int(seed%5)
		g, err := bare.New(five.Rules, seats, nil, bare.Random(seed))
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
			if surely.MatchString(c.Why) {
				sure++
				if !lowest(totals, hands, seat) {
					t.Errorf("seed %d: %s, with totals %v", seed, c.Why, totals)
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
			for text, low := range map[*regexp.Regexp]bool{cheap: true, dear: false} {
				if m := text.FindStringSubmatch(c.Why); m != nil {
					compared++
					if less(t, m[1], seen(g, seat)) != low {
						t.Errorf("seed %d: %s: %s", seed, c.Move, c.Why)
					}
				}
			}
			if m := again.FindStringSubmatch(c.Why); m != nil && m[1][:1] != strings.Fields(c.Move)[1][:1] {
				t.Errorf("seed %d: %s: %s", seed, c.Move, c.Why)
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
	if positions < 1200 || pairs < 1000 || compared < 1000 || sure < 50 {
		t.Errorf("only %d ends, %d of them sure, %d pairs, %d cards compared with unknown ones", positions, sure, pairs, compared)
	}
}

// seen lists the cards that a seat sees: those in the pile, and in hands.
func seen(g *bare.Game, seat int) []card.Card {
	own := g.Observation(seat)
	var cards []card.Card
	for _, z := range g.Position().View(seat, own).Zones {
		for _, group := range z.Groups {
			cards = append(cards, group.Cards...)
		}
	}
	return append(cards, own.Cards(slices.Concat(g.Position().Status().Hands...))...)
}

// less reports whether a card has fewer points than the cards have on average that a seat
// does not see.
func less(t *testing.T, text string, seen []card.Card) bool {
	t.Helper()
	c, err := card.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	sum, n := 0, 0
	for _, u := range card.French() {
		if !slices.Contains(seen, u) {
			sum += min(int(u.Rank), 10)
			n++
		}
	}
	return min(int(c.Rank), 10)*n < sum
}

func lowest[T any](totals []int, hands [][]T, seat int) bool {
	for s := range totals {
		if s != seat && len(hands[s]) > 0 && totals[s] <= totals[seat] {
			return false
		}
	}
	return true
}
