package shuffle

import "fives/crypto/ristretto"

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
}

// commitStacks returns E_A and E_B of SPEC §6.4, as sums over the input stack:
// A'_i = A_π(i) + s_i·G, so that E_A = (τ + Σ m_i·s_i)·G + Σ m_i·A_π(i). The first
// components of trivial masks are the identity and add nothing.
func (k *nonces) commitStacks(st Statement, w Witness) (a, b ristretto.Element) {
	factor := k.tau
	exponents := make([]ristretto.Scalar, len(st.In)) // m, in the order of the input
	for i, j := range w.permutation {
		factor = factor.Add(k.m[i].Mul(w.factors[i]))
		exponents[j] = k.m[i]
	}
	var as, bs []ristretto.Element
	var masked []ristretto.Scalar
	for i, m := range st.In {
		if !m.A.IsIdentity() {
			as, masked = append(as, m.A), append(masked, exponents[i])
		}
		bs = append(bs, m.B)
	}
	a = ristretto.MultiScalarMul(masked, as).Add(ristretto.MulBase(factor))
	b = ristretto.MultiScalarMul(append(exponents, factor), append(bs, st.PK))
	return a.KeepEncoding(), b.KeepEncoding()
}

func (q *multiExpProver) respond(p *MultiExp, k *nonces, e ristretto.Scalar) {
	for i := range p.M {
		p.M[i] = e.Mul(q.powers[i]).Add(k.m[i])
	}
	p.Rho = e.Mul(q.blind).Add(k.rho)
	p.Tau = e.Mul(q.factor).Add(k.tau)
}
