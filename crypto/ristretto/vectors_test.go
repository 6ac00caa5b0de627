package ristretto

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

type rfcVectors struct {
	GeneratorMultiples []string `json:"generator_multiples"`
	InvalidEncodings   []string `json:"invalid_encodings"`
	ElementDerivation  []struct{ Input, Output string }
	SqrtRatio          []struct {
		U, V, R   string
		WasSquare bool `json:"was_square"`
	} `json:"sqrt_ratio"`
}

func loadVectors(t *testing.T) rfcVectors {
	t.Helper()
	b, err := os.ReadFile("testdata/rfc9496.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw struct {
		rfcVectors
		Derivation []struct{ Input, Output string } `json:"element_derivation"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	v := raw.rfcVectors
	v.ElementDerivation = raw.Derivation
	return v
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func encodeHex(e Element) string {
	b := e.encode() // not Encode, which remembers what was decoded
	return hex.EncodeToString(b[:])
}

func TestRFC9496VectorsLoad(t *testing.T) {
	v := loadVectors(t)
	got := [4]int{len(v.GeneratorMultiples), len(v.InvalidEncodings), len(v.ElementDerivation), len(v.SqrtRatio)}
	if want := [4]int{16, 29, 11, 6}; got != want {
		t.Fatalf("vectors of A.1 to A.4: %v, want %v", got, want)
	}
}

// RFC 9496 A.1.
func TestRFC9496GeneratorMultiples(t *testing.T) {
	table := NewTable(Base())
	var sum Element
	for i, want := range loadVectors(t).GeneratorMultiples {
		n := ScalarFromUint64(uint64(i))
		decoded, err := Decode(unhex(t, want))
		if err != nil {
			t.Fatalf("%d·G: %v", i, err)
		}
		for name, e := range map[string]Element{
			"sum": sum, "decoded": decoded, "MulBase": MulBase(n), "Mul": Base().Mul(n), "Table": table.Mul(n),
			"MultiScalarMul":        MultiScalarMul([]Scalar{n}, []Element{Base()}),
			"VarTimeMultiScalarMul": VarTimeMultiScalarMul([]Scalar{n}, []Element{Base()}),
		} {
			if got := encodeHex(e); got != want {
				t.Errorf("%d·G by %s = %s, want %s", i, name, got, want)
			}
			if !e.Equal(decoded) {
				t.Errorf("%d·G by %s is not equal to its decoding", i, name)
			}
		}
		sum = sum.Add(Base())
	}
}

// RFC 9496 A.2.
func TestRFC9496InvalidEncodings(t *testing.T) {
	for _, s := range loadVectors(t).InvalidEncodings {
		if _, err := Decode(unhex(t, s)); err != ErrElement {
			t.Errorf("Decode(%s): %v, want %v", s, err, ErrElement)
		}
	}
}

// RFC 9496 A.3.
func TestRFC9496ElementDerivation(t *testing.T) {
	for _, v := range loadVectors(t).ElementDerivation {
		e, err := FromUniform(unhex(t, v.Input))
		if err != nil {
			t.Fatal(err)
		}
		if got := encodeHex(e); got != v.Output {
			t.Errorf("FromUniform(%s) = %s, want %s", v.Input, got, v.Output)
		}
	}
}

// RFC 9496 A.4. The square root is the field package's; the group relies on
// its conventions for zero and for non-squares.
func TestRFC9496SqrtRatio(t *testing.T) {
	fe := func(s string) *fieldElement {
		e, err := new(fieldElement).SetBytes(unhex(t, s))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, v := range loadVectors(t).SqrtRatio {
		r, wasSquare := new(fieldElement).SqrtRatio(fe(v.U), fe(v.V))
		if got := hex.EncodeToString(r.Bytes()); got != v.R || (wasSquare == 1) != v.WasSquare {
			t.Errorf("SqrtRatio(%s, %s) = %s, %d", v.U, v.V, got, wasSquare)
		}
	}
}

// RFC 9496 §4.1: every constant from its definition.
func TestRFC9496Constants(t *testing.T) {
	mul := func(a, b *fieldElement) *fieldElement { return new(fieldElement).Multiply(a, b) }
	sub := func(a, b *fieldElement) *fieldElement { return new(fieldElement).Subtract(a, b) }
	small := func(n uint32) *fieldElement { return new(fieldElement).Mult32(one, n) }

	minusDMinusOne := sub(sub(new(fieldElement), d), one) // a·d − 1 and a − d, with a = −1
	for name, c := range map[string]struct{ got, want *fieldElement }{
		"D":                 {mul(d, small(121666)), sub(new(fieldElement), small(121665))},
		"SQRT_M1":           {mul(sqrtM1, sqrtM1), minusOne},
		"SQRT_AD_MINUS_ONE": {mul(sqrtADMinusOne, sqrtADMinusOne), minusDMinusOne},
		"INVSQRT_A_MINUS_D": {mul(mul(invSqrtAMinusD, invSqrtAMinusD), minusDMinusOne), one},
		"ONE_MINUS_D_SQ":    {oneMinusDSq, sub(one, mul(d, d))},
		"D_MINUS_ONE_SQ":    {dMinusOneSq, mul(sub(d, one), sub(d, one))},
		"2D":                {d2, mul(d, small(2))},
	} {
		if c.got.Equal(c.want) != 1 {
			t.Errorf("%s is not what RFC 9496 defines", name)
		}
	}
	// The signs of the roots, which squares do not show.
	if sqrtM1.IsNegative() != 0 || sqrtADMinusOne.IsNegative() != 1 || invSqrtAMinusD.IsNegative() != 0 {
		t.Error("a square root has the wrong sign")
	}
}
