// Package signature verifies Ed25519 signatures by keys that sign often, such as those of
// the seats of a table. Once a Key is made, it takes less than half the time of
// crypto/ed25519. A Key accepts exactly the signatures that [crypto/ed25519.Verify] accepts
// (engine/SPEC §2.3): S is canonical, and R is recomputed without the cofactor and compared
// by its encoding, for any key that crypto/ed25519 takes. It does not verify in batches,
// which would accept more.
//
// It is for verifiers only: nothing here is constant time. To sign, or to verify only
// one or two signatures of a key, use crypto/ed25519.
//
//	k, err := signature.NewKey(publicKey)
//	ok := k.Verify(message, sig)
package signature
