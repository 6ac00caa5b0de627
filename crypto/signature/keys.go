package signature

import (
	"crypto/ed25519"
	"slices"
	"sync"

	"filippo.io/edwards25519"
)

// Keys verify many signatures of few keys: each is prepared when it is seen for the
// first time, and kept as long as Keys are. So only the keys of one table may come to
// them, or some other set that is bounded. The zero value is ready for use, also by
// many at a time. A nil *Keys prepares none.
type Keys struct {
	prepared sync.Map // by encoding: *Key, or nil for the bytes of no key
}

// Verify reports what [crypto/ed25519.Verify] would.
func (ks *Keys) Verify(public [ed25519.PublicKeySize]byte, message, sig []byte) bool {
	if ks == nil {
		return ed25519.Verify(public[:], message, sig)
	}
	k := ks.key(public)
	return k != nil && k.Verify(message, sig)
}

// A Signed is a message and what is said to be a signature of it.
type Signed struct {
	Public       [ed25519.PublicKeySize]byte
	Message, Sig []byte
}

// VerifyAll reports whether Verify would agree to each of them, in less time.
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
