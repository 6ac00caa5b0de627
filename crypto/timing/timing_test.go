package timing

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"flag"
	"io"
	"math"
	mathrand "math/rand/v2"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"fives/crypto/cpace"
	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

var (
	duration = flag.Duration("duration", 0, "how long to measure each operation; 0 measures none")
	limit    = flag.Float64("limit", accepted, "the |t| from which on an operation fails; above the usual one, a control that is not found is only a note")
)

// An operation touches a secret. Prepare makes the secret from a stream of bytes,
// fixed or fresh, and returns the part to be measured.
type operation struct {
	name    string
	prepare func(t *testing.T, secret io.Reader) (run func())
}

const terms = 8

func scalar(t *testing.T, r io.Reader) ristretto.Scalar {
	s, err := ristretto.RandomScalar(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func scalars(t *testing.T, r io.Reader, n int) []ristretto.Scalar {
	s := make([]ristretto.Scalar, n)
	for i := range s {
		s[i] = scalar(t, r)
	}
	return s
}

func context() *transcript.Transcript { return transcript.New("fives/v1/test") }

// proveShares proves shares of n masks.
func proveShares(n int) func(t *testing.T, r io.Reader) func() {
	return func(t *testing.T, r io.Reader) func() {
		w := sigma.Witness{X: scalar(t, r)}
		key := ristretto.MulBase(w.X)
		var as []ristretto.Element
		for range n { // public, and so random for every secret
			as = append(as, ristretto.MulBase(scalar(t, rand.Reader)))
		}
		return func() { sigma.ProveDLEQ(context(), key, as, w, rand.Reader) }
	}
}

// constant lists the operations that have to take the same time for all secrets.
func constant(t *testing.T) []operation {
	elements := mask.Faces("timing", terms)
	bases := ristretto.Bases{}.Append(elements...)
	table, short := ristretto.NewTable(elements[0]), ristretto.NewShortTable(elements[0])
	key := pedersen.NewKey(52) // as many as are used
	public := scalar(t, rand.Reader)
	joint := ristretto.MulBase(public)
	trivial := mask.TrivialStack(elements)
	masked, _, err := shuffle.Shuffle(joint, trivial, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := shuffle.Shuffle(joint, masked, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	prove := func(in []mask.Mask) func(t *testing.T, r io.Reader) func() {
		return func(t *testing.T, r io.Reader) func() {
			_, w, err := shuffle.Shuffle(joint, in, r)
			if err != nil {
				t.Fatal(err)
			}
			st := shuffle.Statement{PK: joint, In: in, Out: out}
			return func() { shuffle.Prove(context(), st, w, rand.Reader) }
		}
	}
	return []operation{
		{"scalar arithmetic", func(t *testing.T, r io.Reader) func() {
			a, b := scalar(t, r), scalar(t, r)
			return func() { a.Mul(b).Add(a).Sub(b).Neg().Inverse() }
		}},
		{"MulBase", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r)
			return func() { ristretto.MulBase(s) }
		}},
		{"Mul", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r)
			return func() { elements[0].Mul(s) }
		}},
		{"Table.Mul", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r)
			return func() { table.Mul(s) }
		}},
		{"Table.Mul of a short table", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r)
			return func() { short.Mul(s) }
		}},
		{"NewTable of a secret element", func(t *testing.T, r io.Reader) func() {
			e := ristretto.MulBase(scalar(t, r))
			return func() { ristretto.NewTable(e) }
		}},
		{"MultiScalarMul", func(t *testing.T, r io.Reader) func() {
			s := scalars(t, r, terms)
			return func() { ristretto.MultiScalarMul(s, elements) }
		}},
		{"Bases.MultiScalarMul", func(t *testing.T, r io.Reader) func() {
			s := scalars(t, r, terms)
			return func() { bases.MultiScalarMul(s) }
		}},
		{"Bases.MultiplyShort", func(t *testing.T, r io.Reader) func() {
			numbers, b := make([]uint64, terms), make([]byte, terms)
			io.ReadFull(r, b)
			for i := range numbers {
				numbers[i] = uint64(b[i] % 64)
			}
			return func() { bases.MultiplyShort(numbers, 6) }
		}},
		{"Add, Sub, Equal and Encode of secret elements", func(t *testing.T, r io.Reader) func() {
			a, b := ristretto.MulBase(scalar(t, r)), ristretto.MulBase(scalar(t, r))
			return func() { a.Add(b).Sub(a).Equal(b); a.Encode() }
		}},
		{"pedersen Commit", func(t *testing.T, r io.Reader) func() {
			v, k := scalars(t, r, 52), scalar(t, r)
			return func() { key.Commit(v, k) }
		}},
		{"pedersen CommitIndices", func(t *testing.T, r io.Reader) func() {
			order, k := permutation(r, 52), scalar(t, r)
			return func() { key.CommitIndices(order, k) }
		}},
		{"mask Remask", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r)
			return func() { mask.Remask(table, masked[0], s) }
		}},
		{"mask Share", func(t *testing.T, r io.Reader) func() {
			x := scalar(t, r)
			return func() { mask.Share(x, masked[0]) }
		}},
		{"ProveSchnorr", func(t *testing.T, r io.Reader) func() {
			w := sigma.Witness{X: scalar(t, r)}
			st := sigma.SchnorrStatement{X: ristretto.MulBase(w.X)}
			return func() { sigma.ProveSchnorr(context(), st, w, rand.Reader) }
		}},
		{"ProveDLEQ", proveShares(3)},
		{"ProveDLEQ, one share", proveShares(1)},
		{"piece Shared and Derive", func(t *testing.T, r io.Reader) func() {
			z := scalar(t, r)
			w := piece.Way{Place: context(), From: ristretto.MulBase(z), To: joint}
			return func() { w.Derive(piece.Shared(z, w.To)) }
		}},
		{"piece Commit and Fits", func(t *testing.T, r io.Reader) func() {
			s := scalars(t, r, 3)
			return func() { piece.Fits(s[0], piece.Commit(s)[0]) }
		}},
		{"piece Complain", func(t *testing.T, r io.Reader) func() {
			z := scalar(t, r)
			w := piece.Way{Place: context(), From: joint, To: ristretto.MulBase(z)}
			return func() { piece.Complain(context(), w, elements[0], z, rand.Reader) }
		}},
		{"cpace Start", func(t *testing.T, r io.Reader) func() {
			code := make([]byte, 8)
			io.ReadFull(r, code)
			return func() { cpace.Start(cpace.Config{Role: cpace.Initiator}, code, rand.Reader) }
		}},
		{"cpace Finish", func(t *testing.T, r io.Reader) func() {
			x, _, err := cpace.Start(cpace.Config{Role: cpace.Initiator}, []byte("12345678"), r)
			if err != nil {
				t.Fatal(err)
			}
			message := joint.Encode()
			return func() { x.Finish(message[:]) }
		}},
		{"nonces", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r)
			return func() {
				nonces, err := context().Nonces(rand.Reader, s)
				if err != nil {
					t.Fatal(err)
				}
				nonces.Scalar()
			}
		}},
		{"Shuffle", func(t *testing.T, r io.Reader) func() {
			stream := make([]byte, 4*terms+64*terms)
			io.ReadFull(r, stream)
			return func() { shuffle.Shuffle(joint, masked, bytes.NewReader(stream)) }
		}},
		{"shuffle Prove, first pass", prove(trivial)},
		{"shuffle Prove, later pass", prove(masked)},
	}
}

