package transcript

import (
	"crypto/rand"

	"fives/crypto/ristretto"
)

// weightSize is the length of a weight in bytes.
const weightSize = 16

// Weights returns random numbers below 2¹²⁸, n for each transcript. A verifier
// multiplies the equations of proofs by them, and checks only the sum. The transcripts
// must have absorbed the proofs. The weights depend on all of them and on fresh
// randomness, so that not even all provers together can choose proofs to fit the
// weights. The transcripts do not change.
func Weights(ts []*Transcript, n int) [][]ristretto.Scalar {
	var fresh [32]byte
	rand.Read(fresh[:]) // crashes rather than fail
	return weights(ts, n, fresh)
}

// weights is Weights with that randomness.
func weights(ts []*Transcript, n int, fresh [32]byte) [][]ristretto.Scalar {
	all := New("fives/v1/weights")
	for _, t := range ts {
		all.Append("proof", t.Clone().ChallengeBytes("weights", 64))
	}
	all.Append("fresh", fresh[:])
	b := all.ChallengeBytes("weights", weightSize*n*len(ts))
	lists := make([][]ristretto.Scalar, len(ts))
	for i := range lists {
		for range n {
			lists[i], b = append(lists[i], short(b[:weightSize])), b[weightSize:]
		}
	}
	return lists
}

// short is the scalar of a little-endian number below 2¹²⁸.
func short(b []byte) ristretto.Scalar {
	var enc [2 * weightSize]byte
	copy(enc[:], b)
	s, err := ristretto.DecodeScalar(enc[:])
	if err != nil {
		panic("transcript: " + err.Error()) // unreachable: 2¹²⁸ < ℓ
	}
	return s
}
