package shuffle

import (
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
)

// A sum collects the terms of one multi-scalar multiplication. All terms of one generator
// are one term; the elements of the statement are shared.
type sum struct {
	*ristretto.Sum
	blind      ristretto.Scalar   // factor of H
	generators []ristretto.Scalar // factors of G_1, G_2, …
}

// newSum makes a sum for proofs about stacks of at most n cards.
func newSum(n int) *sum {
	return &sum{Sum: new(ristretto.Sum), generators: make([]ristretto.Scalar, n)}
}

func (s *sum) addBlind(k ristretto.Scalar) { s.blind = s.blind.Add(k) }

// addGenerator adds a term of G_(i+1).
func (s *sum) addGenerator(k ristretto.Scalar, i int) { s.generators[i] = s.generators[i].Add(k) }

func (s *sum) value() ristretto.Element {
	generators := pedersen.NewKey(len(s.generators)).VarTimeCommit(s.generators, s.blind)
	return generators.Add(s.Value())
}
