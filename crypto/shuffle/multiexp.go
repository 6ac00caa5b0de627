package shuffle

import (
	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// MultiExp is the multi-exponentiation argument (paper §4, m = 1).
type MultiExp struct {
	CM     ristretto.Element
	EA, EB ristretto.Element
	M      []ristretto.Scalar // m̃_1..m̃_N
	Rho    ristretto.Scalar
	Tau    ristretto.Scalar
}

// multiExpProver runs the multi-exponentiation argument for the exponents
// x^π(i) under blind and the re-mask factor ρ.
type multiExpProver struct {
	powers        []ristretto.Scalar
	blind, factor ristretto.Scalar
	m             []ristretto.Scalar
	rho, tau      ristretto.Scalar
}

func (q *multiExpProver) commit(p *MultiExp, key pedersen.Key, st Statement, nonces *transcript.NonceSource) {
	q.m = drawScalars(len(st.Out), nonces)
	q.rho, q.tau = nonces.Scalar(), nonces.Scalar()
	as, bs := columns(st.Out)
	exponents := append([]ristretto.Scalar{q.tau}, q.m...)
	p.CM = key.Commit(q.m, q.rho)
	p.EA = ristretto.MultiScalarMul(exponents, append([]ristretto.Element{ristretto.Base()}, as...))
	p.EB = ristretto.MultiScalarMul(exponents, append([]ristretto.Element{st.PK}, bs...))
}

func (q *multiExpProver) respond(p *MultiExp, e ristretto.Scalar) {
	for i := range p.M {
		p.M[i] = e.Mul(q.powers[i]).Add(q.m[i])
	}
	p.Rho = e.Mul(q.blind).Add(q.rho)
	p.Tau = e.Mul(q.factor).Add(q.tau)
}

// columns splits a stack into its first and its second components.
func columns(stack []mask.Mask) (as, bs []ristretto.Element) {
	as = make([]ristretto.Element, len(stack))
	bs = make([]ristretto.Element, len(stack))
	for i, m := range stack {
		as[i], bs[i] = m.A, m.B
	}
	return as, bs
}
