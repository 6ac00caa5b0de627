package five

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
)

// TestForcedDraw: where nobody has drawn for long, good draws, unless the top card makes a pair with one
// that it keeps: what it would take for that anyway, it does.
func TestForcedDraw(t *testing.T) {
	pairs, drawn := 0, 0
	for seed := range uint64(120) {
		g, err := bare.New(Rules, 2+int(seed%5), nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; !g.Over() && at < 30; at++ {
			p := g.Position().(*position)
			seat := p.Status().Turn
			th := &thought{position: p, seat: seat, own: g.Observation(seat)}
			th.unseen = p.unseen(seat, th.own)
			free := th.best()
			long := *p
			long.idle = 2 * len(p.active)
			waiting := *th
			waiting.position = &long
			got := waiting.best()
			hand, top := th.own.Cards(p.hands[seat]), th.top(th.own)
			pair := slices.ContainsFunc(hand, func(c card.Card) bool { return c.Rank == top.Rank })
			switch {
			case free.take && pair:
				pairs++
				if got.text != free.text {
					t.Errorf("seed %d: %q in place of %q, with %s", seed, got.text, free.text, card.Join(hand))
				}
			case got.take && !pair:
				t.Errorf("seed %d: %q for ever", seed, got.text)
			case strings.HasSuffix(got.text, wordDraw):
				drawn++
			}
			if _, err := g.Play(seat, free.text, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if pairs < 50 || drawn < 200 {
		t.Errorf("%d pairs, %d draws", pairs, drawn)
	}
}
