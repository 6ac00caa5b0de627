package sigma_test

import (
	"crypto/rand"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

// A claim is one of package sigma or shuffle.
type claim interface {
	Verify() error
	Open() (sigma.Opened, error)
}

func opened(t *testing.T, cs ...claim) (proofs []sigma.Opened) {
	t.Helper()
	for _, c := range cs {
		p, err := c.Open()
		if err != nil {
			t.Fatal(err)
		}
		proofs = append(proofs, p)
	}
	return proofs
}

func place(name string) *transcript.Transcript {
	t := transcript.New("test")
	t.Append("place", []byte(name))
	return t
}

func randomScalar(t *testing.T) ristretto.Scalar {
	t.Helper()
	s, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// key proves possession of x. The commitment is off by d.
func key(t *testing.T, x ristretto.Scalar, d ristretto.Element) sigma.SchnorrClaim {
	t.Helper()
	c := sigma.SchnorrClaim{T: place("key"), SchnorrStatement: sigma.SchnorrStatement{X: ristretto.MulBase(x)}}
	k := randomScalar(t)
	c.R = ristretto.MulBase(k).Add(d)
	tr := place("key")
	tr.Append("proof", []byte("fives/v1/schnorr"))
	tr.AppendElement("X", c.X)
	tr.AppendElement("R", c.R)
	c.S = k.Add(tr.Challenge("c").Mul(x))
	return c
}

// share proves that the share of a mask is right. Its key equation is off by d.
func share(t *testing.T, x ristretto.Scalar, a, d ristretto.Element) sigma.DLEQClaim {
	t.Helper()
	c := sigma.DLEQClaim{T: place("share"), DLEQStatement: sigma.DLEQStatement{X: ristretto.MulBase(x), Pairs: []sigma.Pair{{A: a, D: a.Mul(x)}}}}
	tr := place("share")
	tr.Append("proof", []byte("fives/v1/dleq"))
	tr.AppendElement("X", c.X)
	tr.AppendUint64("k", 1)
	tr.AppendElement("A", c.Pairs[0].A)
	tr.AppendElement("D", c.Pairs[0].D)
	w, k := tr.Challenge("w"), randomScalar(t)
	c.T1, c.T2 = ristretto.MulBase(k).Add(d), a.Mul(w.Mul(k))
	tr.AppendElement("T1", c.T1)
	tr.AppendElement("T2", c.T2)
	c.S = k.Add(tr.Challenge("c").Mul(x))
	return c
}

// pass is a shuffle of some faces.
func pass(t *testing.T, pk ristretto.Element) shuffle.Claim {
	t.Helper()
	in := mask.TrivialStack(mask.Faces("test", 4))
	out, w, err := shuffle.Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	st := shuffle.Statement{PK: pk, In: in, Out: out}
	p, err := shuffle.Prove(place("pass"), st, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return shuffle.Claim{T: place("pass"), Statement: st, Proof: p}
}

// Proofs of all kinds hold together, also if they have elements in common: the key,
// the masks, the generator.
func TestVerifyTogether(t *testing.T) {
	if err := sigma.VerifyTogether[claim](nil); err != nil {
		t.Errorf("no proofs: %v", err)
	}
	x, none := randomScalar(t), ristretto.Element{}
	shuffled := pass(t, ristretto.MulBase(x))
	all := []claim{shuffled, key(t, x, none), share(t, x, shuffled.Out[2].A, none), share(t, x, shuffled.Out[2].A, none)}
	for n := range len(all) {
		if err := sigma.VerifyTogether(all[:n+1]); err != nil {
			t.Errorf("the first %d: %v", n+1, err)
		}
	}
	if err := sigma.VerifyTogether(all); err != nil {
		t.Errorf("a second time: %v", err)
	}
}

// Attack: one false proof among good ones, of each kind.
func TestAttackOneAmongOthers(t *testing.T) {
	x, none := randomScalar(t), ristretto.Element{}
	shuffled := pass(t, ristretto.MulBase(x))
	good := []claim{shuffled, key(t, x, none), share(t, x, shuffled.Out[2].A, none)}
	shuffled.Proof.MultiExp.Tau = randomScalar(t)
	bad := []claim{shuffled, key(t, x, ristretto.Base()), share(t, x, shuffled.Out[2].A, ristretto.Base())}
	for i := range good {
		cs := append([]claim(nil), good...)
		cs[i] = bad[i]
		if err := sigma.VerifyTogether(cs); err != sigma.ErrSum {
			t.Errorf("%T: %v", bad[i], err)
		}
	}
}

// Attack: two proofs of different kinds that miss by opposite amounts, so that their
// plain sum is right.
func TestAttackKindsThatCancel(t *testing.T) {
	d := ristretto.MulBase(randomScalar(t))
	bad := []claim{key(t, randomScalar(t), d), share(t, randomScalar(t), ristretto.MulBase(randomScalar(t)), d.Neg())}
	one := ristretto.ScalarFromUint64(1)
	var plain ristretto.Sum
	for i, p := range opened(t, bad...) {
		p.AddTo(&plain, []ristretto.Scalar{one, one}[:p.Equations])
		if bad[i].Verify() == nil {
			t.Errorf("%T: it is not false", bad[i])
		}
	}
	if !plain.Value().IsIdentity() {
		t.Fatal("they do not cancel")
	}
	if err := sigma.VerifyTogether(bad); err != sigma.ErrSum {
		t.Errorf("together: %v", err)
	}
}

// Attack: a claim that cannot be opened is refused, wherever it stands.
func TestAttackUnopened(t *testing.T) {
	x, none := randomScalar(t), ristretto.Element{}
	bad := key(t, x, none)
	bad.X = none
	for i := range 3 {
		cs := []claim{key(t, x, none), key(t, x, none), key(t, x, none)}
		cs[i] = bad
		if err := sigma.VerifyTogether(cs); err != sigma.ErrIdentity {
			t.Errorf("claim %d: %v", i, err)
		}
	}
	if err := sigma.VerifyTogether([]claim{bad}); err != sigma.ErrIdentity {
		t.Errorf("alone: %v", err)
	}
}
