package sigma

import (
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"fives/crypto/ristretto"
)

// inUnits is the benchmark loop around op. It reports its cost in U, one
// variable-time multi-scalar multiplication of 52 points in the same run; medians,
// because the machine is not ours alone. Its milliseconds are the least, because what
// else a machine does only adds.
func inUnits(b *testing.B, op func() error) {
	var scalars []ristretto.Scalar
	var elements []ristretto.Element
	for range 52 {
		scalars, elements = append(scalars, randomScalar(b)), append(elements, randomElement(b))
	}
	var ops, units []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := op(); err != nil {
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
	b.ReportMetric(float64(ops[0])/1e6, "ms/op")
}

// BenchmarkVerify has a target: 3 U for 20 shares.
func BenchmarkVerify(b *testing.B) {
	for _, k := range []int{1, 20, 52} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			st, _, p := provedDLEQ(b, k)
			inUnits(b, func() error { return VerifyDLEQ(contextOf("test"), st, p) })
		})
	}
}

// BenchmarkVerifyTogether verifies the shares of the same five cards from several seats,
// in one sum and one after the other. Target for 14 seats: 2.8 U.
func BenchmarkVerifyTogether(b *testing.B) {
	for _, seats := range []int{4, 14} {
		cs := claims(b, seats, 5)
		b.Run(fmt.Sprintf("seats=%d", seats), func(b *testing.B) {
			inUnits(b, func() error { return VerifyTogether(cs) })
		})
		b.Run(fmt.Sprintf("seats=%d/alone", seats), func(b *testing.B) {
			inUnits(b, func() error {
				for _, c := range cs {
					if err := c.Verify(); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

func BenchmarkProve(b *testing.B) {
	for _, k := range []int{1, 20, 52} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			st, w := stated(b, k)
			for b.Loop() {
				if _, _, err := ProveDLEQ(contextOf("test"), st.X, st.masks(), w, rand.Reader); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParts is what the opening of cards consists of: to make a seat's shares, with
// their proof, and to read and verify those of all other seats together. The shares are
// one, as in a draw, and those of the deals that cmd/figures makes floors of.
func BenchmarkParts(b *testing.B) {
	for _, c := range []struct{ seats, shares int }{{4, 1}, {4, 15}, {14, 1}, {14, 39}} {
		name := fmt.Sprintf("seats=%d/shares=%d", c.seats, c.shares)
		b.Run(name+"/make", func(b *testing.B) {
			st, w := stated(b, c.shares)
			inUnits(b, func() error {
				made, p, err := ProveDLEQ(contextOf("test"), st.X, st.masks(), w, rand.Reader)
				encode(made)
				p.Encode()
				return err
			})
		})
		b.Run(name+"/verify", func(b *testing.B) {
			cs := claims(b, c.seats-1, c.shares)
			var encoded [][][32]byte
			for _, c := range cs {
				encoded = append(encoded, encode(c.DLEQStatement))
			}
			inUnits(b, func() error {
				for i := range cs {
					for j := range cs[i].Pairs {
						d, err := ristretto.Decode(encoded[i][j][:])
						if err != nil {
							return err
						}
						cs[i].Pairs[j].D = d
					}
				}
				return VerifyTogether(cs)
			})
		})
	}
}

// encode returns the shares of a statement as a record has them.
func encode(st DLEQStatement) (shares [][32]byte) {
	for _, q := range st.Pairs {
		shares = append(shares, q.D.Encode())
	}
	return shares
}
