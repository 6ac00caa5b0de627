package ristretto

// VarTimeMultiScalarMul returns Σ sᵢ·eᵢ in a time that depends on the values; it is for
// public inputs only. It panics if the slices differ in length.
func VarTimeMultiScalarMul(s []Scalar, e []Element) Element {
	if len(s) != len(e) {
		panic("ristretto: as many scalars as elements are needed")
	}
	if len(s) < pippengerFrom {
		return straus(s, e)
	}
	return pippenger(s, e, windowWidth(len(s)))
}

// VarTimeMultiScalarMul returns Σ sᵢ·bᵢ in a time that depends on the scalars; it is for
// public ones only. It panics unless there are as many scalars as bases.
func (b Bases) VarTimeMultiScalarMul(s []Scalar) Element {
	if len(s) != len(b.rows) {
		panic("ristretto: as many scalars as elements are needed")
	}
	nafs := make([][nafBits]int8, len(s))
	for i := range s {
		nafs[i] = s[i].naf(basesWidth + 1)
	}
	return sumForms(nafs, func(c *completed, sum *extended, i, multiple int, plus bool) {
		if plus {
			c.addAffine(sum, &b.rows[i][multiple])
		} else {
			c.subAffine(sum, &b.rows[i][multiple])
		}
	})
}

// oddMultiples is P, 3P, 5P, …, 15P.
type oddMultiples [8]cached

func newOddMultiples(e *Element) (t oddMultiples) {
	p := e.extended()
	t[0] = p.cached()
	var c completed
	var double extended
	c.double(&p)
	double.set(&c)
	twice := double.cached()
	for i := 1; i < len(t); i++ {
		c.add(&p, &twice)
		p.set(&c)
		t[i] = p.cached()
	}
	return t
}

// straus shares the doublings among all terms, and adds from a table for each (Straus,
// 1964, with non-adjacent forms).
func straus(s []Scalar, e []Element) Element {
	tables := make([]oddMultiples, len(s))
	nafs := make([][nafBits]int8, len(s))
	for i := range s {
		tables[i] = newOddMultiples(&e[i])
		nafs[i] = s[i].naf(5)
	}
	return sumForms(nafs, func(c *completed, sum *extended, i, multiple int, plus bool) {
		if plus {
			c.add(sum, &tables[i][multiple])
		} else {
			c.sub(sum, &tables[i][multiple])
		}
	})
}

// sumForms adds up multiples of points that are given by non-adjacent forms. add sets c =
// sum ± the multiple with that number (P, 3P, 5P, …) of point i.
func sumForms(nafs [][nafBits]int8, add func(c *completed, sum *extended, i, multiple int, plus bool)) Element {
	var sum extended
	var c completed
	sum.setZero()
	for pos := nafBits - 1; pos >= 0; pos-- {
		c.double(&sum)
		for i := range nafs {
			digit := int(nafs[i][pos])
			if digit == 0 {
				continue
			}
			sum.set(&c)
			add(&c, &sum, i, max(digit, -digit)/2, digit > 0)
		}
		sum.setNoT(&c)
	}
	sum.set(&c)
	return sum.element()
}
