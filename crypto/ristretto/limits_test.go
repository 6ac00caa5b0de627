package ristretto

import (
	"bytes"
	"math/big"
	"slices"
	"testing"
)

// The formulas of curve.go with coordinates whose limbs are as large as they are in
// field32, which does not carry between a sum and a multiplication. The numbers are no
// points: what the formulas say holds of all.
func TestFormulasWithTheLargestLimbs(t *testing.T) {
	p := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	number := func(v *fieldElement) *big.Int {
		b := v.Bytes()
		slices.Reverse(b)
		return new(big.Int).SetBytes(b)
	}
	mul := func(a, b *big.Int) *big.Int { return new(big.Int).Mod(new(big.Int).Mul(a, b), p) }
	add := func(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
	sub := func(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
	twice := func(a *big.Int) *big.Int { return add(a, a) }

	// All bits set, and every other limb, positive and negative.
	largest, err := new(fieldElement).SetBytes(bytes.Repeat([]byte{0xff}, 32))
	if err != nil {
		t.Fatal(err)
	}
	even := make([]byte, 32)
	for limb := 0; limb < 10; limb += 2 {
		for bit := (51*limb + 1) / 2; bit < (51*(limb+1)+1)/2; bit++ {
			even[bit/8] |= 1 << (bit % 8)
		}
	}
	other, err := new(fieldElement).SetBytes(even)
	if err != nil {
		t.Fatal(err)
	}
	values := []fieldElement{*largest, *new(fieldElement).Negate(largest), *other, *new(fieldElement).Negate(other)}
	var points []extended
	for i := range 256 {
		points = append(points, extended{values[i&3], values[i>>2&3], values[i>>4&3], values[i>>6]})
	}

	type numbers struct{ x, y, z, t *big.Int }
	of := func(p *extended) numbers { return numbers{number(&p.x), number(&p.y), number(&p.z), number(&p.t)} }
	check := func(name string, got *extended, e, f, g, h *big.Int) {
		t.Helper()
		want := numbers{mul(e, f), mul(g, h), mul(f, g), mul(e, h)}
		n := of(got)
		if n.x.Cmp(want.x) != 0 || n.y.Cmp(want.y) != 0 || n.z.Cmp(want.z) != 0 || n.t.Cmp(want.t) != 0 {
			t.Fatalf("%s is wrong", name)
		}
	}
	for i := range points {
		p := &points[i]
		n := of(p)
		var c completed
		var r extended
		a, b := mul(n.x, n.x), mul(n.y, n.y)
		h, g := add(a, b), sub(b, a)
		c.double(p)
		r.set(&c)
		check("double", &r, sub(mul(add(n.x, n.y), add(n.x, n.y)), h), sub(twice(mul(n.z, n.z)), g), g, h)

		for j := range 16 {
			q := &points[(i*31+j*17)%len(points)]
			m, k, o := of(q), q.cached(), q.affine()
			sum := func(x, t, zz *big.Int) (e, f, g, h *big.Int) {
				a := mul(sub(n.y, n.x), sub(m.y, x))
				b := mul(add(n.y, n.x), add(m.y, x))
				tt := mul(mul(n.t, number(d2)), t)
				return sub(b, a), sub(zz, tt), add(zz, tt), add(b, a)
			}
			minusX, minusT := new(big.Int).Neg(m.x), new(big.Int).Neg(m.t)
			zz := twice(mul(n.z, m.z))
			for _, f := range []struct {
				name string
				make func()
				x, t *big.Int
				zz   *big.Int
			}{
				{"add", func() { c.add(p, &k) }, m.x, m.t, zz},
				{"sub", func() { c.sub(p, &k) }, minusX, minusT, zz},
				{"addAffine", func() { c.addAffine(p, &o) }, m.x, m.t, twice(n.z)},
				{"subAffine", func() { c.subAffine(p, &o) }, minusX, minusT, twice(n.z)},
			} {
				f.make()
				r.set(&c)
				e, ff, g, h := sum(f.x, f.t, f.zz)
				check(f.name, &r, e, ff, g, h)
			}

			// A bucket's first point, and then another.
			four, two := big.NewInt(4), big.NewInt(2)
			var s extended
			s.setAffine(&o)
			n := numbers{mul(four, m.x), mul(four, m.y), four, mul(mul(two, m.x), mul(two, m.y))}
			c.addAffine(&s, &o)
			r.set(&c)
			a := mul(sub(n.y, n.x), sub(m.y, m.x))
			b := mul(add(n.y, n.x), add(m.y, m.x))
			tt := mul(mul(n.t, number(d2)), m.t)
			check("setAffine", &r, sub(b, a), sub(twice(n.z), tt), add(twice(n.z), tt), add(b, a))
		}
	}
}
