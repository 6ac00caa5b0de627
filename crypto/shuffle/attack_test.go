package shuffle

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"math"
	"runtime"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

// refused fails the test unless Verify refuses p for st in the place "test",
// with want unless that is nil.
func refused(t *testing.T, what string, st Statement, p Proof, want error) {
	t.Helper()
	err := Verify(contextOf("test"), st, p)
	if err == nil {
		t.Errorf("%s: accepted", what)
	} else if want != nil && !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
	c := Claim{T: contextOf("test"), Statement: st, Proof: p}
	if sigma.VerifyTogether([]Claim{c}) == nil {
		t.Errorf("%s: accepted together with others", what)
	}
}

func randomElement(t testing.TB) ristretto.Element { return ristretto.MulBase(randomScalar(t)) }

func clone(st Statement) Statement {
	st.In = append([]mask.Mask(nil), st.In...)
	st.Out = append([]mask.Mask(nil), st.Out...)
	return st
}

// honestNonces draws nonces as Prove does.
func honestNonces(t *testing.T, tr *transcript.Transcript, w Witness) *nonces {
	t.Helper()
	source, err := tr.Nonces(rand.Reader, w.secrets()...)
	if err != nil {
		t.Fatal(err)
	}
	return drawNonces(len(w.factors), source)
}

// forcedProof runs the prover on a false statement, past all its own checks.
func forcedProof(t *testing.T, st Statement, w Witness) Proof {
	t.Helper()
	tr, key := contextOf("test"), pedersen.NewKey(len(st.In))
	enc := encoded{in: mask.EncodeStack(st.In), out: mask.EncodeStack(st.Out)}
	st.absorb(tr, key, enc)
	return argue(tr, key, st, w, honestNonces(t, tr, w))
}

// accepts verifies p under challenges from tr, which the test has filled, and
// under the given weights: a verifier with a planted weakness.
func accepts(tr *transcript.Transcript, st Statement, p Proof, w [equations]ristretto.Scalar) bool {
	v := newVerifier(tr, st, p)
	return v.residue(w).IsIdentity()
}

// only returns weights that keep the equations with these numbers, from 1.
func only(numbers ...int) (w [equations]ristretto.Scalar) {
	for _, i := range numbers {
		w[i-1] = ristretto.ScalarFromUint64(uint64(7 * i))
	}
	return w
}

// exchanged replaces card 0 of a stack by one that the cheater wants, and
// solves for card 1 so that w_0·card 0 + w_1·card 1 stays what it was.
func exchanged(t *testing.T, stack []mask.Mask, w0, w1 ristretto.Scalar) {
	t.Helper()
	wanted := mask.Mask{A: randomElement(t), B: randomElement(t)}
	ratio := w0.Mul(w1.Inverse())
	stack[1].A = stack[1].A.Sub(wanted.A.Sub(stack[0].A).Mul(ratio))
	stack[1].B = stack[1].B.Sub(wanted.B.Sub(stack[0].B).Mul(ratio))
	stack[0] = wanted
}

// solvedKey returns the joint key under which equation 5 holds.
func solvedKey(st Statement, p Proof, ch challenges) ristretto.Element {
	sum := p.MultiExp.EB
	for i, power := range powersOf(ch.x, len(st.In)) {
		sum = sum.Add(st.In[i].B.Mul(ch.e.Mul(power))).Sub(st.Out[i].B.Mul(p.MultiExp.M[i]))
	}
	return sum.Mul(p.MultiExp.Tau.Inverse())
}

