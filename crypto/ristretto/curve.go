package ristretto

// The curve arithmetic: twisted Edwards coordinates with a = −1, in the
// notation of Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited",
// 2008 (https://eprint.iacr.org/2008/522). All formulas are complete on the
// points of an Element, so there are no special cases.
//
// Package field32, the field of pages, does not carry between a sum and a multiplication:
// no factor may be a sum of more than four elements that come from multiplications. All
// coordinates of extended do.

// extended is (X : Y : Z : T) with x = X/Z, y = Y/Z, xy = T/Z.
type extended struct {
	x, y, z, t fieldElement
}

// completed is ((E : G), (H : F)) with x = E/G and y = H/F: what the addition
// formulas give before the multiplications that lead back to extended.
type completed struct {
	e, f, g, h fieldElement
}

// cached is a summand ready for many additions: Y+X, Y−X, 2Z, 2dT.
type cached struct {
	plus, minus, z2, t2d fieldElement
}

// affine is a summand with Z = 1: y+x, y−x, 2dxy.
type affine struct {
	plus, minus, t2d fieldElement
	_                uint64 // 128 bytes, which vector instructions can read
}

func (p *extended) setZero() {
	*p = extended{y: *one, z: *one}
}

func (p *extended) cached() cached {
	var c cached
	c.plus.Add(&p.y, &p.x)
	c.minus.Subtract(&p.y, &p.x)
	c.z2.Add(&p.z, &p.z)
	c.t2d.Multiply(&p.t, d2)
	return c
}

// affine needs Z = 1.
func (p *extended) affine() affine {
	var a affine
	a.plus.Add(&p.y, &p.x)
	a.minus.Subtract(&p.y, &p.x)
	a.t2d.Multiply(&p.t, d2)
	return a
}

// setAffine sets p to the point of a, as (4x : 4y : 4 : 4xy).
func (p *extended) setAffine(a *affine) {
	p.x.Subtract(&a.plus, &a.minus)
	p.y.Add(&a.plus, &a.minus)
	p.t.Multiply(&p.x, &p.y)
	p.x.Mult32(&p.x, 2)
	p.y.Mult32(&p.y, 2)
	p.z = *four
}

// set leads back from the completed form: 4 multiplications.
func (p *extended) set(c *completed) {
	p.x.Multiply(&c.e, &c.f)
	p.y.Multiply(&c.g, &c.h)
	p.z.Multiply(&c.f, &c.g)
	p.t.Multiply(&c.e, &c.h)
}

// setNoT leaves T stale, which a doubling does not read: 3 multiplications.
func (p *extended) setNoT(c *completed) {
	p.x.Multiply(&c.e, &c.f)
	p.y.Multiply(&c.g, &c.h)
	p.z.Multiply(&c.f, &c.g)
}

// double sets c = 2p; it does not read T.
func (c *completed) double(p *extended) {
	var a, b, zz fieldElement
	a.Square(&p.x)
	b.Square(&p.y)
	zz.Square(&p.z)
	zz.Add(&zz, &zz)
	c.e.Add(&p.x, &p.y)
	c.e.Square(&c.e)
	c.h.Add(&b, &a)
	c.g.Subtract(&b, &a)
	c.e.Subtract(&c.e, &c.h)
	c.f.Subtract(&zz, &c.g)
}

// addParts sets c = p + q from the parts of a cached q, where zz = 2·Zp·Zq.
func (c *completed) addParts(p *extended, plus, minus, t2d, zz *fieldElement) {
	var a, b, t fieldElement
	a.Subtract(&p.y, &p.x)
	a.Multiply(&a, minus)
	b.Add(&p.y, &p.x)
	b.Multiply(&b, plus)
	t.Multiply(&p.t, t2d)
	c.e.Subtract(&b, &a)
	c.h.Add(&b, &a)
	c.g.Add(zz, &t)
	c.f.Subtract(zz, &t)
}

func (c *completed) add(p *extended, q *cached) {
	var zz fieldElement
	zz.Multiply(&p.z, &q.z2)
	c.addParts(p, &q.plus, &q.minus, &q.t2d, &zz)
}

// sub is add of −q, whose x and T change sign.
func (c *completed) sub(p *extended, q *cached) {
	var zz fieldElement
	zz.Multiply(&p.z, &q.z2)
	c.addParts(p, &q.minus, &q.plus, &q.t2d, &zz)
	c.f, c.g = c.g, c.f
}

func (c *completed) addAffine(p *extended, q *affine) {
	var zz fieldElement
	zz.Add(&p.z, &p.z)
	c.addParts(p, &q.plus, &q.minus, &q.t2d, &zz)
}

func (c *completed) subAffine(p *extended, q *affine) {
	var zz fieldElement
	zz.Add(&p.z, &p.z)
	c.addParts(p, &q.minus, &q.plus, &q.t2d, &zz)
	c.f, c.g = c.g, c.f
}

// doubleTimes sets p = 2ⁿ·p, for n ≥ 1.
func (p *extended) doubleTimes(n int) {
	var c completed
	for range n - 1 {
		c.double(p)
		p.setNoT(&c)
	}
	c.double(p)
	p.set(&c)
}

// choose sets p = q if cond is 1, and leaves it if cond is 0.
func (p *extended) choose(q *extended, cond int) {
	p.x.Select(&q.x, &p.x, cond)
	p.y.Select(&q.y, &p.y, cond)
	p.z.Select(&q.z, &p.z, cond)
	p.t.Select(&q.t, &p.t, cond)
}

// accumulate sets p = p + q.
func (p *extended) accumulate(q *extended) {
	var c completed
	k := q.cached()
	c.add(p, &k)
	p.set(&c)
}

// normalize makes every Z = 1, with one inversion for all (Montgomery's trick).
func normalize(ps []extended) {
	if len(ps) == 0 {
		return
	}
	before := make([]fieldElement, len(ps)) // the product of all Z before i
	product := *one
	for i := range ps {
		before[i] = product
		product.Multiply(&product, &ps[i].z)
	}
	var inverse, zInv fieldElement
	inverse.Invert(&product)
	for i := len(ps) - 1; i >= 0; i-- {
		p := &ps[i]
		zInv.Multiply(&inverse, &before[i])
		inverse.Multiply(&inverse, &p.z)
		p.x.Multiply(&p.x, &zInv)
		p.y.Multiply(&p.y, &zInv)
		p.t.Multiply(&p.x, &p.y)
		p.z = *one
	}
}
