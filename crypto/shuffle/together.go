package shuffle

import (
	"errors"

	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// ErrTogether is returned by VerifyTogether when one of the proofs is false.
var ErrTogether = errors.New("shuffle: one of the proofs is false")

// A Claim is a proved statement, in the context that T carries.
type Claim struct {
	T *transcript.Transcript
	Statement
	Proof
}

// Verify is [Verify] of the claim. It leaves T as it is.
func (c Claim) Verify() error { return Verify(c.T.Clone(), c.Statement, c.Proof) }

// VerifyTogether returns nil when [Claim.Verify] does for every claim, but for a
// probability of 2⁻¹²⁸. It is one multi-scalar multiplication (SPEC §6.3), in which
// an element that stands in several statements counts once: of the passes of one
// shuffle, these are all stacks but the first and the last, the joint key and the
// generators. An error does not tell which claim is false: the caller verifies each
// alone.
func VerifyTogether(claims []Claim) error {
	verifiers := make([]*verifier, len(claims))
	scripts := make([]*transcript.Transcript, len(claims))
	most := 0
	for i, c := range claims {
		t := c.T.Clone()
		v, err := c.open(t)
		if err != nil {
			return err
		}
		verifiers[i], scripts[i], most = v, t, max(most, len(c.In))
	}
	if most == 0 {
		return nil
	}
	all := newSum(most)
	all.Sum = ristretto.MergingSum()
	for i, w := range transcript.Weights(scripts, equations) {
		verifiers[i].addTo(all, [equations]ristretto.Scalar(w))
	}
	if !all.value().IsIdentity() {
		return ErrTogether
	}
	return nil
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