// variable lists operations that are known to depend on their secrets. The measurement
// must notice them, or its other results mean nothing.
func variable(t *testing.T) []operation {
	elements := mask.Faces("timing", terms)
	bases := ristretto.Bases{}.Append(elements...)
	return []operation{
		{"VarTimeMultiScalarMul", func(t *testing.T, r io.Reader) func() {
			s := scalars(t, r, terms)
			return func() { ristretto.VarTimeMultiScalarMul(s, elements) }
		}},
		{"VarTimeMultiScalarMul of one term", func(t *testing.T, r io.Reader) func() {
			s := scalars(t, r, 1)
			return func() { ristretto.VarTimeMultiScalarMul(s, elements[:1]) }
		}},
		{"Bases.VarTimeMultiScalarMul", func(t *testing.T, r io.Reader) func() {
			s := scalars(t, r, terms)
			return func() { bases.VarTimeMultiScalarMul(s) }
		}},
		{"doubling and adding", func(t *testing.T, r io.Reader) func() {
			s := scalar(t, r).Encode()
			return func() {
				var sum ristretto.Element
				for _, b := range s[:8] {
					for bit := range 8 {
						sum = sum.Add(sum)
						if b>>bit&1 == 1 {
							sum = sum.Add(elements[0])
						}
					}
				}
			}
		}},
	}
}

// permutation returns one of 1..n.
func permutation(r io.Reader, n int) []int {
	var seed [32]byte
	io.ReadFull(r, seed[:])
	order := mathrand.New(mathrand.NewChaCha8(seed)).Perm(n)
	for i := range order {
		order[i]++
	}
	return order
}

// measure runs op for about d with secrets of both classes. What it does before
// and after each run does not depend on the class.
func measure(t *testing.T, op operation, d time.Duration) []sample {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	fixed := mathrand.NewChaCha8([32]byte{1})
	var same, fresh [1 << 12]byte
	fixed.Read(same[:])
	var samples []sample
	for end := time.Now().Add(d); time.Now().Before(end); {
		if len(samples)%256 == 0 {
			runtime.GC() // and not while an operation runs
		}
		stream := make([]byte, len(fresh))
		rand.Read(fresh[:])
		class := int(fresh[0] & 1)
		copy(stream, fresh[:])
		subtle.ConstantTimeCopy(class, stream, same[:]) // or the caches would know
		run := op.prepare(t, bytes.NewReader(stream))
		start := time.Now()
		run()
		samples = append(samples, sample{took: float64(time.Since(start)), fixed: class == 1})
	}
	return samples
}

func skipUnlessMeasured(t *testing.T) {
	if *duration == 0 {
		t.Skip("make timing measures")
	}
}

func TestConstantTime(t *testing.T) {
	skipUnlessMeasured(t)
	for _, op := range constant(t) {
		t.Run(op.name, func(t *testing.T) {
			samples := measure(t, op, *duration)
			got := worst(samples)
			t.Logf("t = %.1f, %d samples", got, len(samples))
			if len(samples) < 4*atLeast {
				t.Skip("note: too few samples to say anything")
			}
			if math.Abs(got) >= *limit {
				t.Errorf("the time depends on the secret: t = %.1f", got)
			}
		})
	}
}

// The control: operations that do depend on their secrets are found.
func TestVariableTimeIsFound(t *testing.T) {
	skipUnlessMeasured(t)
	for _, op := range variable(t) {
		t.Run(op.name, func(t *testing.T) {
			samples := measure(t, op, *duration)
			got := worst(samples)
			t.Logf("t = %.1f, %d samples", got, len(samples))
			switch {
			case math.Abs(got) >= accepted:
			case *limit > accepted: // a short look, at a machine that may be busy
				t.Skip("note: not found to be of variable time; other operations may not be, either")
			default:
				t.Errorf("not found to be of variable time: t = %.1f", got)
			}
		})
	}
}
