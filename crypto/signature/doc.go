// Package signature verifies Ed25519 signatures of keys that sign often, such as those
// of the seats of a table: in less than half the time, once a Key is made. A Key accepts
// exactly the signatures that [crypto/ed25519.Verify] accepts (engine/SPEC §2.3): S is
// canonical, and R is recomputed without the cofactor and compared by its encoding, for
// any key that crypto/ed25519 takes. There are no batches, because they accept more.
//
// It is for verifiers only: nothing here is constant time. To sign, or to verify only
// one or two signatures of a key, use crypto/ed25519.
//
//	k, err := signature.NewKey(publicKey)
//	ok := k.Verify(message, sig)
package signature
