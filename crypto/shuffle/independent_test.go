package shuffle

import (
	"crypto/sha3"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	gtank "github.com/gtank/ristretto255"
)

// This file is a second verifier, written from SPEC §2, §5 and §6 over another
// implementation of the group. It imports nothing of this tree, and checks
// equation by equation in the plainest way.

type sponge struct {
	protocol string
	absorbed []byte
}

func (s *sponge) head(op byte, label string, n int) {
	s.absorbed = append(s.absorbed, op)
	s.absorbed = binary.BigEndian.AppendUint64(s.absorbed, uint64(len(label)))
	s.absorbed = append(s.absorbed, label...)
	s.absorbed = binary.BigEndian.AppendUint64(s.absorbed, uint64(n))
}

func (s *sponge) item(label string, b []byte) {
	s.head(1, label, len(b))
	s.absorbed = append(s.absorbed, b...)
}

func (s *sponge) challenge(label string) *gtank.Scalar {
	s.head(2, label, 64)
	return new(gtank.Scalar).FromUniformBytes(cshake(s.protocol, s.absorbed))
}

func cshake(customisation string, input []byte) []byte {
	h := sha3.NewCSHAKE256(nil, []byte(customisation))
	h.Write(input)
	out := make([]byte, 64)
	h.Read(out)
	return out
}

