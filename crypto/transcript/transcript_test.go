package transcript

import (
	"bytes"
	"crypto/sha3"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"testing"

	"fives/crypto/ristretto"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the outputs of testdata/vectors.json anew")

// vectorFile is one transcript: its operations in order, and their expected outputs
// if they have any.
type vectorFile struct {
	Protocol string      `json:"protocol"`
	Ops      []operation `json:"ops"`
}

type operation struct {
	Op    string `json:"op"`
	Label string `json:"label,omitempty"`
	// In is hexadecimal: the data, or the 32-byte encodings one after another.
	In     string `json:"in,omitempty"`
	Number uint64 `json:"number,omitempty"`
	Rand   string `json:"rand,omitempty"`
	Out    string `json:"out,omitempty"`
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func scalars(t testing.TB, b []byte) (ss []ristretto.Scalar) {
	t.Helper()
	for part := range slices.Chunk(b, 32) {
		s, err := ristretto.DecodeScalar(part)
		if err != nil {
			t.Fatal(err)
		}
		ss = append(ss, s)
	}
	return ss
}

func elements(t testing.TB, b []byte) (es []ristretto.Element) {
	t.Helper()
	for part := range slices.Chunk(b, 32) {
		e, err := ristretto.Decode(part)
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	return es
}

// run performs o on tr and returns its output.
func (o operation) run(t testing.TB, tr *Transcript) []byte {
	t.Helper()
	in := unhex(t, o.In)
	switch o.Op {
	case "append":
		tr.Append(o.Label, in)
	case "uint64":
		tr.AppendUint64(o.Label, o.Number)
	case "element":
		tr.AppendElement(o.Label, elements(t, in)[0])
	case "elements":
		tr.AppendElements(o.Label, elements(t, in))
	case "scalar":
		tr.AppendScalar(o.Label, scalars(t, in)[0])
	case "scalars":
		tr.AppendScalars(o.Label, scalars(t, in))
	case "challenge":
		return tr.Challenge(o.Label).AppendTo(nil)
	case "bytes":
		return tr.ChallengeBytes(o.Label, int(o.Number))
	case "nonces":
		n, err := tr.Nonces(bytes.NewReader(unhex(t, o.Rand)), scalars(t, in)...)
		if err != nil {
			t.Fatal(err)
		}
		first, second := n.Scalar(), n.Scalar()
		return second.AppendTo(first.AppendTo(nil))
	case "hedge":
		stream, err := tr.Hedge(o.Label, in, bytes.NewReader(unhex(t, o.Rand)))
		if err != nil {
			t.Fatal(err)
		}
		out := make([]byte, o.Number)
		io.ReadFull(stream, out)
		return out
	default:
		t.Fatalf("unknown operation %q", o.Op)
	}
	return nil
}

// SPEC §2: the outputs are those of the vectors and of a second implementation, which
// follows the text only.
func TestSpec2Vectors(t *testing.T) {
	const path = "testdata/vectors.json"
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var files []vectorFile
	if err := json.Unmarshal(b, &files); err != nil {
		t.Fatal(err)
	}
	outputs := 0
	for _, v := range files {
		tr, ref := New(v.Protocol), reference{protocol: v.Protocol}
		for i := range v.Ops {
			o := &v.Ops[i]
			got := hex.EncodeToString(o.run(t, tr))
			if want := hex.EncodeToString(ref.run(t, *o)); got != want {
				t.Errorf("%s, operation %d (%s): %s, by the text of the specification %s", v.Protocol, i, o.Op, got, want)
			}
			if *update {
				o.Out = got
			}
			if got != o.Out {
				t.Errorf("%s, operation %d (%s): %s, want %s", v.Protocol, i, o.Op, got, o.Out)
			}
			if got != "" {
				outputs++
			}
		}
	}
	if outputs < 8 {
		t.Fatalf("only %d outputs in the vectors", outputs)
	}
	if *update {
		b, _ := json.MarshalIndent(files, "", "  ")
		if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// reference keeps everything absorbed as one string and hashes it anew for every
// output, in the words of SPEC §2.
type reference struct {
	protocol string
	absorbed []byte
}

func lv(b []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(b))), b...)
}

func (r *reference) squeeze(n int) []byte {
	h := sha3.NewCSHAKE256(nil, []byte(r.protocol))
	h.Write(r.absorbed)
	out := make([]byte, n)
	h.Read(out)
	return out
}

func (r *reference) item(label string, data []byte) {
	r.absorbed = slices.Concat(r.absorbed, []byte{1}, lv([]byte(label)), lv(data))
}

func (r *reference) challenge(label string, n uint64) []byte {
	r.absorbed = slices.Concat(r.absorbed, []byte{2}, lv([]byte(label)), binary.BigEndian.AppendUint64(nil, n))
	return r.squeeze(int(n))
}

func (r *reference) run(t testing.TB, o operation) []byte {
	in := unhex(t, o.In)
	count := binary.BigEndian.AppendUint64(nil, uint64(len(in)/32))
	reduce := func(b []byte) []byte {
		s, err := ristretto.ScalarFromUniform(b)
		if err != nil {
			t.Fatal(err)
		}
		return s.AppendTo(nil)
	}
	switch o.Op {
	case "append", "element", "scalar":
		r.item(o.Label, in)
	case "uint64":
		r.item(o.Label, binary.BigEndian.AppendUint64(nil, o.Number))
	case "elements", "scalars":
		r.item(o.Label, slices.Concat(count, in))
	case "challenge":
		return reduce(r.challenge(o.Label, 64))
	case "bytes":
		return r.challenge(o.Label, o.Number)
	case "nonces":
		branch := reference{protocol: r.protocol}
		branch.absorbed = slices.Concat(r.absorbed, []byte{3}, lv([]byte("nonces")), lv(slices.Concat(count, in, unhex(t, o.Rand))))
		both := branch.squeeze(128)
		return append(reduce(both[:64]), reduce(both[64:])...)
	case "hedge":
		branch := reference{protocol: r.protocol}
		branch.absorbed = slices.Concat(r.absorbed, []byte{3}, lv([]byte(o.Label)), lv(slices.Concat(lv(in), unhex(t, o.Rand))))
		return branch.squeeze(int(o.Number))
	}
	return nil
}

// pair is one item of a random transcript.
type pair struct {
	Label, Data string
}

func challengeAfter(items []pair) ristretto.Scalar {
	t := New("test")
	for _, p := range items {
		t.Append(p.Label, []byte(p.Data))
	}
	return t.Challenge("c")
}

// Two transcripts agree on the challenge only if they are the same sequence of
// items: no boundary can move between labels, data and items.
func TestFramingIsInjective(t *testing.T) {
	short := rapid.StringMatching(`[ab\x00\x01\x02]{0,3}`)
	items := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pair {
		return pair{short.Draw(t, "label"), short.Draw(t, "data")}
	}), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		a, b := items.Draw(t, "a"), items.Draw(t, "b")
		if challengeAfter(a).Equal(challengeAfter(b)) != slices.Equal(a, b) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}

func TestBoundariesCannotMove(t *testing.T) {
	one := ristretto.ScalarFromUint64(1)
	base := ristretto.Base()
	seen := map[[32]byte]string{}
	for name, build := range map[string]func(t *Transcript){
		"empty":         func(*Transcript) {},
		"ab,c":          func(t *Transcript) { t.Append("ab", []byte("c")) },
		"a,bc":          func(t *Transcript) { t.Append("a", []byte("bc")) },
		"a,b then c":    func(t *Transcript) { t.Append("a", []byte("b")); t.Append("c", nil) },
		"c then a,b":    func(t *Transcript) { t.Append("c", nil); t.Append("a", []byte("b")) },
		"no elements":   func(t *Transcript) { t.AppendElements("v", nil) },
		"nothing":       func(t *Transcript) { t.Append("v", nil) },
		"one element":   func(t *Transcript) { t.AppendElement("v", base) },
		"vector of one": func(t *Transcript) { t.AppendElements("v", []ristretto.Element{base}) },
		"vector of two": func(t *Transcript) { t.AppendElements("v", []ristretto.Element{base, base}) },
		"two vectors of one": func(t *Transcript) {
			t.AppendElements("v", []ristretto.Element{base})
			t.AppendElements("v", []ristretto.Element{base})
		},
		"one scalar":           func(t *Transcript) { t.AppendScalar("v", one) },
		"scalar vector":        func(t *Transcript) { t.AppendScalars("v", []ristretto.Scalar{one}) },
		"number":               func(t *Transcript) { t.AppendUint64("v", 1) },
		"a challenge before":   func(t *Transcript) { t.Challenge("v") },
		"its bytes before":     func(t *Transcript) { t.ChallengeBytes("v", 32) },
		"two challenges":       func(t *Transcript) { t.Challenge("v"); t.Challenge("v") },
		"challenge then an ab": func(t *Transcript) { t.Challenge("v"); t.Append("ab", []byte("c")) },
		"ab then a challenge":  func(t *Transcript) { t.Append("ab", []byte("c")); t.Challenge("v") },
	} {
		tr := New("test")
		build(tr)
		c := tr.Challenge("c").Encode()
		if other, ok := seen[c]; ok {
			t.Errorf("%q and %q have one challenge", name, other)
		}
		seen[c] = name
	}
}

func TestProtocolsAndLabelsSeparate(t *testing.T) {
	a := New("protocol a").Challenge("c")
	if a.Equal(New("protocol b").Challenge("c")) {
		t.Error("two protocols, one challenge")
	}
	if a.Equal(New("protocol a").Challenge("d")) {
		t.Error("two labels, one challenge")
	}
	if !a.Equal(New("protocol a").Challenge("c")) {
		t.Error("the verifier does not get the prover's challenge")
	}
	tr := New("protocol a")
	if tr.Challenge("c").Equal(tr.Challenge("c")) {
		t.Error("two challenges in a row are equal")
	}
	short, long := New("p").ChallengeBytes("c", 16), New("p").ChallengeBytes("c", 32)
	if bytes.Equal(short, long[:16]) {
		t.Error("a short challenge is the beginning of a long one")
	}
}

func TestClonesDiverge(t *testing.T) {
	a := New("test")
	a.Append("x", []byte("1"))
	b, c := a.Clone(), a.Clone()
	b.Append("y", []byte("2"))
	ca, cb, cc := a.Challenge("c"), b.Challenge("c"), c.Challenge("c")
	if !ca.Equal(cc) {
		t.Error("a clone has another challenge")
	}
	if ca.Equal(cb) {
		t.Error("what the clone absorbs does not reach its challenge")
	}
	if !a.Challenge("d").Equal(c.Challenge("d")) {
		t.Error("clones differ after a challenge")
	}
}

// Nonce re-use (attacks: two statements from the same random seed, a forked
// process): each of the three inputs alone makes other nonces.
func TestNoncesAreHedged(t *testing.T) {
	seed := bytes.Repeat([]byte{1}, 32)
	nonce := func(statement string, rand []byte, secrets ...uint64) ristretto.Scalar {
		tr := New("test")
		tr.Append("statement", []byte(statement))
		var ss []ristretto.Scalar
		for _, s := range secrets {
			ss = append(ss, ristretto.ScalarFromUint64(s))
		}
		n, err := tr.Nonces(bytes.NewReader(rand), ss...)
		if err != nil {
			t.Fatal(err)
		}
		return n.Scalar()
	}
	want := nonce("a", seed, 5, 6)
	if !nonce("a", seed, 5, 6).Equal(want) {
		t.Error("the nonces are not a function of their inputs")
	}
	for name, other := range map[string]ristretto.Scalar{
		"another statement":    nonce("b", seed, 5, 6),
		"another secret":       nonce("a", seed, 5, 7),
		"another secret count": nonce("a", seed, 5),
		"no secret":            nonce("a", seed),
		"other randomness":     nonce("a", bytes.Repeat([]byte{2}, 32), 5, 6),
	} {
		if other.Equal(want) {
			t.Errorf("%s gives the same nonce", name)
		}
	}
}

// Hedged secrets depend on the place, the label, the long-term secret and the
// fresh randomness, each alone, and leave no trace.
func TestHedge(t *testing.T) {
	seed := bytes.Repeat([]byte{1}, 32)
	hedge := func(place, label, secret string, rand []byte) string {
		tr, untouched := New("test"), New("test")
		tr.Append("place", []byte(place))
		untouched.Append("place", []byte(place))
		stream, err := tr.Hedge(label, []byte(secret), bytes.NewReader(rand))
		if err != nil {
			t.Fatal(err)
		}
		out := make([]byte, 64)
		if _, err := io.ReadFull(stream, out); err != nil {
			t.Fatal(err)
		}
		if !tr.Challenge("c").Equal(untouched.Challenge("c")) {
			t.Error("drawing secrets changed the transcript, which the verifier cannot follow")
		}
		return string(out)
	}
	want := hedge("a", "l", "secret", seed)
	if hedge("a", "l", "secret", seed) != want {
		t.Error("the secrets are not a function of their inputs")
	}
	for name, other := range map[string]string{
		"another place":        hedge("b", "l", "secret", seed),
		"another label":        hedge("a", "m", "secret", seed),
		"another secret":       hedge("a", "l", "Secret", seed),
		"other randomness":     hedge("a", "l", "secret", bytes.Repeat([]byte{2}, 32)),
		"a moved boundary":     hedge("a", "l", "secret\x01", seed),
		"no long-term secret":  hedge("a", "l", "", seed),
		"the label of a nonce": hedge("a", "nonces", "secret", seed),
	} {
		if other == want {
			t.Errorf("%s gives the same secrets", name)
		}
	}
	broken := errors.New("broken")
	if _, err := New("test").Hedge("l", nil, errorReader{broken}); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestNoncesAreDistinctAndLeaveNoTrace(t *testing.T) {
	a, b := New("test"), New("test")
	n, err := a.Nonces(bytes.NewReader(make([]byte, 32)), ristretto.ScalarFromUint64(1))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[32]byte]bool{}
	for range 50 {
		seen[n.Scalar().Encode()] = true
	}
	if len(seen) != 50 {
		t.Errorf("%d different nonces of 50", len(seen))
	}
	if !a.Challenge("c").Equal(b.Challenge("c")) {
		t.Error("drawing nonces changed the transcript, which the verifier cannot follow")
	}
}

func TestNoncesFailWithoutRandomness(t *testing.T) {
	broken := errors.New("broken")
	_, err := New("test").Nonces(io.MultiReader(bytes.NewReader(make([]byte, 31)), errorReader{broken}))
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

func BenchmarkAppendElements(b *testing.B) {
	es := make([]ristretto.Element, 104)
	for i := range es {
		es[i] = ristretto.MulBase(ristretto.ScalarFromUint64(uint64(i + 1)))
	}
	for b.Loop() {
		New("test").AppendElements("stack", es)
	}
}

func BenchmarkChallenge(b *testing.B) {
	t := New("test")
	for b.Loop() {
		t.Challenge("c")
	}
}
