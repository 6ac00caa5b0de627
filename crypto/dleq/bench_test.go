package dleq

import (
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"fives/crypto/ristretto"
)

// BenchmarkVerify reports its cost in U, one variable-time multi-scalar
// multiplication of 52 points in the same run; medians, because the machine is
// not ours alone. Target for 20 shares: 3 U.
func BenchmarkVerify(b *testing.B) {
	var scalars []ristretto.Scalar
	var elements []ristretto.Element
	for range 52 {
		scalars, elements = append(scalars, randomScalar(b)), append(elements, randomElement(b))
	}
	for _, k := range []int{1, 20, 52} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			st, _, p := proved(b, k)
			var ops, units []time.Duration
			for b.Loop() {
				start := time.Now()
				if err := Verify(contextOf("test"), st, p); err != nil {
					b.Fatal(err)
				}
				ops = append(ops, time.Since(start))
				b.StopTimer()
				start = time.Now()
				ristretto.VarTimeMultiScalarMul(scalars, elements)
				units = append(units, time.Since(start))
				b.StartTimer()
			}
			slices.Sort(ops)
			slices.Sort(units)
			b.ReportMetric(float64(ops[len(ops)/2])/float64(units[len(units)/2]), "U/op")
		})
	}
}

func BenchmarkProve(b *testing.B) {
	for _, k := range []int{1, 20, 52} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			st, w := stated(b, k)
			for b.Loop() {
				if _, err := Prove(contextOf("test"), st, w, rand.Reader); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
