package sigma

import (
	"crypto/sha3"
	"encoding/hex"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/vectortest"
)

const dleqVectors = "testdata/dleq.json"

// dleqVector is one entry of the file that SPEC §4.5 and §6.6 describe.
type dleqVector struct {
	Seed       string   `json:"seed"`
	Place      string   `json:"place"`
	Secret     string   `json:"x"`
	Key        string   `json:"X"`
	Pairs      []string `json:"pairs"`
	Challenge  string   `json:"c"`
	ProofBytes string   `json:"proof"`
	Next       string   `json:"next"`
}

func (v dleqVector) compute(t *testing.T, k int) dleqVector {
	t.Helper()
	source := sha3.NewSHAKE256()
	source.Write([]byte(v.Seed))
	draw := func() ristretto.Scalar {
		s, err := ristretto.RandomScalar(source)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	x := draw()
	st := DLEQStatement{X: ristretto.MulBase(x)}
	for range k {
		a := ristretto.MulBase(draw())
		q := Pair{A: a, D: a.Mul(x)}
		st.Pairs = append(st.Pairs, q)
		encA, encD := q.A.Encode(), q.D.Encode()
		v.Pairs = append(v.Pairs, hex.EncodeToString(append(encA[:], encD[:]...)))
	}
	prover := contextOf(v.Place)
	_, p, err := ProveDLEQ(prover, st.X, st.masks(), Witness{X: x}, source)
	if err != nil {
		t.Fatal(err)
	}
	u := contextOf(v.Place)
	st.absorb(u)
	c, secret, key := p.challenge(u).Encode(), x.Encode(), st.X.Encode()
	v.Secret, v.Key = hex.EncodeToString(secret[:]), hex.EncodeToString(key[:])
	v.Challenge, v.ProofBytes = hex.EncodeToString(c[:]), hex.EncodeToString(p.Encode())
	v.Next = next(prover)
	return v
}

// SPEC §4.5: the vectors follow from their seeds, and verify.
func TestDLEQVectors(t *testing.T) {
	computed := []dleqVector{
		dleqVector{Seed: "dleq 1", Place: "hand 1"}.compute(t, 1),
		dleqVector{Seed: "dleq 2", Place: "hand 1"}.compute(t, 2),
		dleqVector{Seed: "dleq 3", Place: ""}.compute(t, 20),
	}
	for _, v := range vectortest.Stored(t, dleqVectors, computed) {
		v.verify(t)
	}
}

func (v dleqVector) verify(t *testing.T) {
	t.Helper()
	st := DLEQStatement{X: decodeElement(t, decodeHex(t, v.Key))}
	for _, s := range v.Pairs {
		b := decodeHex(t, s)
		st.Pairs = append(st.Pairs, Pair{A: decodeElement(t, b[:32]), D: decodeElement(t, b[32:])})
	}
	p, err := DecodeDLEQ(decodeHex(t, v.ProofBytes))
	if err != nil {
		t.Fatal(err)
	}
	verifier := contextOf(v.Place)
	if err := VerifyDLEQ(verifier, st, p); err != nil || next(verifier) != v.Next {
		t.Errorf("%s in %q: %v, or another challenge behind it", v.Seed, v.Place, err)
	}
	opened, err := DLEQClaim{T: contextOf(v.Place), DLEQStatement: st, DLEQProof: p}.Open()
	if err != nil || next(opened.Script) != v.Next {
		t.Errorf("%s in %q, opened: %v, or another challenge behind it", v.Seed, v.Place, err)
	}
}

func decodeHex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decodeElement(t *testing.T, b []byte) ristretto.Element {
	t.Helper()
	e, err := ristretto.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
