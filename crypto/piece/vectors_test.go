package piece

import (
	"crypto/sha3"
	"encoding/hex"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
	"fives/crypto/vectortest"
)

const vectorFile = "testdata/vectors.json"

// vector is one entry of the file that SPEC §9.8 and §6.6 describe.
type vector struct {
	Seed        string   `json:"seed"`
	Place       string   `json:"place"`
	Sealing     string   `json:"z"`
	SealingKey  string   `json:"Z"`
	Secrets     []string `json:"secrets"`
	Keys        []string `json:"keys"`
	Shared      []string `json:"shared"`
	Pieces      []string `json:"pieces"`
	Back        []string `json:"back"`
	Secret      string   `json:"x"`
	Key         string   `json:"X"`
	Commitments string   `json:"commitments"`
	At          string   `json:"at"`
	Complaint   string   `json:"complaint"`
	Upheld      bool     `json:"upheld"`
	Next        string   `json:"next"`
}

// compute fills in what follows from the seed for n holders.
func (v vector) compute(t *testing.T, n int) vector {
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
	z := draw()
	secrets := make([]ristretto.Scalar, n)
	for k := range secrets {
		secrets[k] = draw()
	}
	own := ristretto.MulBase(z)
	v.Sealing, v.SealingKey = scalarHex(z), elementHex(own)
	var x ristretto.Scalar
	var pieces []ristretto.Scalar
	for _, zk := range secrets {
		w := Way{Place: contextOf(v.Place), From: own, To: ristretto.MulBase(zk)}
		shared := Shared(z, w.To)
		s := w.Derive(shared)
		pieces, x = append(pieces, s), x.Add(s)
		w.From, w.To = w.To, w.From
		v.Secrets, v.Keys = append(v.Secrets, scalarHex(zk)), append(v.Keys, elementHex(w.From))
		v.Shared, v.Pieces, v.Back = append(v.Shared, elementHex(shared)), append(v.Pieces, scalarHex(s)), append(v.Back, scalarHex(w.Derive(shared)))
	}
	commitments := Commit(pieces)
	if v.Upheld {
		commitments[0], commitments[1] = commitments[1], commitments[0]
	}
	v.Secret, v.Key = scalarHex(x), elementHex(ristretto.MulBase(x))
	v.Commitments = hex.EncodeToString(EncodeCommitments(commitments))
	maker := contextOf(v.At)
	w := Way{Place: contextOf(v.Place), From: own, To: ristretto.MulBase(secrets[0])}
	c, err := Complain(maker, w, ristretto.Element{}, secrets[0], source) // whether it has a reason or not
	if err != nil {
		t.Fatal(err)
	}
	v.Complaint, v.Next = hex.EncodeToString(c.Encode()), next(maker)
	return v
}

// SPEC §9.8: the vectors follow from their seeds, and verify.
func TestVectors(t *testing.T) {
	computed := []vector{
		vector{Seed: "piece 1", Place: "hand 1", At: "hand 1, complaint"}.compute(t, 2),
		vector{Seed: "piece 1", Place: "hand 2", At: "hand 2, complaint", Upheld: true}.compute(t, 2),
		vector{Seed: "piece 2", Place: "", At: "", Upheld: true}.compute(t, 5),
	}
	for _, v := range vectortest.Stored(t, vectorFile, computed) {
		v.verify(t)
	}
}

// verify does with a vector what everybody does with a key and a complaint.
func (v vector) verify(t *testing.T) {
	t.Helper()
	commitments, err := DecodeCommitments(decodeHex(t, v.Commitments), len(v.Keys))
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(decodeElement(t, v.Key), commitments); err != nil {
		t.Errorf("%s in %q: %v", v.Seed, v.Place, err)
	}
	c, err := DecodeComplaint(decodeHex(t, v.Complaint))
	if err != nil {
		t.Fatal(err)
	}
	w := Way{Place: contextOf(v.Place), From: decodeElement(t, v.SealingKey), To: decodeElement(t, v.Keys[0])}
	upheld, err := c.Judge(contextOf(v.At), w, commitments[0])
	if err != nil || upheld != v.Upheld {
		t.Errorf("%s in %q: upheld %v, %v", v.Seed, v.Place, upheld, err)
	}
	verifier := contextOf(v.At)
	cl := c.Claim(verifier, w)
	if err := sigma.VerifyDLEQ(verifier, cl.DLEQStatement, cl.DLEQProof); err != nil || next(verifier) != v.Next {
		t.Errorf("%s in %q: %v, or another challenge behind the complaint", v.Seed, v.At, err)
	}
}

// next is the next challenge of a transcript, after a complaint was made or judged in it.
func next(t *transcript.Transcript) string { return scalarHex(t.Challenge("next")) }

func elementHex(e ristretto.Element) string {
	b := e.Encode()
	return hex.EncodeToString(b[:])
}

func scalarHex(s ristretto.Scalar) string {
	b := s.Encode()
	return hex.EncodeToString(b[:])
}

func decodeHex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decodeElement(t *testing.T, s string) ristretto.Element {
	t.Helper()
	e, err := ristretto.Decode(decodeHex(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return e
}
