// Package signature verifies Ed25519 signatures of keys that sign often, such as the
// seats of a table: in less than half the time, once a Key is made. What a Key accepts is
// exactly what [crypto/ed25519.Verify] accepts (engine/SPEC §2.3): S is canonical, and
// R is recomputed without the cofactor and compared by its encoding, for any key that
// crypto/ed25519 takes. There are no batches, because they accept more.
//
// It is for verifiers only: nothing here is constant time. Whoever signs, or sees a
// key once or twice, wants crypto/ed25519.
//
//	k, err := signature.NewKey(publicKey)
//	ok := k.Verify(message, sig)
package signature
