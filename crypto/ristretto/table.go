package ristretto

// tableWidth is the width of a Table's digits.
const tableWidth = 4

// How many digits use one row of a table, a digit's width of doublings apart. The fewer
// they are, the less work is left for a multiplication, and the longer it takes to make the
// table.
const (
	tableShare      = 2
	shortTableShare = 32
)

// Table holds multiples of one element that is multiplied more than once, such as the
// joint key of a hand. A Table may be used concurrently.
type Table struct {
	share int
	rows  []oddRow // rows[i] is that of 2^(share·tableWidth·i)·e
}

// NewTable returns a table of e. It takes 32 KiB, and pays after a handful of
// multiplications.
func NewTable(e Element) *Table { return newTable(e, tableShare) }

// NewShortTable returns a table of e. It takes 4 KiB, and pays from the second
// multiplication on.
func NewShortTable(e Element) *Table { return newTable(e, shortTableShare) }

func newTable(e Element, share int) *Table {
	points := make([]extended, (scalarDigits(tableWidth)+share-1)/share)
	points[0] = e.extended()
	for i := range points[1:] {
		points[i+1] = points[i]
		points[i+1].doubleTimes(share * tableWidth)
	}
	return &Table{share: share, rows: newOddRows(points, tableWidth)}
}

// Mul returns s·e in constant time.
func (t *Table) Mul(s Scalar) Element {
	// All digits of the same place within their shares are added up before the sum is
	// doubled for the place below.
	digits, n := s.oddDigits(tableWidth), scalarDigits(tableWidth)
	var sum extended
	sum.setZero()
	for place := t.share - 1; place >= 0; place-- {
		if place < t.share-1 {
			sum.doubleTimes(tableWidth)
		}
		for i := place; i < n; i += t.share {
			sum.addOdd(t.rows[i/t.share], digits[i])
		}
	}
	return sum.element()
}
