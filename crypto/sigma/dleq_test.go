package sigma

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// stated returns a true statement about k shares.
func stated(t testing.TB, k int) (DLEQStatement, Witness) {
	t.Helper()
	x := randomScalar(t)
	st := DLEQStatement{X: ristretto.MulBase(x), Pairs: make([]Pair, k)}
	for j := range st.Pairs {
		a := randomElement(t)
		st.Pairs[j] = Pair{A: a, D: a.Mul(x)}
	}
	return st, Witness{X: x}
}

// provedDLEQ returns a true statement and its proof in the place "test".
func provedDLEQ(t testing.TB, k int) (DLEQStatement, Witness, DLEQProof) {
	t.Helper()
	st, w := stated(t, k)
	_, p, err := ProveDLEQ(contextOf("test"), st.X, st.masks(), w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return st, w, p
}

// masks are the first components of a statement's masks.
func (st DLEQStatement) masks() (as []ristretto.Element) {
	for _, q := range st.Pairs {
		as = append(as, q.A)
	}
	return as
}

func clone(st DLEQStatement) DLEQStatement {
	st.Pairs = append([]Pair(nil), st.Pairs...)
	return st
}

// refusedDLEQ fails the test unless Verify refuses p, with want unless that is nil.
func refusedDLEQ(t *testing.T, what string, st DLEQStatement, p DLEQProof, want error) {
	t.Helper()
	err := VerifyDLEQ(contextOf("test"), st, p)
	if err == nil {
		t.Errorf("%s: accepted", what)
	} else if want != nil && !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
	c := DLEQClaim{T: contextOf("test"), DLEQStatement: st, DLEQProof: p}
	if VerifyTogether([]DLEQClaim{c}) == nil {
		t.Errorf("%s: accepted together with others", what)
	}
}

// answer makes a proof for given weights without asking whether st is true.
func answer(t *testing.T, tr *transcript.Transcript, st DLEQStatement, w Witness, weights []ristretto.Scalar) (p DLEQProof, c ristretto.Scalar) {
	t.Helper()
	a := ristretto.VarTimeMultiScalarMul(weights, st.masks())
	k := randomScalar(t)
	p = DLEQProof{T1: ristretto.MulBase(k), T2: a.Mul(k)}
	c = p.challenge(tr)
	p.S = k.Add(c.Mul(w.X))
	return p, c
}

// residue is the identity when the key equation plus v times the share equation
// hold for the weights and the challenge c.
func residue(st DLEQStatement, p DLEQProof, weights []ristretto.Scalar, c, v ristretto.Scalar) ristretto.Element {
	var both ristretto.Sum
	DLEQClaim{DLEQStatement: st, DLEQProof: p}.addTo(&both, weights, c, ristretto.ScalarFromUint64(1), v)
	return both.Value()
}

func TestDLEQVerifyAcceptsHonestProofs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		st, w := stated(t, rapid.IntRange(1, 24).Draw(r, "pairs"))
		place := rapid.String().Draw(r, "place")
		prover, verifier := contextOf(place), contextOf(place)
		made, p, err := ProveDLEQ(prover, st.X, st.masks(), w, rand.Reader)
		if err != nil {
			r.Fatal(err)
		}
		for j, q := range made.Pairs {
			if !q.A.Equal(st.Pairs[j].A) || !q.D.Equal(st.Pairs[j].D) {
				r.Fatalf("pair %d is not what was asked for", j)
			}
		}
		if p, err = DecodeDLEQ(p.Encode()); err != nil {
			r.Fatal(err)
		}
		if err := VerifyDLEQ(verifier, st, p); err != nil {
			r.Fatal(err)
		}
		if !prover.Challenge("next").Equal(verifier.Challenge("next")) {
			r.Fatal("transcripts differ after the proof")
		}
	})
}

