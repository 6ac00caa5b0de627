package ristretto

// oddRow is P, 3P, 5P, …: the multiples of one point for odd digits.
type oddRow []affine

// newOddRows returns the rows for digits of the given width, 2^(width−1)
// multiples of each point, with one inversion for all.
func newOddRows(points []extended, width int) []oddRow {
	n := 1 << (width - 1)
	multiples := make([]extended, 0, n*len(points))
	for i := range points {
		multiples = appendOddMultiples(multiples, points[i], n)
	}
	normalize(multiples)
	entries := make([]affine, len(multiples))
	for i := range multiples {
		entries[i] = multiples[i].affine()
	}
	rows := make([]oddRow, len(points))
	for i := range rows {
		rows[i] = entries[n*i : n*(i+1) : n*(i+1)]
	}
	return rows
}

// appendOddMultiples appends the first n odd multiples of p.
func appendOddMultiples(multiples []extended, p extended, n int) []extended {
	twice := p
	twice.doubleTimes(1)
	summand := twice.cached()
	multiples = append(multiples, p)
	var c completed
	for range n - 1 {
		c.add(&p, &summand)
		p.set(&c)
		multiples = append(multiples, p)
	}
	return multiples
}

// addOdd sets p = p + digit·P in constant time, with P's row.
func (p *extended) addOdd(row oddRow, digit int8) {
	sign := digit >> 7 // −1 or 0
	negative := int(sign & 1)
	var a affine
	a.choose(row, int(uint8((digit^sign)-sign)>>1))
	// −P has plus and minus exchanged, and t2d negated, which exchanges f and g.
	a.plus.Swap(&a.minus, negative)
	var c completed
	c.addAffine(p, &a)
	c.f.Swap(&c.g, negative)
	p.set(&c)
}
