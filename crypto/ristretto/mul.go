package ristretto

import "filippo.io/edwards25519"

// MulBase returns s·G in constant time.
func MulBase(s Scalar) Element {
	r := Element{set: true}
	r.p.ScalarBaseMult(&s.s)
	return r
}

// Mul returns s·e in constant time.
func (e Element) Mul(s Scalar) Element {
	r := Element{set: true}
	r.p.ScalarMult(&s.s, e.point())
	return r
}

// MultiScalarMul returns Σ sᵢ·eᵢ in constant time. It panics if the slices
// differ in length.
func MultiScalarMul(s []Scalar, e []Element) Element {
	if len(s) != len(e) {
		panic("ristretto: as many scalars as elements are needed")
	}
	scalars := make([]*edwards25519.Scalar, len(s))
	points := make([]*edwards25519.Point, len(e))
	for i := range s {
		scalars[i], points[i] = &s[i].s, e[i].point()
	}
	r := Element{set: true}
	r.p.MultiScalarMult(scalars, points)
	return r
}
