package shuffle

import (
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
)

// A sum collects the terms of one multi-scalar multiplication. The terms of a
// generator are one term.
type sum struct {
	blind      ristretto.Scalar   // factor of H
	generators []ristretto.Scalar // factors of G_1, G_2, …
	scalars    []ristretto.Scalar
	elements   []ristretto.Element
	public     map[[ristretto.ElementSize]byte]int // where the term of a public element is; nil to add each as it comes
}

// newSum makes a sum for proofs about stacks of at most n cards.
func newSum(n int) *sum { return &sum{generators: make([]ristretto.Scalar, n)} }

func (s *sum) add(k ristretto.Scalar, e ristretto.Element) {
	s.scalars = append(s.scalars, k)
	s.elements = append(s.elements, e)
}

func (s *sum) addBlind(k ristretto.Scalar) { s.blind = s.blind.Add(k) }

// addGenerator adds a term of G_(i+1).
func (s *sum) addGenerator(k ristretto.Scalar, i int) { s.generators[i] = s.generators[i].Add(k) }

// addPublic adds a term of an element that other proofs may be about as well.
func (s *sum) addPublic(k ristretto.Scalar, e ristretto.Element) {
	if s.public == nil {
		s.add(k, e)
		return
	}
	enc := e.Encode()
	if i, ok := s.public[enc]; ok {
		s.scalars[i] = s.scalars[i].Add(k)
		return
	}
	s.public[enc] = len(s.scalars)
	s.add(k, e)
}

func (s *sum) value() ristretto.Element {
	generators := pedersen.NewKey(len(s.generators)).VarTimeCommit(s.generators, s.blind)
	return generators.Add(ristretto.VarTimeMultiScalarMul(s.scalars, s.elements))
}
