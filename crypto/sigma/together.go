package sigma

import (
	"errors"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Opened is a claim of which everything except the equations has been verified. Its
// challenges have been drawn.
type Opened struct {
	// Script has absorbed the whole proof.
	Script *transcript.Transcript
	// Equations is the number of equations.
	Equations int
	// AddTo adds to a sum, for each equation, the difference of its sides times a
	// weight.
	AddTo func(s *ristretto.Sum, weights []ristretto.Scalar)
}

// ErrSum says that an equation of one of several proofs does not hold.
var ErrSum = errors.New("sigma: one of the proofs is false")

// VerifyTogether opens claims and verifies all their equations in one sum. The error is
// that of the first claim that cannot be opened, or [ErrSum]. To find the false claim, the
// caller then verifies each one alone. VerifyTogether accepts a false claim with a
// probability of 2⁻¹²⁸.
func VerifyTogether[C interface{ Open() (Opened, error) }](claims []C) error {
	proofs := make([]Opened, len(claims))
	for i, c := range claims {
		var err error
		if proofs[i], err = c.Open(); err != nil {
			return err
		}
	}
	if !hold(proofs) {
		return ErrSum
	}
	return nil
}

// hold reports whether all equations of all proofs hold.
func hold(proofs []Opened) bool {
	scripts := make([]*transcript.Transcript, len(proofs))
	most := 0
	for i, p := range proofs {
		scripts[i], most = p.Script, max(most, p.Equations)
	}
	sum := ristretto.MergingSum()
	for i, weights := range transcript.Weights(scripts, most) {
		proofs[i].AddTo(&sum, weights[:proofs[i].Equations])
	}
	return sum.Value().IsIdentity()
}
