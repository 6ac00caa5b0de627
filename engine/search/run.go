package search

import (
	"math/rand/v2"

	"fives/engine/card"
	"fives/engine/rules"
)

// A run plays a dealt world to the end of its hand. The position gets to see all faces, as a
// referee does, and a computer player those that its seat has seen.
type run struct {
	bot   rules.Bot
	at    rules.Position
	faces rules.Observation
	own   []rules.Observation
	r     *rand.Rand
}

// most bounds the actions of a playout.
const most = 5000

// end makes a move and plays on.
func (g *run) end(move string) rules.Outcome {
	for range most {
		switch a := g.at.Next().(type) {
		case rules.Shuffle:
			if a.Cards == nil { // the hand is void, and dealt again
				return g.nothing()
			}
			g.shuffle(a)
		case rules.Open:
			for _, o := range a.Cards {
				g.open(o)
			}
			g.at = g.at.Opened(g.faces)
		case rules.Turn:
			if move == "" {
				move = g.bot.Move(g.at, a.Seat, g.own[a.Seat], g.r)
			}
			if !g.move(a.Seat, move) {
				return g.nothing()
			}
			move = ""
		case rules.Settle:
			return rules.Outcome{Points: a.Points(), Winners: g.at.Status().Winners}
		default:
			return g.nothing()
		}
	}
	return g.nothing()
}

// nothing is the outcome of a hand that does not end, or is dealt again.
func (g *run) nothing() rules.Outcome { return rules.Outcome{Points: make([]int, len(g.own))} }

// shuffle makes a new stack of cards that all have seen.
func (g *run) shuffle(a rules.Shuffle) {
	stack := make([]rules.Slot, len(a.Cards))
	for i, at := range g.r.Perm(len(a.Cards)) {
		stack[i] = rules.Slot(len(g.faces))
		g.faces = append(g.faces, g.faces.Of(a.Cards[at]))
	}
	g.at = g.at.Shuffled(stack)
}

func (g *run) open(o rules.Opening) {
	if o.To != rules.None {
		g.learn(o.To, []rules.Slot{o.Slot})
		return
	}
	for seat := range g.own {
		g.learn(seat, []rules.Slot{o.Slot})
	}
}

// learn shows cards to a seat.
func (g *run) learn(seat int, slots []rules.Slot) {
	for _, x := range slots {
		for int(x) >= len(g.own[seat]) {
			g.own[seat] = append(g.own[seat], card.Card{})
		}
		g.own[seat][x] = g.faces.Of(x)
	}
}

// move makes a move, and reports whether it was legal.
func (g *run) move(seat int, text string) bool {
	cards, err := rules.Bind(g.at, seat, text, g.own[seat])
	if err != nil {
		return false
	}
	m := rules.Move{Seat: seat, Text: text, Cards: cards}
	for s := range g.own {
		g.learn(s, cards)
		g.learn(s, rules.Shown(g.at, m))
	}
	next, err := g.at.Play(m, g.faces)
	if err == nil {
		g.at = next
	}
	return err == nil
}
