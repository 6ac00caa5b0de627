package sigma

import (
	"bytes"
	"crypto/rand"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/ristretto"
)

// provedSchnorr returns a key, its secret and a proof in the place "test".
func provedSchnorr(t testing.TB) (SchnorrStatement, Witness, SchnorrProof) {
	t.Helper()
	x := randomScalar(t)
	st, w := SchnorrStatement{X: ristretto.MulBase(x)}, Witness{X: x}
	p, err := ProveSchnorr(contextOf("test"), st, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return st, w, p
}

func refusedSchnorr(t *testing.T, what string, st SchnorrStatement, p SchnorrProof, want error) {
	t.Helper()
	if err := VerifySchnorr(contextOf("test"), st, p); !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
	c := SchnorrClaim{T: contextOf("test"), SchnorrStatement: st, SchnorrProof: p}
	if err := c.Verify(); !errors.Is(err, want) {
		t.Errorf("%s, as a claim: %v, want %v", what, err, want)
	}
	if VerifyTogether([]SchnorrClaim{c}) == nil {
		t.Errorf("%s: accepted together with others", what)
	}
}

func TestSchnorrVerifyAcceptsHonestProofs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		wide := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(r, "secret")
		x, err := ristretto.ScalarFromUniform(wide)
		if err != nil || x.IsZero() {
			return
		}
		place := rapid.String().Draw(r, "place")
		st := SchnorrStatement{X: ristretto.MulBase(x)}
		prover, verifier := contextOf(place), contextOf(place)
		p, err := ProveSchnorr(prover, st, Witness{X: x}, rand.Reader)
		if err != nil {
			r.Fatal(err)
		}
		p, err = DecodeSchnorr(p.Encode())
		if err != nil {
			r.Fatal(err)
		}
		if err := VerifySchnorr(verifier, st, p); err != nil {
			r.Fatal(err)
		}
		if !prover.Challenge("next").Equal(verifier.Challenge("next")) {
			r.Fatal("transcripts differ after the proof")
		}
	})
}

func TestSchnorrProveRefuses(t *testing.T) {
	st, w, _ := provedSchnorr(t)
	if _, err := ProveSchnorr(contextOf("test"), SchnorrStatement{}, Witness{}, rand.Reader); !errors.Is(err, ErrIdentity) {
		t.Errorf("identity key: %v", err)
	}
	if _, err := ProveSchnorr(contextOf("test"), st, Witness{X: w.X.Neg()}, rand.Reader); !errors.Is(err, ErrWitness) {
		t.Errorf("wrong secret: %v", err)
	}
	if _, err := ProveSchnorr(contextOf("test"), st, w, bytes.NewReader(nil)); err == nil {
		t.Error("no randomness: accepted")
	}
}

func TestSchnorrAttackIdentity(t *testing.T) {
	st, _, p := provedSchnorr(t)
	// 0 = log_G 0, so that this would verify if the identity were a key.
	k := randomScalar(t)
	refusedSchnorr(t, "identity key", SchnorrStatement{}, SchnorrProof{R: ristretto.MulBase(k), S: k}, ErrIdentity)
	refusedSchnorr(t, "identity commitment", st, SchnorrProof{S: p.S}, ErrIdentity)
	if _, err := DecodeSchnorr(SchnorrProof{S: p.S}.Encode()); !errors.Is(err, ErrIdentity) {
		t.Errorf("decoded an identity commitment: %v", err)
	}
}

func TestSchnorrAttackReplayInAnotherContext(t *testing.T) {
	st, _, p := provedSchnorr(t)
	if err := VerifySchnorr(contextOf("seat 2"), st, p); !errors.Is(err, ErrKeyEquation) {
		t.Errorf("copied by another seat: %v", err)
	}
	other, _, _ := provedSchnorr(t)
	refusedSchnorr(t, "another key", other, p, ErrKeyEquation)
}

// If the challenge did not cover the key, a cheater could solve for a key afterwards
// without knowing its secret.
func TestSchnorrAttackWeakFiatShamir(t *testing.T) {
	r, s := ristretto.MulBase(randomScalar(t)), randomScalar(t)
	weak := contextOf("test")
	weak.AppendElement(labelCommit, r)
	c := weak.Challenge(labelChal)
	st := SchnorrStatement{X: ristretto.MulBase(s).Sub(r).Mul(c.Inverse())}
	if !ristretto.MulBase(s).Equal(r.Add(st.X.Mul(c))) {
		t.Fatal("the forgery does not even fool a weak verifier")
	}
	refusedSchnorr(t, "forgery", st, SchnorrProof{R: r, S: s}, ErrKeyEquation)
}

