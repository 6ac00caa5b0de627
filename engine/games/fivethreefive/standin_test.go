package fivethreefive

import (
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
)

// The stand-in leads the last card of the packet that it plays from: of the first one, and
// of the second once that has been taken up, which stays hidden until then.
func TestStandInPlaysBothPackets(t *testing.T) {
	g, err := bare.New(Rules, 2, nil, bare.Random(5))
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position().(*position)
	want := slices.Concat(p.packets[0], p.hands[0]) // played from its end
	for at := 1; g.Position().Status().Hand == 1 && !g.Over(); at++ {
		if g.Position().Status().Turn == 1 {
			if _, err := g.Play(1, pass, at, false); err != nil {
				t.Fatal(err)
			}
			continue
		}
		m, _, err := g.StandIn(at)
		if err != nil {
			t.Fatal(err)
		}
		last := len(want) - 1
		if !slices.Equal(m.Cards, want[last:]) {
			t.Fatalf("it plays slots %v of %v", m.Cards, want)
		}
		want = want[:last]
		if last > 0 && len(g.Public().Hidden(want)) != last {
			t.Fatalf("of %v only %v are hidden", want, g.Public().Hidden(want))
		}
	}
	if len(want) > 0 {
		t.Errorf("slots %v are left", want)
	}
}

// A hand can end with nothing left to show: what is public already is not shown once more.
func TestShowsWhatIsHidden(t *testing.T) {
	g, err := bare.New(Rules, 2, nil, bare.Random(5))
	if err != nil {
		t.Fatal(err)
	}
	p := *g.Position().(*position)
	p.hands, p.packets = slices.Clone(p.hands), slices.Clone(p.packets)
	p.hands[0], p.packets[0] = p.hands[0][:1], nil
	m, _ := p.StandIn(0, g.Full())
	for hidden := range 3 {
		public := g.Full()
		for _, x := range p.hands[1][:hidden] {
			public[x] = card.Card{}
		}
		next, err := p.Play(m, public)
		if err != nil {
			t.Fatal(err)
		}
		if q := next.(*position); (hidden > 0) != (q.phase == showing) || !slices.Equal(q.unshown, p.hands[1][:hidden]) {
			t.Errorf("with %d hidden cards: phase %d, shows %v", hidden, q.phase, q.unshown)
		}
	}
}
