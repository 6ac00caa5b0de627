package search_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
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
			if foolish(own.Cards(p.Status().Hands[seat]), move, top(p, own)) {
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

// top is the card on the pile.
func top(p rules.Position, own rules.Observation) (c card.Card) {
	for _, z := range p.View(rules.Onlooker, own).Zones {
		if z.Kind == rules.PileZone {
			g := z.Groups[len(z.Groups)-1]
			c = g.Cards[len(g.Cards)-1]
		}
	}
	return c
}

// foolish reports whether a move of Five drops a lone card though a dearer lone one stays.
func foolish(hand []card.Card, move string, top card.Card) bool {
	words := strings.Fields(move)
	if len(words) != 3 {
		return false
	}
	if words[2] == "take" {
		hand = append(hand, top)
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

// A move that the search has found says what is certain of it, unless that speaks against it, and always how it did
// in the deals that it tried against the move of good players, in few words.
func TestStrongReasons(t *testing.T) {
	how := regexp.MustCompile(`^(.*; it )?does (better than (.+) in (\d+) of 100 deals that fit, and worse in (\d+)|(about \d+ (?:points?|chips?) better|better for winning the game) than (.+) on average of the deals that fit)$`)
	found, against, certain, average := 0, 0, 0, 0
	for _, rs := range games.All() {
		strong := search.Searcher(rs, 60_000, nil)
		for seed := range uint64(6) {
			g, err := bare.New(rs, 2, nil, bare.Random(seed))
			if err != nil {
				t.Fatal(err)
			}
			for at, over := 1, false; !over && at < 40; at++ {
				p := g.Position()
				seat := p.Status().Turn
				own, dice := g.Observation(seat), func() *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(at))) }
				c, usual := strong.Think(p, seat, own, dice()), rs.Strongest().Move(p, seat, own, dice())
				if c.Move != usual {
					found++
					m := how.FindStringSubmatch(c.Why)
					if m == nil || len([]rune(c.Why)) > 200 {
						t.Fatalf("%s: %s, not %s: %q", rs.Name, c.Move, usual, c.Why)
					}
					why, speaksFor := p.(rules.Reasoner).Reason(seat, own, c.Move)
					switch {
					case !speaksFor || why == "":
						against++
						why = ""
					default:
						certain++
						why += "; it "
					}
					named, _ := p.Named(usual)
					if than := m[3] + m[7]; m[1] != why || than != "to "+rs.Do(usual, named...).String() && than != "what good would do" {
						t.Errorf("%s: %s, not %s: %q", rs.Name, c.Move, usual, c.Why)
					}
					if better, worse := m[4], m[5]; better == "" {
						average++
					} else if b, _ := strconv.Atoi(better); b > 100 || better == worse {
						t.Errorf("%s: %q", rs.Name, c.Why)
					} else if w, _ := strconv.Atoi(worse); w > b || w+b > 101 {
						t.Errorf("%s: %q", rs.Name, c.Why)
					}
				}
				ended, err := g.Play(seat, c.Move, at, false)
				if err != nil {
					t.Fatal(err)
				}
				over = len(ended) > 0
			}
		}
	}
	t.Logf("%d found, %d certain, %d against, %d average", found, certain, against, average)
	if against == 0 || certain == 0 || average == 0 {
		t.Errorf("of %d moves that were found, the rules speak against %d and for %d; %d are better on average only", found, against, certain, average)
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
