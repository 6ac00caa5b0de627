package sigma

import (
	"errors"
	"fmt"
	"io"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Labels of SPEC §4, besides those that both proofs use.
const (
	dleqDomain   = "fives/v1/dleq"
	labelCount   = "k"
	labelMask    = "A"
	labelShare   = "D"
	labelWeight  = "w"
	labelCommit1 = "T1"
	labelCommit2 = "T2"
	labelMerge   = "v"
)

// DLEQSize is the length of an encoded DLEQProof in bytes, however many pairs it covers.
const DLEQSize = 96

var (
	// ErrNoPairs is returned for a statement without pairs.
	ErrNoPairs = errors.New("sigma: statement without pairs")
	// ErrShareEquation is returned when s·ΣwA = T2 + c·ΣwD does not hold.
	ErrShareEquation = errors.New("sigma: share equation s·Σw·A = T2 + c·Σw·D fails")
)

// Pair is the first component A of a mask and a share D = x·A.
type Pair struct{ A, D ristretto.Element }

// DLEQStatement says that D_j = x·A_j for every pair, with the x of X = x·G.
type DLEQStatement struct {
	X     ristretto.Element
	Pairs []Pair
}

// DLEQProof is T1 = k·G, T2 = k·Σw_j·A_j and the response s = k + c·x.
type DLEQProof struct {
	T1, T2 ristretto.Element
	S      ristretto.Scalar
}

// ProveDLEQ makes the shares of masks and proves all of them at once. as holds the first
// components of the masks; the returned statement holds the shares. ProveDLEQ advances t as
// VerifyDLEQ does. It refuses a secret that is not that of the key, so no node sends false
// shares by mistake.
func ProveDLEQ(t *transcript.Transcript, key ristretto.Element, as []ristretto.Element, w Witness, rand io.Reader) (DLEQStatement, DLEQProof, error) {
	if !ristretto.MulBase(w.X).Equal(key) {
		return DLEQStatement{}, DLEQProof{}, ErrWitness
	}
	st := DLEQStatement{X: key, Pairs: make([]Pair, len(as))}
	var alone *ristretto.Table // of the only mask, if there is one: it is multiplied twice
	if len(as) == 1 {
		alone = ristretto.NewShortTable(as[0])
		st.Pairs[0] = Pair{A: as[0], D: alone.Mul(w.X).KeepEncoding()}
	} else {
		for j, a := range as {
			st.Pairs[j] = Pair{A: a, D: a.Mul(w.X).KeepEncoding()}
		}
	}
	if err := st.check(); err != nil {
		return DLEQStatement{}, DLEQProof{}, err
	}
	weights := st.absorb(t)
	nonces, err := t.Nonces(rand, w.X)
	if err != nil {
		return DLEQStatement{}, DLEQProof{}, fmt.Errorf("sigma: %w", err)
	}
	k := nonces.Scalar()
	p := DLEQProof{T1: ristretto.MulBase(k).KeepEncoding()}
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

// VerifyDLEQ returns nil when p proves st in the context that t carries. Both
// equations are checked in one multi-scalar multiplication.
func VerifyDLEQ(t *transcript.Transcript, st DLEQStatement, p DLEQProof) error {
	cl := DLEQClaim{T: t, DLEQStatement: st, DLEQProof: p}
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
func (st DLEQStatement) check() error {
	if len(st.Pairs) == 0 {
		return ErrNoPairs
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
func (st DLEQStatement) absorb(t *transcript.Transcript) []ristretto.Scalar {
	t.Append(labelProof, []byte(dleqDomain))
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

func (p DLEQProof) challenge(t *transcript.Transcript) ristretto.Scalar {
	t.AppendElement(labelCommit1, p.T1)
	t.AppendElement(labelCommit2, p.T2)
	return t.Challenge(labelChal)
}

// blame finds out which equation fails, once their combination has failed.
func (st DLEQStatement) blame(p DLEQProof, c ristretto.Scalar) error {
	left := ristretto.VarTimeMultiScalarMul(
		[]ristretto.Scalar{p.S, c.Neg()},
		[]ristretto.Element{ristretto.Base(), st.X})
	if !left.Equal(p.T1) {
		return ErrKeyEquation
	}
	return ErrShareEquation
}

// Encode returns T1 ‖ T2 ‖ s, DLEQSize bytes.
func (p DLEQProof) Encode() []byte {
	t1, t2, s := p.T1.Encode(), p.T2.Encode(), p.S.Encode()
	b := make([]byte, 0, DLEQSize)
	b = append(b, t1[:]...)
	b = append(b, t2[:]...)
	return append(b, s[:]...)
}

// DecodeDLEQ parses what Encode writes and nothing else.
func DecodeDLEQ(b []byte) (DLEQProof, error) {
	if len(b) != DLEQSize {
		return DLEQProof{}, fmt.Errorf("sigma: DLEQ proof of %d bytes, want %d", len(b), DLEQSize)
	}
	var p DLEQProof
	var err error
	if p.T1, err = ristretto.Decode(b[:32]); err != nil {
		return DLEQProof{}, fmt.Errorf("sigma: T1: %w", err)
	}
	if p.T2, err = ristretto.Decode(b[32:64]); err != nil {
		return DLEQProof{}, fmt.Errorf("sigma: T2: %w", err)
	}
	if p.T1.IsIdentity() || p.T2.IsIdentity() {
		return DLEQProof{}, ErrIdentity
	}
	if p.S, err = ristretto.DecodeScalar(b[64:]); err != nil {
		return DLEQProof{}, fmt.Errorf("sigma: response: %w", err)
	}
	return p, nil
}

// A DLEQClaim is a proved statement, in the context that T carries.
type DLEQClaim struct {
	T *transcript.Transcript
	DLEQStatement
	DLEQProof
}

// Verify is [VerifyDLEQ] of the claim. It leaves T as it is.
func (c DLEQClaim) Verify() error { return VerifyDLEQ(c.T.Clone(), c.DLEQStatement, c.DLEQProof) }

// Open does what Verify does, except for the equations, which can be verified together with
// those of other proofs. A mask of which several seats give shares is then one term, and so
// is a key under which several proofs are made.
func (c DLEQClaim) Open() (Opened, error) {
	if err := c.check(); err != nil {
		return Opened{}, err
	}
	t := c.T.Clone()
	weights := c.absorb(t)
	challenge := c.challenge(t)
	t.AppendScalar(labelRespond, c.S)
	return Opened{Script: t, Equations: 2, AddTo: func(s *ristretto.Sum, by []ristretto.Scalar) {
		c.addTo(s, weights, challenge, by[0], by[1])
	}}, nil
}

// check refuses what no honest prover claims.
func (c DLEQClaim) check() error {
	if err := c.DLEQStatement.check(); err != nil {
		return err
	}
	if c.T1.IsIdentity() || c.T2.IsIdentity() {
		return ErrIdentity
	}
	return nil
}

// addTo adds u times the key equation and v times the share equation of a claim to a
// sum, each with its right side moved to the left.
func (c DLEQClaim) addTo(s *ristretto.Sum, weights []ristretto.Scalar, challenge, u, v ristretto.Scalar) {
	s.AddShared(c.S.Mul(u), ristretto.Base())
	s.AddShared(challenge.Mul(u).Neg(), c.X)
	// −T1 and −T2 rather than −u and −v: short factors are cheap.
	s.Add(u, c.T1.Neg())
	s.Add(v, c.T2.Neg())
	sv, cv := c.S.Mul(v), challenge.Mul(v).Neg()
	for j, q := range c.Pairs {
		s.AddShared(sv.Mul(weights[j]), q.A)
		s.Add(cv.Mul(weights[j]), q.D)
	}
}
