package schnorr

import (
	"bytes"
	"crypto/rand"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/batch"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// contextOf stands for the transcript that the engine has bound to a place.
func contextOf(place string) *transcript.Transcript {
	t := transcript.New("fives/v1/test")
	t.Append("place", []byte(place))
	return t
}

func randomScalar(t testing.TB) ristretto.Scalar {
	t.Helper()
	s, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// proved returns a key, its secret and a proof in the place "test".
func proved(t testing.TB) (Statement, Witness, Proof) {
	t.Helper()
	x := randomScalar(t)
	st, w := Statement{X: ristretto.MulBase(x)}, Witness{X: x}
	p, err := Prove(contextOf("test"), st, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return st, w, p
}

func refused(t *testing.T, what string, st Statement, p Proof, want error) {
	t.Helper()
	if err := Verify(contextOf("test"), st, p); !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
	c := Claim{T: contextOf("test"), Statement: st, Proof: p}
	if err := c.Verify(); !errors.Is(err, want) {
		t.Errorf("%s, as a claim: %v, want %v", what, err, want)
	}
	if batch.Verify([]Claim{c}) == nil {
		t.Errorf("%s: accepted together with others", what)
	}
}

func TestVerifyAcceptsHonestProofs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		wide := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(r, "secret")
		x, err := ristretto.ScalarFromUniform(wide)
		if err != nil || x.IsZero() {
			return
		}
		place := rapid.String().Draw(r, "place")
		st := Statement{X: ristretto.MulBase(x)}
		prover, verifier := contextOf(place), contextOf(place)
		p, err := Prove(prover, st, Witness{X: x}, rand.Reader)
		if err != nil {
			r.Fatal(err)
		}
		p, err = DecodeProof(p.Encode())
		if err != nil {
			r.Fatal(err)
		}
		if err := Verify(verifier, st, p); err != nil {
			r.Fatal(err)
		}
		if !prover.Challenge("next").Equal(verifier.Challenge("next")) {
			r.Fatal("transcripts differ after the proof")
		}
	})
}

func TestProveRefuses(t *testing.T) {
	st, w, _ := proved(t)
	if _, err := Prove(contextOf("test"), Statement{}, Witness{}, rand.Reader); !errors.Is(err, ErrIdentity) {
		t.Errorf("identity key: %v", err)
	}
	if _, err := Prove(contextOf("test"), st, Witness{X: w.X.Neg()}, rand.Reader); !errors.Is(err, ErrWitness) {
		t.Errorf("wrong secret: %v", err)
	}
	if _, err := Prove(contextOf("test"), st, w, bytes.NewReader(nil)); err == nil {
		t.Error("no randomness: accepted")
	}
}

func TestAttackIdentity(t *testing.T) {
	st, _, p := proved(t)
	// 0 = log_G 0, so that this would verify if the identity were a key.
	k := randomScalar(t)
	refused(t, "identity key", Statement{}, Proof{R: ristretto.MulBase(k), S: k}, ErrIdentity)
	refused(t, "identity commitment", st, Proof{S: p.S}, ErrIdentity)
	if _, err := DecodeProof(Proof{S: p.S}.Encode()); !errors.Is(err, ErrIdentity) {
		t.Errorf("decoded an identity commitment: %v", err)
	}
}

func TestAttackReplayInAnotherContext(t *testing.T) {
	st, _, p := proved(t)
	if err := Verify(contextOf("seat 2"), st, p); !errors.Is(err, ErrEquation) {
		t.Errorf("copied by another seat: %v", err)
	}
	other, _, _ := proved(t)
	refused(t, "another key", other, p, ErrEquation)
}

// If the challenge did not cover the key, a cheater could solve for a key afterwards
// without knowing its secret.
func TestAttackWeakFiatShamir(t *testing.T) {
	r, s := ristretto.MulBase(randomScalar(t)), randomScalar(t)
	weak := contextOf("test")
	weak.AppendElement(labelCommit, r)
	c := weak.Challenge(labelChal)
	st := Statement{X: ristretto.MulBase(s).Sub(r).Mul(c.Inverse())}
	if !ristretto.MulBase(s).Equal(r.Add(st.X.Mul(c))) {
		t.Fatal("the forgery does not even fool a weak verifier")
	}
	refused(t, "forgery", st, Proof{R: r, S: s}, ErrEquation)
}

