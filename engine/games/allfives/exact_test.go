package allfives

import (
	"math/rand/v2"
	"testing"

	"fives/engine/card"
)

// minimax is the value of a world of two seats for its seat, found by trying everything.
func minimax(w *world, needs [2]int) int {
	for side, sign := range []int{1, -1} {
		if seat := (w.seat + side) % 2; w.won[seat] >= needs[side] {
			return w.won[w.seat] - w.won[1-w.seat] + sign*decides
		}
	}
	if len(w.hands[w.turn]) == 0 {
		return w.won[w.seat] - w.won[1-w.seat]
	}
	sign := 1
	if w.turn != w.seat {
		sign = -1
	}
	best := -1 << 30
	for _, c := range obligationOf(w.trick, w.trump, w.strict).allowed(w.hands[w.turn]) {
		v := w.clone()
		v.play(c)
		best = max(best, sign*minimax(v, needs))
	}
	return sign * best
}

// The solver finds the same value as minimax, with the target near and far, at the
// beginning and in the middle of a trick.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	solvers := [2]*solver{newSolver(card.Hearts, false), newSolver(card.Hearts, true)}
	for n := range 120 {
		deck := card.French()
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		w := &world{seat: n & 1, turn: n >> 1 & 1, trump: card.Hearts, strict: n&4 > 0, won: make([]int, 2)}
		w.hands = [][]card.Card{deck[:4:4], deck[4:8:8]}
		needs := [2]int{1 + r.IntN(40), 1 + r.IntN(40)}
		s := solvers[n>>2&1]
		s.begin(needs)
		if n%3 == 0 {
			w.play(w.simple())
		}
		if want, got := minimax(w, needs), w.clone().exact(s); got != want {
			t.Fatalf("world %d: exact play brings %d, trying everything %d: %v, needs %v", n, got, want, w, needs)
		}
	}
}
