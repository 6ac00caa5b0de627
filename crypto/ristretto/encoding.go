package ristretto

import (
	"bytes"
	"errors"
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
	s, err := new(fieldElement).SetBytes(b)
	if err != nil || !bytes.Equal(s.Bytes(), b) || s.IsNegative() == 1 {
		return Element{}, ErrElement
	}

	ss := new(fieldElement).Square(s)
	u1 := new(fieldElement).Subtract(one, ss)
	u2 := new(fieldElement).Add(one, ss)
	u2Sqr := new(fieldElement).Square(u2)

	// v = -(D * u1^2) - u2_sqr
	v := new(fieldElement).Square(u1)
	v.Multiply(v, d)
	v.Negate(v)
	v.Subtract(v, u2Sqr)

	w := new(fieldElement).Multiply(v, u2Sqr)
	invSqrt, wasSquare := new(fieldElement).SqrtRatio(one, w)

	denX := new(fieldElement).Multiply(invSqrt, u2)
	denY := new(fieldElement).Multiply(invSqrt, denX)
	denY.Multiply(denY, v)

	x := new(fieldElement).Add(s, s)
	x.Multiply(x, denX)
	x.Absolute(x)
	y := new(fieldElement).Multiply(u1, denY)
	t := new(fieldElement).Multiply(x, y)

	if wasSquare == 0 || t.IsNegative() == 1 || y.Equal(new(fieldElement)) == 1 {
		return Element{}, ErrElement
	}
	return Element{
		p: extended{*x, *y, *one, *t}, set: true,
		enc: [ElementSize]byte(b), kept: true, // canonical, so Encode would say the same
	}, nil
}

// Encode returns the canonical encoding of e. It costs nothing for the zero Element, for
// one that Decode has returned, and after KeepEncoding.
func (e Element) Encode() [ElementSize]byte {
	if e.kept || !e.set {
		return e.enc
	}
	return e.encode()
}

// KeepEncoding returns e together with its encoding. It is for an element that is encoded
// more than once: encoding costs as much as decoding.
func (e Element) KeepEncoding() Element {
	e.enc, e.kept = e.Encode(), true
	return e
}

// encode is RFC 9496 §4.3.2.
func (e *Element) encode() [ElementSize]byte {
	p := e.extended()
	x0, y0, z0, t0 := &p.x, &p.y, &p.z, &p.t

	u1 := new(fieldElement).Add(z0, y0)
	u1.Multiply(u1, new(fieldElement).Subtract(z0, y0))
	u2 := new(fieldElement).Multiply(x0, y0)

	w := new(fieldElement).Square(u2)
	w.Multiply(w, u1)
	invSqrt, _ := new(fieldElement).SqrtRatio(one, w) // always square for a curve point

	den1 := new(fieldElement).Multiply(invSqrt, u1)
	den2 := new(fieldElement).Multiply(invSqrt, u2)
	zInv := new(fieldElement).Multiply(den1, den2)
	zInv.Multiply(zInv, t0)

	ix := new(fieldElement).Multiply(x0, sqrtM1)
	iy := new(fieldElement).Multiply(y0, sqrtM1)
	enchanted := new(fieldElement).Multiply(den1, invSqrtAMinusD)

	rotate := w.Multiply(t0, zInv).IsNegative()
	x := new(fieldElement).Select(iy, x0, rotate)
	y := new(fieldElement).Select(ix, y0, rotate)
	denInv := new(fieldElement).Select(enchanted, den2, rotate)

	negative := w.Multiply(x, zInv).IsNegative()
	y.Select(new(fieldElement).Negate(y), y, negative)

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
