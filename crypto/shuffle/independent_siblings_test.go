package shuffle

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	gtank "github.com/gtank/ristretto255"
)

// The same second implementation, for the vectors of SPEC §3 to §5: one sponge
// and one foreign group serve them all.

func loadSiblings[V any](t *testing.T, file string) []V {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []V
	if err := json.Unmarshal(b, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) == 0 {
		t.Fatalf("no vectors in %s", file)
	}
	return vectors
}

func same(t *testing.T, what string, a, b *gtank.Element) {
	t.Helper()
	if a.Equal(b) != 1 {
		t.Errorf("%s: not equal", what)
	}
}

func sameScalar(t *testing.T, what string, s *gtank.Scalar, want string) {
	t.Helper()
	if got := hex.EncodeToString(s.Encode(nil)); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

type proofVector struct {
	Place string   `json:"place"`
	Key   string   `json:"X"`
	Pairs []string `json:"pairs"`
	Proof string   `json:"proof"`
	Next  string   `json:"next"`
}

// open starts the transcript of a vector and absorbs its key.
func (v proofVector) open(t *testing.T, domain string) (*sponge, *gtank.Element) {
	t.Helper()
	s := &sponge{protocol: "fives/v1/test"}
	s.item("place", []byte(v.Place))
	s.item("proof", []byte(domain))
	s.item("X", fromHex(t, v.Key))
	return s, (&reader{b: fromHex(t, v.Key)}).element(false)
}

func TestIndependentSchnorr(t *testing.T) {
	for _, v := range loadSiblings[proofVector](t, "../schnorr/testdata/vectors.json") {
		tr, key := v.open(t, "fives/v1/schnorr")
		r := &reader{b: fromHex(t, v.Proof)}
		commitment, s := r.element(false), r.scalar()
		tr.item("R", commitment.Encode(nil))
		c := tr.challenge("c")
		tr.item("s", s.Encode(nil))
		sameScalar(t, "§3.1 step 5", tr.challenge("next"), v.Next)
		same(t, "§3.3", times(s, gtank.NewElement().Base()), plus(commitment, times(c, key)))
		if r.err != nil || len(r.b) != 0 {
			t.Errorf("§3.4: %v, %d bytes left", r.err, len(r.b))
		}
	}
}

func TestIndependentDLEQ(t *testing.T) {
	for _, v := range loadSiblings[proofVector](t, "../dleq/testdata/vectors.json") {
		tr, key := v.open(t, "fives/v1/dleq")
		tr.item("k", word(len(v.Pairs)))
		var as, ds []*gtank.Element
		for _, p := range v.Pairs {
			r := &reader{b: fromHex(t, p)}
			a, d := r.element(false), r.element(false)
			tr.item("A", a.Encode(nil))
			tr.item("D", d.Encode(nil))
			as, ds = append(as, a), append(ds, d)
		}
		sumA, sumD := gtank.NewElement(), gtank.NewElement()
		for j := range as {
			w := tr.challenge("w")
			sumA, sumD = plus(sumA, times(w, as[j])), plus(sumD, times(w, ds[j]))
		}
		r := &reader{b: fromHex(t, v.Proof)}
		t1, t2, s := r.element(false), r.element(false), r.scalar()
		tr.item("T1", t1.Encode(nil))
		tr.item("T2", t2.Encode(nil))
		c := tr.challenge("c")
		tr.item("s", s.Encode(nil))
		sameScalar(t, "§4.1 step 8", tr.challenge("next"), v.Next)
		same(t, "§4.3 key", times(s, gtank.NewElement().Base()), plus(t1, times(c, key)))
		same(t, "§4.3 share", times(s, sumA), plus(t2, times(c, sumD)))
		if r.err != nil || len(r.b) != 0 {
			t.Errorf("§4.4: %v, %d bytes left", r.err, len(r.b))
		}
	}
}

func TestIndependentMasks(t *testing.T) {
	type maskVector struct {
		Deck    string
		Faces   []string
		Secrets []string
		PK      string
		Factor  string
		Mask    string
		Shares  []string
	}
	for _, v := range loadSiblings[maskVector](t, "../mask/testdata/vectors.json") {
		var faces []*gtank.Element
		for i, f := range v.Faces {
			input := append(word(len(v.Deck)), v.Deck...)
			face := new(gtank.Element).FromUniformBytes(cshake("fives/v1/face", append(input, word(i)...)))
			same(t, "§5.2", face, (&reader{b: fromHex(t, f)}).element(false))
			faces = append(faces, face)
		}
		factor := (&reader{b: fromHex(t, v.Factor)}).scalar()
		pk := (&reader{b: fromHex(t, v.PK)}).element(false)
		r := &reader{b: fromHex(t, v.Mask)}
		a, opening := r.element(false), r.element(false)
		same(t, "§5.3 A", a, times(factor, gtank.NewElement().Base()))
		same(t, "§5.3 B", opening, plus(faces[0], times(factor, pk)))
		for i, s := range v.Shares {
			share := (&reader{b: fromHex(t, s)}).element(false)
			same(t, "§5.3 share", share, times((&reader{b: fromHex(t, v.Secrets[i])}).scalar(), a))
			opening.Subtract(opening, share)
		}
		same(t, "§5.3 opening", opening, faces[0])
	}
}

func TestIndependentGenerators(t *testing.T) {
	type generatorVector struct{ Generators []string }
	for _, v := range loadSiblings[generatorVector](t, "../pedersen/testdata/vectors.json") {
		for i, g := range v.Generators {
			same(t, "§5.1", generator(i), (&reader{b: fromHex(t, g)}).element(false))
		}
	}
}
