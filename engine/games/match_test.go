package games_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"fives/engine/bare"
	"fives/engine/rules"
	"fives/engine/scenario"
	"fives/engine/search"
)

// A who is a computer player: of this revision, or of the rival's.
type who struct {
	level string
	rival bool
}

// A match is one game among computer players.
type match struct {
	rs    *rules.RuleSet
	given map[string]any
	seats []who
	seed  uint64
	hands int // that are played; 0: the whole game
}

// A turn is a move in a match, with the faces of all cards.
type turn struct {
	before rules.Position
	faces  rules.Observation
	seat   int
	who    who
	move   string
	took   time.Duration
	ended  []bare.Ended
}

// play plays the match to its end and calls each after every move.
func (m match) play(r *rival, each func(turn)) (winners []int, err error) {
	if r != nil {
		if err := r.begin(m); err != nil {
			return nil, err
		}
	}
	g, err := bare.New(m.rs, len(m.seats), m.given, bare.Random(m.seed))
	if err != nil {
		return nil, err
	}
	dice := make([]*rand.Rand, len(m.seats))
	for i := range dice {
		dice[i] = rand.New(rand.NewPCG(^m.seed, uint64(i)))
	}
	hands := 0
	for at := 1; !g.Over() && (m.hands == 0 || hands < m.hands); at++ {
		if at > scenario.MaxPlayout {
			return nil, fmt.Errorf("the game does not end: %s, %d seats, seed %d", m.rs.Name, len(m.seats), m.seed)
		}
		pos := g.Position()
		seat := pos.Status().Turn
		next := turn{before: pos, faces: g.Full(), seat: seat, who: m.seats[seat]}
		began := time.Now()
		if next.move, err = m.ask(g, r, dice[seat]); err != nil {
			return nil, err
		}
		next.took = time.Since(began)
		if next.ended, err = g.Play(seat, next.move, at, false); err != nil {
			return nil, fmt.Errorf("%s plays %q: %w", next.who.level, next.move, err)
		}
		if r != nil {
			if err := r.play(next.move); err != nil {
				return nil, err
			}
		}
		each(next)
		hands += len(next.ended)
	}
	return g.Position().Status().Winners, nil
}

func (m match) ask(g *bare.Game, r *rival, dice *rand.Rand) (string, error) {
	pos := g.Position()
	seat := pos.Status().Turn
	w := m.seats[seat]
	if w.rival {
		return r.ask(w.level)
	}
	bot, err := search.Level(m.rs, w.level, nil)
	if err != nil {
		return "", err
	}
	return bot.Move(pos, seat, g.Observation(seat), dice), nil
}

// A series is many matches with the seats taken in turn: each shuffle is played
// with the first player in every seat.
type series struct {
	rs    *rules.RuleSet
	given map[string]any
	first who // takes one seat
	rest  who // takes the others
	seats int
	hands int // of each match; 0: all
}

func (s series) match(n int) match {
	m := match{rs: s.rs, given: s.given, seed: *strengthSeed + uint64(n/s.seats), seats: make([]who, s.seats), hands: s.hands}
	for i := range m.seats {
		m.seats[i] = s.rest
	}
	m.seats[n%s.seats] = s.first
	return m
}

// play plays a number of matches, some at a time, and calls each after every move of
// match n. A match has its own process of the rival program, if there is one. It returns
// by match what the first player has won of it: a shared win counts in part.
func (s series) play(games int, program string, each func(n int, t turn)) (won []float64, err error) {
	won = make([]float64, games)
	var wait sync.WaitGroup
	var mutex sync.Mutex
	next := 0
	work := func() error {
		var r *rival
		if program != "" {
			var err error
			if r, err = startRival(program); err != nil {
				return err
			}
			defer r.stop()
		}
		for {
			mutex.Lock()
			n := next
			next++
			mutex.Unlock()
			if n >= games {
				return nil
			}
			winners, err := s.match(n).play(r, func(t turn) {
				mutex.Lock()
				defer mutex.Unlock()
				each(n, t)
			})
			if err != nil {
				return err
			}
			mutex.Lock()
			for _, w := range winners {
				if w == n%s.seats {
					won[n] = 1 / float64(len(winners))
				}
			}
			mutex.Unlock()
		}
	}
	for range *strengthAtOnce {
		wait.Go(func() {
			if e := work(); e != nil {
				mutex.Lock()
				defer mutex.Unlock()
				err, next = e, games
			}
		})
	}
	wait.Wait()
	return won, err
}
