package teach_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/engine/teach"
)

// A past is a turn of a hand as it was, from which the hand can be played on.
type past struct {
	*game
	turn teach.Turn
	at   *bare.Game
}

// truth is how many points of a hand a move brings a seat over another move, in hundredths: the strongest
// computer players play on from the hands that all truly had, with the cards that nobody had seen in so
// many new orders, the same for both moves.
func (p past) truth(move, other string, orders int) (gain int) {
	for n := range uint64(orders) {
		gain += p.ends(move, n) - p.ends(other, n)
	}
	return gain / orders
}

func (p past) ends(move string, order uint64) int {
	spot := p.spot(p.turn)
	spot.Own = p.turn.Open
	scene := bare.Scene{
		Position: p.turn.Position, Gone: p.turn.Gone, Public: p.at.Public(),
		Deck:  p.rs.Deck(len(p.turn.Position.Status().Scores), p.options).Cards,
		Faces: spot.Deal(rand.New(rand.NewPCG(order, 41))),
	}
	for seat := range p.turn.Position.Status().Scores {
		scene.Own = append(scene.Own, p.at.Observation(seat))
	}
	g, err := bare.Enter(scene, bare.Random(order))
	if err != nil {
		p.t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(order, 42))
	for at := 1; ; at++ {
		seat := g.Position().Status().Turn
		ended, err := g.Play(seat, move, at, false)
		if err != nil {
			p.t.Fatalf("%q: %v", move, err)
		}
		if len(ended) > 0 {
			return search.Against(p.rs, p.turn.Position.Status().Active, ended[0].Points(), p.turn.Seat)
		}
		seat = g.Position().Status().Turn
		move = p.rs.Strongest().Move(g.Position(), seat, g.Observation(seat), dice)
	}
}

// A claim sums up what lessons say that moves of a kind cost, and what they truly cost.
type claim struct {
	n, none       int // losses, and those of which the other move was no better
	claimed, true int
	squares       float64
}

// How many losses of a kind there are before the kind is judged: in make teach, and with few hands.
const (
	judged    = 20
	judgedFew = 10
)

// orders is how many new orders of the unseen cards there are for a loss, by how long the strongest
// computer player thinks.
var orders = map[string]int{"five": 24, "furious-five": 24, "five-three-five": 4, "all-fives": 8, "five-crowns": 8}

// Lessons are judged by other hands than those by which they were made: the seeds of the hands that judge
// begin at 61000. -first takes others.
var (
	trueFirst = flag.Uint64("first", 61000, "the seed of the first hand of TestTrue")
	trueSeats = flag.Int("seats", 2, "the seats of TestTrue")
)

// fewHands is how many hands of easy players alone there are where there is no -hands, with a part of the budget.
var fewHands = map[string]int{"five": 16, "furious-five": 16, "five-three-five": 8, "all-fives": 50, "five-crowns": 24}

const partOfBudget = 4

// TestTrue holds that a loss is a loss: what lessons say that moves cost in hands of an easy player against
// good ones, and what they cost when the hand is played on from the true hands. The search that finds losses has
// no part in that. make teach has more hands.
func TestTrue(t *testing.T) {
	fmt.Printf("%-48s %6s %8s %14s %10s\n", fmt.Sprintf("what lessons call a loss, %d seats, seeds %d+", *trueSeats, *trueFirst), "losses", "claimed", "true", "no better")
	for _, rs := range games.All() {
		if *plantedOnly == "" || rs.Name == *plantedOnly {
			t.Run(rs.Name, func(t *testing.T) {
				t.Parallel()
				trueLosses(t, rs, *trueSeats, 2**plantedHands)
			})
		}
	}
}

func trueLosses(t *testing.T, rs *rules.RuleSet, seats, hands int) {
	claims := map[string]*claim{}
	add := func(kind string, claimed, truth int) {
		c := claims[kind]
		if c == nil {
			c = &claim{}
			claims[kind] = c
		}
		c.n++
		c.claimed += claimed
		c.true += truth
		c.squares += float64(truth) * float64(truth)
		if truth <= 0 {
			c.none++
		}
	}
	few, orders, judged := hands == 0, orders[rs.Name], judged
	if few {
		hands, orders, judged = fewHands[rs.Name], (orders+1)/2, judgedFew
	}
	for n := range uint64(hands) {
		var from *rules.Carry
		if rs.Name == "five-crowns" {
			from = &rules.Carry{Hands: int(n % 11), Scores: make([]int, seats)}
		}
		g := begin(t, rs, seats, from, *trueFirst+n)
		easy := rs.Bots[0]
		var pasts []past
		h := g.hand(func(turn teach.Turn) string {
			pasts = append(pasts, past{g, turn, g.g.Fork()})
			if few || turn.Seat == int(n)%seats {
				return easy.Move(turn.Position, turn.Seat, turn.Own, g.dice)
			}
			return g.good(turn)
		})
		budget := *playouts
		if budget == 0 {
			budget = teach.Budget(h)
		}
		if few {
			budget /= partOfBudget
		}
		l, err := teach.Study(h, budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, all := range [][]teach.Loss{l.Then, l.Now} {
			for _, loss := range all {
				played := h.Turns[loss.Turn].Move
				truth := pasts[loss.Turn].truth(loss.Better, played, orders)
				when := []string{"then", "now"}[i]
				if loss.Turned {
					add(turnedRound, loss.Points, truth)
					t.Logf("seed %d, turn %d: %q in place of %q, claimed %d, said to bring %d as the cards lay, truly %d", *trueFirst+n, loss.Turn, loss.Better, played, loss.Points, loss.Lay, truth)
					continue
				}
				add("all", loss.Points, truth)
				add(when, loss.Points, truth)
				add(fmt.Sprintf("%s: %s, not %s", when, verb(loss.Better), verb(played)), loss.Points, truth)
				t.Logf("seed %d, %s, turn %d: %q in place of %q, claimed %d, truly %d", *trueFirst+n, when, loss.Turn, loss.Better, played, loss.Points, truth)
			}
		}
	}
	if c := claims["all"]; few && (c == nil || c.n < judged) {
		t.Errorf("lessons call too little a loss to judge it: %+v", c)
	}
	kinds := make([]string, 0, len(claims))
	for kind := range claims {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		c := claims[kind]
		n := float64(c.n)
		mean := float64(c.true) / n
		chance := 2 * math.Sqrt(max(0, c.squares/n-mean*mean)/n)
		fmt.Printf("%-48s %6d %8.1f %7.1f ± %4.1f %10d\n", rs.Title+", "+kind, c.n, float64(c.claimed)/n/100, mean/100, chance/100, c.none)
		if kind != turnedRound && c.n >= judged && (2*c.true < c.claimed || 4*c.none > c.n) {
			t.Errorf("%s: %d losses of %d, claimed %d, truly %d, %d were none", kind, c.n, c.n, c.claimed/c.n, c.true/c.n, c.none)
		}
	}
}

// turnedRound is the kind of losses that lessons say to be none as the cards lay. It is printed, and not judged by what is
// claimed by what could be known.
const turnedRound = "then, and no better as the cards lay"

func verb(move string) string { return strings.Fields(move)[0] }