func TestDLEQProveRefuses(t *testing.T) {
	st, w := stated(t, 3)
	if _, _, err := ProveDLEQ(contextOf("test"), st.X, nil, w, rand.Reader); !errors.Is(err, ErrNoPairs) {
		t.Errorf("no pairs: %v", err)
	}
	if _, _, err := ProveDLEQ(contextOf("test"), st.X, st.masks(), Witness{X: w.X.Neg()}, rand.Reader); !errors.Is(err, ErrWitness) {
		t.Errorf("wrong secret: %v", err)
	}
	if _, _, err := ProveDLEQ(contextOf("test"), st.X, st.masks(), w, bytes.NewReader(nil)); err == nil {
		t.Error("no randomness: accepted")
	}
	as := st.masks()
	as[1] = ristretto.Element{}
	if _, _, err := ProveDLEQ(contextOf("test"), st.X, as, w, rand.Reader); !errors.Is(err, ErrIdentity) {
		t.Errorf("the identity as a mask: %v", err)
	}
}

func TestDLEQAttackEveryFieldOfTheStatementChanged(t *testing.T) {
	st, _, p := provedDLEQ(t, 3)
	changed := clone(st)
	changed.X = randomElement(t)
	refusedDLEQ(t, "X", changed, p, nil)
	for j := range st.Pairs {
		changed := clone(st)
		changed.Pairs[j].A = randomElement(t)
		refusedDLEQ(t, "A", changed, p, nil)
		changed = clone(st)
		changed.Pairs[j].D = randomElement(t)
		refusedDLEQ(t, "D", changed, p, nil)
	}
	changed = clone(st)
	changed.Pairs[0], changed.Pairs[1] = changed.Pairs[1], changed.Pairs[0]
	refusedDLEQ(t, "order", changed, p, nil)
	changed.Pairs = st.Pairs[:2]
	refusedDLEQ(t, "one pair less", changed, p, nil)
	changed.Pairs = append(clone(st).Pairs, st.Pairs[0])
	refusedDLEQ(t, "one pair more", changed, p, nil)
}

func TestDLEQAttackReplayInAnotherContext(t *testing.T) {
	st, _, p := provedDLEQ(t, 2)
	if err := VerifyDLEQ(contextOf("another step"), st, p); err == nil {
		t.Error("accepted in another place")
	}
	second := contextOf("test")
	if err := VerifyDLEQ(second, st, p); err != nil {
		t.Fatal(err)
	}
	if err := VerifyDLEQ(second, st, p); err == nil {
		t.Error("accepted twice in one transcript")
	}
}

// A false share, answered as if it were true.
func TestDLEQAttackFalseShare(t *testing.T) {
	for _, k := range []int{1, 2, 20} {
		for j := 0; j < k; j += 7 {
			st, w := stated(t, k)
			st.Pairs[j].D = st.Pairs[j].D.Add(randomElement(t))
			tr := contextOf("test")
			p, _ := answer(t, tr, st, w, st.absorb(tr))
			refusedDLEQ(t, fmt.Sprintf("share %d of %d", j, k), st, p, ErrShareEquation)
		}
	}
	st, w := stated(t, 3)
	st.X = st.X.Add(ristretto.Base())
	tr := contextOf("test")
	p, _ := answer(t, tr, st, w, st.absorb(tr))
	refusedDLEQ(t, "shares of another key", st, p, ErrKeyEquation)
}

// If weights and challenge did not cover the shares, the shares could be replaced
// afterwards.
func TestDLEQAttackWeakFiatShamir(t *testing.T) {
	st, w := stated(t, 3)
	weak := contextOf("test")
	weak.AppendElement(labelKey, st.X)
	weights := make([]ristretto.Scalar, len(st.Pairs))
	for j := range weights {
		weights[j] = weak.Challenge(labelWeight)
	}
	p, c := answer(t, weak, st, w, weights)
	delta := randomElement(t)
	st.Pairs[0].D = st.Pairs[0].D.Add(delta)
	st.Pairs[1].D = st.Pairs[1].D.Sub(delta.Mul(weights[0].Mul(weights[1].Inverse())))
	if !residue(st, p, weights, c, randomScalar(t)).IsIdentity() {
		t.Fatal("the forgery does not even fool a weak verifier")
	}
	refusedDLEQ(t, "forgery", st, p, nil)
}

