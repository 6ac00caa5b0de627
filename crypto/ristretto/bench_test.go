package ristretto

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// sample returns n scalars and elements, the same in every run. The elements
// have been through the decoder, as those of a proof have.
func sample(n int) ([]Scalar, []Element) {
	rng := rand.NewChaCha8([32]byte{1})
	s, e := make([]Scalar, n), make([]Element, n)
	for i := range s {
		var b [64]byte
		rng.Read(b[:])
		s[i], _ = ScalarFromUniform(b[:])
		rng.Read(b[:])
		u, _ := FromUniform(b[:])
		enc := u.Encode()
		e[i], _ = Decode(enc[:])
	}
	return s, e
}

var (
	sinkElement Element
	sinkBytes   [32]byte
)

func BenchmarkDecode(b *testing.B) {
	_, e := sample(1)
	enc := e[0].Encode()
	for b.Loop() {
		sinkElement, _ = Decode(enc[:])
	}
}

func BenchmarkEncode(b *testing.B) {
	_, e := sample(1)
	for b.Loop() {
		sinkBytes = e[0].encode()
	}
}

func BenchmarkAdd(b *testing.B) {
	_, e := sample(2)
	for b.Loop() {
		sinkElement = e[0].Add(e[1])
	}
}

func BenchmarkFromUniform(b *testing.B) {
	var u [64]byte
	for b.Loop() {
		sinkElement, _ = FromUniform(u[:])
	}
}

func BenchmarkMulBase(b *testing.B) {
	s, _ := sample(1)
	for b.Loop() {
		sinkElement = MulBase(s[0])
	}
}

func BenchmarkMul(b *testing.B) {
	s, e := sample(1)
	for b.Loop() {
		sinkElement = e[0].Mul(s[0])
	}
}

func BenchmarkNewTable(b *testing.B) {
	_, e := sample(1)
	for b.Loop() {
		NewTable(e[0])
	}
}

func BenchmarkTableMul(b *testing.B) {
	s, e := sample(1)
	t := NewTable(e[0])
	for b.Loop() {
		sinkElement = t.Mul(s[0])
	}
}

func BenchmarkNewShortTable(b *testing.B) {
	_, e := sample(1)
	for b.Loop() {
		NewShortTable(e[0])
	}
}

func BenchmarkShortTableMul(b *testing.B) {
	s, e := sample(1)
	t := NewShortTable(e[0])
	for b.Loop() {
		sinkElement = t.Mul(s[0])
	}
}

func BenchmarkMultiScalarMul(b *testing.B) {
	s, e := sample(52)
	for b.Loop() {
		sinkElement = MultiScalarMul(s, e)
	}
}

func BenchmarkBasesMultiScalarMul(b *testing.B) {
	s, e := sample(52)
	bases := Bases{}.Append(e...)
	for b.Loop() {
		sinkElement = bases.MultiScalarMul(s)
	}
}

func BenchmarkBasesVarTimeMultiScalarMul(b *testing.B) {
	s, e := sample(52)
	bases := Bases{}.Append(e...)
	for b.Loop() {
		sinkElement = bases.VarTimeMultiScalarMul(s)
	}
}

func BenchmarkVarTimeMultiScalarMul(b *testing.B) {
	for _, n := range []int{1, 2, 8, 52, 104, 260, 520, 1160} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, e := sample(n)
			for b.Loop() {
				sinkElement = VarTimeMultiScalarMul(s, e)
			}
		})
	}
}
