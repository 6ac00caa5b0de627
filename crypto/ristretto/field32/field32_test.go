package field32

import (
	"encoding/hex"
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"filippo.io/edwards25519/field"
	"pgregory.net/rapid"
)

var p = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

func (v *Element) limbs() (l [10]int64) {
	for i, w := range v {
		l[2*i], l[2*i+1] = split(w)
	}
	return l
}

func ofLimbs(l [10]int64) *Element {
	word := func(i int) int64 { return l[2*i] + l[2*i+1]<<32 }
	return &Element{word(0), word(1), word(2), word(3), word(4)}
}

// bound is the largest that limb i of width 1 may be.
func bound(i int) int64 { return 1<<(26-i%2) + 1<<17 }

// width returns the width of v, rounded up.
func width(v *Element) int64 {
	var w int64
	for i, l := range v.limbs() {
		w = max(w, (max(l, -l)+bound(i)-1)/bound(i))
	}
	return w
}

func integer(v *Element) *big.Int {
	n := new(big.Int)
	for i, l := range v.limbs() {
		limb := big.NewInt(l)
		n.Add(n, limb.Lsh(limb, uint(51*i+1)/2))
	}
	return n.Mod(n, p)
}

func encoded(n *big.Int) []byte {
	b := new(big.Int).Mod(n, p).FillBytes(make([]byte, 32))
	slices.Reverse(b)
	return b
}

// extremes returns elements of width w whose limbs are as large as they may be, with all
// signs alike, in turn, and at random.
func extremes(w int64) []*Element {
	rng := rand.New(rand.NewPCG(1, 2))
	signs := []int{0, 1<<10 - 1, 0b0101010101, 0b1010101010, 0b0011001100}
	for range 20 {
		signs = append(signs, rng.IntN(1<<10))
	}
	var elements []*Element
	for _, s := range signs {
		var l [10]int64
		for i := range l {
			l[i] = w * bound(i)
			if s>>i&1 == 1 {
				l[i] = -l[i]
			}
		}
		elements = append(elements, ofLimbs(l))
	}
	return elements
}

