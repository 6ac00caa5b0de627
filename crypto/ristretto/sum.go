package ristretto

import "slices"

// Sum collects the terms of one variable-time multi-scalar multiplication; it is for public
// inputs only. The zero Sum is empty, and keeps all terms apart.
type Sum struct {
	scalars  []Scalar
	elements []Element
	shared   map[[ElementSize]byte]int // index of the term of each shared element; nil to keep all terms apart
}

// MergingSum returns an empty Sum that merges all terms of a shared element into one.
// Finding them costs an encoding for each.
func MergingSum() Sum { return Sum{shared: map[[ElementSize]byte]int{}} }

// Grow makes room for n more terms.
func (s *Sum) Grow(n int) {
	s.scalars, s.elements = slices.Grow(s.scalars, n), slices.Grow(s.elements, n)
}

// Add adds the term k·e.
func (s *Sum) Add(k Scalar, e Element) {
	s.scalars, s.elements = append(s.scalars, k), append(s.elements, e)
}

// AddShared adds the term k·e of an element that may occur again.
func (s *Sum) AddShared(k Scalar, e Element) {
	if s.shared == nil {
		s.Add(k, e)
		return
	}
	enc := e.Encode()
	if i, ok := s.shared[enc]; ok {
		s.scalars[i] = s.scalars[i].Add(k)
		return
	}
	s.shared[enc] = len(s.scalars)
	s.Add(k, e)
}

// Value returns the sum of the terms.
func (s *Sum) Value() Element { return VarTimeMultiScalarMul(s.scalars, s.elements) }
