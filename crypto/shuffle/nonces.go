package shuffle

import (
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// nonces are the secret random values of one proof (SPEC §6.4).
type nonces struct {
	r, s     ristretto.Scalar   // of c_A and c_B
	d        []ristretto.Scalar // of c_d
	rd       ristretto.Scalar
	delta    []ristretto.Scalar // of c_δ and c_Δ; δ_1 = d_1, δ_N = 0
	s1, sx   ristretto.Scalar
	m        []ristretto.Scalar // of c_M, E_A and E_B
	rho, tau ristretto.Scalar
}

// drawNonces takes the nonces of a proof for n cards from a source, in the order
// of SPEC §6.4.
func drawNonces(n int, source *transcript.NonceSource) *nonces {
	draw := func(k *ristretto.Scalar) { *k = source.Scalar() }
	vector := func() []ristretto.Scalar {
		v := make([]ristretto.Scalar, n)
		for i := range v {
			draw(&v[i])
		}
		return v
	}
	var k nonces
	draw(&k.r)
	draw(&k.s)
	k.d = vector()
	draw(&k.rd)
	k.delta = vector()
	k.delta[0], k.delta[n-1] = k.d[0], ristretto.Scalar{}
	draw(&k.s1)
	draw(&k.sx)
	k.m = vector()
	draw(&k.rho)
	draw(&k.tau)
	return &k
}
