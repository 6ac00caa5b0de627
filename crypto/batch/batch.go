package batch

import (
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// A Proof is one of which only the equations are still to be verified.
type Proof struct {
	// Script has absorbed all of the proof.
	Script *transcript.Transcript
	// Equations is how many there are.
	Equations int
	// AddTo adds to a sum, for each equation, the difference of its sides times a
	// weight.
	AddTo func(s *ristretto.Sum, weights []ristretto.Scalar)
}

// Hold reports whether all equations of all proofs hold, but for a probability of
// 2⁻¹²⁸. If not, it does not say which: the caller verifies each proof alone.
func Hold(proofs []Proof) bool {
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
