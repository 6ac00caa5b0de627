package shuffle

import (
	"crypto/rand"
	"errors"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Errors of Verify: which equation of SPEC §6.3 does not hold.
var (
	ErrProductOpening  = errors.New("shuffle: equation 1 (product argument, opening of c_D) fails")
	ErrProductChain    = errors.New("shuffle: equation 2 (product argument, chain of products) fails")
	ErrMultiExpOpening = errors.New("shuffle: equation 3 (multi-exponentiation, opening of c_B) fails")
	ErrMultiExpA       = errors.New("shuffle: equation 4 (multi-exponentiation, first components) fails")
	ErrMultiExpB       = errors.New("shuffle: equation 5 (multi-exponentiation, second components) fails")
)

var equationErrors = [equations]error{
	ErrProductOpening, ErrProductChain, ErrMultiExpOpening, ErrMultiExpA, ErrMultiExpB,
}

const equations = 5

// Verify returns nil when p proves st in the context that t carries. It draws the weights
// of the equations at random, so that not even somebody who knows all inputs can predict
// them. Its verdict does not depend on them, except that it accepts a false proof with a
// probability of 1/ℓ.
func Verify(t *transcript.Transcript, st Statement, p Proof) error {
	v, err := Claim{Statement: st, Proof: p}.open(t)
	if err != nil {
		return err
	}
	if v.residue(weights(t)).IsIdentity() {
		return nil
	}
	return v.blame()
}

// weights draws the weights of the equations from all that t has absorbed and
// from fresh randomness. It leaves t as it is.
func weights(t *transcript.Transcript) [equations]ristretto.Scalar {
	var fresh [32]byte
	rand.Read(fresh[:]) // crashes rather than fail
	return weightsFrom(t, fresh)
}

func weightsFrom(t *transcript.Transcript, fresh [32]byte) [equations]ristretto.Scalar {
	u := t.Clone()
	u.Append("fresh", fresh[:])
	var w [equations]ristretto.Scalar
	for i := range w {
		w[i] = u.Challenge("weight")
	}
	return w
}

// verifier holds one proof with its challenges.
type verifier struct {
	st Statement
	p  Proof
	ch challenges
}

// newVerifier recomputes the challenges once t holds the statement.
func newVerifier(t *transcript.Transcript, st Statement, p Proof) *verifier {
	v := &verifier{st: st, p: p}
	v.ch.x = p.challengeX(t)
	v.ch.y, v.ch.z = p.challengeYZ(t)
	v.ch.e = p.challengeE(t)
	p.absorbResponses(t)
	return v
}

// blame finds the first equation that fails on its own, given that one does.
func (v *verifier) blame() error {
	last := equations - 1
	for i, err := range equationErrors[:last] {
		var unit [equations]ristretto.Scalar
		unit[i] = ristretto.ScalarFromUint64(1)
		if !v.residue(unit).IsIdentity() {
			return err
		}
	}
	return equationErrors[last]
}

// residue is the sum of the five equations of SPEC §6.3 with weights w, each
// with its left side moved to the right. It is the identity when all hold.
func (v *verifier) residue(w [equations]ristretto.Scalar) ristretto.Element {
	terms := newSum(len(v.st.In))
	v.addTo(terms, w)
	return terms.value()
}

// addTo adds the terms of the residue.
func (v *verifier) addTo(terms *sum, w [equations]ristretto.Scalar) {
	powers := powersOf(v.ch.x, len(v.st.In))
	v.addGenerators(terms, w, powers)
	v.addCommitments(terms, w)
	v.addStacks(terms, w, powers)
}

// addGenerators adds the right sides of equations 1 to 3, which are
// commitments to the responses, and the −z·ΣG_i of equation 1.
func (v *verifier) addGenerators(terms *sum, w [equations]ristretto.Scalar, powers []ristretto.Scalar) {
	p, e := &v.p, v.ch.e
	terms.addBlind(w[0].Mul(p.Product.R).Add(w[1].Mul(p.Product.S)).Add(w[2].Mul(p.MultiExp.Rho)))
	chain := v.chain(powers)
	ez := e.Mul(v.ch.z)
	for i := range powers {
		k := w[0].Mul(p.Product.A[i].Add(ez)).Add(w[2].Mul(p.MultiExp.M[i]))
		if i < len(chain)-1 {
			k = k.Add(w[1].Mul(e.Mul(chain[i+1]).Sub(chain[i].Mul(p.Product.A[i+1]))))
		}
		terms.addGenerator(k, i)
	}
}

// chain returns b̃_1..b̃_N: the first is ã_1 and the last e·∏(y·i + x^i − z),
// both of which are the verifier's own.
func (v *verifier) chain(powers []ristretto.Scalar) []ristretto.Scalar {
	product, index := v.ch.e, ristretto.Scalar{}
	one := ristretto.ScalarFromUint64(1)
	for _, power := range powers {
		index = index.Add(one)
		product = product.Mul(v.ch.y.Mul(index).Add(power).Sub(v.ch.z))
	}
	chain := make([]ristretto.Scalar, 0, len(powers))
	chain = append(chain, v.p.Product.A[0])
	chain = append(chain, v.p.Product.B...)
	return append(chain, product)
}

// addCommitments subtracts what the proof's own elements contribute to the left sides. A
// term of −w·E is w·(−E), because short factors are cheap.
func (v *verifier) addCommitments(terms *sum, w [equations]ristretto.Scalar) {
	p, e := &v.p, v.ch.e
	terms.Add(w[0].Mul(e).Mul(v.ch.y).Neg(), p.CA)
	terms.Add(w[0].Add(w[2]).Mul(e).Neg(), p.CB)
	terms.Add(w[0], p.Product.Cd.Neg())
	terms.Add(w[1], p.Product.Cdelta.Neg())
	terms.Add(w[1].Mul(e).Neg(), p.Product.CDelta)
	terms.Add(w[2], p.MultiExp.CM.Neg())
	terms.Add(w[3], p.MultiExp.EA.Neg())
	terms.Add(w[4], p.MultiExp.EB.Neg())
}

// addStacks adds equations 4 and 5 but for E.
func (v *verifier) addStacks(terms *sum, w [equations]ristretto.Scalar, powers []ristretto.Scalar) {
	p := &v.p
	terms.Grow(2 * len(powers)) // of claims that follow each other, the outputs are new
	terms.AddShared(w[3].Mul(p.MultiExp.Tau), ristretto.Base())
	terms.AddShared(w[4].Mul(p.MultiExp.Tau), v.st.PK)
	inA, inB := w[3].Mul(v.ch.e).Neg(), w[4].Mul(v.ch.e).Neg()
	for i, power := range powers {
		if !v.st.In[i].A.IsIdentity() { // trivial masks save a term
			terms.AddShared(inA.Mul(power), v.st.In[i].A)
		}
		terms.AddShared(inB.Mul(power), v.st.In[i].B)
		terms.AddShared(w[3].Mul(p.MultiExp.M[i]), v.st.Out[i].A)
		terms.AddShared(w[4].Mul(p.MultiExp.M[i]), v.st.Out[i].B)
	}
}
