package shuffle

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// ErrWitness is returned by Prove for a witness of the wrong number of cards.
var ErrWitness = errors.New("shuffle: witness does not fit the statement")

// Prove proves that w makes st true, and advances t as Verify does. If w does not make st
// true, Verify refuses the proof.
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
	source, err := t.Nonces(rand, w.secrets()...)
	if err != nil {
		return Proof{}, fmt.Errorf("shuffle: %w", err)
	}
	return argue(t, key, st, w, drawNonces(len(st.In), source)), nil
}

// argue makes the proof once t holds the statement (SPEC §6.4). The parts that depend on no
// challenge are made on other cores than those that do.
func argue(t *transcript.Transcript, key pedersen.Key, st Statement, w Witness, k *nonces) Proof {
	p := newProof(len(st.In))
	var others sync.WaitGroup
	x := newExponentiation(k, w)
	others.Go(func() { p.MultiExp.EA = x.firsts(st) })
	others.Go(func() { p.MultiExp.EB = x.seconds(st) })
	others.Go(func() { p.MultiExp.CM = key.Commit(k.m, k.rho) })
	others.Go(func() { p.Product.Cd = key.Commit(k.d, k.rd) })
	others.Go(func() { p.Product.Cdelta = k.commitDelta(key) })

	var ch challenges
	p.CA = key.CommitIndices(w.indices(), k.r)
	ch.x = p.challengeX(t)
	powers := w.permuted(powersOf(ch.x, len(st.In)))
	p.CB = key.Commit(powers, k.s)
	ch.y, ch.z = p.challengeYZ(t)
	product := newProductProver(w.order(), powers, ch.y.Mul(k.r).Add(k.s), ch)
	p.Product.CDelta = product.commitChain(key, k)
	others.Wait()
	ch.e = p.challengeE(t)

	product.respond(&p.Product, k, ch.e)
	multi := multiExpProver{powers: powers, blind: k.s, factor: w.factor(powers)}
	multi.respond(&p.MultiExp, k, ch.e)
	p.absorbResponses(t)
	return p
}

// secrets lists all of the witness, for the nonces to depend on.
func (w Witness) secrets() []ristretto.Scalar {
	return append(w.order(), w.factors...)
}

// indices returns π(1)..π(N), counted from 1.
func (w Witness) indices() []int {
	indices := make([]int, len(w.permutation))
	for i, j := range w.permutation {
		indices[i] = j + 1
	}
	return indices
}

// order returns the indices as scalars.
func (w Witness) order() []ristretto.Scalar {
	order := make([]ristretto.Scalar, len(w.permutation))
	for i, j := range w.indices() {
		order[i] = ristretto.ScalarFromUint64(uint64(j))
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
