// Package dleq proves that one secret lies behind a key and behind a batch of
// shares: that log_G X = log_{A_j} D_j for j = 1..k.
//
// A seat's record that opens k masks carries k shares D_j = x·A_j and one
// proof of this package for all of them, whatever k is. It is the
// Chaum–Pedersen protocol (CRYPTO '92) on the random combination
// (Σ w_j·A_j, Σ w_j·D_j), whose weights come from the transcript after the
// whole statement: if a single share is wrong, the combination is wrong but
// for a probability of 1/ℓ.
//
// The proof is sent in its commitment form (T1, T2, s) of 96 bytes rather than
// as (c, s) of 64. Recovering T1 and T2 from (c, s) takes two multi-scalar
// multiplications; with the commitments at hand both equations go into one.
//
// The shares that several seats owe in one step are proved one seat at a time and
// verified together (package batch).
//
// To prove possession of a secret alone, see package schnorr. The format is
// SPEC §4. The shortest use:
//
//	st, proof, err := dleq.Prove(t, X, []ristretto.Element{m.A}, dleq.Witness{X: x}, rand.Reader)
//	err = dleq.Verify(u, st, proof) // u is bound like t
package dleq
