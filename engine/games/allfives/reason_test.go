package allfives

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

// A card that wins the game on the spot is played, and no reason is said that does not hold.
// Whether it holds is found here from all cards that the seat does not see.
func TestReasons(t *testing.T) {
	wins, said := 0, map[string]int{}
	for seed := range uint64(200) {
		g, err := bare.New(Rules, 2+int(seed%2), map[string]any{"target": 5 + int(seed%24)}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 43))
		for at := 0; !g.Over() && at < 60; at++ {
			p := g.Position().(*position)
			own, seat := g.Observation(p.turn), p.turn
			c := good(p, seat, own, r)
			verb, _, _ := strings.Cut(c.Why, " ")
			if !slices.Contains([]string{"leads", "plays", "takes", "lets", "does", "expects", "is", "holds", "may", "pays"}, verb) {
				t.Errorf("%s: %q does not begin with a verb", c.Move, c.Why)
			}
			if p.phase == begging || p.phase == answering {
				checkBid(t, p, own.Cards(p.hands[seat]), c.Move, c.Why, said)
			}
			if p.phase == playing {
				check(t, p, own.Cards(p.hands[seat]), c.Move, c.Why, p.unseen(seat, own), said)
				if won(g, seat, at) {
					wins++
					next := g.Fork()
					if _, err := next.Play(seat, c.Move, at, false); err != nil || !slices.Equal(next.Position().Status().Winners, []int{seat}) {
						t.Errorf("seed %d: %s does not win on the spot, and another card would", seed, c.Move)
					}
				}
			}
			if _, err := g.Play(seat, c.Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d wins on the spot; %v", wins, said)
	if wins < 20 || len(said) < 6 || said["does not ask for another"] == 0 || said["pays a point to keep it: who begs likes it no better"] == 0 {
		t.Errorf("only %d wins on the spot, %d kinds of reasons", wins, len(said))
	}
}

// checkBid holds that who stands or pays a point with next to nothing of the suit is not called content with it.
func checkBid(t *testing.T, p *position, hand []card.Card, move, why string, said map[string]int) {
	t.Helper()
	of, worth := 0, 0
	for _, c := range hand {
		if c.Suit == p.offered {
			of++
			worth += 2 + worthOf(c, p.offered)
		}
	}
	little := worth < 6
	holds := map[string]bool{
		"is content with it":                                   move == "stand" && !little,
		"does not ask for another":                             move == "stand" && little,
		"pays a point to keep it":                              move == "take-one" && !little,
		"pays a point to keep it: who begs likes it no better": move == "take-one" && little,
		"asks for a point or another suit":                     move == "beg",
		"pays no point for it":                                 move == "run",
		"pays no point, which would win the game for who begs": move == "run",
	}
	_, asks, _ := strings.Cut(why, " as trumps, and ")
	if of == 0 {
		_, asks, _ = strings.Cut(why, "holds none of the suit, and ")
	}
	if !holds[asks] && !holds[why] || strings.Contains(why, "none") != (of == 0 && why != "pays no point, which would win the game for who begs") {
		t.Errorf("%s with %s, %s proposed: %q", move, card.Join(hand), p.offered.Letter(), why)
	}
	said[asks]++
}

// won reports whether some card wins the game at once for a seat.
func won(g *bare.Game, seat, at int) bool {
	for _, m := range g.Position().Moves(seat, g.Observation(seat)) {
		next := g.Fork()
		if _, err := next.Play(seat, m, at, false); err == nil && slices.Equal(next.Position().Status().Winners, []int{seat}) {
			return true
		}
	}
	return false
}

func check(t *testing.T, p *position, hand []card.Card, move, why string, unseen []card.Card, said map[string]int) {
	t.Helper()
	c, err := card.Parse(strings.TrimPrefix(move, "play "))
	if err != nil {
		t.Fatal(err)
	}
	lie := append(slices.Clip(p.trick), play{p.turn, c})
	takes := leading(lie, p.trump).seat == p.turn
	last := len(lie) == p.seats
	higher, trumps := false, false
	for _, u := range unseen {
		higher = higher || u.Suit == c.Suit && height(u) > height(c)
		trumps = trumps || u.Suit == p.trump && c.Suit != p.trump
	}
	points := func(n int) string {
		if n == 1 {
			return "1 point"
		}
		return fmt.Sprintf("%d points", n)
	}
	var dearest card.Card
	for _, h := range hand {
		if worthOf(h, p.trump) > worthOf(dearest, p.trump) {
			dearest = h
		}
	}
	keeps := takes && !last && worthOf(c, p.trump) == 0 && dearest.Known()
	plays := "plays " + c.String()
	if len(p.trick) == 0 {
		plays = "leads " + c.String()
	}
	holds := map[string]bool{
		"may play no other card":                                                                     len(obligationOf(p.trick, p.trump, p.strict).allowed(hand)) == 1,
		plays + ", which nobody can beat":                                                            takes && !higher && !trumps,
		plays + ", which only a trump beats":                                                         takes && !higher,
		fmt.Sprintf("leads %s, which counts nothing, and keeps %s", c, dearest):                      keeps && len(p.trick) == 0,
		fmt.Sprintf("is ahead with %s, which counts nothing, and keeps %s", c, dearest):              keeps && len(p.trick) > 0,
		plays + ": no card of the hand scores":                                                       takes && !dearest.Known(),
		"lets the trick go, with " + points(stake(lie, p.trump)) + " in it":                          last && !takes,
		"expects the most from " + c.String() + ", though a higher trump may take it":                takes && higher && c.Suit == p.trump,
		"does not take the trick, and adds " + points(worthOf(c, p.trump)) + " to it":                !last && !takes,
		"takes the trick, with " + points(stake(lie, p.trump)) + " in it, and nobody plays after it": last && takes,
		fmt.Sprintf("takes the trick and reaches %d: that wins at once", p.target):                   last && takes && p.scores[p.turn]+stake(lie, p.trump) >= p.target,
	}
	if !holds[why] {
		t.Errorf("%s: %q does not hold, with %s", move, why, card.Join(hand))
	}
	said[strings.ReplaceAll(why, c.String(), "X")]++
}

func worthOf(c card.Card, trump card.Suit) int { return stake([]play{{card: c}}, trump) }

// Who needs one point to win gets none for a beg, so good expects of it that the cards are run.
func TestBegsAtTheEnd(t *testing.T) {
	fonds := 0
	for seed := range uint64(60) {
		g, err := bare.Resume(Rules, 2, nil, &rules.Carry{Scores: []int{0, 0}}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		p := *g.Position().(*position)
		p.scores = slices.Clone(p.scores)
		p.scores[p.eldest()] = p.target - 1
		th := &thought{position: &p, seat: p.turn, own: g.Full(), unseen: p.unseen(p.turn, g.Full())}
		_, begs := th.bid(worlds, rand.New(rand.NewPCG(seed, 1)))
		w := th.imagine(rand.New(rand.NewPCG(seed, 1)))
		w.trump, w.turn = p.offered, p.eldest()
		fond := fond(w.hands[p.dealer], p.offered)
		ran := w.afterRun()
		s := th.solver(ran.trump)
		th.begin(s)
		if fond {
			fonds++
			if want := worlds * th.end(ran, s); begs != want {
				t.Errorf("seed %d: a beg is worth %d, not %d", seed, begs, want)
			}
		}
	}
	if fonds < 10 {
		t.Errorf("%d dealers like the suit", fonds)
	}
}
