package allfives

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

func cards(t *testing.T, text string) []card.Card {
	t.Helper()
	list, err := card.ParseAll(rules.Words(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// RULES 6, hearts are trumps.
func TestAllowed(t *testing.T) {
	for _, c := range []struct{ trick, hand, strict, loose string }{
		{"", "2c 5h Ks", "2c 5h Ks", "2c 5h Ks"},
		{"2h", "Ah 3h 5c", "Ah 3h", "Ah 3h"},
		{"Ah", "Ks 3h 5c", "3h", "3h"},
		{"2h", "Ks 5c", "Ks 5c", "Ks 5c"},
		{"7c", "2c 9c 2h Ks", "2c 9c 2h", "2c 9c 2h"},
		{"7c 9h", "2c 2h Jh Ks", "2c Jh", "2c Jh"},
		{"7c 9h", "2h Jh Ks", "Jh", "2h Jh Ks"},
		{"7c 9h", "2h 8h Ks", "2h 8h Ks", "2h 8h Ks"},
		{"7c 9s", "2h Ks", "2h", "2h Ks"},
		{"7c", "Ks Ad", "Ks Ad", "Ks Ad"},
		{"Kc", "2c Ac", "2c Ac", "2c Ac"},
	} {
		var trick []play
		for _, x := range cards(t, c.trick) {
			trick = append(trick, play{card: x})
		}
		for _, strict := range []bool{true, false} {
			want := c.loose
			if strict {
				want = c.strict
			}
			got := obligationOf(trick, card.Hearts, strict).allowed(cards(t, c.hand))
			if card.Join(got) != want {
				t.Errorf("on %q from %q (void-must-trump %t): %s, expected %s", c.trick, c.hand, strict, card.Join(got), want)
			}
		}
	}
}

// RULES 2.2: a hand in which all six lie has 24 points.
func TestPoints(t *testing.T) {
	sum := 0
	for _, c := range card.French() {
		sum += points(c, card.Spades)
	}
	if sum != 24 {
		t.Errorf("the trumps score %d together", sum)
	}
}

// RULES 10.2: a continued table does not cut again.
func TestContinuation(t *testing.T) {
	from := &rules.Carry{Hands: 6, Scores: []int{40, 12}, Next: 1}
	g, err := bare.Resume(Rules, 2, nil, from, bare.Canonical)
	if err != nil {
		t.Fatal(err)
	}
	st := g.Position().Status()
	if st.Hand != 7 || st.Turn != 0 || !slices.Equal(st.Scores, from.Scores) {
		t.Errorf("the table goes on with hand %d, seat %d and scores %v", st.Hand, st.Turn, st.Scores)
	}
	keys := g.Position().Keys([]string{"ana", "ben"}, g.Public())
	if keys["dealer"] != "ben" || len(keys["cut"].([][]map[string]any)) != 0 {
		t.Errorf("dealer %v, cut %v", keys["dealer"], keys["cut"])
	}
}

// RULES 6.6: the mover's own daemon knows before it signs; the public does not,
// until the cards are shown.
func TestViolationesNeedTheHand(t *testing.T) {
	g, err := bare.New(Rules, 2, nil, bare.Canonical)
	if err != nil {
		t.Fatal(err)
	}
	// Seat 0 deals from the canonical pack: after a run both hold six clubs and
	// three diamonds, and diamonds are trumps.
	for i, text := range []string{"beg", "run", "play Ad"} {
		if _, err := g.Play(1-i%2, text, i, false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Play(0, "play 4c", 4, false); !errors.Is(err, rules.ErrIllegal) {
		t.Fatalf("a revoke passes one's own daemon: %v", err)
	}
	own := g.Observation(0)
	if _, err := g.Play(0, "play 4c", 4, true); err != nil {
		t.Fatal(err)
	}
	if b := g.Position().Violations(g.Public()); len(b) != 0 {
		t.Errorf("the public sees %v already", b)
	}
	if b := g.Position().Violations(own); len(b) != 1 || b[0].Seat != 0 || b[0].At != 4 {
		t.Errorf("with the hand shown: %v", b)
	}
}

// No text may do harm, whoever sends it.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"stand", "beg", "take-one", "run", "play Ac", "play", "play Jk", "play 5", "run run", "\x00"} {
		f.Add(text, uint64(1), true)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64, cheat bool) {
		r := rand.New(rand.NewPCG(seed, 1))
		g, err := bare.New(Rules, 3, map[string]any{"target": 12}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at := 1; !g.Over(); at++ {
			seat := g.Position().Status().Turn
			if _, err := g.Play(seat, text, at, cheat); err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Fatal(err)
			} else if err == nil {
				continue
			}
			if _, err := g.Play(seat, easy(g.Position(), seat, g.Observation(seat), r).Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Several cards are refused with the rule, not with the notation.
func TestOneCardIsPlayed(t *testing.T) {
	_, err := new(position).Named("play 3c 8s")
	if !errors.Is(err, rules.ErrIllegal) || !strings.Contains(err.Error(), "one card to a trick, not 2") {
		t.Error(err)
	}
}
