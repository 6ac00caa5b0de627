package sigma

import (
	"crypto/rand"
	"errors"
	"fmt"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/sigma/sigmatest"
)

// claims returns the proofs of several seats for shares of the same masks, decoded as
// verifiers decode them.
func claims(t testing.TB, seats, shares int) []DLEQClaim {
	t.Helper()
	masks := make([]ristretto.Element, shares)
	for j := range masks {
		masks[j] = decoded(t, randomElement(t))
	}
	cs := make([]DLEQClaim, seats)
	for i := range cs {
		x := randomScalar(t)
		st := DLEQStatement{X: decoded(t, ristretto.MulBase(x))}
		for _, a := range masks {
			st.Pairs = append(st.Pairs, Pair{A: a, D: decoded(t, a.Mul(x))})
		}
		cs[i] = claim(t, i, st, x)
	}
	return cs
}

// claim is the claim of a seat with the secret x.
func claim(t testing.TB, seat int, st DLEQStatement, x ristretto.Scalar) DLEQClaim {
	t.Helper()
	place := fmt.Sprint("seat ", seat)
	_, p, err := ProveDLEQ(contextOf(place), st.X, st.masks(), Witness{X: x}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = DecodeDLEQ(p.Encode()); err != nil {
		t.Fatal(err)
	}
	return DLEQClaim{T: contextOf(place), DLEQStatement: st, DLEQProof: p}
}

func decoded(t testing.TB, e ristretto.Element) ristretto.Element {
	t.Helper()
	b := e.Encode()
	d, err := ristretto.Decode(b[:])
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDLEQVerifyTogetherAccepts(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 14} {
		cs := claims(t, n, 5)
		if n > 0 { // other masks, and fewer
			cs[n-1] = claims(t, n, 2)[n-1]
		}
		for range 2 { // the transcripts stay as they are
			if err := VerifyTogether(cs); err != nil {
				t.Errorf("%d claims: %v", n, err)
			}
		}
	}
}

// Attack: one false share, or proof, among those of many seats.
func TestDLEQAttackOneAmongMany(t *testing.T) {
	shift := randomElement(t)
	for name, spoil := range map[string]func(c *DLEQClaim){
		"share":    func(c *DLEQClaim) { c.Pairs[3].D = c.Pairs[3].D.Add(shift) },
		"swapped":  func(c *DLEQClaim) { c.Pairs[0].D, c.Pairs[1].D = c.Pairs[1].D, c.Pairs[0].D },
		"key":      func(c *DLEQClaim) { c.X = c.X.Add(shift) },
		"T1":       func(c *DLEQClaim) { c.T1 = c.T1.Add(shift) },
		"T2":       func(c *DLEQClaim) { c.T2 = c.T2.Add(shift) },
		"response": func(c *DLEQClaim) { c.S = c.S.Add(ristretto.ScalarFromUint64(1)) },
		"place":    func(c *DLEQClaim) { c.T = contextOf("elsewhere") },
		"no share": func(c *DLEQClaim) { c.Pairs = nil },
		"identity": func(c *DLEQClaim) { c.Pairs[2].D = ristretto.Element{} },
		"no T2":    func(c *DLEQClaim) { c.T2 = ristretto.Element{} },
	} {
		cs := claims(t, 14, 5)
		spoil(&cs[9])
		if VerifyTogether(cs) == nil {
			t.Errorf("%s: accepted", name)
		}
		if list := sigmatest.False(cs); len(list) != 1 || list[0] != 9 {
			t.Errorf("%s: %v are blamed", name, list)
		}
	}
}

// Attack: a secret of zero, or no pairs at all. The equations hold, so nothing but the other
// checks refuses them: if only [Verify] made these, nodes that verify together would take
// what the others refuse.
func TestDLEQAttackTrueEquationsOfNothing(t *testing.T) {
	a, k, x := randomElement(t), randomScalar(t), randomScalar(t)
	for name, c := range map[string]struct {
		st   DLEQStatement
		x    ristretto.Scalar
		want error
	}{
		"a secret of zero": {DLEQStatement{Pairs: []Pair{{A: a}}}, ristretto.Scalar{}, ErrIdentity},
		"no pairs":         {DLEQStatement{X: ristretto.MulBase(x)}, x, ErrNoPairs},
		"a nonce of zero":  {DLEQStatement{X: ristretto.MulBase(x), Pairs: []Pair{{A: a, D: a.Mul(x)}}}, x, ErrIdentity},
	} {
		k := k
		if name == "a nonce of zero" {
			k = ristretto.Scalar{}
		}
		cl, one := DLEQClaim{T: contextOf("test"), DLEQStatement: c.st}, ristretto.ScalarFromUint64(1)
		tr := cl.T.Clone()
		weights := c.st.absorb(tr)
		cl.T1, cl.T2 = ristretto.MulBase(k), ristretto.VarTimeMultiScalarMul(weights, c.st.masks()).Mul(k)
		challenge := cl.challenge(tr)
		cl.S = k.Add(challenge.Mul(c.x))
		var both ristretto.Sum
		cl.addTo(&both, weights, challenge, one, one)
		if !both.Value().IsIdentity() {
			t.Fatalf("%s: the equations do not hold", name)
		}
		if err := cl.Verify(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := VerifyTogether([]DLEQClaim{cl}); !errors.Is(err, c.want) {
			t.Errorf("%s, together: %v", name, err)
		}
	}
}

// dishonest is a proof whose commitments are off by d1 and d2, and which is right
// otherwise: its equations miss by just that.
func dishonest(t *testing.T, seat int, shares int, d1, d2 ristretto.Element) DLEQClaim {
	t.Helper()
	st, w := stated(t, shares)
	c := DLEQClaim{T: contextOf(fmt.Sprint("seat ", seat)), DLEQStatement: st}
	tr := c.T.Clone()
	a := ristretto.VarTimeMultiScalarMul(st.absorb(tr), st.masks())
	k := randomScalar(t)
	c.T1, c.T2 = ristretto.MulBase(k).Add(d1), a.Mul(k).Add(d2)
	c.S = k.Add(c.challenge(tr).Mul(w.X))
	return c
}

// Attack: two seats agree on proofs that miss by opposite amounts, so that their
// sum is right, and one seat does so with its two equations. The weights of both
// equations of all proofs are different.
func TestDLEQAttackProofsThatCancel(t *testing.T) {
	d := randomElement(t)
	none, minus := ristretto.Element{}, d.Neg()
	for name, pair := range map[string][2]DLEQClaim{
		"key equations":   {dishonest(t, 3, 5, d, none), dishonest(t, 8, 5, minus, none)},
		"share equations": {dishonest(t, 3, 5, none, d), dishonest(t, 8, 5, none, minus)},
		"across":          {dishonest(t, 3, 5, d, none), dishonest(t, 8, 5, none, minus)},
		"of each":         {dishonest(t, 3, 5, d, minus), dishonest(t, 8, 5, d, minus)},
	} {
		cs := claims(t, 14, 5)
		cs[3], cs[8] = pair[0], pair[1]
		var equal ristretto.Sum
		for _, c := range cs {
			tr, one := c.T.Clone(), ristretto.ScalarFromUint64(1)
			weights := c.absorb(tr)
			c.addTo(&equal, weights, c.challenge(tr), one, one)
		}
		if !equal.Value().IsIdentity() {
			t.Fatalf("%s: they do not cancel", name)
		}
		if err := VerifyTogether(cs); !errors.Is(err, ErrSum) {
			t.Errorf("%s: %v", name, err)
		}
		if list := sigmatest.False(cs); len(list) != 2 || list[0] != 3 || list[1] != 8 {
			t.Errorf("%s: %v are blamed", name, list)
		}
	}
}
