package shuffle

import (
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
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

// Open does what Verify does, except for the equations, which can be verified together with
// those of other proofs. An element that several statements share is then one term. In the
// passes of one shuffle, these are the joint key, the generators, and all stacks but the
// first and the last.
func (c Claim) Open() (sigma.Opened, error) {
	t := c.T.Clone()
	v, err := c.open(t)
	if err != nil {
		return sigma.Opened{}, err
	}
	return sigma.Opened{Script: t, Equations: equations, AddTo: v.addShared}, nil
}

// open refuses what no honest prover claims, and draws the challenges from t.
func (c Claim) open(t *transcript.Transcript) (*verifier, error) {
	enc, err := c.Statement.check()
	if err != nil {
		return nil, err
	}
	if err := c.Proof.check(len(c.In)); err != nil {
		return nil, err
	}
	key := pedersen.NewKey(len(c.In))
	c.absorb(t, key, enc)
	return newVerifier(t, c.Statement, c.Proof), nil
}

// addShared adds the terms of the residue to a sum that also holds those of other proofs.
func (v *verifier) addShared(s *ristretto.Sum, weights []ristretto.Scalar) {
	terms := newSum(len(v.st.In))
	terms.Sum = s
	v.addTo(terms, [equations]ristretto.Scalar(weights))
	key := pedersen.NewKey(len(v.st.In))
	s.AddShared(terms.blind, key.H())
	for i, g := range key.Generators() {
		s.AddShared(terms.generators[i], g)
	}
}
