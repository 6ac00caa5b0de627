//go:build wasm || field32

package ristretto

import "fives/crypto/ristretto/field32"

// fieldElement is an element of the field of order 2²⁵⁵ − 19. The build tag field32 is for
// tests: they run on this field natively.
type fieldElement = field32.Element

// chooseGeneric sets a = row[index], as choose does. The number of entries is a multiple of
// eight. Eight at a time are read without a loop, which would take twice as long under
// WebAssembly.
func (a *affine) chooseGeneric(row oddRow, index int) {
	*a = affine{}
	for begin := 0; begin < len(row); begin += 8 {
		r := (*[8]affine)(row[begin:])
		// All bits of mask(j) are set if entry j is the one, none if it is not.
		mask := func(j int) int64 { return (int64(begin+j^index) - 1) >> 63 }
		m0, m1, m2, m3, m4, m5, m6, m7 := mask(0), mask(1), mask(2), mask(3), mask(4), mask(5), mask(6), mask(7)
		a.plus[0] |= r[0].plus[0]&m0 | r[1].plus[0]&m1 | r[2].plus[0]&m2 | r[3].plus[0]&m3 | r[4].plus[0]&m4 | r[5].plus[0]&m5 | r[6].plus[0]&m6 | r[7].plus[0]&m7
		a.plus[1] |= r[0].plus[1]&m0 | r[1].plus[1]&m1 | r[2].plus[1]&m2 | r[3].plus[1]&m3 | r[4].plus[1]&m4 | r[5].plus[1]&m5 | r[6].plus[1]&m6 | r[7].plus[1]&m7
		a.plus[2] |= r[0].plus[2]&m0 | r[1].plus[2]&m1 | r[2].plus[2]&m2 | r[3].plus[2]&m3 | r[4].plus[2]&m4 | r[5].plus[2]&m5 | r[6].plus[2]&m6 | r[7].plus[2]&m7
		a.plus[3] |= r[0].plus[3]&m0 | r[1].plus[3]&m1 | r[2].plus[3]&m2 | r[3].plus[3]&m3 | r[4].plus[3]&m4 | r[5].plus[3]&m5 | r[6].plus[3]&m6 | r[7].plus[3]&m7
		a.plus[4] |= r[0].plus[4]&m0 | r[1].plus[4]&m1 | r[2].plus[4]&m2 | r[3].plus[4]&m3 | r[4].plus[4]&m4 | r[5].plus[4]&m5 | r[6].plus[4]&m6 | r[7].plus[4]&m7
		a.minus[0] |= r[0].minus[0]&m0 | r[1].minus[0]&m1 | r[2].minus[0]&m2 | r[3].minus[0]&m3 | r[4].minus[0]&m4 | r[5].minus[0]&m5 | r[6].minus[0]&m6 | r[7].minus[0]&m7
		a.minus[1] |= r[0].minus[1]&m0 | r[1].minus[1]&m1 | r[2].minus[1]&m2 | r[3].minus[1]&m3 | r[4].minus[1]&m4 | r[5].minus[1]&m5 | r[6].minus[1]&m6 | r[7].minus[1]&m7
		a.minus[2] |= r[0].minus[2]&m0 | r[1].minus[2]&m1 | r[2].minus[2]&m2 | r[3].minus[2]&m3 | r[4].minus[2]&m4 | r[5].minus[2]&m5 | r[6].minus[2]&m6 | r[7].minus[2]&m7
		a.minus[3] |= r[0].minus[3]&m0 | r[1].minus[3]&m1 | r[2].minus[3]&m2 | r[3].minus[3]&m3 | r[4].minus[3]&m4 | r[5].minus[3]&m5 | r[6].minus[3]&m6 | r[7].minus[3]&m7
		a.minus[4] |= r[0].minus[4]&m0 | r[1].minus[4]&m1 | r[2].minus[4]&m2 | r[3].minus[4]&m3 | r[4].minus[4]&m4 | r[5].minus[4]&m5 | r[6].minus[4]&m6 | r[7].minus[4]&m7
		a.t2d[0] |= r[0].t2d[0]&m0 | r[1].t2d[0]&m1 | r[2].t2d[0]&m2 | r[3].t2d[0]&m3 | r[4].t2d[0]&m4 | r[5].t2d[0]&m5 | r[6].t2d[0]&m6 | r[7].t2d[0]&m7
		a.t2d[1] |= r[0].t2d[1]&m0 | r[1].t2d[1]&m1 | r[2].t2d[1]&m2 | r[3].t2d[1]&m3 | r[4].t2d[1]&m4 | r[5].t2d[1]&m5 | r[6].t2d[1]&m6 | r[7].t2d[1]&m7
		a.t2d[2] |= r[0].t2d[2]&m0 | r[1].t2d[2]&m1 | r[2].t2d[2]&m2 | r[3].t2d[2]&m3 | r[4].t2d[2]&m4 | r[5].t2d[2]&m5 | r[6].t2d[2]&m6 | r[7].t2d[2]&m7
		a.t2d[3] |= r[0].t2d[3]&m0 | r[1].t2d[3]&m1 | r[2].t2d[3]&m2 | r[3].t2d[3]&m3 | r[4].t2d[3]&m4 | r[5].t2d[3]&m5 | r[6].t2d[3]&m6 | r[7].t2d[3]&m7
		a.t2d[4] |= r[0].t2d[4]&m0 | r[1].t2d[4]&m1 | r[2].t2d[4]&m2 | r[3].t2d[4]&m3 | r[4].t2d[4]&m4 | r[5].t2d[4]&m5 | r[6].t2d[4]&m6 | r[7].t2d[4]&m7
	}
}
