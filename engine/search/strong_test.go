package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/engine/tabletest"
)

// Every game of ours has strong computer players. They make legal moves, the same ones each
// time, and not always those of the others.
func TestSearcher(t *testing.T) {
	others := 0
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			levels := search.Levels(rs)
			if last := levels[len(levels)-1]; last.Name != search.Strong || len(levels) != len(rs.Bots)+1 {
				t.Fatalf("the strongest of %d is %s", len(levels), last.Name)
			}
			strong := search.Searcher(rs, 5_000, nil)
			for _, seats := range []int{2, 3} {
				g, err := bare.New(rs, seats, nil, bare.Random(5))
				if err != nil {
					t.Fatal(err)
				}
				for at := 1; at <= 60 && !g.Over(); at++ {
					p := g.Position()
					seat := p.Status().Turn
					own, dice := g.Observation(seat), func() *rand.Rand { return rand.New(rand.NewPCG(uint64(at), 1)) }
					move := strong.Move(p, seat, own, dice())
					if again := strong.Move(p, seat, own, dice()); again != move {
						t.Errorf("%q, and then %q", move, again)
					}
					if move != rs.Strongest().Move(p, seat, own, dice()) {
						others++
					}
					if _, err := g.Play(seat, move, at, false); err != nil {
						t.Fatalf("%q: %v", move, err)
					}
				}
			}
		})
	}
	if others == 0 {
		t.Error("they never made another move than players that do not search")
	}
}

// In Five, strong players exchange as good ones do, since worlds do not tell which exchange is better, and so no
// lone card goes while a dearer lone one stays. What they do better is to end.
func TestNotFoolish(t *testing.T) {
	five, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	strong, good := search.Searcher(five, 20_000, nil), five.Strongest()
	exchanges, others, fools, ends := 0, 0, 0, 0
	for seed := range uint64(40) {
		g, err := bare.New(five, 2, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at, over := 1, false; !over; at++ {
			p := g.Position()
			seat := p.Status().Turn
			own, dice := g.Observation(seat), func() *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(at))) }
			move, usual := strong.Move(p, seat, own, dice()), good.Move(p, seat, own, dice())
			switch {
			case (move == "end") != (usual == "end"):
				ends++
			case move != "end":
				exchanges++
				if move != usual {
					others++
				}
			}
			if foolish(own.Cards(p.Status().Hands[seat]), move) {
				fools++
				t.Logf("%s: %q", card.Join(own.Cards(p.Status().Hands[seat])), move)
			}
			ended, err := g.Play(seat, move, at, false)
			if err != nil {
				t.Fatal(err)
			}
			over = len(ended) > 0
		}
	}
	if exchanges < 50 || ends == 0 || others > 0 || 100*fools > exchanges {
		t.Errorf("of %d exchanges, %d are not those of good players, and %d foolish; %d ends are not theirs", exchanges, others, fools, ends)
	}
}

// foolish reports whether a move of Five drops a lone card though a dearer lone one stays.
func foolish(hand []card.Card, move string) bool {
	words := strings.Fields(move)
	if len(words) != 3 {
		return false
	}
	dropped, err := card.Parse(words[1])
	if err != nil {
		return false
	}
	worth := func(c card.Card) int { return min(int(c.Rank), 10) }
	return slices.ContainsFunc(hand, func(c card.Card) bool {
		alike := 0
		for _, d := range hand {
			if d.Rank == c.Rank {
				alike++
			}
		}
		return alike == 1 && worth(c) > worth(dropped)
	})
}

// A move that the search has found is not said with a reason that speaks against it, although the rules know
// one.
func TestStrongReasons(t *testing.T) {
	rs, err := games.Find("all-fives")
	if err != nil {
		t.Fatal(err)
	}
	strong, found, against := search.Searcher(rs, 60_000, nil), 0, 0
	for seed := range uint64(20) {
		g, err := bare.New(rs, 2, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at, over := 1, false; !over && against < 3; at++ {
			p := g.Position()
			seat := p.Status().Turn
			own, dice := g.Observation(seat), func() *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(at))) }
			c := strong.Think(p, seat, own, dice())
			if c.Move != rs.Strongest().Move(p, seat, own, dice()) {
				found++
				why, speaksFor := p.(rules.Reasoner).Reason(seat, own, c.Move)
				if !speaksFor {
					against++
					why = ""
				}
				if c.Why != why {
					t.Errorf("seed %d: %s: %q, want %q", seed, c.Move, c.Why, why)
				}
			}
			ended, err := g.Play(seat, c.Move, at, false)
			if err != nil {
				t.Fatal(err)
			}
			over = len(ended) > 0
		}
	}
	if against == 0 {
		t.Errorf("the rules speak against none of %d moves that were found", found)
	}
}

// A game that imagines no worlds has no strong computer players.
func TestLevel(t *testing.T) {
	drill := tabletest.Drill
	if levels := search.Levels(drill); len(levels) != len(drill.Bots) {
		t.Errorf("%d levels", len(levels))
	}
	if _, err := search.Level(drill, search.Strong, nil); err == nil {
		t.Error("it has strong ones")
	}
	for _, rs := range games.All() {
		for _, b := range search.Levels(rs) {
			if found, err := search.Level(rs, b.Name, nil); err != nil || found.Name != b.Name {
				t.Errorf("%s: %s: %v", rs.Name, b.Name, err)
			}
		}
		if _, err := search.Level(rs, "weak", nil); err == nil {
			t.Errorf("%s has weak ones", rs.Name)
		}
	}
}
