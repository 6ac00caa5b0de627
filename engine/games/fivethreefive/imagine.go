package fivethreefive

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// An imagined hand is a world with the table that it stands for.
type imagined struct {
	*world
	at     *position
	solver solver // nil if it is played out by quick moves
}

// Imagine returns a world of the good player ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	t := &thought{position: p, seat: seat, own: own}
	t.unseen = t.hidden()
	told := t.told()
	var best *world
	least := 1 << 30
	for range deals {
		w := t.imagine(r)
		n := w.doubts(told)
		if n < least {
			best, least = w, n
		}
		if excused(n, r) {
			best = w
			break
		}
	}
	if p.exact() {
		return imagined{best, p, solver{}}
	}
	return imagined{best, p, nil}
}

const (
	// deals is how many deals are tried in search of one that fits the passes.
	deals = 16
	// willing is how often a seat passes that could play, in hundredths, by what good does: TestCalibrated
	// measures it with two seats.
	willing = 10
)

// excused reports whether a world with so many doubts may be, at random.
func excused(doubts int, r *rand.Rand) bool {
	for range doubts {
		if r.IntN(100) >= willing {
			return false
		}
	}
	return true
}

// A passing is what is known of a pass: the trick, and the cards of the hand that have been played since.
type passing struct {
	seat  int
	trick shape
	since tally
}

// told lists the passes that say something of cards that are hidden.
func (t *thought) told() (all []passing) {
	for _, f := range t.refusals {
		if f.seat == t.seat || t.own.Knows(f.hand) {
			continue
		}
		since := tally{}
		for _, c := range t.own.Cards(without(f.hand, t.hands[f.seat])) {
			since[c.Rank]++
		}
		all = append(all, passing{f.seat, shapeOf(f.trick), since})
	}
	return all
}

// doubts counts the passes of seats that, in this world, could have played.
func (w *world) doubts(told []passing) int {
	doubts := 0
	for _, f := range told {
		v := world{options: w.options, seats: w.seats, turn: f.seat, trick: f.trick}
		for rank, n := range w.hands[f.seat] {
			v.hands[f.seat][rank] = n + f.since[rank]
		}
		could := 0
		v.lays(func(lay) { could = 1 })
		doubts += could
	}
	return doubts
}

// Cost is what a playout costs ([rules.Imaginer]).
func (p *position) Cost() int {
	if p.exact() {
		return 150
	}
	return 12
}

// Margin is what worlds promise too much, which is nothing where they are played out perfectly ([rules.Imaginer]).
func (p *position) Margin(int, rules.Observation, string, string) (int, bool) {
	if p.exact() {
		return 0, true
	}
	return 300, true
}

// Try makes a move and plays on.
func (i imagined) Try(move string) rules.Outcome {
	w := *i.world
	l := w.lay(readChoice(move))
	if i.solver != nil {
		n := i.solver.after(&w, l)
		return i.at.outcome([]int{max(0, -n), max(0, n)})
	}
	if !w.apply(l) {
		w.playOut()
	}
	points := make([]int, w.seats)
	for seat := range points {
		points[seat] = w.cost(seat)
	}
	return i.at.outcome(points)
}

// Hand lists the cards of a seat ([rules.World]).
func (i imagined) Hand(seat int) (hand []card.Card) {
	for rank, n := range i.hands[seat] {
		hand = append(hand, slices.Repeat([]card.Card{{Rank: card.Rank(rank)}}, int(n))...)
	}
	return hand
}

// readChoice reads a legal move.
func readChoice(move string) choice {
	words := rules.Words(move)
	c := choice{verb: words[0]}
	cards, _ := card.ParseAll(words[1:])
	for _, card := range cards {
		c.ranks = append(c.ranks, card.Rank)
	}
	slices.Sort(c.ranks)
	return c
}

// outcome adds what the seats have left to the totals.
func (p *position) outcome(points []int) rules.Outcome {
	o := rules.Outcome{Points: points}
	scores := slices.Clone(p.scores)
	for seat, n := range points {
		scores[seat] += n
	}
	if slices.Max(scores) < p.options.end {
		return o
	}
	o.Winners = []int{}
	for seat, score := range scores {
		if score == slices.Min(scores) {
			o.Winners = append(o.Winners, seat)
		}
	}
	return o
}
