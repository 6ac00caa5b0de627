package pedersen

import (
	"crypto/sha3"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync"

	"fives/crypto/ristretto"
)

// domain is the cSHAKE256 customisation of SPEC §5.1.
const domain = "fives/v1/pedersen"

// MaxGenerators bounds a Key. It is far above any deck and keeps the cache
// from growing without limit.
const MaxGenerators = 4096

// Key is the blinding generator H and the first n generators G_1..G_n.
type Key struct {
	points    []ristretto.Element // H, G_1, …, G_n
	encodings []byte              // the same, 32 bytes each
	bases     ristretto.Bases     // and their tables
}

// cache holds the longest prefix of generators derived so far. Its slices are
// only ever replaced by longer ones, so that keys may share their arrays.
var cache struct {
	sync.Mutex
	points    []ristretto.Element
	encodings []byte
	bases     ristretto.Bases
}

// NewKey returns the key for vectors of n scalars. It panics unless
// 1 ≤ n ≤ MaxGenerators; callers bound n, which is never taken from a peer.
func NewKey(n int) Key {
	if n < 1 || n > MaxGenerators {
		panic(fmt.Sprintf("pedersen: key of %d generators", n))
	}
	cache.Lock()
	defer cache.Unlock()
	known := len(cache.points)
	for i := known; i <= n; i++ {
		g := derive(i).KeepEncoding()
		cache.points = append(cache.points, g)
		cache.encodings = g.AppendTo(cache.encodings)
	}
	cache.bases = cache.bases.Append(cache.points[known:]...)
	return Key{
		points:    cache.points[: n+1 : n+1],
		encodings: cache.encodings[: 32*(n+1) : 32*(n+1)],
		bases:     cache.bases.Slice(0, n+1),
	}
}

// derive hashes an index to the group: 0 for H, i for G_i (SPEC §5.1).
func derive(index int) ristretto.Element {
	h := sha3.NewCSHAKE256(nil, []byte(domain))
	var input [8]byte
	binary.BigEndian.PutUint64(input[:], uint64(index))
	h.Write(input[:])
	var wide [64]byte
	h.Read(wide[:])
	e, err := ristretto.FromUniform(wide[:])
	if err != nil {
		panic(fmt.Sprintf("pedersen: generator %d: %v", index, err))
	}
	return e
}

// Len returns n, the length of the vectors that k commits to.
func (k Key) Len() int { return len(k.points) - 1 }

// H returns the blinding generator.
func (k Key) H() ristretto.Element { return k.points[0] }

// Generators returns G_1..G_n; the caller must not change them.
func (k Key) Generators() []ristretto.Element { return k.points[1:] }

// Encode returns H ‖ G_1 ‖ … ‖ G_n, which the transcripts of proofs absorb;
// the caller must not change it.
func (k Key) Encode() []byte { return k.encodings }

// Commit returns r·H + Σ v_i·G_i in constant time. A vector shorter than the
// key counts as filled up with zeros; a longer one is a bug and panics.
func (k Key) Commit(v []ristretto.Scalar, r ristretto.Scalar) ristretto.Element {
	scalars := append([]ristretto.Scalar{r}, v...)
	return k.first(len(v)).MultiScalarMul(scalars).KeepEncoding()
}

// CommitIndices is Commit for whole numbers from 0 to k.Len(), at a fraction of the cost.
// It panics for a vector longer than the key.
func (k Key) CommitIndices(v []int, r ristretto.Scalar) ristretto.Element {
	numbers := make([]uint64, len(v))
	for i, n := range v {
		numbers[i] = uint64(n)
	}
	blind := k.first(0).MultiScalarMul([]ristretto.Scalar{r})
	sum := k.first(len(v)).Slice(1, len(v)+1).MultiplyShort(numbers, bits.Len(uint(k.Len())))
	return sum.Add(blind).KeepEncoding()
}

// VarTimeCommit is Commit in a time that depends on the values.
func (k Key) VarTimeCommit(v []ristretto.Scalar, r ristretto.Scalar) ristretto.Element {
	scalars := append([]ristretto.Scalar{r}, v...)
	return k.first(len(v)).VarTimeMultiScalarMul(scalars)
}

// first returns the bases of a commitment to n scalars.
func (k Key) first(n int) ristretto.Bases {
	if n > k.Len() {
		panic(fmt.Sprintf("pedersen: %d scalars under a key of %d", n, k.Len()))
	}
	return k.bases.Slice(0, n+1)
}
