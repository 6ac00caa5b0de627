package mask

import (
	"crypto/sha3"
	"encoding/hex"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/vectortest"
)

const vectorFile = "testdata/vectors.json"

// vector is one entry of the file that SPEC §5.5 and §6.6 describe.
type vector struct {
	Seed    string   `json:"seed"`
	Deck    string   `json:"deck"`
	Faces   []string `json:"faces"`
	Secrets []string `json:"secrets"`
	PK      string   `json:"PK"`
	Factor  string   `json:"factor"`
	Mask    string   `json:"mask"`
	Shares  []string `json:"shares"`
}

func elementHex(e ristretto.Element) string {
	b := e.Encode()
	return hex.EncodeToString(b[:])
}

func scalarHex(s ristretto.Scalar) string {
	b := s.Encode()
	return hex.EncodeToString(b[:])
}

func (v vector) compute(t *testing.T) vector {
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
	for _, f := range Faces(v.Deck, 4) {
		v.Faces = append(v.Faces, elementHex(f))
	}
	secrets := []ristretto.Scalar{draw(), draw(), draw()}
	var pk ristretto.Element
	for _, x := range secrets {
		pk = pk.Add(ristretto.MulBase(x))
		v.Secrets = append(v.Secrets, scalarHex(x))
	}
	factor := draw()
	m := Remask(ristretto.NewTable(pk), Trivial(Face(v.Deck, 0)), factor)
	enc := m.Encode()
	v.PK, v.Factor, v.Mask = elementHex(pk), scalarHex(factor), hex.EncodeToString(enc[:])
	var shares []ristretto.Element
	for _, x := range secrets {
		shares = append(shares, Share(x, m))
		v.Shares = append(v.Shares, elementHex(Share(x, m)))
	}
	if opened := elementHex(Open(m, shares...)); opened != v.Faces[0] {
		t.Errorf("%s opens to %s", v.Seed, opened)
	}
	return v
}

// SPEC §5.5: the vectors follow from their seeds.
func TestVectors(t *testing.T) {
	computed := []vector{
		vector{Seed: "mask 1", Deck: "test"}.compute(t),
		vector{Seed: "mask 2", Deck: ""}.compute(t),
	}
	vectortest.Stored(t, vectorFile, computed)
}