// What the package comment says of widths, with limbs that are as large as they may be.
func TestExtremes(t *testing.T) {
	check := func(name string, got *Element, want *big.Int, w int64) {
		t.Helper()
		if integer(got).Cmp(want.Mod(want, p)) != 0 {
			t.Fatalf("%s is wrong", name)
		}
		if width(got) > w {
			t.Fatalf("%s has width %d instead of %d", name, width(got), w)
		}
	}
	n := new(big.Int)
	for _, w := range [][2]int64{{1, 1}, {4, 4}, {2, 8}, {8, 2}, {1, 16}, {16, 1}} {
		for _, a := range extremes(w[0]) {
			for _, b := range extremes(w[1]) {
				check("Multiply", new(Element).Multiply(a, b), n.Mul(integer(a), integer(b)), 1)
				check("Add", new(Element).Add(a, b), n.Add(integer(a), integer(b)), w[0]+w[1])
				check("Subtract", new(Element).Subtract(a, b), n.Sub(integer(a), integer(b)), w[0]+w[1])
			}
		}
	}
	for _, a := range extremes(4) {
		check("Square", new(Element).Square(a), n.Mul(integer(a), integer(a)), 1)
		check("Invert", new(Element).Invert(a), n.ModInverse(integer(a), p), 1)
		for _, b := range extremes(4) {
			theirs := func(v *Element) *field.Element {
				e, err := new(field.Element).SetBytes(encoded(integer(v)))
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
			got, square := new(Element).SqrtRatio(a, b)
			want, wantSquare := new(field.Element).SqrtRatio(theirs(a), theirs(b))
			if square != wantSquare || !slices.Equal(got.Bytes(), want.Bytes()) || width(got) > 1 {
				t.Fatal("SqrtRatio is wrong")
			}
		}
	}
	for _, a := range extremes(16) {
		check("Negate", new(Element).Negate(a), n.Neg(integer(a)), 16)
		check("Mult32", new(Element).Mult32(a, 1<<32-1), n.Mul(integer(a), big.NewInt(1<<32-1)), 1)
		if !slices.Equal(a.Bytes(), encoded(integer(a))) {
			t.Fatalf("Bytes of %v", *a)
		}
		again, err := new(Element).SetBytes(a.Bytes())
		if err != nil || a.Equal(again) != 1 {
			t.Fatalf("Equal of %v: %v", *a, err)
		}
	}
}

// Around multiples of 2²⁵⁵ − 19, however they are written, there is one encoding.
func TestBytesNearTheEnds(t *testing.T) {
	for multiple := int64(-14); multiple <= 14; multiple++ {
		for more := int64(-40); more <= 40; more++ {
			v := ofLimbs([10]int64{
				multiple*(1<<26-19) + more, multiple * low25, multiple * low26, multiple * low25, multiple * low26,
				multiple * low25, multiple * low26, multiple * low25, multiple * low26, multiple * low25,
			})
			if want := encoded(big.NewInt(more)); !slices.Equal(v.Bytes(), want) {
				t.Errorf("%d·p + %d is %x", multiple, more, v.Bytes())
			}
		}
	}
}

func TestSetBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 0x12, 0x7f, 0x80, 0xec, 0xed, 0xff}), 32, 32).Draw(t, "b")
		ours, err := new(Element).SetBytes(b)
		if err != nil || width(ours) > 1 {
			t.Fatalf("SetBytes: %v, width %d", err, width(ours))
		}
		theirs, err := new(field.Element).SetBytes(b)
		if err != nil || !slices.Equal(ours.Bytes(), theirs.Bytes()) {
			t.Fatalf("%x is %x, not %x: %v", b, ours.Bytes(), theirs.Bytes(), err)
		}
	})
	v := new(Element).One()
	for _, n := range []int{0, 31, 33} {
		if _, err := v.SetBytes(make([]byte, n)); err == nil || *v != *new(Element).One() {
			t.Errorf("an element of %d bytes", n)
		}
	}
}

// RFC 9496 appendix A, which package ristretto tests with the field that it has natively.
func TestRFC9496SqrtRatio(t *testing.T) {
	b, err := os.ReadFile("../testdata/rfc9496.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		SqrtRatio []struct {
			U, V, R   string
			WasSquare bool `json:"was_square"`
		} `json:"sqrt_ratio"`
	}
	if err := json.Unmarshal(b, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.SqrtRatio) == 0 {
		t.Fatal("no vectors")
	}
	element := func(s string) *Element {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		v, err := new(Element).SetBytes(b)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, v := range vectors.SqrtRatio {
		r, square := new(Element).SqrtRatio(element(v.U), element(v.V))
		if hex.EncodeToString(r.Bytes()) != v.R || (square == 1) != v.WasSquare {
			t.Errorf("SqrtRatio(%s, %s) = %x, %d", v.U, v.V, r.Bytes(), square)
		}
	}
}

