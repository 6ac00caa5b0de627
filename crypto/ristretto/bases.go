package ristretto

// basesWidth is the width of the digits for Bases: with a wider row, each addition takes
// longer, and fewer are needed.
const basesWidth = 5

// Bases holds multiples of elements that occur in many sums, such as the generators of
// commitments: 2 KiB for each. Bases may be used concurrently.
type Bases struct {
	rows []oddRow
}

// Append returns the bases b and then e. It does not change b.
func (b Bases) Append(e ...Element) Bases {
	points := make([]extended, len(e))
	for i := range e {
		points[i] = e[i].extended()
	}
	return Bases{rows: append(b.rows[:len(b.rows):len(b.rows)], newOddRows(points, basesWidth)...)}
}

// Slice returns the bases from i up to j, not included.
func (b Bases) Slice(i, j int) Bases {
	return Bases{rows: b.rows[i:j]}
}

// MultiScalarMul returns Σ sᵢ·bᵢ in constant time. It panics unless there are as
// many scalars as bases.
func (b Bases) MultiScalarMul(s []Scalar) Element {
	return sumOdd(b.rows, scalarsDigits(s, basesWidth), scalarDigits(basesWidth), basesWidth)
}

// MultiplyShort returns Σ nᵢ·bᵢ for numbers below 2^bits in constant time; bits
// is public. It panics unless there are as many numbers as bases.
func (b Bases) MultiplyShort(n []uint64, bits int) Element {
	count := oddDigitCount(bits, basesWidth)
	digits := make([]oddDigits, len(n))
	for i := range n {
		w := words{n[i] | 1}
		digits[i] = w.oddDigits(basesWidth, count)
	}
	sum := sumOdd(b.rows, digits, count, basesWidth).p
	for i := range n { // even numbers have been made one larger
		less := sum
		less.addOdd(b.rows[i], -1)
		sum.choose(&less, int(n[i]&1^1))
	}
	return sum.element()
}
