package shuffle

import (
	"crypto/rand"
	"io"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
)

// The attacks of this file are on a shuffler of whom there are copies, as of a
// virtual machine that was set back or forked. All have the same memory, and
// whoever shuffles before sends each another stack (SPEC §6.7).

const copiedCards = 5

// unknown is a permutation of which an attack finds nothing.
var unknown = slices.Repeat([]int{-1}, copiedCards)

// An answer is what one copy has sent, and what it has not.
type answer struct {
	st Statement
	p  Proof
	ch challenges
	w  Witness
}

// differentStacks returns a joint key and stacks for the copies.
func differentStacks(t *testing.T, copies int) (ristretto.Element, [][]mask.Mask) {
	t.Helper()
	pk := ristretto.MulBase(randomScalar(t))
	stacks := make([][]mask.Mask, copies)
	for i := range stacks {
		stacks[i] = shuffled(t, pk, mask.TrivialStack(mask.Faces("test", copiedCards)), rand.Reader).st.Out
	}
	return pk, stacks
}

func shuffled(t *testing.T, pk ristretto.Element, in []mask.Mask, secrets io.Reader) answer {
	t.Helper()
	out, w, err := Shuffle(pk, in, secrets)
	if err != nil {
		t.Fatal(err)
	}
	return answer{st: Statement{PK: pk, In: in, Out: out}, w: w}
}