// A verifier whose challenges leave out the output stack, the input stack or
// the key accepts a proof after that part was exchanged. (Weak Fiat–Shamir:
// Bernhard, Pereira, Warinschi, ASIACRYPT 2012.)
func TestAttackStatementSwap(t *testing.T) {
	pk, in := maskedStack(t, 5)
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	honest, key := Statement{PK: pk, In: in, Out: out}, pedersen.NewKey(len(in))
	for _, c := range []struct {
		name   string
		forget func(*Statement, *encoded)                           // what the weak challenge leaves out
		before func(*Statement)                                     // the cheater's change before the proof
		after  func(st Statement, p Proof, ch challenges) Statement // and after it
	}{
		{"output stack", func(_ *Statement, enc *encoded) { enc.out = nil }, func(*Statement) {},
			func(st Statement, p Proof, _ challenges) Statement {
				exchanged(t, st.Out, p.MultiExp.M[0], p.MultiExp.M[1])
				return st
			}},
		{"input stack", func(_ *Statement, enc *encoded) { enc.in = nil }, func(*Statement) {},
			func(st Statement, _ Proof, ch challenges) Statement {
				exchanged(t, st.In, ch.x, ch.x.Mul(ch.x))
				return st
			}},
		{"joint key", func(st *Statement, _ *encoded) { st.PK = ristretto.Base() },
			func(st *Statement) { st.Out[0].B = randomElement(t) },
			func(st Statement, p Proof, ch challenges) Statement {
				st.PK = solvedKey(st, p, ch)
				return st
			}},
	} {
		weak := func(st Statement) *transcript.Transcript {
			enc := encoded{in: mask.EncodeStack(st.In), out: mask.EncodeStack(st.Out)}
			c.forget(&st, &enc)
			tr := contextOf("test")
			st.absorb(tr, key, enc)
			return tr
		}
		st := clone(honest)
		c.before(&st)
		tr := weak(st)
		p := argue(tr, key, st, w, honestNonces(t, tr, w))
		forged := c.after(clone(st), p, newVerifier(weak(st), st, p).ch)
		if !accepts(weak(forged), forged, p, only(1, 2, 3, 4, 5)) {
			t.Fatalf("%s: the forgery does not even fool a weak verifier", c.name)
		}
		refused(t, c.name, forged, p, nil)

		// The same after a proof whose challenges cover everything.
		p = forcedProof(t, st, w)
		tr = contextOf("test")
		st.absorb(tr, key, encoded{in: mask.EncodeStack(st.In), out: mask.EncodeStack(st.Out)})
		forged = c.after(clone(st), p, newVerifier(tr, st, p).ch)
		refused(t, c.name+", strong challenges", forged, p, nil)
	}
}

func TestAttackEveryFieldOfTheStatementChanged(t *testing.T) {
	st, p := provedShuffle(t, 4)
	e := randomElement(t)
	changed := clone(st)
	changed.PK = e
	refused(t, "PK", changed, p, nil)
	for i := range st.In {
		for name, field := range map[string]func(*Statement) *ristretto.Element{
			"in A":  func(s *Statement) *ristretto.Element { return &s.In[i].A },
			"in B":  func(s *Statement) *ristretto.Element { return &s.In[i].B },
			"out A": func(s *Statement) *ristretto.Element { return &s.Out[i].A },
			"out B": func(s *Statement) *ristretto.Element { return &s.Out[i].B },
		} {
			changed := clone(st)
			*field(&changed) = e
			refused(t, name, changed, p, nil)
		}
	}
	reordered := clone(st)
	reordered.Out[0], reordered.Out[3] = reordered.Out[3], reordered.Out[0]
	refused(t, "order of the outputs", reordered, p, nil)
	reordered = clone(st)
	reordered.In[1], reordered.In[2] = reordered.In[2], reordered.In[1]
	refused(t, "order of the inputs", reordered, p, nil)
	refused(t, "stacks exchanged", Statement{PK: st.PK, In: st.Out, Out: st.In}, p, nil)
}

func TestAttackReplayInAnotherContext(t *testing.T) {
	st, p := provedShuffle(t, 4)
	if err := Verify(contextOf("another hand"), st, p); err == nil {
		t.Error("accepted in another place")
	}
	longer := contextOf("test")
	longer.AppendUint64("step", 2)
	if err := Verify(longer, st, p); err == nil {
		t.Error("accepted in a transcript with one more item")
	}
	second := contextOf("test")
	if err := Verify(second, st, p); err != nil {
		t.Fatal(err)
	}
	if err := Verify(second, st, p); err == nil {
		t.Error("accepted twice in one transcript")
	}
}

// forger is a prover whose sub-arguments need not agree with each other.
type forger struct {
	order   []ristretto.Scalar // committed to in c_A
	inCB    func(x ristretto.Scalar) []ristretto.Scalar
	product func(x ristretto.Scalar) []ristretto.Scalar // exponents of the product argument
	multi   func(x ristretto.Scalar) []ristretto.Scalar // exponents of the multi-exponentiation
	factors []ristretto.Scalar
	shift   ristretto.Element // added to E_A
}

