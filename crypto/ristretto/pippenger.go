package ristretto

// pippengerFrom is the number of terms from which pippenger is faster than
// straus. It and windowWidth were measured with BenchmarkStraus and
// BenchmarkPippenger.
const pippengerFrom = 96

// windowWidth returns the window that makes pippenger fastest for n terms.
func windowWidth(n int) int {
	switch {
	case n < 128:
		return 5
	case n < 260:
		return 6
	case n < 600:
		return 7
	case n < 1200:
		return 8
	default:
		return 9
	}
}

// pippenger sorts the terms of each window of digits into buckets, so that a
// term costs one addition for each window (Pippenger, 1976, with signed
// digits).
func pippenger(s []Scalar, e []Element, width int) Element {
	summands := varTimeAffine(e)
	scalars := make([]words, len(s))
	for i := range s {
		scalars[i] = s[i].words()
	}
	windows := (nafBits + width - 1) / width
	b := buckets{sums: make([]extended, 1<<(width-1)+1), used: make([]bool, 1<<(width-1)+1)}
	digits := signedDigits(scalars, width, windows)
	var sum extended
	var c completed
	sum.setZero()
	for w := windows - 1; w >= 0; w-- {
		for range width {
			c.double(&sum)
			sum.set(&c)
		}
		clear(b.used)
		for i, digit := range digits[w*len(s) : (w+1)*len(s)] {
			b.add(int(digit), &summands[i])
		}
		total := b.total()
		sum.accumulate(&total)
	}
	return sum.element()
}

// varTimeAffine returns summands of e. Elements that have been decoded have
// Z = 1 already.
func varTimeAffine(e []Element) []affine {
	summands := make([]affine, len(e))
	var others []extended
	var places []int
	for i := range e {
		if p := e[i].extended(); p.z == *one {
			summands[i] = p.affine()
		} else {
			others, places = append(others, p), append(places, i)
		}
	}
	normalize(others)
	for j, i := range places {
		summands[i] = others[j].affine()
	}
	return summands
}

// signedDigits returns digits between −2^(width−1) and 2^(width−1), those of
// one window together.
func signedDigits(scalars []words, width, windows int) []int16 {
	digits := make([]int16, windows*len(scalars))
	for i := range scalars {
		carry := 0
		for w := range windows {
			v := scalars[i].window(w*width, width) + carry
			carry = 0
			if v > 1<<(width-1) {
				v -= 1 << width
				carry = 1
			}
			digits[w*len(scalars)+i] = int16(v)
		}
	}
	return digits
}

// buckets holds, at index k, the sum of the points whose digit is k or −k.
type buckets struct {
	sums []extended
	used []bool // whether sums[k] is of this window
}

func (b *buckets) add(digit int, summand *affine) {
	k := max(digit, -digit)
	sum := &b.sums[k]
	var c completed
	switch {
	case digit == 0:
		return
	case !b.used[k]:
		b.used[k] = true
		sum.setAffine(summand)
		if digit < 0 {
			sum.x.Negate(&sum.x)
			sum.t.Negate(&sum.t)
		}
		return
	case digit > 0:
		c.addAffine(sum, summand)
	default:
		c.subAffine(sum, summand)
	}
	sum.set(&c)
}

// total returns Σ k·sums[k], as the sum of all suffix sums.
func (b *buckets) total() extended {
	var suffix, total extended
	suffix.setZero()
	total.setZero()
	empty := true
	for k := len(b.sums) - 1; k > 0; k-- {
		if b.used[k] {
			suffix.accumulate(&b.sums[k])
			empty = false
		}
		if !empty {
			total.accumulate(&suffix)
		}
	}
	return total
}
