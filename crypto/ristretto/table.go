package ristretto

import (
	"crypto/subtle"

	"filippo.io/edwards25519/field"
)

// Table holds multiples of one element that is multiplied often, such as the
// joint key of a hand. It takes about 30 KiB, and pays from a handful of
// multiplications on. A Table may be used concurrently.
type Table struct {
	rows [32][8]affine // rows[i][j] = (j+1)·256ⁱ·e
}

// NewTable returns the table of e.
func NewTable(e Element) *Table {
	points := make([]extended, 0, 32*8)
	p := e.extended()
	for range 32 {
		points = appendMultiples(points, p)
		var c completed
		for range 8 {
			c.double(&p)
			p.set(&c)
		}
	}
	normalize(points)
	t := new(Table)
	for i := range points {
		t.rows[i/8][i%8] = points[i].affine()
	}
	return t
}

// appendMultiples appends p, 2p, …, 8p.
func appendMultiples(points []extended, p extended) []extended {
	summand, multiple := p.cached(), p
	points = append(points, multiple)
	var c completed
	for range 7 {
		c.add(&multiple, &summand)
		multiple.set(&c)
		points = append(points, multiple)
	}
	return points
}

// Mul returns s·e in constant time.
func (t *Table) Mul(s Scalar) Element {
	// s = Σ dᵢ·16ⁱ. The odd digits use the rows of the even ones: they are
	// added first, and multiplied by 16 by four doublings.
	digits := s.radix16()
	var sum extended
	var c completed
	var summand affine
	sum.setZero()
	for i := 1; i < 64; i += 2 {
		summand.selectMultiple(&t.rows[i/2], digits[i])
		c.addAffine(&sum, &summand)
		sum.set(&c)
	}
	for range 4 {
		c.double(&sum)
		sum.set(&c)
	}
	for i := 0; i < 64; i += 2 {
		summand.selectMultiple(&t.rows[i/2], digits[i])
		c.addAffine(&sum, &summand)
		sum.set(&c)
	}
	return sum.element()
}

// selectMultiple sets a to digit·row[0], for a digit between −8 and 8, by
// reading the whole row and without a branch on the digit.
func (a *affine) selectMultiple(row *[8]affine, digit int8) {
	sign := digit >> 7 // −1 or 0
	abs := uint8((digit ^ sign) - sign)
	*a = affine{plus: *one, minus: *one}
	for j := range row {
		hit := subtle.ConstantTimeByteEq(abs, uint8(j+1))
		a.plus.Select(&row[j].plus, &a.plus, hit)
		a.minus.Select(&row[j].minus, &a.minus, hit)
		a.t2d.Select(&row[j].t2d, &a.t2d, hit)
	}
	negative := int(sign & 1)
	a.plus.Swap(&a.minus, negative)
	a.t2d.Select(new(field.Element).Negate(&a.t2d), &a.t2d, negative)
}