// The cheater publishes k·G − X so that the joint key is k·G. Without the
// proof that works; with it, there is no proof.
func TestSchnorrAttackRogueKey(t *testing.T) {
	honest, _, p := provedSchnorr(t)
	k := randomScalar(t)
	rogue := SchnorrStatement{X: ristretto.MulBase(k).Sub(honest.X)}
	if !rogue.X.Add(honest.X).Equal(ristretto.MulBase(k)) {
		t.Fatal("the rogue key does not cancel")
	}
	if _, err := ProveSchnorr(contextOf("test"), rogue, Witness{X: k}, rand.Reader); !errors.Is(err, ErrWitness) {
		t.Errorf("Prove: %v", err)
	}
	own, err := ProveSchnorr(contextOf("test"), SchnorrStatement{X: ristretto.MulBase(k)}, Witness{X: k}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, forged := range map[string]SchnorrProof{
		"proof for k·G":            own,
		"honest seat's proof":      p,
		"difference of the proofs": {R: own.R.Sub(p.R), S: own.S.Sub(p.S)},
	} {
		refusedSchnorr(t, name, rogue, forged, ErrKeyEquation)
	}
}

// Two proofs with one nonce give the secret away. Under one seed (a forked
// process, a broken source) the nonces of two statements still differ.
func TestSchnorrAttackNonceReuse(t *testing.T) {
	st, w, _ := provedSchnorr(t)
	prove := func(place string) (SchnorrProof, ristretto.Scalar) {
		p, err := ProveSchnorr(contextOf(place), st, w, zeros{})
		if err != nil {
			t.Fatal(err)
		}
		u := contextOf(place)
		st.absorb(u)
		return p, p.challenge(u)
	}
	p, c := prove("one hand")
	q, e := prove("another hand")
	if p.R.Equal(q.R) {
		t.Error("one nonce for two places")
	}
	extract := func(s1, s2 ristretto.Scalar) ristretto.Scalar {
		return s1.Sub(s2).Mul(c.Sub(e).Inverse())
	}
	k := randomScalar(t)
	if !extract(k.Add(c.Mul(w.X)), k.Add(e.Mul(w.X))).Equal(w.X) {
		t.Fatal("the attack does not work on a nonce used twice")
	}
	if extract(p.S, q.S).Equal(w.X) {
		t.Error("two proofs from one seed give the secret away")
	}
}

func TestSchnorrAttackEveryByteFlipped(t *testing.T) {
	st, _, p := provedSchnorr(t)
	b := p.Encode()
	for i := range b {
		for mask := 1; mask < 256; mask <<= 1 {
			b[i] ^= byte(mask)
			q, err := DecodeSchnorr(b)
			if err == nil && VerifySchnorr(contextOf("test"), st, q) == nil {
				t.Errorf("byte %d ^ %#x: accepted", i, mask)
			}
			b[i] ^= byte(mask)
		}
	}
}

func TestSchnorrAttackEveryElementReplaced(t *testing.T) {
	st, _, p := provedSchnorr(t)
	for _, r := range []ristretto.Element{p.R.Neg(), ristretto.Base(), st.X, p.R.Add(st.X)} {
		refusedSchnorr(t, "R", st, SchnorrProof{R: r, S: p.S}, ErrKeyEquation)
	}
	for _, s := range []ristretto.Scalar{{}, p.S.Neg(), randomScalar(t)} {
		refusedSchnorr(t, "s", st, SchnorrProof{R: p.R, S: s}, ErrKeyEquation)
	}
}

func TestSchnorrAttackLengthGames(t *testing.T) {
	_, _, p := provedSchnorr(t)
	b := p.Encode()
	for _, wrong := range [][]byte{nil, b[:32], b[:63], append(bytes.Clone(b), 0), make([]byte, 1<<20)} {
		if _, err := DecodeSchnorr(wrong); err == nil {
			t.Errorf("%d bytes decoded", len(wrong))
		}
	}
	high := bytes.Clone(b)
	copy(high[32:], bytes.Repeat([]byte{0xff}, 32))
	if _, err := DecodeSchnorr(high); err == nil {
		t.Error("a response ≥ ℓ decoded")
	}
}

func FuzzDecodeSchnorr(f *testing.F) {
	_, _, p := provedSchnorr(f)
	f.Add(p.Encode())
	f.Add(make([]byte, SchnorrSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := DecodeSchnorr(b)
		if err == nil && !bytes.Equal(p.Encode(), b) {
			t.Errorf("%x decodes and re-encodes to %x", b, p.Encode())
		}
	})
}

// A proof is refused if any part of it is no encoding.
func TestDecodeSchnorrRefusesEachPart(t *testing.T) {
	_, _, p := provedSchnorr(t)
	for part := range 2 {
		b := p.Encode()
		for i := range 32 {
			b[32*part+i] = 0xff
		}
		if _, err := DecodeSchnorr(b); err == nil {
			t.Errorf("part %d is no encoding: accepted", part)
		}
	}
}
