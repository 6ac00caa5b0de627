package fivecrowns

import (
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// TestForcedDraw: where nobody has drawn for long, good draws, but not in its last turn, which nobody
// repeats, nor where it goes out with the card that lies there.
func TestForcedDraw(t *testing.T) {
	last, out, drawn := 0, 0, 0
	for seed := range uint64(60) {
		g, err := bare.New(Rules, 2+int(seed%3), nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; !g.Over() && at < 120; at++ {
			p := g.Position().(*position)
			seat := p.Status().Turn
			own := g.Observation(seat)
			if p.phase == choosing {
				long := *p
				long.idle = 2 * p.seats
				free := good(p, seat, own, nil)
				hand := append(own.Cards(p.hands[seat]), own.Of(p.pile[len(p.pile)-1]))
				switch got := good(&long, seat, own, nil); {
				case p.last:
					last++
					if got != free {
						t.Errorf("seed %d: in the last turn it plays %+v in place of %+v", seed, got, free)
					}
				case newGuess(p, seat, own).least(hand) == 0:
					out++
					if got != free { // a draw, too, if the hand is complete without the card
						t.Errorf("seed %d: with %s it can go out, and it plays %+v in place of %+v", seed, card.Join(hand), got, free)
					}
				default:
					drawn++
					if got.Move != "draw" {
						t.Errorf("seed %d: it plays %+v for ever", seed, got)
					}
				}
			}
			if _, err := g.Play(seat, good(p, seat, own, nil).Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if last < 50 || out < 20 || drawn < 200 {
		t.Errorf("%d last turns, %d takes that go out, %d draws", last, out, drawn)
	}
}

// TestLastTurnTakes: in its last turn good takes the card with which nothing is left, though nobody has
// drawn for long.
func TestLastTurnTakes(t *testing.T) {
	g, err := bare.Resume(Rules, 2, nil, &rules.Carry{Hands: 8, Scores: []int{0, 0}}, bare.Random(19))
	if err != nil {
		t.Fatal(err)
	}
	for at := range 6 {
		p := g.Position().(*position)
		if _, err := g.Play(p.seat, good(p, p.seat, g.Observation(p.seat), nil).Move, at, false); err != nil {
			t.Fatal(err)
		}
	}
	p := g.Position().(*position)
	own := g.Observation(p.seat)
	if hand := card.Join(own.Cards(p.hands[p.seat])); !p.last || p.idle < 2*p.seats-1 || hand != "9d Jd Kc Jc 8t 3h 8c 3t 8c Jh Qc" {
		t.Fatalf("it is another turn, with %s", hand)
	}
	if c := good(p, p.seat, own, nil); c.Move != "take" {
		t.Errorf("it plays %+v", c)
	}
}
