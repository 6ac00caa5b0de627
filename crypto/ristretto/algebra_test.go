package ristretto

import (
	"bytes"
	"math/big"
	"reflect"
	"slices"
	"testing"

	gtank "github.com/gtank/ristretto255"
	"pgregory.net/rapid"
)

var (
	order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

	drawScalar  = rapid.Custom(func(t *rapid.T) Scalar { return scalarOf(drawInteger(t)) })
	drawElement = rapid.Custom(func(t *rapid.T) Element {
		if rapid.IntRange(0, 9).Draw(t, "identity") == 0 {
			return Element{}
		}
		e, err := FromUniform(rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "uniform"))
		if err != nil {
			t.Fatal(err)
		}
		return e
	})
)

// drawInteger prefers the corners: near 0, near ℓ, near powers of two.
func drawInteger(t *rapid.T) *big.Int {
	small := big.NewInt(rapid.Int64Range(-17, 17).Draw(t, "small"))
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return small
	case 1:
		power := new(big.Int).Lsh(big.NewInt(1), uint(rapid.IntRange(0, 252).Draw(t, "power")))
		return power.Add(power, small)
	default:
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 40, 40).Draw(t, "bytes"))
	}
}

func scalarOf(n *big.Int) Scalar {
	b := new(big.Int).Mod(n, order).FillBytes(make([]byte, 32))
	slices.Reverse(b)
	s, err := DecodeScalar(b)
	if err != nil {
		panic(err)
	}
	return s
}

func integerOf(s Scalar) *big.Int {
	b := s.Encode()
	slices.Reverse(b[:])
	return new(big.Int).SetBytes(b[:])
}

func TestScalarFieldIsIntegersModuloOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawInteger(t), drawInteger(t)
		s, u := scalarOf(a), scalarOf(b)
		n := new(big.Int)
		check := func(name string, got Scalar, want *big.Int) {
			if integerOf(got).Cmp(want.Mod(want, order)) != 0 {
				t.Fatalf("%s of %v and %v is %v", name, a, b, integerOf(got))
			}
		}
		check("Add", s.Add(u), n.Add(a, b))
		check("Sub", s.Sub(u), n.Sub(a, b))
		check("Mul", s.Mul(u), n.Mul(a, b))
		check("Neg", s.Neg(), n.Neg(a))
		if s.IsZero() {
			check("Inverse", s.Inverse(), n.SetInt64(0))
		} else {
			check("Inverse", s.Inverse(), n.ModInverse(n.Mod(a, order), order))
		}
		if s.Equal(u) != (integerOf(s).Cmp(integerOf(u)) == 0) {
			t.Fatal("Equal disagrees with the integers")
		}
	})
}

func TestDecodeScalarRefusesNonCanonical(t *testing.T) {
	little := func(n *big.Int) []byte {
		b := n.FillBytes(make([]byte, 32))
		slices.Reverse(b)
		return b
	}
	last := new(big.Int).Sub(order, big.NewInt(1))
	if s, err := DecodeScalar(little(last)); err != nil || !s.Add(ScalarFromUint64(1)).IsZero() {
		t.Errorf("ℓ − 1: %v", err)
	}
	for name, b := range map[string][]byte{
		"ℓ":       little(order),
		"ℓ + 1":   little(new(big.Int).Add(order, big.NewInt(1))),
		"2²⁵⁵":    append(make([]byte, 31), 0x80),
		"all set": bytes.Repeat([]byte{0xff}, 32),
		"short":   make([]byte, 31),
		"long":    make([]byte, 33),
		"empty":   nil,
	} {
		if _, err := DecodeScalar(b); err != ErrScalar {
			t.Errorf("%s: %v, want %v", name, err, ErrScalar)
		}
	}
}

func TestScalarFromUint64(t *testing.T) {
	for _, n := range []uint64{0, 1, 255, 256, 1 << 63, 1<<64 - 1} {
		if got := integerOf(ScalarFromUint64(n)); !got.IsUint64() || got.Uint64() != n {
			t.Errorf("ScalarFromUint64(%d) = %v", n, got)
		}
	}
}

func TestRandomScalar(t *testing.T) {
	uniform := bytes.Repeat([]byte{7}, 64)
	want, err := ScalarFromUniform(uniform)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := RandomScalar(bytes.NewReader(uniform)); err != nil || !got.Equal(want) {
		t.Errorf("RandomScalar: %v", err)
	}
	if _, err := RandomScalar(bytes.NewReader(uniform[:63])); err == nil {
		t.Error("a scalar from 63 bytes of randomness")
	}
	if _, err := ScalarFromUniform(uniform[:63]); err == nil {
		t.Error("a scalar from 63 uniform bytes")
	}
	if _, err := FromUniform(uniform[:63]); err == nil {
		t.Error("an element from 63 uniform bytes")
	}
}

func TestGroupLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawElement.Draw(t, "a"), drawElement.Draw(t, "b"), drawElement.Draw(t, "c")
		s, u := drawScalar.Draw(t, "s"), drawScalar.Draw(t, "u")
		var zero Element
		for law, sides := range map[string][2]Element{
			"associative":      {a.Add(b).Add(c), a.Add(b.Add(c))},
			"commutative":      {a.Add(b), b.Add(a)},
			"neutral":          {a.Add(zero), a},
			"inverse":          {a.Add(a.Neg()), zero},
			"subtraction":      {a.Sub(b), a.Add(b.Neg())},
			"scalar sum":       {a.Mul(s.Add(u)), a.Mul(s).Add(a.Mul(u))},
			"element sum":      {a.Add(b).Mul(s), a.Mul(s).Add(b.Mul(s))},
			"scalar product":   {a.Mul(s.Mul(u)), a.Mul(s).Mul(u)},
			"one":              {a.Mul(ScalarFromUint64(1)), a},
			"zero":             {a.Mul(Scalar{}), zero},
			"base":             {MulBase(s), Base().Mul(s)},
			"table":            {NewTable(a).Mul(s), a.Mul(s)},
			"short table":      {NewShortTable(a).Mul(s), a.Mul(s)},
			"table of nothing": {NewTable(zero).Mul(s), zero},
		} {
			if !sides[0].Equal(sides[1]) || sides[0].Encode() != sides[1].Encode() {
				t.Fatalf("law %q does not hold", law)
			}
		}
		if a.IsIdentity() != a.Equal(zero) || a.Equal(b) != (a.Encode() == b.Encode()) {
			t.Fatal("Equal disagrees with the encodings")
		}
	})
}

func TestMultiScalarMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		s := rapid.SliceOfN(drawScalar, n, n).Draw(t, "s")
		e := rapid.SliceOfN(drawElement, n, n).Draw(t, "e")
		if n > 1 && rapid.Bool().Draw(t, "twice") {
			e[1] = e[0] // equal terms meet in one bucket
		}
		var want Element
		for i := range s {
			want = want.Add(e[i].Mul(s[i]))
		}
		width := rapid.IntRange(2, 13).Draw(t, "width")
		bases := Bases{}.Append(e[:n/2]...).Append(e[n/2:]...)
		for name, got := range map[string]Element{
			"MultiScalarMul": MultiScalarMul(s, e), "VarTimeMultiScalarMul": VarTimeMultiScalarMul(s, e),
			"Bases.MultiScalarMul": bases.MultiScalarMul(s), "Bases.VarTimeMultiScalarMul": bases.VarTimeMultiScalarMul(s),
			"straus": straus(s, e), "pippenger": pippenger(s, e, width),
		} {
			if !got.Equal(want) || got.Encode() != want.Encode() {
				t.Fatalf("%s (width %d) is wrong", name, width)
			}
		}
	})
}

// doubleAndAdd returns s·e in the plainest way.
func doubleAndAdd(s Scalar, e Element) Element {
	var sum Element
	n := integerOf(s)
	for i := n.BitLen() - 1; i >= 0; i-- {
		sum = sum.Add(sum)
		if n.Bit(i) == 1 {
			sum = sum.Add(e)
		}
	}
	return sum
}

func TestMulIsDoublingAndAdding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, e := drawScalar.Draw(t, "s"), drawElement.Draw(t, "e")
		if want := doubleAndAdd(s, e); !e.Mul(s).Equal(want) || !NewTable(e).Mul(s).Equal(want) || !NewShortTable(e).Mul(s).Equal(want) {
			t.Fatal("Mul and Table.Mul do not both give s·e")
		}
		if !MulBase(s).Equal(doubleAndAdd(s, Base())) {
			t.Fatal("MulBase does not give s·G")
		}
	})
}

func TestMultiplyShort(t *testing.T) {
	_, e := sample(4)
	bases := Bases{}.Append(e...)
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.IntRange(1, 20).Draw(t, "bits")
		numbers := rapid.SliceOfN(rapid.Uint64Range(0, 1<<bits-1), len(e), len(e)).Draw(t, "numbers")
		var want Element
		for i, n := range numbers {
			want = want.Add(doubleAndAdd(ScalarFromUint64(n), e[i]))
		}
		if !bases.MultiplyShort(numbers, bits).Equal(want) {
			t.Fatal("wrong sum")
		}
	})
}

// The digits are odd and short, and stand for the scalar.
func TestOddDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, width := drawScalar.Draw(t, "s"), rapid.IntRange(4, 7).Draw(t, "width")
		digits, sum := s.oddDigits(width), new(big.Int)
		for i := scalarDigits(width) - 1; i >= 0; i-- {
			digit := int64(digits[i])
			if digit&1 == 0 || digit >= 1<<width || digit <= -1<<width {
				t.Fatalf("digit %d is %d", i, digit)
			}
			sum.Lsh(sum, uint(width)).Add(sum, big.NewInt(digit))
		}
		if !scalarOf(sum).Equal(s) {
			t.Fatalf("the digits stand for %v", sum)
		}
	})
}

// Whatever the processor's way, each index gives its entry.
func TestChoose(t *testing.T) {
	_, e := sample(1)
	for _, width := range []int{4, 5, 6} {
		row := newOddRows([]extended{e[0].extended()}, width)[0]
		for i := range row {
			var fast, generic affine
			fast.choose(row, i)
			generic.chooseGeneric(row, i)
			if fast != row[i] || generic != row[i] {
				t.Errorf("entry %d of %d is not the one that was chosen", i, len(row))
			}
		}
	}
}

