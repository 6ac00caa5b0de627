package shuffle

import (
	"crypto/sha3"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/vectortest"
)

const vectorFile = "testdata/vectors.json"

// vector is one entry of the file that SPEC §6.6 describes.
type vector struct {
	Seed        string `json:"seed"`
	Place       string `json:"place"`
	N           int    `json:"n"`
	First       bool   `json:"first"`
	PK          string `json:"PK"`
	In          string `json:"in"`
	Out         string `json:"out"`
	Permutation []int  `json:"permutation"`
	X           string `json:"x"`
	Y           string `json:"y"`
	Z           string `json:"z"`
	E           string `json:"e"`
	Proof       string `json:"proof"`
	Next        string `json:"next"`
}

var vectorCases = []vector{
	{Seed: "shuffle 1", Place: "hand 1", N: 2, First: true},
	{Seed: "shuffle 2", Place: "hand 1", N: 2},
	{Seed: "shuffle 3", Place: "hand 2", N: 5, First: true},
	{Seed: "shuffle 4", Place: "hand 2", N: 5},
	{Seed: "shuffle 5", Place: "", N: 52},
}

func seeded(seed string) io.Reader {
	h := sha3.NewSHAKE256()
	h.Write([]byte(seed))
	return h
}

func scalarHex(s ristretto.Scalar) string {
	b := s.Encode()
	return hex.EncodeToString(b[:])
}

// compute fills in what follows from seed, place, n and first.
func (v vector) compute(t *testing.T) (vector, Statement, Proof) {
	t.Helper()
	source := seeded(v.Seed)
	secret, err := ristretto.RandomScalar(source)
	if err != nil {
		t.Fatal(err)
	}
	st := Statement{PK: ristretto.MulBase(secret), In: mask.TrivialStack(mask.Faces("test", v.N))}
	if !v.First {
		if st.In, _, err = Shuffle(st.PK, st.In, source); err != nil {
			t.Fatal(err)
		}
	}
	var w Witness
	if st.Out, w, err = Shuffle(st.PK, st.In, source); err != nil {
		t.Fatal(err)
	}
	prover := contextOf(v.Place)
	p, err := Prove(prover, st, w, source)
	if err != nil {
		t.Fatal(err)
	}
	tr := contextOf(v.Place)
	enc := encoded{in: mask.EncodeStack(st.In), out: mask.EncodeStack(st.Out)}
	key := pedersen.NewKey(v.N)
	st.absorb(tr, key, enc)
	ch := newVerifier(tr, st, p).ch
	pk := st.PK.Encode()
	v.PK, v.In, v.Out = hex.EncodeToString(pk[:]), hex.EncodeToString(enc.in), hex.EncodeToString(enc.out)
	v.Permutation = w.permutation
	v.X, v.Y, v.Z, v.E = scalarHex(ch.x), scalarHex(ch.y), scalarHex(ch.z), scalarHex(ch.e)
	v.Proof = hex.EncodeToString(p.Encode())
	v.Next = scalarHex(prover.Challenge("next"))
	return v, st, p
}

func loadVectors(t *testing.T) []vector {
	t.Helper()
	b, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(b, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) != len(vectorCases) {
		t.Fatalf("%d vectors, want %d", len(vectors), len(vectorCases))
	}
	return vectors
}

// SPEC §6.6: the vectors follow from their seeds, and verify.
func TestVectors(t *testing.T) {
	computed := make([]vector, len(vectorCases))
	for i, c := range vectorCases {
		v, st, p := c.compute(t)
		computed[i] = v
		verifier := contextOf(v.Place)
		if err := Verify(verifier, st, p); err != nil || scalarHex(verifier.Challenge("next")) != v.Next {
			t.Errorf("%s: %v, or another challenge behind it", v.Seed, err)
		}
		opened, err := Claim{T: contextOf(v.Place), Statement: st, Proof: p}.Open()
		if err != nil || scalarHex(opened.Script.Challenge("next")) != v.Next {
			t.Errorf("%s, opened: %v, or another challenge behind it", v.Seed, err)
		}
	}
	vectortest.Stored(t, vectorFile, computed)
}
