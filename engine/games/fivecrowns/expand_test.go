package fivecrowns_test

import (
	"errors"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/fivecrowns"
	"fives/engine/rules"
	"fives/engine/scenario"
)

// table plays moves of two seats, ana first, on a stacked deck.
func table(t *testing.T, deck string, moves ...string) *bare.Game {
	t.Helper()
	g, err := bare.New(fivecrowns.Rules, 2, nil, stacked(t, deck))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range moves {
		if _, err := g.Play(g.Position().Status().Turn, m, i+1, false); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func stacked(t *testing.T, deck string) bare.Order {
	t.Helper()
	first, err := card.ParseAll(rules.Words(deck))
	if err != nil {
		t.Fatal(err)
	}
	return func(_ int, all []card.Card) ([]int, error) {
		var order []int
		used := make([]bool, len(all))
		for _, c := range first {
			for i := range all {
				if all[i] == c && !used[i] {
					used[i], order = true, append(order, i)
					break
				}
			}
		}
		for i := range all {
			if !used[i] {
				order = append(order, i)
			}
		}
		return order, nil
	}
}

const kings = "Kc 9c Kd 9d Kh Qh 5c Ks 4c"

func TestExpand(t *testing.T) {
	drawn := table(t, kings, "draw")
	last := table(t, kings, "draw", "out Kc Kd Kh discard Ks", "draw")
	for _, c := range []struct {
		name       string
		game       *bare.Game
		text, want string // "" if refused
	}{
		{"out", drawn, "out discard Kd", "out Kc Kh Ks discard Kd"},
		{"other spelling", drawn, " out  discard K♦", "out Kc Kh Ks discard Kd"},
		{"a whole move stays", drawn, "out Kc Kd Kh discard Ks", "out Kc Kd Kh discard Ks"},
		{"no sugar", drawn, "discard  Ks", "discard  Ks"},
		{"nonsense stays", drawn, "out discard Ks discard", "out discard Ks discard"},
		{"not held", drawn, "out discard 9c", ""},
		{"no card", drawn, "out discard 99", ""},
		{"lay before the last turns", drawn, "lay discard Ks", ""},
		{"out in the last turns", last, "out discard 4c", ""},
		{"nothing to lay", last, "lay discard 4c", "discard 4c"},
		{"before the draw", table(t, kings), "out discard Kc", ""},
		{"cannot go out", table(t, "Kc 9c Kd 9d Qh Kh 5c 8s", "draw"), "out discard 8s", ""},
		{"best of several", table(t, "Kc 9c Kd 9d Kh Qh 5c Ks 9h", "draw", "out Kc Kd Kh discard Ks", "draw"), "lay discard Qh", "lay 9c 9d 9h discard Qh"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.game.Position()
			seat := p.Status().Turn
			got, err := rules.Expand(p, seat, c.text, c.game.Observation(seat))
			if got != c.want || (err == nil) != (c.want != "") {
				t.Fatalf("%q becomes %q, %v; want %q", c.text, got, err, c.want)
			}
			if err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Fatalf("%v is not ErrIllegal", err)
			}
		})
	}
}

// Expand with another seat's observation is refused.
func TestExpandKnowsOnlyItsOwnHand(t *testing.T) {
	g := table(t, kings, "draw")
	if text, err := rules.Expand(g.Position(), 0, "out discard Kd", g.Observation(1)); !errors.Is(err, rules.ErrIllegal) {
		t.Fatalf("%q, %v", text, err)
	}
}

// Any text is played or refused, at the table and in the solitaire.
func FuzzMoves(f *testing.F) {
	for _, text := range []string{"draw", "take", "discard Ks", "out Kc Kd Kh discard Ks", "lay Kc Kd Kh / 9c discard Ks", "out discard Ks", "place 3 discard 3c", "place 13 discard Jk", "/ / discard /"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lone, err := bare.New(fivecrowns.Rules, 1, nil, bare.Canonical)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []*bare.Game{table(t, kings), table(t, kings, "draw"), table(t, kings, "draw", "out Kc Kd Kh discard Ks", "draw"), lone} {
			seat := g.Position().Status().Turn
			if _, err := rules.Expand(g.Position(), seat, text, g.Observation(seat)); err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Fatal(err)
			}
			if _, err := g.Play(seat, text, 9, false); err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Fatal(err)
			}
		}
	})
}

// TestFourteenSeats plays a whole game of the largest size to its end.
func TestFourteenSeats(t *testing.T) {
	p, err := scenario.Random(fivecrowns.Rules, 14, nil, 7, fivecrowns.Rules.Bots[:1])
	if err != nil {
		t.Fatal(err)
	}
	if !p.Finished {
		t.Fatalf("the game is not over after %d moves", len(p.Lines)-1)
	}
}

// TestBriefly: a button for a move of many cards says all that the move does.
func TestBriefly(t *testing.T) {
	for move, want := range map[string]string{
		"lay 7h 7c 7s discard 5d":            "lay 1 meld and discard",
		"lay 7h 7c 7s / 3d 4d 5d discard 5d": "lay 2 melds and discard",
		"out 7h 7c 7s discard 5d":            "go out",
		"discard 5d":                         "",
		"draw":                               "",
	} {
		if got := fivecrowns.Rules.Briefly(move); got != want {
			t.Errorf("%s: %q, want %q", move, got, want)
		}
	}
}
