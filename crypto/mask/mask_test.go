package mask

import (
	"bytes"
	"crypto/rand"
	"errors"
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/ristretto"
)

func randomScalar(t testing.TB) ristretto.Scalar {
	t.Helper()
	s, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// hand holds the secrets of some seats and their joint key.
type hand struct {
	secrets []ristretto.Scalar
	pk      ristretto.Element
}

func newHand(t testing.TB, seats int) hand {
	t.Helper()
	h := hand{secrets: make([]ristretto.Scalar, seats)}
	keys := make([]ristretto.Element, seats)
	for i := range h.secrets {
		h.secrets[i] = randomScalar(t)
		keys[i] = ristretto.MulBase(h.secrets[i])
	}
	var err error
	if h.pk, err = JointKey(keys...); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h hand) shares(m Mask) []ristretto.Element {
	shares := make([]ristretto.Element, len(h.secrets))
	for i, x := range h.secrets {
		shares[i] = Share(x, m)
	}
	return shares
}

func maskedStack(t testing.TB, n int) []Mask {
	t.Helper()
	pk := ristretto.NewTable(newHand(t, 2).pk)
	stack := TrivialStack(Faces("test", n))
	for i, m := range stack {
		stack[i] = Remask(pk, m, randomScalar(t))
	}
	return stack
}

func TestOpenUndoesAnyRemasks(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		h := newHand(t, rapid.IntRange(1, 5).Draw(r, "seats"))
		face := Face("test", rapid.IntRange(0, 1000).Draw(r, "card"))
		m := Trivial(face)
		for range rapid.IntRange(0, 4).Draw(r, "passes") {
			m = Remask(ristretto.NewTable(h.pk), m, randomScalar(t))
		}
		shares := h.shares(m)
		if !Open(m, shares...).Equal(face) {
			r.Fatal("the opening is not the face")
		}
		order := rapid.Permutation(shares).Draw(r, "order")
		if !Open(m, order...).Equal(face) {
			r.Fatal("the order of the shares matters")
		}
		if len(h.secrets) > 1 && !m.A.IsIdentity() && Open(m, shares[1:]...).Equal(face) {
			r.Fatal("open without one seat's share")
		}
	})
}

// Re-masks add up, in any order.
func TestRemasksCommute(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		pk := ristretto.NewTable(newHand(t, 3).pk)
		m := Remask(pk, Trivial(Face("test", 1)), randomScalar(t))
		a, b := randomScalar(t), randomScalar(t)
		ab := Remask(pk, Remask(pk, m, a), b)
		if !ab.Equal(Remask(pk, Remask(pk, m, b), a)) || !ab.Equal(Remask(pk, m, a.Add(b))) {
			r.Fatal("re-masks do not commute")
		}
		if ab.Equal(m) {
			r.Fatal("re-masking changed nothing")
		}
		if !Remask(pk, ab, a.Add(b).Neg()).Equal(m) {
			r.Fatal("a re-mask cannot be taken back by who knows its factor")
		}
	})
}

func TestAttackKnownRelationBetweenFaces(t *testing.T) {
	seen := map[[32]byte]bool{
		ristretto.Element{}.Encode():    true,
		ristretto.Base().Encode():       true,
		ristretto.Base().Neg().Encode(): true,
	}
	// Names that would collide if name and index were merely put together.
	for _, deck := range []string{"", "french-52", "french-5", "french-522", "\x00", "\x00\x00"} {
		for i := range 116 {
			e := Face(deck, i)
			if seen[e.Encode()] || seen[e.Neg().Encode()] {
				t.Errorf("face %d of %q is not new", i, deck)
			}
			seen[e.Encode()], seen[e.Neg().Encode()] = true, true
		}
	}
	if !Face("french-52", 3).Equal(Faces("french-52", 4)[3]) {
		t.Error("Face and Faces differ")
	}
}

