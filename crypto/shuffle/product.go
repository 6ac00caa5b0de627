package shuffle

import (
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
)

// Product is the single-value product argument (paper §5.3).
type Product struct {
	Cd, Cdelta, CDelta ristretto.Element
	A                  []ristretto.Scalar // ã_1..ã_N
	R                  ristretto.Scalar
	B                  []ristretto.Scalar // b̃_2..b̃_(N−1)
	S                  ristretto.Scalar
}

// productProver runs the single-value product argument for the openings a_i =
// y·π(i) + x^π(i) − z of c_D − z·ΣG_i.
type productProver struct {
	a, b  []ristretto.Scalar // b_i = a_1·…·a_i
	blind ristretto.Scalar   // y·r + s
}

func newProductProver(order, powers []ristretto.Scalar, blind ristretto.Scalar, ch challenges) productProver {
	n := len(order)
	q := productProver{a: make([]ristretto.Scalar, n), b: make([]ristretto.Scalar, n), blind: blind}
	product := ristretto.ScalarFromUint64(1)
	for i := range q.a {
		q.a[i] = ch.y.Mul(order[i]).Add(powers[i]).Sub(ch.z)
		product = product.Mul(q.a[i])
		q.b[i] = product
	}
	return q
}

// commitDelta returns c_δ, which does not depend on the challenges.
func (k *nonces) commitDelta(key pedersen.Key) ristretto.Element {
	v := make([]ristretto.Scalar, len(k.d)-1)
	for i := range v {
		v[i] = k.delta[i].Mul(k.d[i+1]).Neg()
	}
	return key.Commit(v, k.s1)
}

// commitChain returns c_Δ.
func (q *productProver) commitChain(key pedersen.Key, k *nonces) ristretto.Element {
	v := make([]ristretto.Scalar, len(k.d)-1)
	for i := range v {
		v[i] = k.delta[i+1].Sub(q.a[i+1].Mul(k.delta[i])).Sub(q.b[i].Mul(k.d[i+1]))
	}
	return key.Commit(v, k.sx)
}

func (q *productProver) respond(p *Product, k *nonces, e ristretto.Scalar) {
	for i := range p.A {
		p.A[i] = e.Mul(q.a[i]).Add(k.d[i])
	}
	p.R = e.Mul(q.blind).Add(k.rd)
	for i := range p.B {
		p.B[i] = e.Mul(q.b[i+1]).Add(k.delta[i+1])
	}
	p.S = e.Mul(k.sx).Add(k.s1)
}
