package field32

// Multiply sets v = a·b, and returns v.
//
// Limb i of a and limb j of b belong to limb i + j of the product. The product of two odd
// limbs counts twice there, because it weighs twice as much as the limb. What belongs to
// limb 10 and above is multiplied by 19 and goes to limb i + j − 10.
//
// The sum for limb 0 is the largest. For widths whose product is 16 it is below
// 16·(77·(2²⁶ + 2¹⁷)² + 190·(2²⁵ + 2¹⁷)²) < 2⁶³.
func (v *Element) Multiply(a, b *Element) *Element {
	a0, a1 := split(a[0])
	a2, a3 := split(a[1])
	a4, a5 := split(a[2])
	a6, a7 := split(a[3])
	a8, a9 := split(a[4])
	b0, b1 := split(b[0])
	b2, b3 := split(b[1])
	b4, b5 := split(b[2])
	b6, b7 := split(b[3])
	b8, b9 := split(b[4])
	h0 := a0*b0 + 19*(a2*b8+a4*b6+a6*b4+a8*b2+2*(a1*b9+a3*b7+a5*b5+a7*b3+a9*b1))
	h1 := a0*b1 + a1*b0 + 19*(a2*b9+a3*b8+a4*b7+a5*b6+a6*b5+a7*b4+a8*b3+a9*b2)
	h2 := a0*b2 + a2*b0 + 2*a1*b1 + 19*(a4*b8+a6*b6+a8*b4+2*(a3*b9+a5*b7+a7*b5+a9*b3))
	h3 := a0*b3 + a1*b2 + a2*b1 + a3*b0 + 19*(a4*b9+a5*b8+a6*b7+a7*b6+a8*b5+a9*b4)
	h4 := a0*b4 + a2*b2 + a4*b0 + 2*(a1*b3+a3*b1) + 19*(a6*b8+a8*b6+2*(a5*b9+a7*b7+a9*b5))
	h5 := a0*b5 + a1*b4 + a2*b3 + a3*b2 + a4*b1 + a5*b0 + 19*(a6*b9+a7*b8+a8*b7+a9*b6)
	h6 := a0*b6 + a2*b4 + a4*b2 + a6*b0 + 2*(a1*b5+a3*b3+a5*b1) + 19*(a8*b8+2*(a7*b9+a9*b7))
	h7 := a0*b7 + a1*b6 + a2*b5 + a3*b4 + a4*b3 + a5*b2 + a6*b1 + a7*b0 + 19*(a8*b9+a9*b8)
	h8 := a0*b8 + a2*b6 + a4*b4 + a6*b2 + a8*b0 + 2*(a1*b7+a3*b5+a5*b3+a7*b1) + 38*a9*b9
	h9 := a0*b9 + a1*b8 + a2*b7 + a3*b6 + a4*b5 + a5*b4 + a6*b3 + a7*b2 + a8*b1 + a9*b0
	h1 += h0 >> 26
	h5 += h4 >> 26
	h2 += h1 >> 25
	h6 += h5 >> 25
	h3 += h2 >> 26
	h7 += h6 >> 26
	h4 = h4&low26 + h3>>25
	h8 += h7 >> 25
	h5 = h5&low25 + h4>>26
	h9 += h8 >> 26
	h0 = h0&low26 + 19*(h9>>25)
	h1 = h1&low25 + h0>>26
	v[0] = h0&low26 + h1<<32
	v[1] = h2&low26 + (h3&low25)<<32
	v[2] = h4&low26 + h5<<32
	v[3] = h6&low26 + (h7&low25)<<32
	v[4] = h8&low26 + (h9&low25)<<32
	return v
}

// Square sets v = a·a, and returns v.
func (v *Element) Square(a *Element) *Element {
	a0, a1 := split(a[0])
	a2, a3 := split(a[1])
	a4, a5 := split(a[2])
	a6, a7 := split(a[3])
	a8, a9 := split(a[4])
	h0 := a0*a0 + 38*(a2*a8+a4*a6+a5*a5+2*(a1*a9+a3*a7))
	h1 := 2*a0*a1 + 38*(a2*a9+a3*a8+a4*a7+a5*a6)
	h2 := 2*(a0*a2+a1*a1) + 19*(a6*a6+2*a4*a8+4*(a3*a9+a5*a7))
	h3 := 2*(a0*a3+a1*a2) + 38*(a4*a9+a5*a8+a6*a7)
	h4 := a2*a2 + 2*a0*a4 + 4*a1*a3 + 38*(a6*a8+a7*a7+2*a5*a9)
	h5 := 2*(a0*a5+a1*a4+a2*a3) + 38*(a6*a9+a7*a8)
	h6 := 2*(a0*a6+a2*a4+a3*a3+2*a1*a5) + 19*(a8*a8+4*a7*a9)
	h7 := 2*(a0*a7+a1*a6+a2*a5+a3*a4) + 38*a8*a9
	h8 := a4*a4 + 2*(a0*a8+a2*a6+2*(a1*a7+a3*a5)) + 38*a9*a9
	h9 := 2 * (a0*a9 + a1*a8 + a2*a7 + a3*a6 + a4*a5)
	h1 += h0 >> 26
	h5 += h4 >> 26
	h2 += h1 >> 25
	h6 += h5 >> 25
	h3 += h2 >> 26
	h7 += h6 >> 26
	h4 = h4&low26 + h3>>25
	h8 += h7 >> 25
	h5 = h5&low25 + h4>>26
	h9 += h8 >> 26
	h0 = h0&low26 + 19*(h9>>25)
	h1 = h1&low25 + h0>>26
	v[0] = h0&low26 + h1<<32
	v[1] = h2&low26 + (h3&low25)<<32
	v[2] = h4&low26 + h5<<32
	v[3] = h6&low26 + (h7&low25)<<32
	v[4] = h8&low26 + (h9&low25)<<32
	return v
}

// Mult32 sets v = a·n, and returns v.
func (v *Element) Mult32(a *Element, n uint32) *Element {
	m := int64(n)
	a0, a1 := split(a[0])
	a2, a3 := split(a[1])
	a4, a5 := split(a[2])
	a6, a7 := split(a[3])
	a8, a9 := split(a[4])
	return v.set(m*a0, m*a1, m*a2, m*a3, m*a4, m*a5, m*a6, m*a7, m*a8, m*a9)
}

// set sets v to wide limbs, and returns v. No wide limb, with or without a carry, may reach
// 2⁶³ in absolute value. Limbs 0 to 4 and 5 to 9 are carried at the same time. Afterwards
// all limbs are within 26 and 25 bits, except limbs 1 and 5, to which a last carry of at
// most 2¹⁷ in absolute value is added. Multiply and Square repeat this code, because a call
// would make a page's proof take a fifth longer.
func (v *Element) set(h0, h1, h2, h3, h4, h5, h6, h7, h8, h9 int64) *Element {
	h1 += h0 >> 26
	h5 += h4 >> 26
	h2 += h1 >> 25
	h6 += h5 >> 25
	h3 += h2 >> 26
	h7 += h6 >> 26
	h4 = h4&low26 + h3>>25
	h8 += h7 >> 25
	h5 = h5&low25 + h4>>26
	h9 += h8 >> 26
	h0 = h0&low26 + 19*(h9>>25)
	h1 = h1&low25 + h0>>26
	v[0] = h0&low26 + h1<<32
	v[1] = h2&low26 + (h3&low25)<<32
	v[2] = h4&low26 + h5<<32
	v[3] = h6&low26 + (h7&low25)<<32
	v[4] = h8&low26 + (h9&low25)<<32
	return v
}