func (f forger) forge(t *testing.T, st Statement) Proof {
	t.Helper()
	n := len(st.In)
	tr, key := contextOf("test"), pedersen.NewKey(n)
	enc, err := st.check()
	if err != nil {
		t.Fatal(err)
	}
	st.absorb(tr, key, enc)
	p, k := newProof(n), honestNonces(t, tr, Witness{factors: f.factors})
	var ch challenges
	p.CA = key.Commit(f.order, k.r)
	ch.x = p.challengeX(tr)
	p.CB = key.Commit(f.inCB(ch.x), k.s)
	ch.y, ch.z = p.challengeYZ(tr)
	product := newProductProver(f.order, f.product(ch.x), ch.y.Mul(k.r).Add(k.s), ch)
	p.Product.Cd, p.Product.Cdelta = key.Commit(k.d, k.rd), k.commitDelta(key)
	p.Product.CDelta = product.commitChain(key, k)
	exponents := f.multi(ch.x)
	multi := multiExpProver{powers: exponents, blind: k.s, factor: Witness{factors: f.factors}.factor(exponents)}
	p.MultiExp.CM = key.Commit(k.m, k.rho)
	p.MultiExp.EA, p.MultiExp.EB = k.commitOutputs(st)
	p.MultiExp.EA = p.MultiExp.EA.Add(f.shift)
	ch.e = p.challengeE(tr)
	product.respond(&p.Product, k, ch.e)
	multi.respond(&p.MultiExp, k, ch.e)
	return p
}

// commitOutputs returns E_A and E_B over the output stack, as the table of SPEC
// §6.4 has them, for a prover whose stacks do not fit his witness.
func (k *nonces) commitOutputs(st Statement) (a, b ristretto.Element) {
	a, b = ristretto.MulBase(k.tau), st.PK.Mul(k.tau)
	for i, m := range st.Out {
		a, b = a.Add(m.A.Mul(k.m[i])), b.Add(m.B.Mul(k.m[i]))
	}
	return a, b
}

// The output's first card is the sum of two input cards. With the exponents
// (x, x²−x, x³, …) the multi-exponentiation holds all the same, because the
// outputs span what the inputs do. What stops it is that these exponents are
// not those of the product argument. Each variant hides the gap between the
// sub-arguments in another place, and exactly one equation finds it.
func TestAttackUnlinkedSubProof(t *testing.T) {
	pk, in := maskedStack(t, 4)
	n := len(in)
	factors := make([]ristretto.Scalar, n)
	st := Statement{PK: pk, In: in, Out: make([]mask.Mask, n)}
	for i := range in {
		factors[i] = randomScalar(t)
		st.Out[i] = mask.Remask(ristretto.NewTable(pk), in[i], factors[i])
	}
	st.Out[0].A, st.Out[0].B = st.Out[0].A.Add(in[1].A), st.Out[0].B.Add(in[1].B)

	honest := func(x ristretto.Scalar) []ristretto.Scalar { return powersOf(x, n) }
	solved := func(x ristretto.Scalar) []ristretto.Scalar {
		powers := powersOf(x, n)
		powers[1] = powers[1].Sub(powers[0])
		return powers
	}
	identity := Witness{permutation: []int{0, 1, 2, 3}}.order()
	for _, c := range []struct {
		name                 string
		inCB, product, multi func(ristretto.Scalar) []ristretto.Scalar
		want                 error
		rest                 []int // the equations that a careless verifier may keep
	}{
		{"c_B of the product argument", honest, honest, solved, ErrMultiExpOpening, []int{1, 2, 4, 5}},
		{"c_B of the multi-exponentiation", solved, honest, solved, ErrProductOpening, []int{2, 3, 4, 5}},
		{"wrong product", solved, solved, solved, ErrProductChain, []int{1, 3, 4, 5}},
		{"wrong sum", honest, honest, honest, ErrMultiExpA, []int{1, 2, 3}},
	} {
		f := forger{order: identity, inCB: c.inCB, product: c.product, multi: c.multi, factors: factors}
		p := f.forge(t, st)
		tr := contextOf("test")
		st.absorb(tr, pedersen.NewKey(n), encoded{in: mask.EncodeStack(st.In), out: mask.EncodeStack(st.Out)})
		if !accepts(tr, st, p, only(c.rest...)) {
			t.Errorf("%s: does not fool a verifier that leaves out the linking equation", c.name)
		}
		refused(t, c.name, st, p, c.want)
	}
}

