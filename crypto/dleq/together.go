package dleq

import (
	"errors"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// ErrTogether is returned by VerifyTogether when one of the proofs is false.
var ErrTogether = errors.New("dleq: one of the proofs is false")

// A Claim is a proved statement, in the context that T carries.
type Claim struct {
	T *transcript.Transcript
	Statement
	Proof
}

// Verify is [Verify] of the claim. It leaves T as it is.
func (c Claim) Verify() error { return Verify(c.T.Clone(), c.Statement, c.Proof) }

// VerifyTogether returns nil when [Claim.Verify] does for every claim, but for a
// probability of 2⁻¹²⁸. It is one multi-scalar multiplication (SPEC §4.3), in which
// a mask that several seats give shares of counts once, and so does
// a key under which several proofs are made. An error does not tell
// which claim is false: the caller verifies each alone.
func VerifyTogether(claims []Claim) error {
	if len(claims) == 0 {
		return nil
	}
	scripts := make([]*transcript.Transcript, len(claims))
	weights := make([][]ristretto.Scalar, len(claims))
	challenges := make([]ristretto.Scalar, len(claims))
	for i, c := range claims {
		if err := c.check(); err != nil {
			return err
		}
		t := c.T.Clone()
		weights[i] = c.absorb(t)
		challenges[i] = c.challenge(t)
		t.AppendScalar(labelRespond, c.S)
		scripts[i] = t
	}
	by := transcript.Weights(scripts, 2)
	all := sum{places: map[[ristretto.ElementSize]byte]int{}}
	for i, c := range claims {
		all.claim(c, weights[i], challenges[i], by[i][0], by[i][1])
	}
	if !all.value().IsIdentity() {
		return ErrTogether
	}
	return nil
}

// check refuses what no honest prover claims.
func (c Claim) check() error {
	if err := c.Statement.check(); err != nil {
		return err
	}
	if c.T1.IsIdentity() || c.T2.IsIdentity() {
		return ErrIdentity
	}
	return nil
}

// A sum collects the terms of one multi-scalar multiplication. The terms of the
// generator are one term, and so are those of a mask or of
// a key if there are places.
type sum struct {
	scalars  []ristretto.Scalar
	elements []ristretto.Element
	base     ristretto.Scalar
	places   map[[ristretto.ElementSize]byte]int // where the term of a mask or a key is; nil to add each as it comes
}

func (s *sum) add(k ristretto.Scalar, e ristretto.Element) {
	s.scalars, s.elements = append(s.scalars, k), append(s.elements, e)
}

// claim adds u times the key equation and v times the share equation of a claim,
// each with its right side moved to the left.
func (s *sum) claim(cl Claim, weights []ristretto.Scalar, c, u, v ristretto.Scalar) {
	s.base = s.base.Add(cl.S.Mul(u))
	s.public(c.Mul(u).Neg(), cl.X)
	// −T1 and −T2 rather than −u and −v: short factors are cheap.
	s.add(u, cl.T1.Neg())
	s.add(v, cl.T2.Neg())
	sv, cv := cl.S.Mul(v), c.Mul(v).Neg()
	for j, q := range cl.Pairs {
		s.public(sv.Mul(weights[j]), q.A)
		s.add(cv.Mul(weights[j]), q.D)
	}
}

// public adds a term of a mask or a key to the one that there is.
func (s *sum) public(k ristretto.Scalar, a ristretto.Element) {
	if s.places == nil {
		s.add(k, a)
		return
	}
	enc := a.Encode()
	if i, ok := s.places[enc]; ok {
		s.scalars[i] = s.scalars[i].Add(k)
		return
	}
	s.places[enc] = len(s.scalars)
	s.add(k, a)
}

func (s *sum) value() ristretto.Element {
	return ristretto.VarTimeMultiScalarMul(append(s.scalars, s.base), append(s.elements, ristretto.Base()))
}
