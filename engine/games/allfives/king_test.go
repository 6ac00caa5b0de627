package allfives

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
)

// TestKingOfTrumps: good does not lead the king of trumps while the ace may be in another hand and another
// lead counts nothing. Where all leads count, the ace is out of play, or all others have shown that they lack
// it, it may.
func TestKingOfTrumps(t *testing.T) {
	held, led, safe := 0, 0, 0
	for seed := range uint64(60) {
		g, err := bare.New(Rules, 2+int(seed%2), nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 61))
		for at := 0; !g.Over() && at < 150; at++ {
			p := g.Position().(*position)
			own := g.Observation(p.turn)
			move := good(p, p.turn, own, r).Move
			king, hand, free, out := card.Card{Rank: card.King, Suit: p.trump}, own.Cards(p.hands[p.turn]), false, false
			for _, c := range hand {
				free = free || worthOf(c, p.trump) == 0
			}
			ace := card.Card{Rank: card.Ace, Suit: p.trump}
			unseen := slices.Contains(p.unseen(p.turn, own), ace)
			for s := range p.seats {
				lacks := slices.ContainsFunc(p.claims, func(k claim) bool { return k.seat == s && k.obligation.binds(ace) })
				out = out || unseen && s != p.turn && !lacks
			}
			if p.phase == playing && len(p.trick) == 0 && slices.Contains(hand, king) {
				switch is := move == write(king); {
				case free && out:
					held++
					if is {
						t.Errorf("seed %d: it leads %s of %s", seed, king, card.Join(hand))
					}
				case is:
					if led++; unseen && free {
						safe++
					}
				}
			}
			if _, err := g.Play(p.turn, move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if held < 50 || led < 20 || safe == 0 {
		t.Errorf("%d kings are held back, and %d led, %d while the ace is in the stock for sure", held, led, safe)
	}
}
