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
// To verify many proofs in one sum, draw the random factors from their transcripts
// (Weights).
//
// Hedge draws secrets such as a hand's key in the same way as nonces, so that no secret of
// a player depends on the system's randomness alone.
//
// Invariants: two different sequences of operations never absorb the same
// bytes; a challenge depends on everything before it, and two challenges in a
// row differ. A proof covers only absorbed data: callers absorb the whole statement,
// with everything that it depends on, before the first challenge.
//
// Specification: SPEC.md §2.
package transcript
