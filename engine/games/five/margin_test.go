package five

import (
	"testing"

	"fives/engine/bare"
)

// Worlds tell whether to end the hand, beyond what they promise too much for either, and only against the exchange
// that good would make.
func TestMargin(t *testing.T) {
	for seed := range uint64(20) {
		g, err := bare.New(Rules, 2, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		p := g.Position().(*position)
		own := g.Observation(p.turn)
		th := &thought{position: p, seat: p.turn, own: own, unseen: p.unseen(p.turn, own)}
		best, told := th.best().text, 0
		for _, move := range p.Moves(p.turn, own) {
			if n, is := p.Margin(p.turn, own, wordEnd, move); is != (move != wordEnd) || is && n != 600 {
				t.Errorf("to end and not to %q: %d, %t", move, n, is)
			}
			switch n, is := p.Margin(p.turn, own, move, wordEnd); {
			case move == wordEnd:
			case is != (move == best) || n != 1000:
				t.Errorf("%q, and not to end: %d, %t", move, n, is)
			case is:
				told++
			}
			if _, is := p.Margin(p.turn, own, move, best); is && move != wordEnd {
				t.Errorf("of %q and %q worlds tell which is better", move, best)
			}
		}
		if told != 1 {
			t.Errorf("%d exchanges are told from the end", told)
		}
	}
}
