package ristretto

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"filippo.io/edwards25519"
)

// ScalarSize is the length of an encoded scalar in bytes.
const ScalarSize = 32

// ErrScalar is returned by DecodeScalar for bytes that are not the canonical
// encoding of a scalar.
var ErrScalar = errors.New("ristretto: invalid scalar encoding")

// Scalar is an integer modulo the group order ℓ = 2²⁵² + 277423…8493. The zero
// value is 0.
type Scalar struct {
	_ [0]func() // no ==: use Equal, which is constant time
	s edwards25519.Scalar
}

// DecodeScalar decodes 32 little-endian bytes, and refuses values ≥ ℓ.
func DecodeScalar(b []byte) (Scalar, error) {
	var s Scalar
	if len(b) != ScalarSize {
		return Scalar{}, ErrScalar
	}
	if _, err := s.s.SetCanonicalBytes(b); err != nil {
		return Scalar{}, ErrScalar
	}
	return s, nil
}

// ScalarFromUniform reduces 64 uniformly random little-endian bytes modulo ℓ.
// The only error is a wrong length.
func ScalarFromUniform(b []byte) (Scalar, error) {
	var s Scalar
	if _, err := s.s.SetUniformBytes(b); err != nil {
		return Scalar{}, fmt.Errorf("ristretto: uniform scalar from %d bytes instead of 64", len(b))
	}
	return s, nil
}

// ScalarFromUint64 returns n as a scalar.
func ScalarFromUint64(n uint64) Scalar {
	var b [ScalarSize]byte
	binary.LittleEndian.PutUint64(b[:], n)
	var s Scalar
	if _, err := s.s.SetCanonicalBytes(b[:]); err != nil {
		panic("ristretto: " + err.Error()) // unreachable: 2⁶⁴ < ℓ
	}
	return s
}

// RandomScalar returns a uniformly random scalar from 64 bytes of rand.
func RandomScalar(rand io.Reader) (Scalar, error) {
	var b [64]byte
	if _, err := io.ReadFull(rand, b[:]); err != nil {
		return Scalar{}, fmt.Errorf("ristretto: random scalar: %w", err)
	}
	return ScalarFromUniform(b[:])
}

// Add returns s + t.
func (s Scalar) Add(t Scalar) Scalar {
	var r Scalar
	r.s.Add(&s.s, &t.s)
	return r
}

// Sub returns s − t.
func (s Scalar) Sub(t Scalar) Scalar {
	var r Scalar
	r.s.Subtract(&s.s, &t.s)
	return r
}

// Mul returns s · t.
func (s Scalar) Mul(t Scalar) Scalar {
	var r Scalar
	r.s.Multiply(&s.s, &t.s)
	return r
}

// Neg returns −s.
func (s Scalar) Neg() Scalar {
	var r Scalar
	r.s.Negate(&s.s)
	return r
}

// Inverse returns 1/s, and 0 for 0.
func (s Scalar) Inverse() Scalar {
	var r Scalar
	r.s.Invert(&s.s)
	return r
}

// Equal reports whether s and t are the same scalar, in constant time.
func (s Scalar) Equal(t Scalar) bool {
	return s.s.Equal(&t.s) == 1
}

// IsZero reports whether s is 0, in constant time.
func (s Scalar) IsZero() bool {
	return s.Equal(Scalar{})
}

// Encode returns the 32 little-endian bytes of s.
func (s Scalar) Encode() [ScalarSize]byte {
	return [ScalarSize]byte(s.s.Bytes())
}

// AppendTo appends the encoding of s to b.
func (s Scalar) AppendTo(b []byte) []byte {
	return append(b, s.s.Bytes()...)
}
