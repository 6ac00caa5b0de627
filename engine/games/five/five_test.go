package five_test

import (
	"reflect"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/five"
	"fives/engine/rules"
	"fives/engine/scenario"
)

func game(t *testing.T, seats int, from *rules.Carry) *bare.Game {
	t.Helper()
	g, err := bare.Resume(five.Rules, seats, map[string]any{"limit": 100}, from, bare.Canonical)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// RULES, "Decided here": a game that goes on from a carry-over.
func TestContinuation(t *testing.T) {
	for _, c := range []struct {
		name    string
		from    rules.Carry
		turn    int
		active  []int
		winners []int
	}{
		{"all are in", rules.Carry{Hands: 3, Scores: []int{10, 20, 30}, Next: 1}, 1, []int{0, 1, 2}, nil},
		{"the starter is out", rules.Carry{Hands: 3, Scores: []int{10, 100, 30}, Next: 1}, 2, []int{0, 2}, nil},
		{"the last seat is to start and is out", rules.Carry{Hands: 3, Scores: []int{10, 20, 120}, Next: 2}, 0, []int{0, 1}, nil},
		{"one is left", rules.Carry{Hands: 3, Scores: []int{150, 20, 130}, Next: 1}, rules.None, []int{1}, []int{1}},
		{"nobody is left", rules.Carry{Hands: 3, Scores: []int{150, 120, 130}, Next: 1}, rules.None, []int{}, []int{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, 3, &c.from)
			st := g.Position().Status()
			if st.Turn != c.turn || !slices.Equal(st.Active, c.active) || !reflect.DeepEqual(st.Winners, c.winners) {
				t.Errorf("turn %d, active %v, winners %v", st.Turn, st.Active, st.Winners)
			}
			if g.Over() != (c.winners != nil) {
				t.Errorf("over: %v", g.Over())
			}
		})
	}
}

func TestCarryNamesTheNextStarter(t *testing.T) {
	ended, err := game(t, 3, nil).Play(0, "end", 1, false)
	if err != nil {
		t.Fatal(err)
	}
	// A 4 7 10 K of clubs are 32, the others' hands 26 and 30.
	want := rules.Carry{Hands: 1, Scores: []int{50, 0, 30}, Next: 1}
	if got := ended[0].Carry; !got.Equal(want) {
		t.Errorf("carry-over %+v", got)
	}
}

// A drop is listed once, whichever of two jokers it is.
func TestMoves(t *testing.T) {
	s, err := scenario.Parse([]byte(`{"game": "five", "options": {"jokers": 2}, "players": ["ana", "ben"],
		"decks": [["7h", "Kd", "Jk", "Qd", "7s", "5c", "Jk", "4c", "7c", "2d", "9h"]]}`))
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Run(true)
	if err != nil {
		t.Fatal(err)
	}
	legal := report.Lines[0].Legal()
	for _, drop := range []string{"7h", "7s", "7c", "7h 7s", "7h 7c", "7s 7c", "7h 7s 7c", "Jk", "Jk Jk"} {
		for _, gain := range []string{" draw", " take"} {
			if !slices.Contains(legal, "drop "+drop+gain) {
				t.Errorf("drop %s%s is not listed", drop, gain)
			}
		}
	}
	if len(legal) != 1+2*9 || legal[0] != "end" {
		t.Errorf("%d moves are listed: %q", len(legal), legal)
	}
}

func TestView(t *testing.T) {
	g := game(t, 2, nil)
	v := g.Position().View(1, g.Observation(1))
	mine, other := v.Zones[1], v.Zones[0]
	if got := card.Join(mine.Groups[0].Cards); got != "2c 4c 6c 8c 10c" {
		t.Errorf("the own hand is drawn as %s", got)
	}
	if got := card.Join(other.Groups[0].Cards); got != "? ? ? ? ?" {
		t.Errorf("another hand is drawn as %s", got)
	}
	if len(mine.Orders) != 3 || len(other.Orders) != 0 {
		t.Errorf("%d orders of the own hand, %d of another", len(mine.Orders), len(other.Orders))
	}
}

// A hand can be settled with nothing left to show: everybody has taken cards from
// the pile until all hands were public.
func TestNothingLeftToShow(t *testing.T) {
	g := game(t, 2, nil)
	for at := 1; at <= 12; at++ {
		st := g.Position().Status()
		oldest := g.Full().Of(st.Hands[st.Turn][0])
		if _, err := g.Play(st.Turn, "drop "+oldest.String()+" take", at, false); err != nil {
			t.Fatal(err)
		}
	}
	for seat, hand := range g.Position().Status().Hands {
		if !g.Public().Knows(hand) {
			t.Errorf("seat %d still has hidden cards", seat)
		}
	}
	ended, err := g.Play(0, "end", 13, false)
	if err != nil || len(ended) != 1 {
		t.Fatalf("%d hands ended: %v", len(ended), err)
	}
}

// A good player who took the others for as careful as itself would win three games of four.
func TestGoodBeatsEasy(t *testing.T) {
	for _, seats := range []int{2, 4} {
		standings, err := scenario.Strength(five.Rules, seats, nil, 100, 1)
		if err != nil {
			t.Fatal(err)
		}
		easy, good := standings[0], standings[1]
		t.Logf("%d seats: %+v %+v", seats, easy, good)
		if good.Wins < 5*easy.Wins {
			t.Errorf("%d seats: good has won %d games, easy %d", seats, good.Wins, easy.Wins)
		}
	}
}
