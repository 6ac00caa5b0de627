package signature

import (
	"crypto/ed25519"
	"slices"
	"sync"

	"filippo.io/edwards25519"
)

// Keys verify many signatures by few keys: each key is prepared at its first signature, and
// kept as long as the Keys live. So use them only for a bounded set of keys, such as those
// of one table. The zero value is ready for use, also concurrently. A nil *Keys prepares no
// key.
type Keys struct {
	prepared sync.Map // by encoding: *Key, or nil for bytes that are no key
}

// Verify returns the same as [crypto/ed25519.Verify].
func (ks *Keys) Verify(public [ed25519.PublicKeySize]byte, message, sig []byte) bool {
	if ks == nil {
		return ed25519.Verify(public[:], message, sig)
	}
	k := ks.key(public)
	return k != nil && k.Verify(message, sig)
}

// A Signed is a message with a signature to verify.
type Signed struct {
	Public       [ed25519.PublicKeySize]byte
	Message, Sig []byte
}

// VerifyAll reports whether Verify is true for each of them, in less time.
func (ks *Keys) VerifyAll(list []Signed) bool {
	if ks == nil {
		return !slices.ContainsFunc(list, func(s Signed) bool { return !ks.Verify(s.Public, s.Message, s.Sig) })
	}
	commitments := make([]*edwards25519.Point, len(list))
	for i, s := range list {
		k := ks.key(s.Public)
		if k == nil {
			return false
		}
		if commitments[i] = k.commitment(s.Message, s.Sig); commitments[i] == nil {
			return false
		}
	}
	for i, encoded := range encode(commitments) {
		if string(encoded[:]) != string(list[i].Sig[:32]) {
			return false
		}
	}
	return true
}

func (ks *Keys) key(public [ed25519.PublicKeySize]byte) *Key {
	known, ok := ks.prepared.Load(public)
	if !ok {
		k, err := NewKey(public[:])
		if err != nil {
			k = nil
		}
		known, _ = ks.prepared.LoadOrStore(public, k)
	}
	return known.(*Key)
}
