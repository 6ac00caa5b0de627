package shuffle

import (
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
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
	key      pedersen.Key
	a, b     []ristretto.Scalar // b_i = a_1·…·a_i
	blind    ristretto.Scalar   // y·r + s
	d, delta []ristretto.Scalar
	rd       ristretto.Scalar
	s1, sx   ristretto.Scalar
}

func newProductProver(key pedersen.Key, order, powers []ristretto.Scalar, blind ristretto.Scalar, ch challenges) *productProver {
	n := len(order)
	q := &productProver{
		key:   key,
		a:     make([]ristretto.Scalar, n),
		b:     make([]ristretto.Scalar, n),
		blind: blind,
	}
	product := ristretto.ScalarFromUint64(1)
	for i := range q.a {
		q.a[i] = ch.y.Mul(order[i]).Add(powers[i]).Sub(ch.z)
		product = product.Mul(q.a[i])
		q.b[i] = product
	}
	return q
}

func (q *productProver) commit(p *Product, nonces *transcript.NonceSource) {
	n := len(q.a)
	q.d, q.rd = drawScalars(n, nonces), nonces.Scalar()
	q.delta = drawScalars(n, nonces)
	q.delta[0], q.delta[n-1] = q.d[0], ristretto.Scalar{}
	q.s1, q.sx = nonces.Scalar(), nonces.Scalar()

	small := make([]ristretto.Scalar, n-1)
	large := make([]ristretto.Scalar, n-1)
	for i := range small {
		small[i] = q.delta[i].Mul(q.d[i+1]).Neg()
		large[i] = q.delta[i+1].Sub(q.a[i+1].Mul(q.delta[i])).Sub(q.b[i].Mul(q.d[i+1]))
	}
	p.Cd = q.key.Commit(q.d, q.rd)
	p.Cdelta = q.key.Commit(small, q.s1)
	p.CDelta = q.key.Commit(large, q.sx)
}

func (q *productProver) respond(p *Product, e ristretto.Scalar) {
	for i := range p.A {
		p.A[i] = e.Mul(q.a[i]).Add(q.d[i])
	}
	p.R = e.Mul(q.blind).Add(q.rd)
	for i := range p.B {
		p.B[i] = e.Mul(q.b[i+1]).Add(q.delta[i+1])
	}
	p.S = e.Mul(q.sx).Add(q.s1)
}
