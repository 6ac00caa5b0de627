package ristretto

import "crypto/subtle"

// Element is an element of ristretto255. The zero value is the identity.
type Element struct {
	_ [0]func() // no ==: use Equal, one element has many representations

	// p is one representative of the coset that is the element. In the zero Element it is
	// unset, and stands for the identity.
	p   extended
	set bool

	// enc is the encoding of e, if it is known: the bytes from which e was decoded, or what
	// KeepEncoding has computed.
	enc  [ElementSize]byte
	kept bool
}

func (e *Element) extended() extended {
	if !e.set {
		return extended{y: *one, z: *one}
	}
	return e.p
}

func (p *extended) element() Element {
	return Element{p: *p, set: true}
}

// Base returns the generator of RFC 9496.
func Base() Element {
	return base
}

// Add returns e + f.
func (e Element) Add(f Element) Element {
	sum, summand := e.extended(), f.extended()
	sum.accumulate(&summand)
	return sum.element()
}

// Sub returns e − f.
func (e Element) Sub(f Element) Element {
	return e.Add(f.Neg())
}

// Neg returns −e.
func (e Element) Neg() Element {
	p := e.extended()
	p.x.Negate(&p.x)
	p.t.Negate(&p.t)
	return p.element()
}

// Equal reports whether e and f are the same element, in constant time. It is
// the equality of RFC 9496 §4.3.3, which needs no encoding.
func (e Element) Equal(f Element) bool {
	p, q := e.extended(), f.extended()
	var a, b fieldElement
	same := a.Multiply(&p.x, &q.y).Equal(b.Multiply(&p.y, &q.x))
	rotated := a.Multiply(&p.y, &q.y).Equal(b.Multiply(&p.x, &q.x))
	return same|rotated == 1
}

// IsIdentity reports whether e is the identity, in a time that does not depend
// on its value.
func (e Element) IsIdentity() bool {
	if e.kept {
		return subtle.ConstantTimeCompare(e.enc[:], make([]byte, ElementSize)) == 1
	}
	return e.Equal(Element{})
}
