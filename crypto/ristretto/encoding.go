package ristretto

import (
	"bytes"
	"errors"

	"filippo.io/edwards25519/field"
)

// ElementSize is the length of an encoded element in bytes.
const ElementSize = 32

// ErrElement is returned by Decode for bytes that are not the canonical
// encoding of an element.
var ErrElement = errors.New("ristretto: invalid element encoding")

// Decode decodes an element (RFC 9496 §4.3.1). It accepts the one canonical
// encoding of each element, the identity among them, and nothing else.
func Decode(b []byte) (Element, error) {
	if len(b) != ElementSize {
		return Element{}, ErrElement
	}
	s, err := new(field.Element).SetBytes(b)
	if err != nil || !bytes.Equal(s.Bytes(), b) || s.IsNegative() == 1 {
		return Element{}, ErrElement
	}

	ss := new(field.Element).Square(s)
	u1 := new(field.Element).Subtract(one, ss)
	u2 := new(field.Element).Add(one, ss)
	u2Sqr := new(field.Element).Square(u2)

	// v = -(D * u1^2) - u2_sqr
	v := new(field.Element).Square(u1)
	v.Multiply(v, d)
	v.Negate(v)
	v.Subtract(v, u2Sqr)

	w := new(field.Element).Multiply(v, u2Sqr)
	invSqrt, wasSquare := new(field.Element).SqrtRatio(one, w)

	denX := new(field.Element).Multiply(invSqrt, u2)
	denY := new(field.Element).Multiply(invSqrt, denX)
	denY.Multiply(denY, v)

	x := new(field.Element).Add(s, s)
	x.Multiply(x, denX)
	x.Absolute(x)
	y := new(field.Element).Multiply(u1, denY)
	t := new(field.Element).Multiply(x, y)

	if wasSquare == 0 || t.IsNegative() == 1 || y.Equal(new(field.Element)) == 1 {
		return Element{}, ErrElement
	}
	return Element{
		p: extended{*x, *y, *one, *t}, set: true,
		enc: [ElementSize]byte(b), kept: true, // canonical, so Encode would say the same
	}, nil
}

// Encode returns the canonical encoding of e. It is free for the zero Element,
// for one that came out of Decode, and after KeepEncoding.
func (e Element) Encode() [ElementSize]byte {
	if e.kept || !e.set {
		return e.enc
	}
	return e.encode()
}

// KeepEncoding returns e with its encoding at hand, for an element that is
// encoded more than once: encoding costs as much as decoding.
func (e Element) KeepEncoding() Element {
	e.enc, e.kept = e.Encode(), true
	return e
}

// encode is RFC 9496 §4.3.2.
func (e *Element) encode() [ElementSize]byte {
	p := e.extended()
	x0, y0, z0, t0 := &p.x, &p.y, &p.z, &p.t

	u1 := new(field.Element).Add(z0, y0)
	u1.Multiply(u1, new(field.Element).Subtract(z0, y0))
	u2 := new(field.Element).Multiply(x0, y0)

	w := new(field.Element).Square(u2)
	w.Multiply(w, u1)
	invSqrt, _ := new(field.Element).SqrtRatio(one, w) // always square for a curve point

	den1 := new(field.Element).Multiply(invSqrt, u1)
	den2 := new(field.Element).Multiply(invSqrt, u2)
	zInv := new(field.Element).Multiply(den1, den2)
	zInv.Multiply(zInv, t0)

	ix := new(field.Element).Multiply(x0, sqrtM1)
	iy := new(field.Element).Multiply(y0, sqrtM1)
	enchanted := new(field.Element).Multiply(den1, invSqrtAMinusD)

	rotate := w.Multiply(t0, zInv).IsNegative()
	x := new(field.Element).Select(iy, x0, rotate)
	y := new(field.Element).Select(ix, y0, rotate)
	denInv := new(field.Element).Select(enchanted, den2, rotate)

	negative := w.Multiply(x, zInv).IsNegative()
	y.Select(new(field.Element).Negate(y), y, negative)

	s := w.Subtract(z0, y)
	s.Multiply(s, denInv)
	s.Absolute(s)
	return [ElementSize]byte(s.Bytes())
}

// AppendTo appends the encoding of e to b.
func (e Element) AppendTo(b []byte) []byte {
	enc := e.Encode()
	return append(b, enc[:]...)
}
