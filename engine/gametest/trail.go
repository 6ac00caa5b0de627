package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// A Walk counts the hands of games among computer players of one kind.
type Walk struct {
	Hands, Void int
	// Laps is the length of the longest hand: its turns divided by the seats, rounded up.
	Laps int
}

// Follow makes computer players of one kind play a number of moves, in as many games as it
// takes. It returns an error if a position is repeated.
func Follow(rs *rules.RuleSet, seats int, bot rules.Bot, moves int) (w Walk, err error) {
	for seed := uint64(1); moves > 0; seed++ {
		g, err := bare.New(rs, seats, nil, bare.Random(seed))
		if err != nil {
			return w, err
		}
		var been Trail
		dice := rand.New(rand.NewPCG(seed, 5))
		turns, last := 0, rules.None
		for at := 1; moves > 0 && !g.Over(); at++ {
			seat := g.Position().Status().Turn
			text := bot.Move(g.Position(), seat, g.Observation(seat), dice)
			ended, err := g.Play(seat, text, at, false)
			if err != nil {
				return w, err
			}
			if been.Again(g.Position(), g.Full()) {
				return w, fmt.Errorf("%d seats, %s, seed %d: move %d, %q, brings about a position that was there before", seats, bot.Name, seed, at, text)
			}
			if seat != last {
				turns++
			}
			last = seat
			w.Laps = max(w.Laps, (turns+seats-1)/seats)
			for _, e := range ended {
				turns, last = 0, rules.None
				w.Hands++
				if e.Void {
					w.Void++
				}
			}
			moves--
		}
	}
	return w, nil
}

// A Trail keeps the positions of a game since the stock last changed.
type Trail struct {
	hand, stock int
	seen        map[string]bool
}

// Again adds a position, given all of its faces, and reports whether the trail had it
// already. Two positions are equal if everybody holds the same cards and the rest of the
// state is the same.
func (t *Trail) Again(p rules.Position, faces rules.Observation) bool {
	st := p.Status()
	if t.seen == nil || st.Hand != t.hand || st.Stock != t.stock {
		*t = Trail{hand: st.Hand, stock: st.Stock, seen: map[string]bool{}}
	}
	names := make([]string, len(st.Scores))
	hands := make([][]string, len(st.Hands))
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	for i, hand := range st.Hands {
		hands[i] = looksOf(faces.Cards(hand))
	}
	text, err := json.Marshal([]any{st.Turn, hands, st.Scores, p.Keys(names, faces)})
	if err != nil {
		panic(err) // all other tests write the state, too
	}
	again := t.seen[string(text)]
	t.seen[string(text)] = true
	return again
}

func looksOf(cards []card.Card) []string {
	looks := make([]string, len(cards))
	for i, c := range cards {
		looks[i] = c.String()
	}
	slices.Sort(looks)
	return looks
}
