package allfives

import (
	"math/rand/v2"
	"testing"

	"fives/engine/card"
	"fives/engine/gauge"
	"fives/engine/rules"
)

// How many trumps and how many of their points the other seat holds after each way to bid is imagined as it
// is in hands of good players.
func TestCalibrated(t *testing.T) {
	const worlds = 40
	g, hands := gauge.Of(Rules.Title, 100)
	for seed := range uint64(hands) {
		g.Next()
		h := gauge.Play(t, Rules, 2, nil, 4000+seed)
		bids := ""
		for i, turn := range h.Turns {
			p := turn.Position.(*position)
			if verb := rules.Words(turn.Move)[0]; verb != "play" {
				if bids != "" {
					bids += ", "
				}
				bids += verb
			}
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			other := 1 - turn.Seat
			suit := p.trump
			if p.phase != playing {
				suit = p.offered
			}
			trumps, worths := 0, 0
			for range worlds {
				w := p.Imagine(turn.Seat, turn.Own, r).(imagined)
				n, sum := holds(w.hands[other], suit)
				trumps += n
				worths += sum
			}
			mean := func(n int) float64 { return float64(n) / worlds }
			n, sum := holds(turn.Faces.Cards(p.hands[other]), suit)
			who := "eldest"
			if other == p.dealer {
				who = "dealer"
			}
			after := bids
			if p.phase != playing {
				after = "nothing"
				if p.phase == answering {
					after = "beg"
				}
			}
			switch {
			case p.phase == playing && len(p.spent) > 0:
				g.Add("later: trumps of the other", float64(n), mean(trumps))
				continue
			case p.phase == playing:
				after += ", in the first trick"
			}
			g.Add("after "+after+": trumps of "+who, float64(n), mean(trumps))
			g.Add("after "+after+": points in trumps of "+who, float64(sum), mean(worths))
		}
	}
	g.Check(t)
}

// holds counts the cards of a suit, and the points that they are worth as trumps.
func holds(hand []card.Card, suit card.Suit) (n, sum int) {
	for _, c := range hand {
		if c.Suit == suit {
			n, sum = n+1, sum+points(c, suit)
		}
	}
	return n, sum
}
