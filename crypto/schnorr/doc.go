// Package schnorr proves possession of the secret behind a public key: of x
// for X = x·G.
//
// A seat publishes such a proof with the key of every hand. It keeps a seat
// from choosing its key as a difference of other seats' keys, which would let
// it know the joint key's secret (a rogue key). The proof is Schnorr's
// identification protocol made non-interactive by a transcript that the caller
// has already bound to protocol version, table, head, hand, step and seat: a
// proof copied to any other place does not verify.
//
// To prove that two pairs share one secret, see package dleq.
//
// The format is SPEC §3. It is used like every proof of this tree:
//
//	proof, err := schnorr.Prove(t, schnorr.Statement{X: X}, schnorr.Witness{X: x}, rand.Reader)
//	err = schnorr.Verify(u, schnorr.Statement{X: X}, proof) // u is bound like t
package schnorr