func word(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// generator is SPEC §5.1.
func generator(i int) *gtank.Element {
	return new(gtank.Element).FromUniformBytes(cshake("fives/v1/pedersen", word(i)))
}

// commit is com of SPEC §5.1.
func commit(v []*gtank.Scalar, r *gtank.Scalar) *gtank.Element {
	sum := times(r, generator(0))
	for i, s := range v {
		sum = plus(sum, times(s, generator(i+1)))
	}
	return sum
}

func plus(a, b *gtank.Element) *gtank.Element { return new(gtank.Element).Add(a, b) }
func times(s *gtank.Scalar, e *gtank.Element) *gtank.Element {
	return new(gtank.Element).ScalarMult(s, e)
}
func sAdd(a, b *gtank.Scalar) *gtank.Scalar { return gtank.NewScalar().Add(a, b) }
func sSub(a, b *gtank.Scalar) *gtank.Scalar { return gtank.NewScalar().Subtract(a, b) }
func sMul(a, b *gtank.Scalar) *gtank.Scalar { return gtank.NewScalar().Multiply(a, b) }

func smallScalar(n int) *gtank.Scalar {
	b := make([]byte, 64)
	binary.LittleEndian.PutUint64(b, uint64(n))
	return gtank.NewScalar().FromUniformBytes(b)
}

// reader takes 32-byte values off the front of bytes.
type reader struct {
	b   []byte
	err error
}

func (r *reader) next() []byte {
	if len(r.b) < 32 {
		r.err = errors.New("too short")
		return make([]byte, 32)
	}
	head := r.b[:32]
	r.b = r.b[32:]
	return head
}

func (r *reader) element(identityAllowed bool) *gtank.Element {
	e := gtank.NewElement()
	if err := e.Decode(r.next()); err != nil {
		r.err = err
	}
	if !identityAllowed && e.Equal(gtank.NewElement()) == 1 {
		r.err = errors.New("identity")
	}
	return e
}

func (r *reader) scalar() *gtank.Scalar {
	s := gtank.NewScalar()
	if err := s.Decode(r.next()); err != nil {
		r.err = err
	}
	return s
}

func (r *reader) scalars(n int) []*gtank.Scalar {
	v := make([]*gtank.Scalar, n)
	for i := range v {
		v[i] = r.scalar()
	}
	return v
}

// claim is a statement and its proof, as SPEC §5.4 and §6.5 encode them.
type claim struct {
	place              string
	n                  int
	pk, in, out, proof []byte
}

// parsed is a claim taken apart.
type parsed struct {
	pk                   *gtank.Element
	inA, inB, outA, outB []*gtank.Element
	cA, cB, cd, cdelta   *gtank.Element
	cDelta, cM, eA, eB   *gtank.Element
	a, b, m              []*gtank.Scalar
	r, s, rho, tau       *gtank.Scalar
	x, y, z, e, next     *gtank.Scalar
}

// parse is SPEC §6.1, §5.4 and §6.5.
func (c claim) parse() (p parsed, err error) {
	n := c.n
	if n < 2 || n > 4096 || len(c.in) != 64*n || len(c.out) != 64*n || len(c.proof) != 32*(3*n+10) {
		return p, errors.New("length")
	}
	rk, ri, ro, rp := &reader{b: c.pk}, &reader{b: c.in}, &reader{b: c.out}, &reader{b: c.proof}
	p.pk = rk.element(false)
	seen := map[string]bool{}
	for i := range n {
		seen[string(c.in[64*i:64*i+64])] = true
		p.inA, p.inB = append(p.inA, ri.element(true)), append(p.inB, ri.element(false))
		p.outA, p.outB = append(p.outA, ro.element(false)), append(p.outB, ro.element(false))
	}
	for i := range n {
		if seen[string(c.out[64*i:64*i+64])] {
			return p, errors.New("unmoved mask")
		}
	}
	for _, e := range []**gtank.Element{&p.cA, &p.cB, &p.cd, &p.cdelta, &p.cDelta, &p.cM, &p.eA, &p.eB} {
		*e = rp.element(false)
	}
	p.a, p.r = rp.scalars(n), rp.scalar()
	p.b, p.s = rp.scalars(n-2), rp.scalar()
	p.m, p.rho, p.tau = rp.scalars(n), rp.scalar(), rp.scalar()
	return p, errors.Join(rk.err, ri.err, ro.err, rp.err)
}

// vectorItem is the data of an item of scalars (§2.3).
func vectorItem(v []*gtank.Scalar) []byte {
	b := word(len(v))
	for _, s := range v {
		b = s.Encode(b)
	}
	return b
}

// challenges is SPEC §6.2.
func (c claim) challenges(p *parsed) {
	t := &sponge{protocol: "fives/v1/test"}
	t.item("place", []byte(c.place))
	t.item("proof", []byte("fives/v1/shuffle"))
	t.item("PK", c.pk)
	t.item("N", word(c.n))
	var generators []byte
	for i := range c.n + 1 {
		generators = generator(i).Encode(generators)
	}
	t.item("generators", generators)
	t.item("in", c.in)
	t.item("out", c.out)
	t.item("cA", p.cA.Encode(nil))
	p.x = t.challenge("x")
	t.item("cB", p.cB.Encode(nil))
	p.y, p.z = t.challenge("y"), t.challenge("z")
	t.item("cd", p.cd.Encode(nil))
	t.item("cdelta", p.cdelta.Encode(nil))
	t.item("cDelta", p.cDelta.Encode(nil))
	t.item("cM", p.cM.Encode(nil))
	t.item("EA", p.eA.Encode(nil))
	t.item("EB", p.eB.Encode(nil))
	p.e = t.challenge("e")
	t.item("a", vectorItem(p.a))
	t.item("r", p.r.Encode(nil))
	t.item("b", vectorItem(p.b))
	t.item("s", p.s.Encode(nil))
	t.item("m", vectorItem(p.m))
	t.item("rho", p.rho.Encode(nil))
	t.item("tau", p.tau.Encode(nil))
	p.next = t.challenge("next")
}

// verify is SPEC §6.3, equation by equation.
func (c claim) verify() error {
	p, err := c.parse()
	if err != nil {
		return err
	}
	c.challenges(&p)
	powers := []*gtank.Scalar{p.x}
	for len(powers) < c.n {
		powers = append(powers, sMul(powers[len(powers)-1], p.x))
	}
	product := smallScalar(1)
	cD := plus(times(p.y, p.cA), p.cB)
	for i, power := range powers {
		product = sMul(product, sSub(sAdd(sMul(p.y, smallScalar(i+1)), power), p.z))
		cD = plus(cD, times(sSub(smallScalar(0), p.z), generator(i+1)))
	}
	b := append([]*gtank.Scalar{p.a[0]}, p.b...)
	b = append(b, sMul(p.e, product))
	chain := make([]*gtank.Scalar, c.n-1)
	for i := range chain {
		chain[i] = sSub(sMul(p.e, b[i+1]), sMul(b[i], p.a[i+1]))
	}
	leftA, rightA := p.eA, times(p.tau, gtank.NewElement().Base())
	leftB, rightB := p.eB, times(p.tau, p.pk)
	for i, power := range powers {
		leftA, rightA = plus(leftA, times(sMul(p.e, power), p.inA[i])), plus(rightA, times(p.m[i], p.outA[i]))
		leftB, rightB = plus(leftB, times(sMul(p.e, power), p.inB[i])), plus(rightB, times(p.m[i], p.outB[i]))
	}
	for i, equation := range [][2]*gtank.Element{
		{plus(times(p.e, cD), p.cd), commit(p.a, p.r)},
		{plus(times(p.e, p.cDelta), p.cdelta), commit(chain, p.s)},
		{plus(times(p.e, p.cB), p.cM), commit(p.m, p.rho)},
		{leftA, rightA},
		{leftB, rightB},
	} {
		if equation[0].Equal(equation[1]) != 1 {
			return fmt.Errorf("equation %d", i+1)
		}
	}
	return nil
}

func fromHex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (v vector) claim(t *testing.T) claim {
	t.Helper()
	return claim{v.Place, v.N, fromHex(t, v.PK), fromHex(t, v.In), fromHex(t, v.Out), fromHex(t, v.Proof)}
}

func TestIndependentVerifierAcceptsTheVectors(t *testing.T) {
	for _, v := range loadVectors(t) {
		c := v.claim(t)
		if err := c.verify(); err != nil {
			t.Errorf("%s: %v", v.Seed, err)
		}
		p, err := c.parse()
		if err != nil {
			t.Fatal(err)
		}
		c.challenges(&p)
		sameScalar(t, "§6.2 step 9", p.next, v.Next)
		c.place += "'"
		if err := c.verify(); err == nil {
			t.Errorf("%s: accepted in another place", v.Seed)
		}
	}
}

func TestIndependentVerifierRefusesDamage(t *testing.T) {
	c := loadVectors(t)[0].claim(t)
	for i := 0; i < len(c.proof); i += 5 {
		c.proof[i] ^= 1
		if err := c.verify(); err == nil {
			t.Errorf("byte %d flipped: accepted", i)
		}
		c.proof[i] ^= 1
	}
}
