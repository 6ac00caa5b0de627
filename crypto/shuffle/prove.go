package shuffle

import (
	"errors"
	"fmt"
	"io"

	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// ErrWitness is returned by Prove for a witness of another number of cards.
var ErrWitness = errors.New("shuffle: witness does not fit the statement")

// Prove argues that w makes st true and advances t as Verify does. With a
// witness that does not, it makes a proof that Verify refuses.
func Prove(t *transcript.Transcript, st Statement, w Witness, rand io.Reader) (Proof, error) {
	enc, err := st.check()
	if err != nil {
		return Proof{}, err
	}
	if n := len(st.In); len(w.permutation) != n || len(w.factors) != n {
		return Proof{}, ErrWitness
	}
	key := pedersen.NewKey(len(st.In))
	st.absorb(t, key, enc)
	nonces, err := t.Nonces(rand, w.secrets()...)
	if err != nil {
		return Proof{}, fmt.Errorf("shuffle: %w", err)
	}
	return argue(t, key, st, w, nonces), nil
}

// argue makes the proof once t holds the statement (SPEC §6.4).
func argue(t *transcript.Transcript, key pedersen.Key, st Statement, w Witness, nonces *transcript.NonceSource) Proof {
	p := newProof(len(st.In))
	var ch challenges
	order, r := w.order(), nonces.Scalar()
	p.CA = key.Commit(order, r)
	ch.x = p.challengeX(t)

	powers := w.permuted(powersOf(ch.x, len(st.In)))
	s := nonces.Scalar()
	p.CB = key.Commit(powers, s)
	ch.y, ch.z = p.challengeYZ(t)

	product := newProductProver(key, order, powers, ch.y.Mul(r).Add(s), ch)
	product.commit(&p.Product, nonces)
	multi := multiExpProver{powers: powers, blind: s, factor: w.factor(powers)}
	multi.commit(&p.MultiExp, key, st, nonces)
	ch.e = p.challengeE(t)

	product.respond(&p.Product, ch.e)
	multi.respond(&p.MultiExp, ch.e)
	p.absorbResponses(t)
	return p
}

// secrets lists all of the witness, for the nonces to depend on.
func (w Witness) secrets() []ristretto.Scalar {
	return append(w.order(), w.factors...)
}

// order returns π(1)..π(N), counted from 1.
func (w Witness) order() []ristretto.Scalar {
	order := make([]ristretto.Scalar, len(w.permutation))
	for i, j := range w.permutation {
		order[i] = ristretto.ScalarFromUint64(uint64(j + 1))
	}
	return order
}

// permuted returns v in the order of the permutation.
func (w Witness) permuted(v []ristretto.Scalar) []ristretto.Scalar {
	out := make([]ristretto.Scalar, len(v))
	for i, j := range w.permutation {
		out[i] = v[j]
	}
	return out
}

// factor returns ρ = −Σ s_i·x^π(i), which re-masks Σ x^π(i)·out_i back to
// Σ x^i·in_i.
func (w Witness) factor(powers []ristretto.Scalar) ristretto.Scalar {
	var sum ristretto.Scalar
	for i, s := range w.factors {
		sum = sum.Add(s.Mul(powers[i]))
	}
	return sum.Neg()
}

// powersOf returns x, x², …, x^n.
func powersOf(x ristretto.Scalar, n int) []ristretto.Scalar {
	powers := make([]ristretto.Scalar, n)
	power := x
	for i := range powers {
		powers[i] = power
		power = power.Mul(x)
	}
	return powers
}

func drawScalars(n int, nonces *transcript.NonceSource) []ristretto.Scalar {
	v := make([]ristretto.Scalar, n)
	for i := range v {
		v[i] = nonces.Scalar()
	}
	return v
}
