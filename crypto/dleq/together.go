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
// a mask that several seats give shares of counts once, and so does a key under which
// several proofs are made. An error does not tell which claim is false: the caller
// verifies each alone.
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
	all := sum{Sum: ristretto.MergingSum()}
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
// generator are one term; masks and keys are shared elements.
type sum struct {
	ristretto.Sum
	base ristretto.Scalar
}

// claim adds u times the key equation and v times the share equation of a claim,
// each with its right side moved to the left.
func (s *sum) claim(cl Claim, weights []ristretto.Scalar, c, u, v ristretto.Scalar) {
	s.base = s.base.Add(cl.S.Mul(u))
	s.AddShared(c.Mul(u).Neg(), cl.X)
	// −T1 and −T2 rather than −u and −v: short factors are cheap.
	s.Add(u, cl.T1.Neg())
	s.Add(v, cl.T2.Neg())
	sv, cv := cl.S.Mul(v), c.Mul(v).Neg()
	for j, q := range cl.Pairs {
		s.AddShared(sv.Mul(weights[j]), q.A)
		s.Add(cv.Mul(weights[j]), q.D)
	}
}

func (s *sum) value() ristretto.Element {
	s.Add(s.base, ristretto.Base())
	return s.Value()
}
