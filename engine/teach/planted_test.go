package teach_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/engine/teach"
)

var (
	plantedHands = flag.Int("hands", 0, "hands for each figure of TestPlanted; 0: it is skipped")
	plantedOnly  = flag.String("game", "", "the game of TestPlanted, if not all")
	playouts     = flag.Int("playouts", 0, "budget of TestPlanted; 0: that of each hand")
)

const (
	blunder = 500 // how much a planted move costs at least, in hundredths of a point
	mostly  = 80  // and how often, in hundredths of the worlds

	playedOn = 40 // worlds in which good players play on from it
)

// A planter plays as the strongest computer player, but for one blunder a hand.
type planter struct {
	*game
	victim int
	from   int // turns of the victim before it
	r      *rand.Rand

	turn    int // index of the blunder, -1 if there was none
	cost    int
	turns   int
	victims int
}

func (p *planter) choose(t teach.Turn) string {
	move := p.good(t)
	n := p.turns
	p.turns++
	if t.Seat != p.victim || p.turn >= 0 {
		return move
	}
	p.victims++
	if p.victims <= p.from {
		return move
	}
	moves := slices.DeleteFunc(t.Position.Moves(t.Seat, t.Own), func(m string) bool {
		_, told := p.spot(t).Margin(move, m)
		return m == move || !told
	})
	for try, i := range p.r.Perm(len(moves)) {
		if try == 3 {
			break
		}
		d := p.spot(t).Versus(move, moves[i], 80, p.r)
		if d.Gain < blunder {
			continue
		}
		if d = p.spot(t).Versus(move, moves[i], 1000, p.r); !surely(d) {
			continue
		}
		s := p.spot(t)
		s.Public = append(rules.Observation{}, t.Public...)
		if d = s.Versus(move, moves[i], 2*playedOn, p.r); surely(d) {
			p.turn, p.cost = n, d.Gain
			return moves[i]
		}
	}
	return move
}

func surely(d search.Duel) bool {
	return d.Gain >= blunder+2*d.Error && 100*d.Better >= mostly*d.Worlds
}

// TestPlanted plants a blunder into each hand of computer players, and counts how often it is
// the move that is said to have cost most. It is run by make teach.
func TestPlanted(t *testing.T) {
	if *plantedHands == 0 {
		t.Skip("make teach runs it")
	}
	for _, rs := range games.All() {
		if *plantedOnly != "" && rs.Name != *plantedOnly {
			continue
		}
		for _, seats := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s/%d", rs.Name, seats), func(t *testing.T) {
				planted(t, rs, seats, *plantedHands)
			})
		}
	}
}

func planted(t *testing.T, rs *rules.RuleSet, seats, hands int) {
	named, done, others, judged := 0, 0, 0, 0
	var longest, spent time.Duration
	for seed := uint64(1); done < hands && seed < uint64(20*hands); seed++ {
		var from *rules.Carry
		if rs.Name == "five-crowns" {
			from = &rules.Carry{Hands: int(seed % 11), Scores: make([]int, seats)}
		}
		g := begin(t, rs, seats, from, seed)
		for done < hands {
			p := &planter{game: g, r: rand.New(rand.NewPCG(seed, uint64(g.at))), turn: -1}
			p.victim = p.r.IntN(seats)
			p.from = p.r.IntN(4)
			h := g.hand(p.choose)
			if p.turn >= 0 {
				began := time.Now()
				budget := *playouts
				if budget == 0 {
					budget = teach.Budget(h)
				}
				l, err := teach.Study(h, budget, nil)
				if err != nil {
					t.Fatal(err)
				}
				took := time.Since(began)
				spent += took
				longest = max(longest, took)
				done++
				for _, pl := range l.Players {
					judged += pl.Judged
					switch {
					case pl.Seat != p.victim && pl.Then != nil:
						others++
					case pl.Seat == p.victim && pl.Then != nil && pl.Then.Turn == p.turn:
						named++
					case pl.Seat == p.victim:
						t.Logf("missed: seed %d hand %d turn %d %q cost %d, named %+v", seed, h.Number, p.turn, h.Turns[p.turn].Move, p.cost, pl.Then)
					}
				}
			}
			if g.g.Over() || rs.Name == "five-crowns" {
				break
			}
		}
	}
	if done == 0 {
		t.Skip("no blunder of five points can be made")
	}
	share := float64(named) / float64(done)
	fmt.Printf("%-16s %d seats: %5.1f ± %4.1f %% of %d planted blunders named; %.2f losses of others a seat and hand; %v a hand, at most %v\n",
		rs.Title, seats, 100*share, 200*math.Sqrt(share*(1-share)/float64(done)), done, float64(others)/float64(done*(seats-1)),
		(spent / time.Duration(done)).Round(time.Millisecond), longest.Round(time.Millisecond))
	if share < 0.9 {
		t.Errorf("%d of %d blunders are named", named, done)
	}
}