// Two false shares whose errors are Δ and −Δ are right in an unweighted sum.
func TestDLEQAttackErrorsThatCancel(t *testing.T) {
	st, w := stated(t, 4)
	delta := randomElement(t)
	st.Pairs[1].D = st.Pairs[1].D.Add(delta)
	st.Pairs[3].D = st.Pairs[3].D.Sub(delta)

	ones := make([]ristretto.Scalar, len(st.Pairs))
	for j := range ones {
		ones[j] = ristretto.ScalarFromUint64(1)
	}
	tr := contextOf("test")
	st.absorb(tr)
	p, c := answer(t, tr, st, w, ones)
	if !residue(st, p, ones, c, randomScalar(t)).IsIdentity() {
		t.Fatal("the errors do not cancel without weights")
	}
	refusedDLEQ(t, "unweighted answer", st, p, ErrShareEquation)

	tr = contextOf("test")
	p, _ = answer(t, tr, st, w, st.absorb(tr))
	refusedDLEQ(t, "weighted answer", st, p, ErrShareEquation)
}

// The key is wrong by Δ and the combined share by −Δ: the plain sum of the two
// equations holds.
func TestDLEQAttackEquationsThatCancel(t *testing.T) {
	st, w := stated(t, 1)
	delta := randomElement(t)
	tr := contextOf("test")
	st.X = st.X.Add(delta)
	one := ristretto.ScalarFromUint64(1)
	st.Pairs[0].D = st.Pairs[0].D.Sub(delta)
	st.absorb(tr)
	p, c := answer(t, tr, st, w, []ristretto.Scalar{one})
	if !residue(st, p, []ristretto.Scalar{one}, c, one).IsIdentity() {
		t.Fatal("the equations do not cancel without a weight")
	}
	refusedDLEQ(t, "cancelling equations", st, p, ErrKeyEquation)
}

func TestDLEQAttackIdentity(t *testing.T) {
	st, _, p := provedDLEQ(t, 2)
	var zero ristretto.Element
	for name, change := range map[string]func(*DLEQStatement){
		"X": func(s *DLEQStatement) { s.X = zero },
		"A": func(s *DLEQStatement) { s.Pairs[1].A = zero },
		"D": func(s *DLEQStatement) { s.Pairs[1].D = zero },
	} {
		changed := clone(st)
		change(&changed)
		refusedDLEQ(t, name, changed, p, ErrIdentity)
	}
	for _, q := range []DLEQProof{{T2: p.T2, S: p.S}, {T1: p.T1, S: p.S}} {
		refusedDLEQ(t, "commitment", st, q, ErrIdentity)
		if _, err := DecodeDLEQ(q.Encode()); !errors.Is(err, ErrIdentity) {
			t.Errorf("decoded an identity commitment: %v", err)
		}
	}
	refusedDLEQ(t, "no pairs", DLEQStatement{X: st.X}, p, ErrNoPairs)
}

