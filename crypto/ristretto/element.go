package ristretto

import (
	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"
)

// Element is an element of ristretto255. The zero value is the identity.
type Element struct {
	// p is one representative of the coset that the element is. It is unset
	// in the zero Element, and then stands for the identity.
	p   edwards25519.Point
	set bool

	// enc is the encoding that e was decoded from, if it was: verifiers hash
	// what they have just decoded, and encoding costs as much as decoding.
	enc     [ElementSize]byte
	decoded bool
}

var (
	identity = edwards25519.NewIdentityPoint()
	base     = edwards25519.NewGeneratorPoint()
)

func (e *Element) point() *edwards25519.Point {
	if !e.set {
		return identity
	}
	return &e.p
}

// fromExtended makes an element of extended coordinates that satisfy the
// curve equation.
func fromExtended(x, y, z, t *field.Element) Element {
	e := Element{set: true}
	if _, err := e.p.SetExtendedCoordinates(x, y, z, t); err != nil {
		panic("ristretto: " + err.Error()) // unreachable: the formulas stay on the curve
	}
	return e
}

// Base returns the generator of RFC 9496.
func Base() Element {
	return Element{p: *base, set: true}
}

// Add returns e + f.
func (e Element) Add(f Element) Element {
	r := Element{set: true}
	r.p.Add(e.point(), f.point())
	return r
}

// Sub returns e − f.
func (e Element) Sub(f Element) Element {
	r := Element{set: true}
	r.p.Subtract(e.point(), f.point())
	return r
}

// Neg returns −e.
func (e Element) Neg() Element {
	r := Element{set: true}
	r.p.Negate(e.point())
	return r
}

// Equal reports whether e and f are the same element, in constant time. It is
// the equality of RFC 9496 §4.3.3, which needs no encoding.
func (e Element) Equal(f Element) bool {
	x1, y1, _, _ := e.point().ExtendedCoordinates()
	x2, y2, _, _ := f.point().ExtendedCoordinates()
	var a, b field.Element
	same := a.Multiply(x1, y2).Equal(b.Multiply(y1, x2))
	rotated := a.Multiply(y1, y2).Equal(b.Multiply(x1, x2))
	return same|rotated == 1
}

// IsIdentity reports whether e is the identity, in constant time.
func (e Element) IsIdentity() bool {
	return e.Equal(Element{})
}
