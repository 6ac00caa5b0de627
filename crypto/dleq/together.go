package dleq

import (
	"fives/crypto/batch"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// A Claim is a proved statement, in the context that T carries.
type Claim struct {
	T *transcript.Transcript
	Statement
	Proof
}

// Verify is [Verify] of the claim. It leaves T as it is.
func (c Claim) Verify() error { return Verify(c.T.Clone(), c.Statement, c.Proof) }

// Open does what Verify does but for the equations, which can be verified together
// with those of other proofs: then a mask that several seats give shares of counts
// once, and so does a key under which several proofs are made.
func (c Claim) Open() (batch.Proof, error) {
	if err := c.check(); err != nil {
		return batch.Proof{}, err
	}
	t := c.T.Clone()
	weights := c.absorb(t)
	challenge := c.challenge(t)
	t.AppendScalar(labelRespond, c.S)
	return batch.Proof{Script: t, Equations: 2, AddTo: func(s *ristretto.Sum, by []ristretto.Scalar) {
		c.addTo(s, weights, challenge, by[0], by[1])
	}}, nil
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

// addTo adds u times the key equation and v times the share equation of a claim to a
// sum, each with its right side moved to the left.
func (c Claim) addTo(s *ristretto.Sum, weights []ristretto.Scalar, challenge, u, v ristretto.Scalar) {
	s.AddShared(c.S.Mul(u), ristretto.Base())
	s.AddShared(challenge.Mul(u).Neg(), c.X)
	// −T1 and −T2 rather than −u and −v: short factors are cheap.
	s.Add(u, c.T1.Neg())
	s.Add(v, c.T2.Neg())
	sv, cv := c.S.Mul(v), challenge.Mul(v).Neg()
	for j, q := range c.Pairs {
		s.AddShared(sv.Mul(weights[j]), q.A)
		s.Add(cv.Mul(weights[j]), q.D)
	}
}