func TestAttackFalseStacks(t *testing.T) {
	pk, in := maskedStack(t, 6)
	table := ristretto.NewTable(pk)
	honest, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	build := func(change func(out []mask.Mask)) Statement {
		st := clone(Statement{PK: pk, In: in, Out: honest})
		change(st.Out)
		return st
	}
	for name, st := range map[string]Statement{
		"N copies of one card": build(func(out []mask.Mask) {
			for i := range out {
				out[i] = mask.Remask(table, in[0], w.factors[i])
			}
		}),
		"one card twice": build(func(out []mask.Mask) {
			out[0] = mask.Remask(table, in[w.permutation[1]], w.factors[0])
		}),
		"one card swapped for m·G": build(func(out []mask.Mask) {
			out[2] = mask.Remask(table, mask.Trivial(randomElement(t)), w.factors[2])
		}),
		"one card moved by m·G": build(func(out []mask.Mask) { out[2].B = out[2].B.Add(ristretto.Base()) }),
		"first component alone": build(func(out []mask.Mask) { out[2].A = out[2].A.Add(ristretto.Base()) }),
		"another shuffle's output": build(func(out []mask.Mask) {
			copy(out, other)
		}),
		"masked under another key": build(func(out []mask.Mask) {
			out[1] = mask.Remask(ristretto.NewTable(randomElement(t)), in[w.permutation[1]], w.factors[1])
		}),
	} {
		refused(t, name, st, forcedProof(t, st, w), nil)
	}

	st := Statement{PK: pk, In: in, Out: other}
	p, err := Prove(contextOf("test"), Statement{PK: pk, In: in, Out: honest}, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, "another shuffle's output under this one's proof", st, p, nil)
}

// A re-mask factor of zero leaves a card for everyone to follow. The proof is
// sound; the statement is refused.
func TestAttackUnmovedOutputMask(t *testing.T) {
	pk, in := maskedStack(t, 5)
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	w.factors[3] = ristretto.Scalar{}
	out[3] = in[w.permutation[3]]
	st := Statement{PK: pk, In: in, Out: out}
	p := forcedProof(t, st, w)
	tr := contextOf("test")
	st.absorb(tr, pedersen.NewKey(len(in)), encoded{in: mask.EncodeStack(in), out: mask.EncodeStack(out)})
	if !accepts(tr, st, p, only(1, 2, 3, 4, 5)) {
		t.Fatal("the argument itself should hold")
	}
	refused(t, "unmoved mask", st, p, ErrUnmoved)
	if _, err := Prove(contextOf("test"), st, w, rand.Reader); !errors.Is(err, ErrUnmoved) {
		t.Errorf("Prove: %v, want ErrUnmoved", err)
	}
}

func TestAttackIdentity(t *testing.T) {
	st, p := provedShuffle(t, 3)
	var zero ristretto.Element
	for name, change := range map[string]func(*Statement){
		"joint key":        func(s *Statement) { s.PK = zero },
		"input face part":  func(s *Statement) { s.In[1].B = zero },
		"output first":     func(s *Statement) { s.Out[1].A = zero },
		"output face part": func(s *Statement) { s.Out[1].B = zero },
	} {
		changed := clone(st)
		change(&changed)
		refused(t, name, changed, p, ErrIdentity)
	}
	for i := range p.commitments() {
		q := p
		*q.commitments()[i] = zero
		refused(t, "commitment", st, q, ErrIdentity)
		if _, err := DecodeProof(q.Encode(), 3); !errors.Is(err, ErrIdentity) {
			t.Errorf("decoded with commitment %d the identity: %v", i, err)
		}
	}
}

func TestAttackNonCanonicalEncodings(t *testing.T) {
	const n = 3
	_, p := provedShuffle(t, n)
	good := p.Encode()
	order, err := hex.DecodeString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	if err != nil {
		t.Fatal(err)
	}
	raised := func(b []byte) []byte { // the same integer plus ℓ
		out, carry := make([]byte, 32), 0
		for i := range out {
			carry += int(b[i]) + int(order[i])
			out[i], carry = byte(carry), carry>>8
		}
		return out
	}
	for i := range len(good) / 32 {
		b := bytes.Clone(good)
		field := b[32*i : 32*i+32]
		if i < elements {
			field[0] ^= 1 // every encoded element is even
		} else {
			copy(field, raised(field))
		}
		if _, err := DecodeProof(b, n); err == nil {
			t.Errorf("decoded with field %d not canonical", i)
		}
	}
	for i := range elements { // the point of order 4
		b := bytes.Clone(good)
		copy(b[32*i:], bytes.Repeat([]byte{0xff}, 31))
		b[32*i], b[32*i+31] = 0xec, 0x7f
		if _, err := DecodeProof(b, n); err == nil {
			t.Errorf("decoded with a torsion point as element %d", i)
		}
	}
}