// The cheater publishes k·G − X so that the joint key is k·G. Without the
// proof that works; with it, there is no proof.
func TestAttackRogueKey(t *testing.T) {
	honest, _, p := proved(t)
	k := randomScalar(t)
	rogue := Statement{X: ristretto.MulBase(k).Sub(honest.X)}
	if !rogue.X.Add(honest.X).Equal(ristretto.MulBase(k)) {
		t.Fatal("the rogue key does not cancel")
	}
	if _, err := Prove(contextOf("test"), rogue, Witness{X: k}, rand.Reader); !errors.Is(err, ErrWitness) {
		t.Errorf("Prove: %v", err)
	}
	own, err := Prove(contextOf("test"), Statement{X: ristretto.MulBase(k)}, Witness{X: k}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, forged := range map[string]Proof{
		"proof for k·G":            own,
		"honest seat's proof":      p,
		"difference of the proofs": {R: own.R.Sub(p.R), S: own.S.Sub(p.S)},
	} {
		refused(t, name, rogue, forged, ErrEquation)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// Two proofs with one nonce give the secret away. Under one seed (a forked
// process, a broken source) the nonces of two statements still differ.
func TestAttackNonceReuse(t *testing.T) {
	st, w, _ := proved(t)
	prove := func(place string) (Proof, ristretto.Scalar) {
		p, err := Prove(contextOf(place), st, w, zeros{})
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

func TestAttackEveryByteFlipped(t *testing.T) {
	st, _, p := proved(t)
	b := p.Encode()
	for i := range b {
		for mask := 1; mask < 256; mask <<= 1 {
			b[i] ^= byte(mask)
			q, err := DecodeProof(b)
			if err == nil && Verify(contextOf("test"), st, q) == nil {
				t.Errorf("byte %d ^ %#x: accepted", i, mask)
			}
			b[i] ^= byte(mask)
		}
	}
}

func TestAttackEveryElementReplaced(t *testing.T) {
	st, _, p := proved(t)
	for _, r := range []ristretto.Element{p.R.Neg(), ristretto.Base(), st.X, p.R.Add(st.X)} {
		refused(t, "R", st, Proof{R: r, S: p.S}, ErrEquation)
	}
	for _, s := range []ristretto.Scalar{{}, p.S.Neg(), randomScalar(t)} {
		refused(t, "s", st, Proof{R: p.R, S: s}, ErrEquation)
	}
}

func TestAttackLengthGames(t *testing.T) {
	_, _, p := proved(t)
	b := p.Encode()
	for _, wrong := range [][]byte{nil, b[:32], b[:63], append(bytes.Clone(b), 0), make([]byte, 1<<20)} {
		if _, err := DecodeProof(wrong); err == nil {
			t.Errorf("%d bytes decoded", len(wrong))
		}
	}
	high := bytes.Clone(b)
	copy(high[32:], bytes.Repeat([]byte{0xff}, 32))
	if _, err := DecodeProof(high); err == nil {
		t.Error("a response ≥ ℓ decoded")
	}
}

func FuzzDecodeProof(f *testing.F) {
	_, _, p := proved(f)
	f.Add(p.Encode())
	f.Add(make([]byte, Size))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := DecodeProof(b)
		if err == nil && !bytes.Equal(p.Encode(), b) {
			t.Errorf("%x decodes and re-encodes to %x", b, p.Encode())
		}
	})
}

// A proof is refused if any part of it is no encoding.
func TestDecodeProofRefusesEachPart(t *testing.T) {
	_, _, p := proved(t)
	for part := range 2 {
		b := p.Encode()
		for i := range 32 {
			b[32*part+i] = 0xff
		}
		if _, err := DecodeProof(b); err == nil {
			t.Errorf("part %d is no encoding: accepted", part)
		}
	}
}
