package shuffle

import (
	"crypto/rand"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/sigma/sigmatest"
)

// meter counts an operation in units U, one variable-time multi-scalar
// multiplication of 52 points. It times one U after each operation and takes
// minima, because what else a machine does only adds.
type meter struct {
	scalars  []ristretto.Scalar
	elements []ristretto.Element
	ops, us  []time.Duration
}

func newMeter(b *testing.B) *meter {
	m := &meter{scalars: make([]ristretto.Scalar, 52), elements: mask.Faces("unit", 52)}
	for i := range m.scalars {
		m.scalars[i] = randomScalar(b)
	}
	return m
}

func (m *meter) unit() { ristretto.VarTimeMultiScalarMul(m.scalars, m.elements) }

// run is the benchmark loop around op.
func (m *meter) run(b *testing.B, op func()) {
	for b.Loop() {
		start := time.Now()
		op()
		m.ops = append(m.ops, time.Since(start))
		b.StopTimer()
		start = time.Now()
		m.unit()
		m.us = append(m.us, time.Since(start))
		b.StartTimer()
	}
	least, unit := slices.Min(m.ops), slices.Min(m.us)
	b.ReportMetric(float64(least)/float64(unit), "U/op")
	b.ReportMetric(float64(least)/1e6, "ms/op")
	b.ReportMetric(float64(unit), "ns/U")
}

// onOneCore has a benchmark run on one core until the function that it returns is called.
// A benchmark that has others in it calls it in each: package testing sets the number of
// cores anew behind every one of them.
func onOneCore() (restore func()) {
	before := runtime.GOMAXPROCS(1)
	return func() { runtime.GOMAXPROCS(before) }
}

var benchSizes = []int{52, 65, 116, 232}

// BenchmarkUnit is U itself.
func BenchmarkUnit(b *testing.B) {
	m := newMeter(b)
	for b.Loop() {
		m.unit()
	}
}

// BenchmarkShuffleProve is one pass as a shuffler does it: shuffle a received
// stack, encode the result and prove it. It is the work of all cores: on one.
// Target for N = 52: 14 U.
func BenchmarkShuffleProve(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			defer onOneCore()()
			pk, in := maskedStack(b, n)
			in = received(b, Statement{Out: in}).Out
			newMeter(b).run(b, func() {
				p, err := Prepare(pk, n)
				if err != nil {
					b.Fatal(err)
				}
				shuffleAndProve(b, p, pk, in)
			})
		})
	}
}

// BenchmarkShuffleProveOnline is the time that the others wait for the pass of one
// who is prepared, on all cores. Target for N = 52: 7 U.
func BenchmarkShuffleProveOnline(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			pk, in := maskedStack(b, n)
			in = received(b, Statement{Out: in}).Out
			p, err := Prepare(pk, n)
			if err != nil {
				b.Fatal(err)
			}
			newMeter(b).run(b, func() { shuffleAndProve(b, p, pk, in) })
		})
	}
}

func shuffleAndProve(b *testing.B, p *Preparation, pk ristretto.Element, in []mask.Mask) {
	out, w, err := p.Shuffle(in, rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	proof, err := Prove(contextOf("bench"), Statement{PK: pk, In: in, Out: out}, w, rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	mask.EncodeStack(out)
	proof.Encode()
}

// BenchmarkVerify is one pass as every other seat sees it: decode stack and
// proof, and verify. Target for N = 52: 5.7 U.
func BenchmarkVerify(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			st, p := provedShuffle(b, n)
			stack, proof := mask.EncodeStack(st.Out), p.Encode()
			newMeter(b).run(b, func() {
				out, err := mask.DecodeStack(stack, n)
				if err != nil {
					b.Fatal(err)
				}
				decoded, err := DecodeProof(proof, n)
				if err != nil {
					b.Fatal(err)
				}
				st.Out = out
				if err := Verify(contextOf("test"), st, decoded); err != nil {
					b.Fatal(err)
				}
			})
			b.ReportMetric(float64(len(proof)), "proof-bytes")
		})
	}
}

// BenchmarkVerifyTogether is a shuffle of four passes as somebody sees it who looks
// at it afterwards: decode all stacks and proofs, and verify them together, or one
// after the other. Target for N = 52 together: 14.5 U.
func BenchmarkVerifyTogether(b *testing.B) {
	const passes = 4
	for _, n := range []int{52, 232} {
		pk, in := maskedStack(b, n)
		in = received(b, Statement{Out: in}).Out
		var stacks, proofs [][]byte
		for _, c := range chain(b, pk, in, passes) {
			stacks, proofs = append(stacks, mask.EncodeStack(c.Out)), append(proofs, c.Proof.Encode())
		}
		claims := func() []Claim {
			cs, in := make([]Claim, passes), in
			for i := range cs {
				out, err := mask.DecodeStack(stacks[i], n)
				if err != nil {
					b.Fatal(err)
				}
				proof, err := DecodeProof(proofs[i], n)
				if err != nil {
					b.Fatal(err)
				}
				cs[i] = Claim{T: contextOf(fmt.Sprint("pass ", i)), Statement: Statement{PK: pk, In: in, Out: out}, Proof: proof}
				in = out
			}
			return cs
		}
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			newMeter(b).run(b, func() {
				if err := sigma.VerifyTogether(claims()); err != nil {
					b.Fatal(err)
				}
			})
		})
		b.Run(fmt.Sprintf("N=%d/alone", n), func(b *testing.B) {
			newMeter(b).run(b, func() {
				if bad := sigmatest.False(claims()); bad != nil {
					b.Fatal(bad)
				}
			})
		})
	}
}

// BenchmarkParts is what the shuffle of a deal consists of, each part on one core: to read
// a stack, to make the next one, to prove that, and to verify the proofs of all other
// seats together. cmd/figures makes the floor of a deal of them.
func BenchmarkParts(b *testing.B) {
	for _, c := range []struct{ seats, cards int }{{4, 52}, {14, 232}} {
		pk, in := maskedStack(b, c.cards)
		in = received(b, Statement{Out: in}).Out
		others := chain(b, pk, in, c.seats-1)
		part := func(name string, op func() error) {
			b.Run(fmt.Sprintf("seats=%d/cards=%d/%s", c.seats, c.cards, name), func(b *testing.B) {
				defer onOneCore()()
				newMeter(b).run(b, func() {
					if err := op(); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
		encoded := mask.EncodeStack(others[0].Out)
		part("read", func() error {
			_, err := mask.DecodeStack(encoded, c.cards)
			return err
		})
		prepared, err := Prepare(pk, c.cards)
		if err != nil {
			b.Fatal(err)
		}
		part("mask", func() error {
			out, _, err := prepared.Shuffle(in, rand.Reader)
			mask.EncodeStack(out)
			return err
		})
		out, w, err := prepared.Shuffle(in, rand.Reader)
		if err != nil {
			b.Fatal(err)
		}
		part("prove", func() error {
			proof, err := Prove(contextOf("bench"), Statement{PK: pk, In: in, Out: out}, w, rand.Reader)
			if err == nil {
				proof.Encode()
			}
			return err
		})
		proofs := make([][]byte, len(others))
		for i := range others {
			proofs[i] = others[i].Proof.Encode()
		}
		part("verify", func() (err error) {
			for i := range others {
				if others[i].Proof, err = DecodeProof(proofs[i], c.cards); err != nil {
					return err
				}
			}
			return sigma.VerifyTogether(others)
		})
	}
}
