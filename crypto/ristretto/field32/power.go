package field32

// Invert sets v = 1/a, or 0 for 0, and returns v.
func (v *Element) Invert(a *Element) *Element {
	// The exponent of Fermat's theorem is 2²⁵⁵ − 21 = 8·(2²⁵² − 3) + 3.
	power, cube := a.power22523(), squareAndMultiply(a, 1, a)
	*v = squareAndMultiply(&power, 3, &cube)
	return v
}

// squareAndMultiply returns a^(2ⁿ)·b: it appends the n bits of b's exponent to those of
// a's.
func squareAndMultiply(a *Element, n int, b *Element) Element {
	v := *a
	for range n {
		v.Square(&v)
	}
	v.Multiply(&v, b)
	return v
}

// power22523 returns a^(2²⁵² − 3), where 2²⁵² − 3 is (p − 5)/8.
func (a *Element) power22523() Element {
	// The exponent of bitsN is N ones in binary.
	bits2 := squareAndMultiply(a, 1, a)
	bits4 := squareAndMultiply(&bits2, 2, &bits2)
	bits5 := squareAndMultiply(&bits4, 1, a)
	bits10 := squareAndMultiply(&bits5, 5, &bits5)
	bits20 := squareAndMultiply(&bits10, 10, &bits10)
	bits40 := squareAndMultiply(&bits20, 20, &bits20)
	bits50 := squareAndMultiply(&bits40, 10, &bits10)
	bits100 := squareAndMultiply(&bits50, 50, &bits50)
	bits200 := squareAndMultiply(&bits100, 100, &bits100)
	bits250 := squareAndMultiply(&bits200, 50, &bits50)
	return squareAndMultiply(&bits250, 2, a)
}

// sqrtM1 is the square root of −1 that is not negative, 2^((p−1)/4).
var sqrtM1 = func() *Element {
	two := Element{2}
	power := two.power22523() // (p−1)/4 = 2·(p−5)/8 + 1
	power.Square(&power)
	return power.Multiply(&power, &two)
}()

// SqrtRatio is the function SQRT_RATIO_M1 of RFC 9496 §4.2. It sets r to the square root
// of u/v that is not negative, and returns r and 1; or, if u/v has none, to that of
// SQRT_M1·u/v, and returns r and 0. Both have width 4 at most.
func (r *Element) SqrtRatio(u, v *Element) (R *Element, wasSquare int) {
	// r = u·v³·(u·v⁷)^((p−5)/8)
	var v3, v7, uv7, check, minusU, minusUI, rI Element
	v3.Multiply(v3.Square(v), v)
	v7.Multiply(v7.Square(&v3), v)
	power := uv7.Multiply(u, &v7).power22523()
	root := *new(Element).Multiply(u, &v3)
	root.Multiply(&root, &power)

	check.Multiply(v, check.Square(&root))
	minusU.Negate(u)
	minusUI.Multiply(&minusU, sqrtM1)
	correct, flipped, flippedI := check.Equal(u), check.Equal(&minusU), check.Equal(&minusUI)

	rI.Multiply(&root, sqrtM1)
	root.Select(&rI, &root, flipped|flippedI)
	return r.Absolute(&root), correct | flipped
}
