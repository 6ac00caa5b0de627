// Package transcript is the Fiat–Shamir transcript of all proofs: one sponge
// (cSHAKE256) that absorbs labelled, length-prefixed items and yields the
// challenges of the verifier.
//
// Prover and verifier absorb the same statement and commitments in the same
// order and so derive the same challenges:
//
//	t := transcript.New("fives/v1/example")
//	t.Append("context", context)          // table, hand, step, seat
//	t.AppendElement("key", key)           // the whole statement
//	nonces, err := t.Nonces(rand, secret) // prover only
//	t.AppendElement("commitment", commitment)
//	c := t.Challenge("c")
//
// Whoever verifies many proofs in one sum takes random factors for it from their
// transcripts (Weights).
//
// Secrets that a proof is about, a hand's key for example, are drawn from the
// same kind of branch (Hedge), so that no secret of a player depends on the
// system's randomness alone.
//
// Invariants: two different sequences of operations never absorb the same
// bytes; a challenge depends on everything before it, and two challenges in a
// row differ. What a statement depends on and is not absorbed is not proved:
// callers absorb the whole of it before the first challenge.
//
// Specification: SPEC.md §2.
package transcript
