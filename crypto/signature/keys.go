package signature

import (
	"crypto/ed25519"
	"sync"
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