// Both packages run the same program: two bytes name an operation and its registers.
func runBoth(t interface{ Fatalf(string, ...any) }, program []byte) {
	const registers, input = 4, 64
	if len(program) < input {
		return
	}
	var ours [registers]Element
	var theirs [registers]field.Element
	var widths [registers]int64
	for i := range 2 {
		ours[i].SetBytes(program[32*i : 32*i+32])
		theirs[i].SetBytes(program[32*i : 32*i+32])
	}
	// narrow makes the width of a register at most w.
	narrow := func(i int, w int64) {
		if widths[i] > w {
			ours[i].Mult32(&ours[i], 1)
			widths[i] = 1
		}
	}
	for i := range widths {
		widths[i] = 1
	}
	for step := input; step+1 < min(len(program), input+64); step += 2 {
		op, cond := program[step]>>1, int(program[step]&1)
		r := program[step+1]
		i, j, k := int(r&3), int(r>>2&3), int(r>>4&3)
		v, a, b := &ours[i], &ours[j], &ours[k]
		tv, ta, tb := &theirs[i], &theirs[j], &theirs[k]
		w := int64(1)
		switch op % 13 {
		case 0:
			v.One()
			tv.One()
		case 1:
			narrow(j, 8)
			narrow(k, 8)
			w = widths[j] + widths[k]
			v.Add(a, b)
			tv.Add(ta, tb)
		case 2:
			narrow(j, 8)
			narrow(k, 8)
			w = widths[j] + widths[k]
			v.Subtract(a, b)
			tv.Subtract(ta, tb)
		case 3:
			w = widths[j]
			v.Negate(a)
			tv.Negate(ta)
		case 4:
			w = max(widths[j], widths[k])
			v.Select(a, b, cond)
			tv.Select(ta, tb, cond)
		case 5:
			w = max(widths[i], widths[j])
			widths[j] = w
			v.Swap(a, cond)
			tv.Swap(ta, cond)
		case 6:
			if widths[j]*widths[k] > 16 {
				narrow(j, 1)
			}
			v.Multiply(a, b)
			tv.Multiply(ta, tb)
		case 7:
			narrow(j, 4)
			v.Square(a)
			tv.Square(ta)
		case 8:
			n := uint32(r) * 0x01010101
			v.Mult32(a, n)
			tv.Mult32(ta, n)
		case 9:
			narrow(j, 4)
			v.Invert(a)
			tv.Invert(ta)
		case 10:
			w = widths[j]
			v.Absolute(a)
			tv.Absolute(ta)
		case 11:
			narrow(j, 4)
			narrow(k, 4)
			_, square := v.SqrtRatio(a, b)
			if _, want := tv.SqrtRatio(ta, tb); square != want {
				t.Fatalf("step %d: SqrtRatio says %d", step, square)
			}
		case 12:
			if a.Equal(b) != ta.Equal(tb) || a.IsNegative() != ta.IsNegative() {
				t.Fatalf("step %d: Equal or IsNegative", step)
			}
			w = widths[i]
		}
		widths[i] = w
		for n := range registers {
			if !slices.Equal(ours[n].Bytes(), theirs[n].Bytes()) {
				t.Fatalf("step %d, operation %d: register %d is %x, not %x", step, op%13, n, ours[n].Bytes(), theirs[n].Bytes())
			}
			if width(&ours[n]) > widths[n] {
				t.Fatalf("step %d, operation %d: register %d has width %d instead of %d", step, op%13, n, width(&ours[n]), widths[n])
			}
		}
	}
}

func TestLikeTheFieldPackage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runBoth(t, rapid.SliceOfN(rapid.Byte(), 64, 128).Draw(t, "program"))
	})
}

func FuzzLikeTheFieldPackage(f *testing.F) {
	f.Add(make([]byte, 128))
	rng := rand.NewChaCha8([32]byte{1})
	for range 20 {
		program := make([]byte, 128)
		rng.Read(program)
		f.Add(program)
	}
	f.Add(append(encoded(big.NewInt(-1)), append(encoded(big.NewInt(1)), 2, 0b000100, 2, 0b000000, 2, 0b000000, 12, 0b000000)...))
	f.Fuzz(func(t *testing.T, program []byte) { runBoth(t, program) })
}

var sink Element

func BenchmarkMultiply(b *testing.B) {
	x := extremes(1)[5]
	for range b.N {
		sink.Multiply(x, x)
	}
}

func BenchmarkSquare(b *testing.B) {
	x := extremes(1)[5]
	for range b.N {
		sink.Square(x)
	}
}

var theirSink field.Element

// BenchmarkTheirMultiply is that of the field package.
func BenchmarkTheirMultiply(b *testing.B) {
	x := new(field.Element).Mult32(new(field.Element).One(), 3)
	x.Invert(x)
	for range b.N {
		theirSink.Multiply(x, x)
	}
}

func BenchmarkTheirSquare(b *testing.B) {
	x := new(field.Element).Mult32(new(field.Element).One(), 3)
	x.Invert(x)
	for range b.N {
		theirSink.Square(x)
	}
}