func TestDLEQAttackNonceReuse(t *testing.T) {
	st, w := stated(t, 2)
	prove := func(place string, st DLEQStatement) DLEQProof {
		_, p, err := ProveDLEQ(contextOf(place), st.X, st.masks(), w, zeros{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := prove("one step", st)
	shorter := DLEQStatement{X: st.X, Pairs: st.Pairs[:1]}
	for name, q := range map[string]DLEQProof{
		"another step":      prove("another step", st),
		"another statement": prove("one step", shorter),
	} {
		if p.T1.Equal(q.T1) {
			t.Errorf("%s: the same nonce from one seed", name)
		}
	}
}

func TestDLEQAttackEveryByteFlipped(t *testing.T) {
	st, _, p := provedDLEQ(t, 2)
	b := p.Encode()
	for i := range b {
		for mask := 1; mask < 256; mask <<= 1 {
			b[i] ^= byte(mask)
			q, err := DecodeDLEQ(b)
			if err == nil && VerifyDLEQ(contextOf("test"), st, q) == nil {
				t.Errorf("byte %d ^ %#x: accepted", i, mask)
			}
			b[i] ^= byte(mask)
		}
	}
}

func TestDLEQAttackEveryElementReplaced(t *testing.T) {
	st, _, p := provedDLEQ(t, 2)
	for _, e := range []ristretto.Element{p.T1.Neg(), p.T2, st.X, ristretto.Base(), randomElement(t)} {
		refusedDLEQ(t, "T1", st, DLEQProof{T1: e, T2: p.T2, S: p.S}, ErrKeyEquation)
	}
	for _, e := range []ristretto.Element{p.T2.Neg(), p.T1, st.X, ristretto.Base(), randomElement(t)} {
		refusedDLEQ(t, "T2", st, DLEQProof{T1: p.T1, T2: e, S: p.S}, nil)
	}
	for _, s := range []ristretto.Scalar{{}, p.S.Neg(), randomScalar(t)} {
		refusedDLEQ(t, "s", st, DLEQProof{T1: p.T1, T2: p.T2, S: s}, nil)
	}
}

func TestDLEQAttackLengthGames(t *testing.T) {
	_, _, p := provedDLEQ(t, 2)
	b := p.Encode()
	for _, wrong := range [][]byte{nil, b[:64], b[:95], append(bytes.Clone(b), 0), make([]byte, 1<<20)} {
		if _, err := DecodeDLEQ(wrong); err == nil {
			t.Errorf("%d bytes decoded", len(wrong))
		}
	}
	high := bytes.Clone(b)
	copy(high[64:], bytes.Repeat([]byte{0xff}, 32))
	if _, err := DecodeDLEQ(high); err == nil {
		t.Error("a response ≥ ℓ decoded")
	}
}

func FuzzDecodeDLEQ(f *testing.F) {
	_, _, p := provedDLEQ(f, 1)
	f.Add(p.Encode())
	f.Add(make([]byte, DLEQSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := DecodeDLEQ(b)
		if err == nil && !bytes.Equal(p.Encode(), b) {
			t.Errorf("%x decodes and re-encodes to %x", b, p.Encode())
		}
	})
}

// If the weight v of the share equation were known before the response, a response could
// make up for a false share: s solves the sum of both equations.
func TestDLEQAttackResponseAfterTheMerge(t *testing.T) {
	for name, guess := range map[string]func(tr *transcript.Transcript) ristretto.Scalar{
		"one":                       func(*transcript.Transcript) ristretto.Scalar { return ristretto.ScalarFromUint64(1) },
		"drawn before the response": func(tr *transcript.Transcript) ristretto.Scalar { return tr.Clone().Challenge(labelMerge) },
	} {
		x, a, d, t1, t2 := randomScalar(t), randomScalar(t), randomScalar(t), randomScalar(t), randomScalar(t)
		st := DLEQStatement{X: ristretto.MulBase(x), Pairs: []Pair{{A: ristretto.MulBase(a), D: ristretto.MulBase(d)}}}
		tr := contextOf("test")
		weights := st.absorb(tr)
		p := DLEQProof{T1: ristretto.MulBase(t1), T2: ristretto.MulBase(t2)}
		c := p.challenge(tr)
		v := guess(tr)
		vw := v.Mul(weights[0])
		right := t1.Add(v.Mul(t2)).Add(c.Mul(x.Add(vw.Mul(d))))
		p.S = right.Mul(ristretto.ScalarFromUint64(1).Add(vw.Mul(a)).Inverse())
		if !residue(st, p, weights, c, v).IsIdentity() {
			t.Fatal("the forgery does not even fool a weak verifier")
		}
		refusedDLEQ(t, name, st, p, nil)
	}
}

// A proof is refused if any part of it is no encoding.
func TestDecodeDLEQRefusesEachPart(t *testing.T) {
	_, _, p := provedDLEQ(t, 2)
	for part := range 3 {
		b := p.Encode()
		for i := range 32 {
			b[32*part+i] = 0xff
		}
		if _, err := DecodeDLEQ(b); err == nil {
			t.Errorf("part %d is no encoding: accepted", part)
		}
	}
}
