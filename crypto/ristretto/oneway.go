package ristretto

import "fmt"

// FromUniform maps 64 uniformly random bytes to an element whose discrete
// logarithm nobody knows: the one-way map of RFC 9496 §4.3.4. The only error is
// a wrong length.
func FromUniform(b []byte) (Element, error) {
	if len(b) != 64 {
		return Element{}, fmt.Errorf("ristretto: uniform element from %d bytes instead of 64", len(b))
	}
	return mapToElement(b[:32]).Add(mapToElement(b[32:])), nil
}

// mapToElement is the function MAP of RFC 9496 §4.3.4 on 32 bytes, whose top
// bit is ignored.
func mapToElement(b []byte) Element {
	t, err := new(fieldElement).SetBytes(b)
	if err != nil {
		panic("ristretto: " + err.Error()) // unreachable: the caller passes 32 bytes
	}

	r := new(fieldElement).Square(t)
	r.Multiply(r, sqrtM1)
	u := new(fieldElement).Add(r, one)
	u.Multiply(u, oneMinusDSq)

	// v = (-1 - r*D) * (r + D)
	v := new(fieldElement).Multiply(r, d)
	v.Subtract(minusOne, v)
	v.Multiply(v, new(fieldElement).Add(r, d))

	s, wasSquare := new(fieldElement).SqrtRatio(u, v)
	sPrime := new(fieldElement).Multiply(s, t)
	sPrime.Absolute(sPrime)
	sPrime.Negate(sPrime)
	s.Select(s, sPrime, wasSquare)
	c := new(fieldElement).Select(minusOne, r, wasSquare)

	// N = c * (r - 1) * D_MINUS_ONE_SQ - v
	n := new(fieldElement).Subtract(r, one)
	n.Multiply(n, c)
	n.Multiply(n, dMinusOneSq)
	n.Subtract(n, v)

	w0 := new(fieldElement).Multiply(s, v)
	w0.Add(w0, w0)
	w1 := new(fieldElement).Multiply(n, sqrtADMinusOne)
	ss := new(fieldElement).Square(s)
	w2 := new(fieldElement).Subtract(one, ss)
	w3 := new(fieldElement).Add(one, ss)

	var p extended
	p.x.Multiply(w0, w3)
	p.y.Multiply(w2, w1)
	p.z.Multiply(w1, w3)
	p.t.Multiply(w0, w2)
	return p.element()
}
