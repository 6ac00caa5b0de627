package teach_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/engine/teach"
)

// A game plays hands as a log would tell them.
type game struct {
	t       *testing.T
	rs      *rules.RuleSet
	options rules.Options
	g       *bare.Game
	at      int
	dice    *rand.Rand
}

func begin(t *testing.T, rs *rules.RuleSet, seats int, from *rules.Carry, seed uint64) *game {
	t.Helper()
	o, err := rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bare.Resume(rs, seats, nil, from, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	return &game{t: t, rs: rs, options: o, g: g, dice: rand.New(rand.NewPCG(seed, 99))}
}

// hand plays a hand, with the moves that choose returns.
func (g *game) hand(choose func(teach.Turn) string) teach.Hand {
	h := teach.Hand{Number: g.g.Position().Status().Hand, Rules: g.rs, Options: g.options, Active: g.g.Position().Status().Active}
	for {
		p := g.g.Position()
		seat := p.Status().Turn
		turn := teach.Turn{Seat: seat, Position: p, Own: g.g.Observation(seat), Open: g.open(), Public: g.g.Public(), Gone: g.g.Gone(), Moment: g.at}
		turn.Move = choose(turn)
		h.Turns = append(h.Turns, turn)
		g.at++
		ended, err := g.g.Play(seat, turn.Move, g.at, false)
		if err != nil {
			g.t.Fatalf("%s: %v", turn.Move, err)
		}
		if len(ended) > 0 {
			h.Points = ended[0].Points()
			h.Final = join(turn.Open, ended[0].Public)
			return h
		}
	}
}

// good is the move of the strongest computer player.
func (g *game) good(t teach.Turn) string {
	return g.rs.Strongest().Move(t.Position, t.Seat, t.Own, g.dice)
}

// open joins what the seats see.
func (g *game) open() (all rules.Observation) {
	for seat := range g.g.Position().Status().Scores {
		all = join(all, g.g.Observation(seat))
	}
	return all
}

func join(a, b rules.Observation) rules.Observation {
	all := slices.Clone(a)
	for x, c := range b {
		if x >= len(all) {
			all = append(all, c)
		} else if c.Known() {
			all[x] = c
		}
	}
	return all
}

func (g *game) spot(t teach.Turn) search.Spot {
	return search.Spot{Rules: g.rs, Options: g.options, Position: t.Position, Seat: t.Seat, Own: t.Own, Gone: t.Gone}
}
