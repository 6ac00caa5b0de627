package sigma

import (
	"crypto/sha3"
	"encoding/hex"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/vectortest"
)

const schnorrVectors = "testdata/schnorr.json"

// schnorrVector is one entry of the file that SPEC §3.5 and §6.6 describe.
type schnorrVector struct {
	Seed       string `json:"seed"`
	Place      string `json:"place"`
	Secret     string `json:"x"`
	Key        string `json:"X"`
	Challenge  string `json:"c"`
	ProofBytes string `json:"proof"`
	Next       string `json:"next"`
}

func (v schnorrVector) compute(t *testing.T) schnorrVector {
	t.Helper()
	source := sha3.NewSHAKE256()
	source.Write([]byte(v.Seed))
	x, err := ristretto.RandomScalar(source)
	if err != nil {
		t.Fatal(err)
	}
	st := SchnorrStatement{X: ristretto.MulBase(x)}
	prover := contextOf(v.Place)
	p, err := ProveSchnorr(prover, st, Witness{X: x}, source)
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

// SPEC §3.5: the vectors follow from their seeds, and verify.
func TestSchnorrVectors(t *testing.T) {
	computed := []schnorrVector{
		{Seed: "schnorr 1", Place: "hand 1"},
		{Seed: "schnorr 1", Place: "hand 2"},
		{Seed: "schnorr 2", Place: ""},
	}
	for i, v := range computed {
		computed[i] = v.compute(t)
	}
	for _, v := range vectortest.Stored(t, schnorrVectors, computed) {
		v.verify(t)
	}
}

func (v schnorrVector) verify(t *testing.T) {
	t.Helper()
	key, err := hex.DecodeString(v.Key)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := hex.DecodeString(v.ProofBytes)
	if err != nil {
		t.Fatal(err)
	}
	x, err := ristretto.Decode(key)
	if err != nil {
		t.Fatal(err)
	}
	p, err := DecodeSchnorr(proof)
	if err != nil {
		t.Fatal(err)
	}
	verifier := contextOf(v.Place)
	if err := VerifySchnorr(verifier, SchnorrStatement{X: x}, p); err != nil || next(verifier) != v.Next {
		t.Errorf("%s in %q: %v, or another challenge behind it", v.Seed, v.Place, err)
	}
	opened, err := SchnorrClaim{T: contextOf(v.Place), SchnorrStatement: SchnorrStatement{X: x}, SchnorrProof: p}.Open()
	if err != nil || next(opened.Script) != v.Next {
		t.Errorf("%s in %q, opened: %v, or another challenge behind it", v.Seed, v.Place, err)
	}
}
