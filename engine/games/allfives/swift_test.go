package allfives

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
)

// A counter counts what is drawn from a source.
type counter struct {
	rand.Source
	n int
}

func (c *counter) Uint64() uint64 { c.n++; return c.Source.Uint64() }

// Who plays hands on imagines less than half of what good does where there are three seats, and as much with two.
func TestSwift(t *testing.T) {
	for seats := 2; seats <= 3; seats++ {
		g, err := bare.New(Rules, seats, nil, bare.Random(4))
		if err != nil {
			t.Fatal(err)
		}
		for at := range 8 {
			p := g.Position().(*position)
			own := g.Observation(p.turn)
			slow, quick := &counter{Source: rand.NewPCG(uint64(at), 1)}, &counter{Source: rand.NewPCG(uint64(at), 1)}
			move := good(p, p.turn, own, rand.New(slow)).Move
			played := Rules.Player().Move(p, p.turn, own, rand.New(quick))
			if seats == 2 && (played != move || quick.n != slow.n) || seats == 3 && 2*quick.n > slow.n {
				t.Errorf("%d seats, move %d: %s after %d draws, and good %s after %d", seats, at, played, quick.n, move, slow.n)
			}
			if _, err := g.Play(p.turn, move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
}
