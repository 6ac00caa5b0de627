package bare

import (
	"math/rand/v2"

	"fives/engine/card"
)

// Canonical leaves the cards of every shuffle in canonical order.
func Canonical(_ int, cards []card.Card) ([]int, error) {
	index := make([]int, len(cards))
	for i := range index {
		index[i] = i
	}
	return index, nil
}

// Random shuffles with a seed. It is for simulations only, because the order can be
// predicted. Each shuffle of a game has its own source, so the order is a function of its
// arguments.
func Random(seed uint64) Order {
	return func(n int, cards []card.Card) ([]int, error) {
		return rand.New(rand.NewPCG(seed, uint64(n))).Perm(len(cards)), nil
	}
}
