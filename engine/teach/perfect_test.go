package teach_test

import (
	"fmt"
	"testing"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/search"
	"fives/engine/teach"
)

// A perfect player looks at all that can happen until the end of a hand of two seats, with all
// cards open.
type perfect struct {
	*game
	nodes int
}

// nodes is how many moves it looks at before it gives up.
const nodes = 3000

// worth is what the position is worth for a seat if both play on perfectly; ok is false if
// there is too much to look at.
func (p *perfect) worth(g *bare.Game, seat int, move string) (worth int, ok bool) {
	p.nodes++
	if p.nodes > nodes {
		return 0, false
	}
	next := g.Fork()
	turn := next.Position().Status().Turn
	ended, err := next.Play(turn, move, 1000+p.nodes, false)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(ended) > 0 {
		return search.Against(p.rs, []int{0, 1}, ended[0].Points(), seat), true
	}
	turn = next.Position().Status().Turn
	for i, m := range next.Position().Moves(turn, next.Observation(turn)) {
		w, ok := p.worth(next, seat, m)
		if !ok {
			return 0, false
		}
		if i == 0 || turn == seat && w > worth || turn != seat && w < worth {
			worth = w
		}
	}
	return worth, true
}

// best reports whether a move is as good as any; ok is false if that is not known.
func (p *perfect) best(t teach.Turn, move string) (best, ok bool) {
	p.nodes = 0
	own, ok := p.worth(p.g, t.Seat, move)
	if !ok {
		return false, false
	}
	for _, m := range t.Position.Moves(t.Seat, t.Own) {
		w, ok := p.worth(p.g, t.Seat, m)
		if !ok || w > own {
			return false, ok
		}
	}
	return true, true
}

// TestPerfect counts how many of the moves that are perfect, in Five Crowns' last turns and in
// the endings of Five Three Five and All Fives, are called losses with all hands known. make
// teach has more hands.
func TestPerfect(t *testing.T) {
	hands := max(3, *plantedHands)
	for _, rs := range games.All() {
		if rs.Name != "five-crowns" && rs.Name != "five-three-five" && rs.Name != "all-fives" || *plantedOnly != "" && rs.Name != *plantedOnly {
			continue
		}
		t.Run(rs.Name, func(t *testing.T) {
			known, wrong := 0, 0
			for seed := range uint64(hands) {
				g := begin(t, rs, 2, nil, 100+seed)
				p := &perfect{game: g}
				perfect, n := map[int]bool{}, 0
				h := g.hand(func(turn teach.Turn) string {
					move := g.good(turn)
					if last, is := turn.Position.Keys([]string{"a", "b"}, turn.Own)["last"]; !is || last == true {
						if best, ok := p.best(turn, move); ok && best && len(turn.Position.Moves(turn.Seat, turn.Own)) > 1 {
							perfect[n] = true
							known++
						}
					}
					n++
					return move
				})
				l, err := teach.Study(h, 4000, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, loss := range l.Now {
					if perfect[loss.Turn] {
						wrong++
						t.Logf("seed %d: %+v, %q", seed, loss, h.Turns[loss.Turn].Move)
					}
				}
			}
			fmt.Printf("%-16s 2 seats: %d of %d perfect moves are called losses\n", rs.Title, wrong, known)
			if known > 0 && 20*wrong > known {
				t.Errorf("%d of %d perfect moves are called losses", wrong, known)
			}
		})
	}
}
