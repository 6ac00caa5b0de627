package shuffle

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	gtank "github.com/gtank/ristretto255"
)

// The same second implementation, for the vectors of SPEC §3 to §5 and §9: one sponge
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
	for _, v := range loadSiblings[proofVector](t, "../sigma/testdata/schnorr.json") {
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
	for _, v := range loadSiblings[proofVector](t, "../sigma/testdata/dleq.json") {
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

func TestIndependentPieces(t *testing.T) {
	type pieceVector struct {
		Place, At, Z, X       string
		Keys, Shared          []string
		Secret                string `json:"x"`
		Sealing               string `json:"z"`
		Secrets, Pieces, Back []string
		Commitments           string
		Complaint, Next       string
		Upheld                bool
	}
	for _, v := range loadSiblings[pieceVector](t, "../piece/testdata/vectors.json") {
		derive := func(from, to string, shared *gtank.Element) *gtank.Scalar {
			tr := &sponge{protocol: "fives/v1/test"}
			tr.item("place", []byte(v.Place))
			tr.item("secret", []byte("fives/v1/piece"))
			tr.item("from", fromHex(t, from))
			tr.item("to", fromHex(t, to))
			tr.item("shared", shared.Encode(nil))
			return tr.challenge("s")
		}
		own := (&reader{b: fromHex(t, v.Z)}).element(false)
		commitments := &reader{b: fromHex(t, v.Commitments)}
		z, x, sum := (&reader{b: fromHex(t, v.Sealing)}).scalar(), gtank.NewScalar(), gtank.NewElement()
		same(t, "§9.1", own, times(z, gtank.NewElement().Base()))
		for k := range v.Keys {
			zk, key := (&reader{b: fromHex(t, v.Secrets[k])}).scalar(), (&reader{b: fromHex(t, v.Keys[k])}).element(false)
			shared := (&reader{b: fromHex(t, v.Shared[k])}).element(false)
			same(t, "§9.2 D of the owner", shared, times(z, key))
			same(t, "§9.2 D of the holder", shared, times(zk, own))
			s := derive(v.Z, v.Keys[k], shared)
			sameScalar(t, "§9.2 piece", s, v.Pieces[k])
			sameScalar(t, "§9.2 piece of the other direction", derive(v.Keys[k], v.Z, shared), v.Back[k])
			x, sum = sAdd(x, s), plus(sum, commitments.element(false))
		}
		sameScalar(t, "§9.2 x", x, v.Secret)
		same(t, "§9.2 X", times(x, gtank.NewElement().Base()), (&reader{b: fromHex(t, v.X)}).element(false))
		same(t, "§9.3 sum", sum, (&reader{b: fromHex(t, v.X)}).element(false))

		r := &reader{b: fromHex(t, v.Complaint)}
		shared := r.element(false)
		tr, holder := proofVector{Place: v.At, Key: v.Keys[0]}.open(t, "fives/v1/dleq")
		tr.item("k", word(1))
		tr.item("A", own.Encode(nil))
		tr.item("D", shared.Encode(nil))
		w := tr.challenge("w")
		t1, t2, s := r.element(false), r.element(false), r.scalar()
		tr.item("T1", t1.Encode(nil))
		tr.item("T2", t2.Encode(nil))
		c := tr.challenge("c")
		tr.item("s", s.Encode(nil))
		sameScalar(t, "§9.4 next", tr.challenge("next"), v.Next)
		same(t, "§9.4 key", times(s, gtank.NewElement().Base()), plus(t1, times(c, holder)))
		same(t, "§9.4 share", times(sMul(s, w), own), plus(t2, times(sMul(c, w), shared)))
		published := (&reader{b: fromHex(t, v.Commitments)}).element(false)
		fits := published.Equal(times(derive(v.Z, v.Keys[0], shared), gtank.NewElement().Base())) == 1
		if fits == v.Upheld || r.err != nil || len(r.b) != 0 || commitments.err != nil || len(commitments.b) != 0 {
			t.Errorf("§9.4 step 3, §9.7: fits %v, upheld %v, %v, %d bytes left", fits, v.Upheld, r.err, len(r.b))
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