func TestKeptEncodings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawElement.Draw(t, "e")
		kept, enc, negative := e.KeepEncoding(), e.encode(), e.Neg()
		if kept.Encode() != enc || e.Encode() != enc || kept.Neg().Encode() != negative.encode() {
			t.Fatal("an encoding is not that of its element")
		}
		if !kept.Equal(e) || kept.IsIdentity() != e.IsIdentity() {
			t.Fatal("an element is another one with its encoding kept")
		}
	})
}

// The sizes that the shuffle uses, on both sides of the switch.
func TestVarTimeMultiScalarMulLarge(t *testing.T) {
	for _, n := range []int{pippengerFrom - 1, pippengerFrom, 150, 300, 700, 1201} {
		s, e := sample(n)
		if !VarTimeMultiScalarMul(s, e).Equal(MultiScalarMul(s, e)) {
			t.Errorf("%d terms: wrong sum", n)
		}
	}
}

func TestMultiScalarMulPanicsOnLengths(t *testing.T) {
	s, e := sample(3)
	for name, f := range map[string]func([]Scalar, []Element) Element{
		"MultiScalarMul": MultiScalarMul, "VarTimeMultiScalarMul": VarTimeMultiScalarMul,
		"Bases.MultiScalarMul":        func(s []Scalar, e []Element) Element { return Bases{}.Append(e...).MultiScalarMul(s) },
		"Bases.VarTimeMultiScalarMul": func(s []Scalar, e []Element) Element { return Bases{}.Append(e...).VarTimeMultiScalarMul(s) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of 3 scalars and 2 elements does not panic", name)
				}
			}()
			f(s, e[:2])
		}()
	}
}

// Arithmetic never changes its operands: values may be shared.
func TestOperandsStay(t *testing.T) {
	s, e := sample(2)
	before := [4][32]byte{s[0].Encode(), s[1].Encode(), e[0].encode(), e[1].encode()}
	s[0].Mul(s[1]).Add(s[0]).Inverse().Neg()
	e[0].Add(e[1]).Sub(e[0]).Neg().Mul(s[0])
	VarTimeMultiScalarMul(s, e)
	MultiScalarMul(s, e)
	if after := [4][32]byte{s[0].Encode(), s[1].Encode(), e[0].encode(), e[1].encode()}; after != before {
		t.Error("an operand changed")
	}
}

// An implementation that shares no code with this one.
func TestAgreesWithGtank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ua := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "a")
		ub := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "b")
		a, _ := FromUniform(ua)
		b, _ := FromUniform(ub)
		s, _ := ScalarFromUniform(ub)
		ga := new(gtank.Element).FromUniformBytes(ua)
		gb := new(gtank.Element).FromUniformBytes(ub)
		gs := new(gtank.Scalar).FromUniformBytes(ub)
		for name, p := range map[string]struct {
			got  [32]byte
			want []byte
		}{
			"FromUniform":       {a.Encode(), ga.Encode(nil)},
			"ScalarFromUniform": {s.Encode(), gs.Encode(nil)},
			"Inverse":           {s.Inverse().Encode(), new(gtank.Scalar).Invert(gs).Encode(nil)},
			"Add":               {a.Add(b).Encode(), new(gtank.Element).Add(ga, gb).Encode(nil)},
			"Sub":               {a.Sub(b).Encode(), new(gtank.Element).Subtract(ga, gb).Encode(nil)},
			"Mul":               {a.Mul(s).Encode(), new(gtank.Element).ScalarMult(gs, ga).Encode(nil)},
			"MulBase":           {MulBase(s).Encode(), new(gtank.Element).ScalarBaseMult(gs).Encode(nil)},
		} {
			if !bytes.Equal(p.got[:], p.want) {
				t.Fatalf("%s: %x, gtank says %x", name, p.got, p.want)
			}
		}
	})
}

// == would compare representations.
func TestValuesDoNotCompare(t *testing.T) {
	for _, v := range []any{Element{}, Scalar{}} {
		if reflect.TypeOf(v).Comparable() {
			t.Errorf("%T can be compared with ==", v)
		}
	}
}

// All four points of a coset are one element: with one encoding, and equal.
func TestCosetIsOneElement(t *testing.T) {
	_, e := sample(1)
	i := sqrtM1
	p := e[0].extended()
	q := p // (x, y) + the point (i, 0) of order 4 is (iy, ix)
	q.x.Multiply(&p.y, i)
	q.y.Multiply(&p.x, i)
	q.t.Negate(&p.t)
	r := p // (x, y) + (0, −1) is (−x, −y)
	r.x.Negate(&p.x)
	r.y.Negate(&p.y)
	for name, f := range map[string]Element{"order 4": q.element(), "order 2": r.element()} {
		if !f.Equal(e[0]) || f.Encode() != e[0].Encode() || !f.Sub(e[0]).IsIdentity() {
			t.Errorf("adding the torsion point of %s gives another element", name)
		}
	}
}