func TestAttackIdentityKey(t *testing.T) {
	x := ristretto.MulBase(randomScalar(t))
	for name, keys := range map[string][]ristretto.Element{
		"no keys":      nil,
		"one identity": {x, {}},
		"sum of zero":  {x, x.Neg()},
	} {
		if _, err := JointKey(keys...); !errors.Is(err, ErrJointKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAttackBadEncodings(t *testing.T) {
	good := maskedStack(t, 1)[0].Encode()
	flip := func(at int, with ...byte) []byte {
		b := bytes.Clone(good[:])
		copy(b[at:], with)
		return b
	}
	// The bad strings of RFC 9496 appendix A.2, one of each kind, in both places.
	bad := map[string][]byte{
		"identity":         make([]byte, 32),
		"negative":         append([]byte{1}, make([]byte, 31)...),
		"field modulus":    append(append([]byte{0xed}, bytes.Repeat([]byte{0xff}, 30)...), 0x7f),
		"high bit":         append(bytes.Clone(good[:31]), good[31]|0x80),
		"all ones":         bytes.Repeat([]byte{0xff}, 32),
		"point of order 4": append([]byte{0xec}, append(bytes.Repeat([]byte{0xff}, 30), 0x7f)...),
	}
	for name, enc := range bad {
		for _, at := range []int{0, 32} {
			if m, err := Decode(flip(at, enc...)); err == nil {
				t.Errorf("%s at %d decoded to %x", name, at, m.Encode())
			}
		}
	}
	if _, err := Decode(flip(0, bad["identity"]...)); !errors.Is(err, ErrIdentity) {
		t.Errorf("identity: %v, want ErrIdentity", err)
	}
	trivial := Trivial(Face("test", 0)).Encode()
	if _, err := Decode(trivial[:]); !errors.Is(err, ErrIdentity) {
		t.Errorf("trivial mask: %v, want ErrIdentity", err)
	}
}

// allocated returns how many bytes f allocates, and a little more.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestAttackLengthGames(t *testing.T) {
	const n = 5
	b := EncodeStack(maskedStack(t, n))
	if stack, err := DecodeStack(b, n); err != nil || len(stack) != n {
		t.Fatalf("%d masks, %v", len(stack), err)
	}
	for _, claimed := range []int{-1, 0, n - 1, n + 1, math.MaxInt, math.MaxInt/Size + 1} {
		if _, err := DecodeStack(b, claimed); err == nil {
			t.Errorf("%d masks decoded as %d", n, claimed)
		}
	}
	for _, wrong := range [][]byte{nil, b[:len(b)-1], b[1:], b[:len(b)-Size], append(bytes.Clone(b), 0)} {
		if _, err := DecodeStack(wrong, n); err == nil {
			t.Errorf("%d bytes decoded as %d masks", len(wrong), n)
		}
	}
	if got := allocated(func() { DecodeStack(b, 1<<20) }); got > 1<<16 {
		t.Errorf("a wrong length costs %d bytes", got)
	}
	for _, length := range []int{0, 1, 63, 65, 128} {
		if _, err := Decode(make([]byte, length)); err == nil {
			t.Errorf("%d bytes decoded as one mask", length)
		}
	}
}

func TestStackRoundTrip(t *testing.T) {
	stack := maskedStack(t, 9)
	got, err := DecodeStack(EncodeStack(stack), len(stack))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range got {
		if !m.Equal(stack[i]) {
			t.Errorf("card %d changed", i)
		}
		if m.Equal(stack[(i+1)%len(stack)]) {
			t.Errorf("card %d equals its neighbour", i)
		}
	}
}

func FuzzDecode(f *testing.F) {
	enc := maskedStack(f, 1)[0].Encode()
	f.Add(enc[:])
	f.Add(make([]byte, Size))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Decode(b)
		if err != nil {
			return
		}
		if got := m.Encode(); !bytes.Equal(got[:], b) {
			t.Errorf("%x decodes and re-encodes to %x", b, got)
		}
	})
}

func FuzzDecodeStack(f *testing.F) {
	f.Add(EncodeStack(maskedStack(f, 2)), 2)
	f.Add([]byte{}, 0)
	f.Add(make([]byte, Size), math.MaxInt)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		stack, err := DecodeStack(b, n)
		if err == nil && (len(stack) != n || !bytes.Equal(EncodeStack(stack), b)) {
			t.Errorf("%x decodes and re-encodes to %x", b, EncodeStack(stack))
		}
	})
}

// Two masks are the same only if both components are.
func TestEqual(t *testing.T) {
	m := maskedStack(t, 2)
	for name, c := range map[string]struct {
		a, b Mask
		same bool
	}{
		"itself":       {m[0], m[0], true},
		"another":      {m[0], m[1], false},
		"the first":    {m[0], Mask{A: m[0].A, B: m[1].B}, false},
		"the second":   {m[0], Mask{A: m[1].A, B: m[0].B}, false},
		"exchanged":    {m[0], Mask{A: m[0].B, B: m[0].A}, false},
		"encoded anew": {m[0], decoded(t, m[0]), true},
	} {
		if c.a.Equal(c.b) != c.same || c.b.Equal(c.a) != c.same {
			t.Errorf("%s: %v", name, !c.same)
		}
	}
}

func decoded(t *testing.T, m Mask) Mask {
	t.Helper()
	b := m.Encode()
	d, err := Decode(b[:])
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// One invalid card spoils a stack, wherever it lies.
func TestDecodeStackRefusesEachCard(t *testing.T) {
	const n = 3 * decodedAtOnce / 2
	good := EncodeStack(maskedStack(t, n))
	for i := range n {
		for name, bad := range map[string][]byte{"no element": bytes.Repeat([]byte{0xff}, 32), "the identity": make([]byte, 32)} {
			for half := range 2 {
				b := bytes.Clone(good)
				copy(b[Size*i+32*half:], bad)
				if stack, err := DecodeStack(b, n); err == nil || stack != nil {
					t.Errorf("card %d, component %d, %s: %v", i, half, name, err)
				}
			}
		}
	}
}