// allocated returns how many bytes f allocates, and a little more.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestAttackLengthGames(t *testing.T) {
	const n = 4
	st, p := provedShuffle(t, n)
	b := p.Encode()
	for _, claimed := range []int{-1, 0, 1, 2, n - 1, n + 1, MaxCards, MaxCards + 1, math.MaxInt} {
		if _, err := DecodeProof(b, claimed); err == nil {
			t.Errorf("proof for %d cards decoded for %d", n, claimed)
		}
	}
	for _, wrong := range [][]byte{nil, b[:len(b)-1], b[:len(b)-32], append(bytes.Clone(b), 0), append(bytes.Clone(b), b...)} {
		if _, err := DecodeProof(wrong, n); err == nil {
			t.Errorf("decoded %d bytes instead of %d", len(wrong), len(b))
		}
	}
	if got := allocated(func() { DecodeProof(b, MaxCards) }); got > 1<<16 {
		t.Errorf("a wrong length costs %d bytes", got)
	}
	for name, change := range map[string]func(*Proof){
		"a short": func(p *Proof) { p.Product.A = p.Product.A[:n-1] },
		"a long":  func(p *Proof) { p.Product.A = make([]ristretto.Scalar, n+1) },
		"b short": func(p *Proof) { p.Product.B = nil },
		"b long":  func(p *Proof) { p.Product.B = make([]ristretto.Scalar, n) },
		"m short": func(p *Proof) { p.MultiExp.M = p.MultiExp.M[:n-1] },
		"m long":  func(p *Proof) { p.MultiExp.M = make([]ristretto.Scalar, n+1) },
	} {
		q := p
		change(&q)
		refused(t, name, st, q, ErrCount)
	}
	for name, changed := range map[string]Statement{
		"empty":         {PK: st.PK},
		"one card":      {PK: st.PK, In: st.In[:1], Out: st.Out[:1]},
		"short output":  {PK: st.PK, In: st.In, Out: st.Out[:n-1]},
		"short input":   {PK: st.PK, In: st.In[:n-1], Out: st.Out},
		"short both":    {PK: st.PK, In: st.In[:n-1], Out: st.Out[:n-1]},
		"far too large": {PK: st.PK, In: make([]mask.Mask, MaxCards+1), Out: make([]mask.Mask, MaxCards+1)},
	} {
		refused(t, name, changed, p, ErrCount)
	}
}

// A card is moved by (Δ, −Δ): equation 4 is wrong by e·b·Δ and equation 5 by
// −e·b·Δ, so that their plain sum is right.
func TestAttackErrorsThatCancel(t *testing.T) {
	pk, in := maskedStack(t, 4)
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	delta := randomElement(t)
	out[1].A, out[1].B = out[1].A.Add(delta), out[1].B.Sub(delta)
	st := Statement{PK: pk, In: in, Out: out}
	p := forcedProof(t, st, w)

	var unweighted [equations]ristretto.Scalar
	for i := range unweighted {
		unweighted[i] = ristretto.ScalarFromUint64(1)
	}
	tr := contextOf("test")
	st.absorb(tr, pedersen.NewKey(len(in)), encoded{in: mask.EncodeStack(in), out: mask.EncodeStack(out)})
	if !accepts(tr, st, p, unweighted) {
		t.Fatal("the errors do not cancel")
	}
	refused(t, "cancelling errors", st, p, ErrMultiExpA)
}

// Weights that a prover could predict would bring the cancelling errors back.
func TestWeightsAreFresh(t *testing.T) {
	a, b := weights(contextOf("test")), weights(contextOf("test"))
	for i := range a {
		if a[i].IsZero() || a[i].Equal(b[i]) {
			t.Errorf("weight %d is not fresh", i)
		}
		for j := range i {
			if a[i].Equal(a[j]) {
				t.Errorf("weights %d and %d are the same", i, j)
			}
		}
	}
}

