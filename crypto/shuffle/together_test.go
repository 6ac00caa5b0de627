package shuffle

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/sigma/sigmatest"
)

// chain is a shuffle of so many passes as verifiers have it: out of encodings.
func chain(t testing.TB, pk ristretto.Element, in []mask.Mask, passes int) []Claim {
	t.Helper()
	cs := make([]Claim, passes)
	for i := range cs {
		cs[i] = pass(t, fmt.Sprint("pass ", i), pk, in)
		in = cs[i].Out
	}
	return cs
}

// pass is one pass, proved in a place of its own.
func pass(t testing.TB, place string, pk ristretto.Element, in []mask.Mask) Claim {
	t.Helper()
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	st := Statement{PK: pk, In: in, Out: out}
	p, err := Prove(contextOf(place), st, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return Claim{T: contextOf(place), Statement: received(t, st), Proof: decoded(t, p)}
}

// received is a statement whose output stack came as bytes.
func received(t testing.TB, st Statement) Statement {
	t.Helper()
	out, err := mask.DecodeStack(mask.EncodeStack(st.Out), len(st.Out))
	if err != nil {
		t.Fatal(err)
	}
	st.Out = out
	return st
}

func decoded(t testing.TB, p Proof) Proof {
	t.Helper()
	q, err := DecodeProof(p.Encode(), len(p.Product.A))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// refusedTogether fails the test unless the claims are refused together, and alone
// those that are named.
func refusedTogether(t *testing.T, what string, cs []Claim, bad ...int) {
	t.Helper()
	if err := sigma.VerifyTogether(cs); err == nil {
		t.Errorf("%s: accepted together", what)
	}
	if got := sigmatest.False(cs); !slices.Equal(got, bad) {
		t.Errorf("%s: false alone are %v, want %v", what, got, bad)
	}
}

func TestVerifyTogetherAcceptsHonestShuffles(t *testing.T) {
	pk, masked := maskedStack(t, 5)
	faces := mask.TrivialStack(mask.Faces("test", 7))
	all := slices.Concat(chain(t, pk, masked, 4), chain(t, pk, faces, 3), chain(t, ristretto.Base(), faces, 2), chain(t, pk, faces[:2], 1))
	for n := range len(all) + 1 {
		if err := sigma.VerifyTogether(all[:n]); err != nil {
			t.Fatalf("the first %d: %v", n, err)
		}
	}
	if err := sigma.VerifyTogether(all); err != nil {
		t.Errorf("a second time: %v", err)
	}
	if bad := sigmatest.False(all); bad != nil {
		t.Errorf("false alone are %v", bad)
	}
}

// Attack: a bad proof among good ones, in each place and of each kind.
func TestAttackOneBadPassOfAChain(t *testing.T) {
	pk, in := maskedStack(t, 4)
	good := chain(t, pk, in, 3)
	for i := range good {
		for name, change := range map[string]func(c *Claim){
			"another commitment": func(c *Claim) { c.Proof.MultiExp.EB = randomElement(t) },
			"another response":   func(c *Claim) { c.Proof.MultiExp.Tau = randomScalar(t) },
			"another place":      func(c *Claim) { c.T = contextOf("pass 9") },
			"an identity":        func(c *Claim) { c.Proof.CA = ristretto.Element{} },
			"too few responses":  func(c *Claim) { c.Proof.Product.A = c.Proof.Product.A[1:] },
			"another key":        func(c *Claim) { c.PK = randomElement(t) },
			"an unmoved card":    func(c *Claim) { c.Out = append([]mask.Mask{c.In[0]}, c.Out[1:]...) },
			"stacks exchanged":   func(c *Claim) { c.In, c.Out = c.Out, c.In },
		} {
			bad := slices.Clone(good)
			change(&bad[i])
			refusedTogether(t, name, bad, i)
		}
	}
	// A stack that is false in the middle makes two statements false.
	bad := slices.Clone(good)
	out := slices.Clone(bad[1].Out)
	out[2].B = out[2].B.Add(ristretto.Base())
	bad[1].Out, bad[2].In = out, out
	refusedTogether(t, "a stack between two passes", bad, 1, 2)
}

// Attack: the proofs of two passes exchanged, with and without their places.
func TestAttackSwappedProofs(t *testing.T) {
	pk, in := maskedStack(t, 4)
	cs := chain(t, pk, in, 3)
	cs[0].Proof, cs[2].Proof = cs[2].Proof, cs[0].Proof
	refusedTogether(t, "proofs", cs, 0, 2)
	cs[0].T, cs[2].T = cs[2].T, cs[0].T
	refusedTogether(t, "proofs and places", cs, 0, 2)
}

// skewed is a pass that leaves the order as it is and whose E_A is off by d. All else
// is right, so equation 4 misses by just that.
func skewed(t *testing.T, pk ristretto.Element, in []mask.Mask, d ristretto.Element) Claim {
	t.Helper()
	n := len(in)
	st, table := Statement{PK: pk, In: in, Out: make([]mask.Mask, n)}, ristretto.NewTable(pk)
	f := forger{order: make([]ristretto.Scalar, n), factors: make([]ristretto.Scalar, n), shift: d}
	for i := range in {
		f.order[i], f.factors[i] = ristretto.ScalarFromUint64(uint64(i+1)), randomScalar(t)
		st.Out[i] = mask.Remask(table, in[i], f.factors[i])
	}
	honest := func(x ristretto.Scalar) []ristretto.Scalar { return powersOf(x, n) }
	f.inCB, f.product, f.multi = honest, honest, honest
	return Claim{T: contextOf("test"), Statement: received(t, st), Proof: decoded(t, f.forge(t, st))}
}

// Attack: two seats agree on passes that miss by opposite amounts, so that their
// plain sum is right. The weights of the two are different.
func TestAttackPassesThatCancel(t *testing.T) {
	pk, in := maskedStack(t, 4)
	cs := chain(t, pk, in, 4)
	d := randomElement(t)
	cs[1] = skewed(t, pk, cs[0].Out, d)
	cs[2] = pass(t, "between", pk, cs[1].Out)
	cs[3] = skewed(t, pk, cs[2].Out, d.Neg())
	plain := newSum(len(in))
	for _, c := range cs {
		v, err := c.open(c.T.Clone())
		if err != nil {
			t.Fatal(err)
		}
		v.addTo(plain, only(1, 2, 3, 4, 5))
	}
	if !plain.value().IsIdentity() {
		t.Fatal("they do not cancel")
	}
	if err := sigma.VerifyTogether(cs); !errors.Is(err, sigma.ErrSum) {
		t.Errorf("accepted together: %v", err)
	}
	refusedTogether(t, "passes that cancel", cs, 1, 3)
}

// Attack: a vector that is not as long as the stack costs nothing that the length
// would drive, and no panic.
func TestAttackLengthGamesTogether(t *testing.T) {
	pk, in := maskedStack(t, 3)
	good := chain(t, pk, in, 2)
	for name, change := range map[string]func(c *Claim){
		"empty":    func(c *Claim) { c.In, c.Out = nil, nil },
		"unequal":  func(c *Claim) { c.Out = c.Out[1:] },
		"no proof": func(c *Claim) { c.Proof = Proof{} },
		"far too large": func(c *Claim) {
			c.In, c.Out = make([]mask.Mask, MaxCards+1), make([]mask.Mask, MaxCards+1)
		},
	} {
		bad := slices.Clone(good)
		change(&bad[1])
		refusedTogether(t, name, bad, 1)
	}
}
