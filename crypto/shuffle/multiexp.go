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

// An exponentiation makes E_A and E_B of SPEC §6.4 as sums over the input stack:
// A'_i = A_π(i) + s_i·G, so that E_A = (τ + Σ m_i·s_i)·G + Σ m_i·A_π(i), and E_B
// likewise.
type exponentiation struct {
	factor    ristretto.Scalar   // τ + Σ m_i·s_i
	exponents []ristretto.Scalar // m, in the order of the input
}

func newExponentiation(k *nonces, w Witness) *exponentiation {
	x := &exponentiation{factor: k.tau, exponents: make([]ristretto.Scalar, len(k.m))}
	for i, j := range w.permutation {
		x.factor = x.factor.Add(k.m[i].Mul(w.factors[i]))
		x.exponents[j] = k.m[i]
	}
	return x
}

// firsts returns E_A. The first components of trivial masks are the identity and
// add nothing.
func (x *exponentiation) firsts(st Statement) ristretto.Element {
	var scalars []ristretto.Scalar
	var elements []ristretto.Element
	for i, m := range st.In {
		if !m.A.IsIdentity() {
			scalars, elements = append(scalars, x.exponents[i]), append(elements, m.A)
		}
	}
	return ristretto.MultiScalarMul(scalars, elements).Add(ristretto.MulBase(x.factor)).KeepEncoding()
}

// seconds returns E_B.
func (x *exponentiation) seconds(st Statement) ristretto.Element {
	scalars, elements := []ristretto.Scalar{x.factor}, []ristretto.Element{st.PK}
	for i, m := range st.In {
		scalars, elements = append(scalars, x.exponents[i]), append(elements, m.B)
	}
	return ristretto.MultiScalarMul(scalars, elements).KeepEncoding()
}

func (q *multiExpProver) respond(p *MultiExp, k *nonces, e ristretto.Scalar) {
	for i := range p.M {
		p.M[i] = e.Mul(q.powers[i]).Add(k.m[i])
	}
	p.Rho = e.Mul(q.blind).Add(k.rho)
	p.Tau = e.Mul(q.factor).Add(k.tau)
}
