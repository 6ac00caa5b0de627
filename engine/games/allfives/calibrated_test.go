package allfives

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/gauge"
	"fives/engine/rules"
)

// How many trumps and how many of their points the other seat holds after each way to bid is imagined as it
// is in hands of good players.
func TestCalibrated(t *testing.T) {
	const worlds = 40
	gauge.Compare(t, Rules, 100, nil, func(g *gauge.Table, h gauge.Hand, i int, r *rand.Rand) {
		turn := h.Turns[i]
		p := turn.Position.(*position)
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
		after := bidsOf(h)
		if p.phase != playing {
			after = "nothing"
			if p.phase == answering {
				after = "beg"
			}
		}
		switch {
		case p.phase == playing && len(p.spent) > 0:
			g.Add("later: trumps of the other", float64(n), mean(trumps))
			return
		case p.phase == playing:
			after += ", in the first trick"
		}
		g.Add("after "+after+": trumps of "+who, float64(n), mean(trumps))
		g.Add("after "+after+": points in trumps of "+who, float64(sum), mean(worths))
	})
}

// bidsOf lists the bids of a hand.
func bidsOf(h gauge.Hand) string {
	var bids []string
	for _, turn := range h.Turns {
		if verb := rules.Words(turn.Move)[0]; verb != "play" {
			bids = append(bids, verb)
		}
	}
	return strings.Join(bids, ", ")
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
