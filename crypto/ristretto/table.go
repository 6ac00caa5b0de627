package ristretto

// tableWidth is the width of a Table's digits.
const tableWidth = 4

// Table holds multiples of one element that is multiplied often, such as the
// joint key of a hand. It takes 32 KiB, and pays from a handful of
// multiplications on. A Table may be used concurrently.
type Table struct {
	rows []oddRow // rows[i] is that of 2^(2·tableWidth·i)·e
}

// NewTable returns the table of e.
func NewTable(e Element) *Table {
	points := make([]extended, (scalarDigits(tableWidth)+1)/2)
	p := e.extended()
	for i := range points {
		points[i] = p
		p.doubleTimes(2 * tableWidth)
	}
	return &Table{rows: newOddRows(points, tableWidth)}
}

// Mul returns s·e in constant time.
func (t *Table) Mul(s Scalar) Element {
	// The odd places use the rows of the even ones: they are added first, and
	// then doubled by a digit's width.
	digits, n := s.oddDigits(tableWidth), scalarDigits(tableWidth)
	var sum extended
	sum.setZero()
	for i := 1; i < n; i += 2 {
		sum.addOdd(t.rows[i/2], digits[i])
	}
	sum.doubleTimes(tableWidth)
	for i := 0; i < n; i += 2 {
		sum.addOdd(t.rows[i/2], digits[i])
	}
	return sum.element()
}
