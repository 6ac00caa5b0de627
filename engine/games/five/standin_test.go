package five

import (
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
)

func begin(t *testing.T, seats int, given map[string]any, seed uint64) *bare.Game {
	t.Helper()
	g, err := bare.New(Rules, seats, given, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func assume(g *bare.Game, seat int) []int { return g.Position().(*position).most[seat] }

// What a player keeps is assumed to be no dearer than what it drops. What a stand-in keeps
// may be any card, and what was assumed before stays.
func TestStandInTellsNothing(t *testing.T) {
	g := begin(t, 2, nil, 3)
	cheapest := slices.MinFunc(g.Observation(0).Cards(g.Position().Status().Hands[0]), func(a, b card.Card) int { return value(a) - value(b) })
	if _, err := g.Play(0, write([]card.Card{cheapest}, wordDraw), 1, false); err != nil {
		t.Fatal(err)
	}
	n := value(cheapest)
	if got, want := assume(g, 0), []int{n, n, n, n, dearest}; n == dearest || !slices.Equal(got, want) {
		t.Fatalf("after a drop of %s, %v is assumed, not %v", cheapest, got, want)
	}
	for at := 2; at <= 5; at++ {
		if _, _, err := g.StandIn(at); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := assume(g, 0), []int{n, n, n, n, dearest}; !slices.Equal(got, want) {
		t.Errorf("behind the stand-in's moves, %v is assumed, not %v", got, want)
	}
	if got, want := assume(g, 1), slices.Repeat([]int{dearest}, dealt); !slices.Equal(got, want) {
		t.Errorf("of a seat that has never moved itself, %v is assumed, not %v", got, want)
	}
}

// A card that was taken from the pile lies open in the hand. The stand-in plays it where it
// came last, and opens nothing.
func TestStandInPlaysAPublicCard(t *testing.T) {
	for seed := range uint64(20) {
		g := begin(t, 2, nil, seed)
		first := g.Observation(0).Of(g.Position().Status().Hands[0][0])
		for at, text := range []string{write([]card.Card{first}, wordTake), ""} {
			var err error
			if text == "" {
				_, _, err = g.StandIn(at)
			} else {
				_, err = g.Play(0, text, at, false)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		hand := g.Position().Status().Hands[0]
		m, open := g.Position().StandIn(0, g.Public())
		if len(open) > 0 || !slices.Equal(m.Cards, hand[4:]) {
			t.Errorf("seed %d: it opens %v and plays %+v", seed, open, m)
		}
		if m, open = g.Position().StandIn(0, nil); !slices.Equal(open, hand[4:]) {
			t.Errorf("seed %d: if nothing is public, it opens %v and plays %+v", seed, open, m)
		}
	}
}

// Whoever sees nothing of its hand is not told what it holds.
func TestAsleep(t *testing.T) {
	g := begin(t, 2, nil, 1)
	v := g.Position().View(0, g.Public())
	if want := "Drop cards of one rank, or end: costs 50 if not lowest."; v.Prompt != want {
		t.Errorf("the prompt is %q", v.Prompt)
	}
	if moves := g.Position().Moves(0, g.Public()); moves != nil {
		t.Errorf("it may play %q", moves)
	}
}