// Whoever knew the fresh bytes would still have to guess: every word of the proof, the
// responses too, and every fresh byte changes all weights.
func TestWeightsHangOnTheProof(t *testing.T) {
	st, p := provedShuffle(t, 3)
	drawn := func(p Proof, fresh [32]byte) [equations]ristretto.Scalar {
		tr := contextOf("test")
		if _, err := (Claim{Statement: st, Proof: p}).open(tr); err != nil {
			t.Fatal(err)
		}
		return weightsFrom(tr, fresh)
	}
	var fresh [32]byte
	base := drawn(p, fresh)
	differ := func(what string, i int, other [equations]ristretto.Scalar) {
		t.Helper()
		for j := range other {
			if other[j].Equal(base[j]) {
				t.Errorf("%s %d: weight %d stays", what, i, j)
			}
		}
	}
	for i, e := range p.commitments() {
		old := *e
		*e = e.Add(ristretto.Base())
		differ("commitment", i, drawn(p, fresh))
		*e = old
	}
	for i, s := range p.responses() {
		old := *s
		*s = s.Add(ristretto.ScalarFromUint64(1))
		differ("response", i, drawn(p, fresh))
		*s = old
	}
	for i := range fresh {
		other := fresh
		other[i] = 1
		differ("fresh byte", i, drawn(p, other))
	}
	for j, w := range drawn(p, fresh) {
		if !w.Equal(base[j]) {
			t.Errorf("weight %d is another for the same proof", j)
		}
	}
}

// refusedBytes fails the test unless the bytes fail to decode or to verify.
func refusedBytes(t *testing.T, what string, st Statement, b []byte) {
	t.Helper()
	p, err := DecodeProof(b, len(st.In))
	if err != nil {
		return
	}
	if Verify(contextOf("test"), st, p) == nil {
		t.Errorf("%s: accepted", what)
	}
}

func TestAttackEveryByteFlipped(t *testing.T) {
	for _, c := range []struct{ n, stride int }{{3, 1}, {52, 97}} {
		st, p := provedShuffle(t, c.n)
		b := p.Encode()
		for i := 0; i < len(b); i += c.stride {
			for _, bit := range []byte{1 << (i % 8), 0xff} {
				b[i] ^= bit
				refusedBytes(t, "flipped byte", st, b)
				b[i] ^= bit
			}
		}
		if p, err := DecodeProof(b, c.n); err != nil || Verify(contextOf("test"), st, p) != nil {
			t.Fatal("the proof itself is no longer accepted")
		}
	}
}

func TestAttackEveryElementReplaced(t *testing.T) {
	for _, c := range []struct{ n, stride int }{{3, 1}, {52, 11}} {
		st, p := provedShuffle(t, c.n)
		for i, e := range p.commitments() {
			good := *e
			for _, bad := range []ristretto.Element{
				randomElement(t), good.Neg(), good.Add(ristretto.Base()), st.PK, *p.commitments()[(i+1)%elements],
			} {
				*e = bad
				refused(t, "replaced element", st, p, nil)
			}
			*e = good
		}
		scalars := p.responses()
		for i := 0; i < len(scalars); i += c.stride {
			good := *scalars[i]
			for _, bad := range []ristretto.Scalar{randomScalar(t), good.Neg(), {}, *scalars[(i+1)%len(scalars)]} {
				*scalars[i] = bad
				refused(t, "replaced scalar", st, p, nil)
			}
			*scalars[i] = good
		}
		if err := Verify(contextOf("test"), st, p); err != nil {
			t.Fatalf("the proof itself is no longer accepted: %v", err)
		}
	}
}

// zeros is a broken source of randomness, or one that a fork has duplicated.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func TestAttackNonceReuse(t *testing.T) {
	pk, in := maskedStack(t, 3)
	prove := func(place string) Proof {
		out, w, err := Shuffle(pk, in, bytes.NewReader(bytes.Repeat([]byte{9}, 4096)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Prove(contextOf(place), Statement{PK: pk, In: in, Out: out}, w, zeros{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p, q := prove("one hand"), prove("another hand")
	for i, e := range p.commitments() {
		if e.Equal(*q.commitments()[i]) {
			t.Errorf("commitment %d is the same in two places under one seed", i)
		}
	}
}
