package fivecrowns

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
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

// The reason of a move says what all ways to meld the hand say, tried one by one, in the hands
// that are small enough for that.
func TestReasons(t *testing.T) {
	said := map[string]int{}
	for seed := range uint64(300) {
		g, err := bare.Resume(Rules, 2+int(seed%4), nil, &rules.Carry{Hands: int(seed % 4), Scores: make([]int, 2+seed%4)}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 5))
		for at := 0; !g.Over() && g.Position().Status().Hand <= 4 && at < 30; at++ {
			p := g.Position().(*position)
			seat := p.Status().Turn
			own := g.Observation(seat)
			moves := p.Moves(seat, own)
			move := moves[r.IntN(len(moves))]
			verb := rules.Words(move)[0]
			if why, want := rules.ReasonOf(p, seat, own, move), tried(t, p, seat, own, move); why != want {
				t.Errorf("seed %d: %s with %v: %q, not %q", seed, move, own.Cards(p.hands[seat]), why, want)
			}
			said[verb]++
			if _, err := g.Play(seat, move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if said["draw"]+said["take"] < 2000 || said["discard"] < 2000 || said["lay"] < 30 || said["out"] < 50 {
		t.Errorf("%v", said)
	}
}

// tried is the reason of a move by all ways to meld the hand.
func tried(t *testing.T, p *position, seat int, own rules.Observation, move string) string {
	hand, wild := own.Cards(p.hands[seat]), p.wild()
	named, err := p.Named(move)
	if err != nil {
		t.Fatal(err)
	}
	switch rules.Words(move)[0] {
	case "draw", "take":
		top := own.Of(p.pile[len(p.pile)-1])
		all := append(slices.Clone(hand), top)
		left := bruteLeft(all, wild)
		natural := naturals(all, wild)
		discard := "a discard that is not wild"
		if p.last || len(natural) == 0 || len(natural) == len(all) {
			natural, discard = all, "the discard"
		}
		best := 1 << 30
		for i, c := range all {
			if slices.Contains(natural, c) {
				best = min(best, left[len(left)-1-1<<i])
			}
		}
		with, now := rules.Points(best), rules.Points(left[1<<len(hand)-1])
		if move == "take" {
			return fmt.Sprintf("leaves %s outside melds with %s, after %s; now it is %s", with, top, discard, now)
		}
		return fmt.Sprintf("does without %s, which would leave %s outside melds, after %s; now it is %s", top, with, discard, now)
	case "discard":
		left := bruteLeft(hand, wild)
		return fmt.Sprintf("leaves %s outside melds", rules.Points(left[len(left)-1-1<<slices.Index(hand, named[0])]))
	case "lay":
		return fmt.Sprintf("lays melds and leaves %s", rules.Points(total(hand, wild)-total(named, wild)))
	}
	if len(named) != len(hand) {
		t.Errorf("%s with %v", move, hand)
	}
	return "goes out: all the other cards are in melds"
}
