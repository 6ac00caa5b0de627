package signature

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"
	"sync"

	"filippo.io/edwards25519"
)

// Widths of digits: a wider one saves additions and doubles the table.
const (
	keyWidth  = 6
	baseWidth = 7
)

var base = sync.OnceValue(func() *table { return newTable(edwards25519.NewGeneratorPoint(), baseWidth) })

// A Key is an Ed25519 public key A that has been prepared, in about the time of two
// verifications. It takes 40 KiB, and may be used concurrently.
type Key struct {
	encoded [ed25519.PublicKeySize]byte
	minus   *table // of −A
}

// NewKey prepares a public key. It refuses those for which crypto/ed25519 accepts no
// signature, and only those.
func NewKey(public []byte) (*Key, error) {
	a, err := new(edwards25519.Point).SetBytes(public)
	if err != nil {
		return nil, fmt.Errorf("signature: %w", err)
	}
	return &Key{encoded: [ed25519.PublicKeySize]byte(public), minus: newTable(a.Negate(a), keyWidth)}, nil
}

// Verify returns the same as [crypto/ed25519.Verify]: whether R is S·B − k·A for the
// SHA-512 value k of R, A and the message.
func (k *Key) Verify(message, sig []byte) bool {
	r := k.commitment(message, sig)
	return r != nil && bytes.Equal(r.Bytes(), sig[:32])
}

// commitment returns S·B − k·A, nil if the length or S is invalid.
func (k *Key) commitment(message, sig []byte) *edwards25519.Point {
	if len(sig) != ed25519.SignatureSize {
		return nil
	}
	s, err := edwards25519.NewScalar().SetCanonicalBytes(sig[32:])
	if err != nil {
		return nil
	}
	h := sha512.New()
	h.Write(sig[:32])
	h.Write(k.encoded[:])
	h.Write(message)
	c, err := edwards25519.NewScalar().SetUniformBytes(h.Sum(nil))
	if err != nil {
		panic("signature: " + err.Error()) // unreachable: always 64 bytes
	}
	return sum(base().times(s), k.minus.times(c))
}
