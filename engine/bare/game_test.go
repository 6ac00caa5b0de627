package bare_test

import (
	"errors"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/five"
	"fives/engine/rules"
)

func start(t *testing.T, order bare.Order) *bare.Game {
	t.Helper()
	g, err := bare.New(five.Rules, 2, nil, order)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A seat sees its hand and the public cards, and nothing else.
func TestObservations(t *testing.T) {
	g := start(t, bare.Canonical)
	hands := g.Position().Status().Hands
	if got := card.Join(g.Observation(0).Cards(hands[0])); got != "Ac 3c 5c 7c 9c" {
		t.Errorf("seat 0 holds %s", got)
	}
	if g.Observation(0).Knows(hands[1][:1]) || g.Public().Knows(hands[0][:1]) {
		t.Error("a hidden card is seen")
	}
	if got := g.Public().Of(10); got.String() != "Jc" || g.Observation(1).Of(10) != got {
		t.Errorf("the card turned up is %s", got)
	}
	if _, err := g.Play(0, "drop 9c draw", 1, false); err != nil {
		t.Fatal(err)
	}
	if !g.Observation(0).Knows([]rules.Slot{11}) || g.Observation(1).Knows([]rules.Slot{11}) {
		t.Error("a card that was drawn is seen by the wrong seat")
	}
	if !g.Public().Knows(hands[0][4:]) {
		t.Error("a card that was dropped is not public")
	}
}

// What the stand-in plays is opened to everybody, and no other card of the hand; then the
// game goes on.
func TestStandIn(t *testing.T) {
	g := start(t, bare.Canonical)
	before, hands := g.Fork(), g.Position().Status().Hands
	m, ended, err := g.StandIn(7)
	if err != nil || len(ended) > 0 {
		t.Fatalf("%d hands ended: %v", len(ended), err)
	}
	if m.Text != "drop 9c draw" || !slices.Equal(m.Cards, hands[0][4:]) || m.Seat != 0 || m.At != 7 || !m.StandIn {
		t.Errorf("the move is %+v", m)
	}
	if s := g.Public(); s.Of(8).String() != "9c" || len(s.Hidden(hands[0][:4])) != 4 || g.Observation(1).Knows(hands[0][3:4]) {
		t.Errorf("public is %v", s)
	}
	if turn := g.Position().Status().Turn; turn != 1 || !g.Observation(0).Knows(g.Position().Status().Hands[0]) {
		t.Errorf("it is the turn of seat %d", turn)
	}
	if before.Public().Knows(hands[0][4:]) {
		t.Error("it is open in a fork too")
	}
	if ended, err := g.Play(1, "end", 8, false); err != nil || len(ended) != 1 {
		t.Errorf("%d hands ended: %v", len(ended), err)
	}
}

// In a game that is over there is nobody to stand in for.
func TestStandInWhenOver(t *testing.T) {
	g := start(t, bare.Canonical)
	for at := 1; !g.Over(); at++ {
		if _, err := g.Play(g.Position().Status().Turn, "end", at, false); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := g.StandIn(1000); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("%v", err)
	}
}

func TestRefusalsChangeNothing(t *testing.T) {
	g := start(t, bare.Canonical)
	before, public := g.Position(), g.Public()
	for _, c := range []struct {
		seat int
		text string
	}{{1, "end"}, {-1, "end"}, {7, "end"}, {0, ""}, {0, "drop 2c draw"}, {0, "drop Ac 3c draw"}} {
		if _, err := g.Play(c.seat, c.text, 1, true); !errors.Is(err, rules.ErrIllegal) {
			t.Errorf("seat %d, %q: %v", c.seat, c.text, err)
		}
	}
	if g.Position() != before || !slices.Equal(g.Public(), public) {
		t.Error("the game has changed")
	}
}

// A move is taken back if the order fails, but it is not illegal.
func TestFailingOrder(t *testing.T) {
	failure := errors.New("no such deck")
	g := start(t, func(n int, cards []card.Card) ([]int, error) {
		if n > 0 {
			return nil, failure
		}
		return bare.Canonical(n, cards)
	})
	before := g.Position()
	_, err := g.Play(0, "end", 1, false)
	if !errors.Is(err, failure) || errors.Is(err, rules.ErrIllegal) || errors.Is(err, bare.ErrBroken) {
		t.Errorf("%v", err)
	}
	if g.Position() != before {
		t.Error("the game has changed")
	}
}

// Options that no table could have are refused.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		seats int
		given map[string]any
	}{{1, nil}, {7, nil}, {2, map[string]any{"limit": -1}}, {2, map[string]any{"no-such": 1}}} {
		if _, err := bare.New(five.Rules, c.seats, c.given, bare.Canonical); err == nil {
			t.Errorf("%d seats have %v", c.seats, c.given)
		}
	}
}

func TestBadOrder(t *testing.T) {
	for _, index := range [][]int{nil, make([]int, 52), {51}} {
		order := func(int, []card.Card) ([]int, error) { return index, nil }
		if _, err := bare.New(five.Rules, 2, nil, order); err == nil {
			t.Errorf("%v is taken for a permutation", index)
		}
	}
}

func TestForksPart(t *testing.T) {
	g := start(t, bare.Random(1))
	f := g.Fork()
	if _, err := f.Play(0, "end", 1, false); err != nil {
		t.Fatal(err)
	}
	if st := g.Position().Status(); st.Hand != 1 || f.Position().Status().Hand != 2 {
		t.Error("a fork changes the game it comes from")
	}
}

func TestEnded(t *testing.T) {
	g := start(t, bare.Canonical)
	ended, err := g.Play(0, "end", 1, false)
	if err != nil || len(ended) != 1 {
		t.Fatalf("%d hands ended: %v", len(ended), err)
	}
	e := ended[0]
	if card.Join(e.Looks[1]) != "2c 4c 6c 8c 10c" || !slices.Equal(e.Points(), []int{0, 30}) {
		t.Errorf("%s, points %v", card.Join(e.Looks[1]), e.Points())
	}
	if e.Position.Status().Hand != 1 || g.Position().Status().Hand != 2 || len(e.Faces) != 52 {
		t.Error("the settlement is not that of the first hand")
	}
}
