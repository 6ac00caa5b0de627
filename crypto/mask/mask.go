package mask

import (
	"errors"
	"fmt"

	"fives/crypto/ristretto"
)

// Size is the length of an encoded Mask in bytes.
const Size = 64

var (
	// ErrIdentity is returned by the decoders for a component that is the identity.
	ErrIdentity = errors.New("mask: identity component")
	// ErrJointKey is returned by JointKey for keys that are or add up to the identity.
	ErrJointKey = errors.New("mask: identity among or as the sum of keys")
)

// Mask is a masked card (r·G, M + r·PK).
type Mask struct{ A, B ristretto.Element }

// JointKey returns the sum of the seats' keys, under which all masks of a hand
// are made. Each key needs its proof of possession first.
func JointKey(keys ...ristretto.Element) (ristretto.Element, error) {
	var sum ristretto.Element
	for _, k := range keys {
		if k.IsIdentity() {
			return sum, ErrJointKey
		}
		sum = sum.Add(k)
	}
	if sum.IsIdentity() {
		return sum, ErrJointKey
	}
	return sum.KeepEncoding(), nil
}

// Trivial returns (0, face), a mask that hides nothing.
func Trivial(face ristretto.Element) Mask { return Mask{B: face} }

// Remask returns m + (s·G, s·PK) in constant time; pk is the joint key's table.
func Remask(pk *ristretto.Table, m Mask, s ristretto.Scalar) Mask {
	return Mask{
		A: m.A.Add(ristretto.MulBase(s)).KeepEncoding(),
		B: m.B.Add(pk.Mul(s)).KeepEncoding(),
	}
}

// Share returns x·A, the lock of the seat whose secret is x.
func Share(x ristretto.Scalar, m Mask) ristretto.Element { return m.A.Mul(x).KeepEncoding() }

// Open takes the shares of all seats off m and returns the face.
func Open(m Mask, shares ...ristretto.Element) ristretto.Element {
	face := m.B
	for _, d := range shares {
		face = face.Sub(d)
	}
	return face
}

// Equal reports whether both components are the same.
func (m Mask) Equal(o Mask) bool { return m.A.Equal(o.A) && m.B.Equal(o.B) }

// Encode returns A ‖ B.
func (m Mask) Encode() [Size]byte {
	a, b := m.A.Encode(), m.B.Encode()
	var out [Size]byte
	copy(out[:32], a[:])
	copy(out[32:], b[:])
	return out
}

// Decode parses what Encode writes; it refuses identity components, and so
// trivial masks.
func Decode(b []byte) (Mask, error) {
	if len(b) != Size {
		return Mask{}, fmt.Errorf("mask: %d bytes, want %d", len(b), Size)
	}
	a, err := ristretto.Decode(b[:32])
	if err != nil {
		return Mask{}, fmt.Errorf("mask: first component: %w", err)
	}
	c, err := ristretto.Decode(b[32:])
	if err != nil {
		return Mask{}, fmt.Errorf("mask: second component: %w", err)
	}
	if a.IsIdentity() || c.IsIdentity() {
		return Mask{}, ErrIdentity
	}
	return Mask{A: a, B: c}, nil
}
