package fivecrowns

import (
	"fmt"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

// TestTakes: what good expects of a card that it takes is what its discard then leaves, so it takes none that does
// not fit, to throw a dearer one. It takes every wild card, except in its last turn, or where it draws because
// nobody has for long.
func TestTakes(t *testing.T) {
	kept, wilds := 0, 0
	for seed := range uint64(400) {
		seats := 2 + int(seed%3)
		g, err := bare.Resume(Rules, seats, nil, &rules.Carry{Hands: int(seed % 3), Scores: make([]int, seats)}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < 120; at++ {
			p := g.Position().(*position)
			seat, own := p.seat, g.Observation(p.seat)
			c := good(p, seat, own, nil)
			if p.phase == choosing && !p.last && !waits(p) {
				if top := own.Of(p.pile[len(p.pile)-1]); isWild(top, p.wild()) {
					wilds++
					if c.Move != "take" || c.Why != fmt.Sprintf("takes %s, a wild card, which fits any meld", top) {
						t.Errorf("seed %d: %s lies there, and it plays %+v", seed, top, c)
					}
				}
			}
			ended, err := g.Play(seat, c.Move, at, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(ended) > 0 {
				break
			}
			if _, promise, takes := strings.Cut(c.Why, ": that leaves "); takes && c.Move == "take" {
				kept++
				p := g.Position().(*position)
				own := g.Observation(seat)
				s, err := p.read(good(p, seat, own, nil).Move)
				if err != nil {
					t.Fatal(err)
				}
				left := rules.Points(solve(own.Cards(p.hands[seat]), p.wild()).leaves(s.discard))
				if !strings.HasPrefix(promise, left+" outside melds") {
					t.Errorf("seed %d: it %s, and its discard leaves %s", seed, c.Why, left)
				}
			}
		}
	}
	if kept < 200 || wilds < 20 {
		t.Errorf("%d takes, %d wild cards", kept, wilds)
	}
}
