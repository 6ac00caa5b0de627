package dleq

import (
	"errors"
	"fmt"
	"io"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Labels of SPEC §4.
const (
	domain       = "fives/v1/dleq"
	labelProof   = "proof"
	labelKey     = "X"
	labelCount   = "k"
	labelMask    = "A"
	labelShare   = "D"
	labelWeight  = "w"
	labelCommit1 = "T1"
	labelCommit2 = "T2"
	labelChal    = "c"
	labelRespond = "s"
	labelMerge   = "v"
)

// Size is the length of an encoded Proof in bytes, however many pairs it covers.
const Size = 96

var (
	// ErrEmpty is returned for a statement without pairs.
	ErrEmpty = errors.New("dleq: statement without pairs")
	// ErrIdentity is returned when a key, mask, share or commitment is the identity.
	ErrIdentity = errors.New("dleq: identity element")
	// ErrKeyEquation is returned by Verify when s·G = T1 + c·X does not hold.
	ErrKeyEquation = errors.New("dleq: key equation s·G = T1 + c·X fails")
	// ErrShareEquation is returned by Verify when s·ΣwA = T2 + c·ΣwD does not hold.
	ErrShareEquation = errors.New("dleq: share equation s·Σw·A = T2 + c·Σw·D fails")
	// ErrWitness is returned by Prove when the secret is not that of the key.
	ErrWitness = errors.New("dleq: the secret is not that of the key")
)

// Pair is the first component A of a mask and a share D = x·A.
type Pair struct{ A, D ristretto.Element }

// Statement says that D_j = x·A_j for every pair, with the x of X = x·G.
type Statement struct {
	X     ristretto.Element
	Pairs []Pair
}

// Witness is the secret x with X = x·G.
type Witness struct{ X ristretto.Scalar }

// Proof is T1 = k·G, T2 = k·Σw_j·A_j and the response s = k + c·x.
type Proof struct {
	T1, T2 ristretto.Element
	S      ristretto.Scalar
}

// Prove makes the shares of masks and proves all of them at once; as are the first
// components of the masks, and the returned statement has the shares. It advances t as
// Verify does. It refuses the secret of another key, so no node sends false shares by
// mistake.
func Prove(t *transcript.Transcript, key ristretto.Element, as []ristretto.Element, w Witness, rand io.Reader) (Statement, Proof, error) {
	if !ristretto.MulBase(w.X).Equal(key) {
		return Statement{}, Proof{}, ErrWitness
	}
	st := Statement{X: key, Pairs: make([]Pair, len(as))}
	var alone *ristretto.Table // of a mask that is the only one: it is multiplied twice
	if len(as) == 1 {
		alone = ristretto.NewShortTable(as[0])
		st.Pairs[0] = Pair{A: as[0], D: alone.Mul(w.X).KeepEncoding()}
	} else {
		for j, a := range as {
			st.Pairs[j] = Pair{A: a, D: a.Mul(w.X).KeepEncoding()}
		}
	}
	if err := st.check(); err != nil {
		return Statement{}, Proof{}, err
	}
	weights := st.absorb(t)
	nonces, err := t.Nonces(rand, w.X)
	if err != nil {
		return Statement{}, Proof{}, fmt.Errorf("dleq: %w", err)
	}
	k := nonces.Scalar()
	p := Proof{T1: ristretto.MulBase(k).KeepEncoding()}
	if alone != nil {
		p.T2 = alone.Mul(k.Mul(weights[0])).KeepEncoding()
	} else { // weights and masks are public
		p.T2 = ristretto.VarTimeMultiScalarMul(weights, as).Mul(k).KeepEncoding()
	}
	c := p.challenge(t)
	p.S = k.Add(c.Mul(w.X))
	t.AppendScalar(labelRespond, p.S)
	return st, p, nil
}

// Verify returns nil when p proves st in the context that t carries. Both
// equations are checked in one multi-scalar multiplication.
func Verify(t *transcript.Transcript, st Statement, p Proof) error {
	cl := Claim{T: t, Statement: st, Proof: p}
	if err := cl.check(); err != nil {
		return err
	}
	weights := st.absorb(t)
	c := p.challenge(t)
	t.AppendScalar(labelRespond, p.S)
	var both ristretto.Sum
	cl.addTo(&both, weights, c, ristretto.ScalarFromUint64(1), t.Clone().Challenge(labelMerge))
	if both.Value().IsIdentity() {
		return nil
	}
	return st.blame(p, c)
}

// check refuses what no honest prover states.
func (st Statement) check() error {
	if len(st.Pairs) == 0 {
		return ErrEmpty
	}
	if st.X.IsIdentity() {
		return ErrIdentity
	}
	for _, q := range st.Pairs {
		if q.A.IsIdentity() || q.D.IsIdentity() {
			return ErrIdentity
		}
	}
	return nil
}

// absorb puts the whole statement into t and draws the weights after it.
func (st Statement) absorb(t *transcript.Transcript) []ristretto.Scalar {
	t.Append(labelProof, []byte(domain))
	t.AppendElement(labelKey, st.X)
	t.AppendUint64(labelCount, uint64(len(st.Pairs)))
	for _, q := range st.Pairs {
		t.AppendElement(labelMask, q.A)
		t.AppendElement(labelShare, q.D)
	}
	weights := make([]ristretto.Scalar, len(st.Pairs))
	for j := range weights {
		weights[j] = t.Challenge(labelWeight)
	}
	return weights
}

func (p Proof) challenge(t *transcript.Transcript) ristretto.Scalar {
	t.AppendElement(labelCommit1, p.T1)
	t.AppendElement(labelCommit2, p.T2)
	return t.Challenge(labelChal)
}

// blame finds out which equation failed once their combination has.
func (st Statement) blame(p Proof, c ristretto.Scalar) error {
	left := ristretto.VarTimeMultiScalarMul(
		[]ristretto.Scalar{p.S, c.Neg()},
		[]ristretto.Element{ristretto.Base(), st.X})
	if !left.Equal(p.T1) {
		return ErrKeyEquation
	}
	return ErrShareEquation
}

// Encode returns T1 ‖ T2 ‖ s, Size bytes.
func (p Proof) Encode() []byte {
	t1, t2, s := p.T1.Encode(), p.T2.Encode(), p.S.Encode()
	b := make([]byte, 0, Size)
	b = append(b, t1[:]...)
	b = append(b, t2[:]...)
	return append(b, s[:]...)
}

// DecodeProof parses what Encode writes and nothing else.
func DecodeProof(b []byte) (Proof, error) {
	if len(b) != Size {
		return Proof{}, fmt.Errorf("dleq: proof of %d bytes, want %d", len(b), Size)
	}
	var p Proof
	var err error
	if p.T1, err = ristretto.Decode(b[:32]); err != nil {
		return Proof{}, fmt.Errorf("dleq: T1: %w", err)
	}
	if p.T2, err = ristretto.Decode(b[32:64]); err != nil {
		return Proof{}, fmt.Errorf("dleq: T2: %w", err)
	}
	if p.T1.IsIdentity() || p.T2.IsIdentity() {
		return Proof{}, ErrIdentity
	}
	if p.S, err = ristretto.DecodeScalar(b[64:]); err != nil {
		return Proof{}, fmt.Errorf("dleq: response: %w", err)
	}
	return p, nil
}
