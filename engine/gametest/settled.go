package gametest

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

const (
	continued  = 2  // after how many hands the game is continued with fewer seats
	movesAfter = 20 // moves to play in a continued game
)

// checkSettled checks the result of a hand.
func (p *playthrough) checkSettled(e bare.Ended) {
	p.hands++
	if len(e.Violations) > 0 {
		p.Errorf("hand %d: honest play has broken rules: %v", e.Hand, e.Violations)
	}
	if e.Hand != p.hands || e.Carry.Hands != e.Hand || !slices.Equal(e.Carry.Scores, e.Scores) {
		p.Errorf("hand %d: number or carry-over is wrong: %+v", p.hands, e.Settlement)
	}
	for _, wrong := range sheetFaults(p.rs, e, p.scores, p.active) {
		p.Errorf("hand %d: %s", e.Hand, wrong)
	}
	if _, err := json.Marshal(e.Position.Keys(p.names(), e.Faces)); err != nil {
		p.Errorf("hand %d: the state keys cannot be written: %v", e.Hand, err)
	}
	p.scores = e.Scores
	if over := e.Position.Status().Winners != nil; p.rs.Decided(p.seats, p.options, e.Carry) != over {
		p.Errorf("hand %d: the game is over (%v), and its carry-over does not say so: %+v", e.Hand, over, e.Carry)
	}
	if e.Position.Status().Winners != nil {
		return
	}
	p.resumes(e.Carry)
	if p.hands <= continued {
		p.continues(e.Carry)
	}
}

// resumes checks that the next hand follows from the carry-over alone.
func (p *playthrough) resumes(c rules.Carry) {
	first, plain := p.first(), bare.Random(p.seed)
	later := func(n int, cards []card.Card) ([]int, error) { return plain(n+first, cards) }
	g, err := bare.Resume(p.rs, p.seats, p.options, &c, later)
	if err != nil {
		p.Errorf("after hand %d: the carry-over does not resume: %v", c.Hands, err)
		return
	}
	if active := p.rs.Active(p.seats, p.options, c); !slices.Equal(active, g.Position().Status().Active) {
		p.Errorf("after hand %d: seats %v play on, not %v", c.Hands, g.Position().Status().Active, active)
	}
	want, got := p.game.Position().Status(), g.Position().Status()
	if !reflect.DeepEqual(want, got) {
		p.Errorf("after hand %d: the carry-over resumes with another state\nwant %+v\ngot  %+v", c.Hands, want, got)
	}
}

// continues resumes the game without each of the seats in turn.
func (p *playthrough) continues(c rules.Carry) {
	for gone := range p.seats {
		rest := slices.DeleteFunc(upTo(p.seats), func(s int) bool { return s == gone })
		o, err := p.rs.Validate(len(rest), p.options)
		if err != nil || len(rest) < 2 {
			continue
		}
		kept := c.Keep(rest)
		if p.rs.Decided(len(rest), o, kept) {
			continue
		}
		g, err := bare.Resume(p.rs, len(rest), o, &kept, bare.Random(p.seed))
		if err == nil {
			err = p.goOn(g)
		}
		if err != nil {
			p.Errorf("after hand %d, without seat %d: %v", c.Hands, gone, err)
		}
	}
}

func (p *playthrough) goOn(g *bare.Game) error {
	for at := 1; at <= movesAfter && !g.Over(); at++ {
		pos := g.Position()
		seat := pos.Status().Turn
		moves := pos.Moves(seat, g.Observation(seat))
		r := rand.New(rand.NewPCG(p.seed, uint64(at)))
		if _, err := g.Play(seat, moves[r.IntN(len(moves))], at, false); err != nil {
			return err
		}
		pos.View(rules.Onlooker, g.Public())
	}
	return nil
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