// hedgedSecrets are those of a copy whose random source has been copied as well: a
// stream of the place, in which the stack stands (SPEC §2.4).
func hedgedSecrets(t *testing.T, in []mask.Mask) io.Reader {
	t.Helper()
	place := contextOf("test")
	place.Append("in", mask.EncodeStack(in))
	stream, err := place.Hedge("secrets", []byte("long-term secret"), zeros{})
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// followed is the attack on masks: a factor s of which two copies have made masks
// shows as the difference A'_i − A_j = s·G of both. It returns the permutation of a.
func followed(a, b answer) []int {
	known := map[[ristretto.ElementSize]byte]bool{}
	for _, out := range b.st.Out {
		for _, in := range b.st.In {
			known[out.A.Sub(in.A).Encode()] = true
		}
	}
	order := slices.Clone(unknown)
	for i, out := range a.st.Out {
		for j, in := range a.st.In {
			if known[out.A.Sub(in.A).Encode()] {
				order[i] = j
			}
		}
	}
	return order
}

func TestAttackMasksOfTwoCopies(t *testing.T) {
	pk, in := differentStacks(t, 2)
	a, b := shuffled(t, pk, in[0], seeded("prepared")), shuffled(t, pk, in[1], seeded("prepared"))
	if got := followed(a, b); !slices.Equal(got, a.w.permutation) {
		t.Errorf("prepared masks: the attack finds %v instead of %v", got, a.w.permutation)
	}
	a, b = shuffled(t, pk, in[0], hedgedSecrets(t, in[0])), shuffled(t, pk, in[1], hedgedSecrets(t, in[1]))
	if got := followed(a, b); !slices.Equal(got, unknown) {
		t.Errorf("hedged masks: the attack finds %v", got)
	}
}

// proved makes the proof of a with given nonces, or with those that Prove draws
// while the random source is known.
func (a answer) proved(t *testing.T, k *nonces) answer {
	t.Helper()
	tr, key := contextOf("test"), pedersen.NewKey(copiedCards)
	enc, err := a.st.check()
	if err != nil {
		t.Fatal(err)
	}
	a.st.absorb(tr, key, enc)
	verifier := tr.Clone()
	if k != nil {
		a.p = argue(tr, key, a.st, a.w, k)
	} else if a.p, err = Prove(contextOf("test"), a.st, a.w, zeros{}); err != nil {
		t.Fatal(err)
	}
	if err := Verify(contextOf("test"), a.st, a.p); err != nil {
		t.Fatal(err)
	}
	a.ch = newVerifier(verifier, a.st, a.p).ch
	return a
}

// nonce returns what the nonce d_i is if card j has come to place i: that of
// ã_i = e·(y·π(i) + x^π(i) − z) + d_i.
func (a answer) nonce(i, j int) ristretto.Scalar {
	opening := a.ch.y.Mul(ristretto.ScalarFromUint64(uint64(j + 1))).Add(powersOf(a.ch.x, j+1)[j]).Sub(a.ch.z)
	return a.p.Product.A[i].Sub(a.ch.e.Mul(opening))
}

// twice is the attack on nonces that two copies have used: only the right cards
// give both the same nonce.
func twice(a, b answer) []int {
	order := slices.Clone(unknown)
	for i := range order {
		for j := range order {
			for k := range order {
				if a.nonce(i, j).Equal(b.nonce(i, k)) {
					order[i] = j
				}
			}
		}
	}
	return order
}

func drawn(t *testing.T) *nonces {
	t.Helper()
	source, err := contextOf("prepared").Nonces(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return drawNonces(copiedCards, source)
}

func TestAttackNoncesOfTwoCopies(t *testing.T) {
	pk, in := differentStacks(t, 2)
	a, b := shuffled(t, pk, in[0], rand.Reader), shuffled(t, pk, in[1], rand.Reader)
	k := drawn(t)
	if got := twice(a.proved(t, k), b.proved(t, k)); !slices.Equal(got, a.w.permutation) {
		t.Errorf("prepared nonces: the attack finds %v instead of %v", got, a.w.permutation)
	}
	if got := twice(a.proved(t, nil), b.proved(t, nil)); !slices.Equal(got, unknown) {
		t.Errorf("hedged nonces: the attack finds %v", got)
	}
}

// plus returns k + b·l.
func (k *nonces) plus(b ristretto.Scalar, l *nonces) *nonces {
	mix := func(x, y ristretto.Scalar) ristretto.Scalar { return x.Add(b.Mul(y)) }
	vector := func(x, y []ristretto.Scalar) []ristretto.Scalar {
		out := make([]ristretto.Scalar, len(x))
		for i := range out {
			out[i] = mix(x[i], y[i])
		}
		return out
	}
	return &nonces{
		r: mix(k.r, l.r), s: mix(k.s, l.s),
		d: vector(k.d, l.d), rd: mix(k.rd, l.rd),
		delta: vector(k.delta, l.delta), s1: mix(k.s1, l.s1), sx: mix(k.sx, l.sx),
		m: vector(k.m, l.m), rho: mix(k.rho, l.rho), tau: mix(k.tau, l.tau),
	}
}

// onOneLine is the attack on two vectors of nonces that three copies have mixed, each
// by its own factor: their nonces lie on one line. It returns the permutation of the
// first.
func onOneLine(a [3]answer, b [3]ristretto.Scalar) []int {
	order := slices.Clone(unknown)
	for i := range order {
		for j := range order {
			for k := range order {
				slope := a[0].nonce(i, j).Sub(a[1].nonce(i, k)).Mul(b[0].Sub(b[1]).Inverse())
				third := a[0].nonce(i, j).Add(slope.Mul(b[2].Sub(b[0])))
				for l := range order {
					if a[2].nonce(i, l).Equal(third) {
						order[i] = j
					}
				}
			}
		}
	}
	return order
}

// Mixing two vectors by a hash of the statement keeps two copies from showing
// anything, and not three.
func TestAttackMixedNoncesOfThreeCopies(t *testing.T) {
	pk, in := differentStacks(t, 3)
	first, second := drawn(t), drawn(t)
	var mixed, hedged [3]answer
	var factors [3]ristretto.Scalar
	for i := range mixed {
		a := shuffled(t, pk, in[i], rand.Reader)
		factors[i] = randomScalar(t)
		mixed[i], hedged[i] = a.proved(t, first.plus(factors[i], second)), a.proved(t, nil)
	}
	if got := twice(mixed[0], mixed[1]); !slices.Equal(got, unknown) {
		t.Errorf("mixed nonces, two copies: the attack finds %v", got)
	}
	if got, want := onOneLine(mixed, factors), mixed[0].w.permutation; !slices.Equal(got, want) {
		t.Errorf("mixed nonces, three copies: the attack finds %v instead of %v", got, want)
	}
	if got := onOneLine(hedged, factors); !slices.Equal(got, unknown) {
		t.Errorf("hedged nonces, three copies: the attack finds %v", got)
	}
}
