package pedersen

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/vectortest"
)

func randomScalar(t testing.TB) ristretto.Scalar {
	t.Helper()
	s, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func randomScalars(t testing.TB, n int) []ristretto.Scalar {
	v := make([]ristretto.Scalar, n)
	for i := range v {
		v[i] = randomScalar(t)
	}
	return v
}

// A relation between generators would let a shuffler open a commitment to two
// vectors; one between a generator and a face would do worse. Equality, up to
// sign, is the relation that a mistake in the derivation would bring.
func TestAttackKnownRelationBetweenGenerators(t *testing.T) {
	key := NewKey(232)
	seen := map[[32]byte]string{}
	note := func(name string, e ristretto.Element) {
		for _, f := range []ristretto.Element{e, e.Neg()} {
			if other, ok := seen[f.Encode()]; ok {
				t.Errorf("%s is ± %s", name, other)
			}
		}
		seen[e.Encode()] = name
	}
	note("identity", ristretto.Element{})
	note("G", ristretto.Base())
	note("H", key.H())
	for _, g := range key.Generators() {
		note("generator", g)
	}
	for _, deck := range []string{"", "french-52", "french-52x2", "fives/v1/pedersen"} {
		for _, face := range mask.Faces(deck, 116) {
			note("face of "+deck, face)
		}
	}
}

func TestKeysArePrefixesOfEachOther(t *testing.T) {
	long, short := NewKey(60), NewKey(7)
	if short.Len() != 7 || len(short.Generators()) != 7 || !short.H().Equal(long.H()) {
		t.Fatal("short key has the wrong shape")
	}
	for i, g := range short.Generators() {
		if !g.Equal(long.Generators()[i]) || !g.Equal(derive(i+1)) {
			t.Errorf("generator %d depends on the key's length", i+1)
		}
	}
	if !bytes.Equal(short.Encode(), long.Encode()[:8*32]) {
		t.Error("encodings differ")
	}
	for i, g := range append([]ristretto.Element{short.H()}, short.Generators()...) {
		if enc := g.Encode(); !bytes.Equal(enc[:], short.Encode()[32*i:32*i+32]) {
			t.Errorf("encoding %d is not that of its generator", i)
		}
	}
}

func TestNewKeyConcurrently(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			key := NewKey(300 + i)
			if !key.Generators()[299].Equal(derive(300)) {
				t.Error("wrong generator")
			}
		})
	}
	wg.Wait()
}

func TestCommitIsTheSumItClaims(t *testing.T) {
	key := NewKey(6)
	v, r := randomScalars(t, 6), randomScalar(t)
	want := key.H().Mul(r)
	for i, g := range key.Generators() {
		want = want.Add(g.Mul(v[i]))
	}
	if !key.Commit(v, r).Equal(want) {
		t.Error("com(v; r) ≠ r·H + Σ v_i·G_i")
	}
	if !key.Commit(v[:4], r).Equal(key.Commit(append(v[:4:4], ristretto.Scalar{}, ristretto.Scalar{}), r)) {
		t.Error("a short vector is not one filled up with zeros")
	}
}

// The three ways to commit give the same commitment.
func TestCommitIndicesAndVarTimeCommit(t *testing.T) {
	for _, n := range []int{1, 2, 31, 32, 52, 63, 64} {
		key, r := NewKey(n), randomScalar(t)
		v, numbers := make([]ristretto.Scalar, n), make([]int, n)
		for i := range v {
			numbers[i] = (7*i + n) % (n + 1) // 0 and n among them
			v[i] = ristretto.ScalarFromUint64(uint64(numbers[i]))
		}
		want := key.Commit(v, r)
		if !key.CommitIndices(numbers, r).Equal(want) || !key.VarTimeCommit(v, r).Equal(want) {
			t.Errorf("%d numbers: not all commitments are the same", n)
		}
		if !key.CommitIndices(numbers[:n-1], r).Equal(key.Commit(v[:n-1], r)) {
			t.Errorf("%d numbers under a key of one more: another commitment", n-1)
		}
	}
}

func TestCommitIsHomomorphicAndOrdered(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "n")
		key := NewKey(n)
		v, w, r, s := randomScalars(t, n), randomScalars(t, n), randomScalar(t), randomScalar(t)
		sum := make([]ristretto.Scalar, n)
		for i := range sum {
			sum[i] = v[i].Add(w[i])
		}
		if !key.Commit(v, r).Add(key.Commit(w, s)).Equal(key.Commit(sum, r.Add(s))) {
			rt.Fatal("com(v; r) + com(w; s) ≠ com(v + w; r + s)")
		}
		if n > 1 {
			swapped := append([]ristretto.Scalar(nil), v...)
			swapped[0], swapped[n-1] = v[n-1], v[0]
			if key.Commit(v, r).Equal(key.Commit(swapped, r)) {
				rt.Fatal("the order of the vector does not matter")
			}
		}
	})
}

func TestAttackLengthGames(t *testing.T) {
	panics := func(name string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", name)
			}
		}()
		f()
	}
	for _, n := range []int{-1, 0, MaxGenerators + 1, math.MaxInt} {
		panics("NewKey", func() { NewKey(n) })
	}
	key := NewKey(3)
	panics("Commit", func() { key.Commit(randomScalars(t, 4), randomScalar(t)) })
}

const vectorFile = "testdata/vectors.json"

// SPEC §5.5.
func TestVectors(t *testing.T) {
	encoded := NewKey(8).Encode()
	type vector struct {
		Generators []string `json:"generators"`
	}
	var computed vector
	for i := 0; i < len(encoded); i += 32 {
		computed.Generators = append(computed.Generators, hex.EncodeToString(encoded[i:i+32]))
	}
	vectortest.Stored(t, vectorFile, []vector{computed})
}
