package fivecrowns

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
)

// If easy's reason is that a card fits no meld, no cards of the hand make one with it; if
// the reason mentions a meld with the card, there is one.
func TestFitsNoMeld(t *testing.T) {
	none, some := 0, 0
	for seed := range uint64(60) {
		seats := 2 + int(seed%4)
		g, err := bare.New(Rules, seats, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for at := 0; !g.Over() && at < 60; at++ {
			p := g.Position().(*position)
			seat := p.Status().Turn
			own := g.Observation(seat)
			c := easy(p, seat, own, r)
			if fitsNone := strings.HasSuffix(c.Why, "fits no meld"); fitsNone || strings.HasSuffix(c.Why, "would be left") {
				top := own.Of(p.pile[len(p.pile)-1])
				if found := melds(own.Cards(p.hands[seat]), top, p.wild()); found == fitsNone {
					t.Errorf("seed %d: %s, with %v", seed, c.Why, own.Cards(p.hands[seat]))
				}
				if fitsNone {
					none++
				} else {
					some++
				}
			}
			if _, err := g.Play(seat, c.Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if none < 100 || some < 20 {
		t.Errorf("%d cards that fit no meld, %d that would", none, some)
	}
}

// melds reports whether some cards of a hand make a meld with a card; it tries all.
func melds(hand []card.Card, c card.Card, wild card.Rank) bool {
	for set := range 1 << len(hand) {
		cards := []card.Card{c}
		for i := range hand {
			if set>>i&1 == 1 {
				cards = append(cards, hand[i])
			}
		}
		if len(cards) > 2 && legalMeld(cards, wild) {
			return true
		}
	}
	return false
}
