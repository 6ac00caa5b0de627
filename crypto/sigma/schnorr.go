package sigma

import (
	"fmt"
	"io"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Labels of SPEC §3, besides those that both proofs use.
const (
	schnorrDomain = "fives/v1/schnorr"
	labelCommit   = "R"
)

// SchnorrSize is the length of an encoded SchnorrProof in bytes.
const SchnorrSize = 64

// SchnorrStatement says that the prover knows log_G X.
type SchnorrStatement struct{ X ristretto.Element }

// SchnorrProof is a commitment R = k·G and the response s = k + c·x.
type SchnorrProof struct {
	R ristretto.Element
	S ristretto.Scalar
}

// ProveSchnorr makes a proof of possession and advances t as VerifySchnorr does.
func ProveSchnorr(t *transcript.Transcript, st SchnorrStatement, w Witness, rand io.Reader) (SchnorrProof, error) {
	if st.X.IsIdentity() {
		return SchnorrProof{}, ErrIdentity
	}
	if !ristretto.MulBase(w.X).Equal(st.X) {
		return SchnorrProof{}, ErrWitness
	}
	st.absorb(t)
	nonces, err := t.Nonces(rand, w.X)
	if err != nil {
		return SchnorrProof{}, fmt.Errorf("sigma: %w", err)
	}
	k := nonces.Scalar()
	p := SchnorrProof{R: ristretto.MulBase(k).KeepEncoding()}
	c := p.challenge(t)
	p.S = k.Add(c.Mul(w.X))
	t.AppendScalar(labelRespond, p.S)
	return p, nil
}

// VerifySchnorr returns nil when p proves st in the context that t carries.
func VerifySchnorr(t *transcript.Transcript, st SchnorrStatement, p SchnorrProof) error {
	c, err := SchnorrClaim{SchnorrStatement: st, SchnorrProof: p}.open(t)
	if err != nil {
		return err
	}
	got := ristretto.VarTimeMultiScalarMul(
		[]ristretto.Scalar{p.S, c.Neg()},
		[]ristretto.Element{ristretto.Base(), st.X})
	if !got.Equal(p.R) {
		return ErrKeyEquation
	}
	return nil
}

// A SchnorrClaim is a proved statement, in the context that T carries.
type SchnorrClaim struct {
	T *transcript.Transcript
	SchnorrStatement
	SchnorrProof
}

// Verify is [VerifySchnorr] of the claim. It leaves T as it is.
func (c SchnorrClaim) Verify() error {
	return VerifySchnorr(c.T.Clone(), c.SchnorrStatement, c.SchnorrProof)
}

// Open makes all checks of Verify except the equation, which can be verified together with
// those of other proofs.
func (c SchnorrClaim) Open() (Opened, error) {
	t := c.T.Clone()
	challenge, err := c.open(t)
	if err != nil {
		return Opened{}, err
	}
	return Opened{Script: t, Equations: 1, AddTo: func(s *ristretto.Sum, by []ristretto.Scalar) {
		s.AddShared(c.S.Mul(by[0]), ristretto.Base())
		s.AddShared(challenge.Mul(by[0]).Neg(), c.X)
		s.Add(by[0], c.R.Neg())
	}}, nil
}

// open refuses the identity as key or commitment, and draws the challenge from t.
func (c SchnorrClaim) open(t *transcript.Transcript) (challenge ristretto.Scalar, err error) {
	if c.X.IsIdentity() || c.R.IsIdentity() {
		return challenge, ErrIdentity
	}
	c.absorb(t)
	challenge = c.challenge(t)
	t.AppendScalar(labelRespond, c.S)
	return challenge, nil
}

func (st SchnorrStatement) absorb(t *transcript.Transcript) {
	t.Append(labelProof, []byte(schnorrDomain))
	t.AppendElement(labelKey, st.X)
}

func (p SchnorrProof) challenge(t *transcript.Transcript) ristretto.Scalar {
	t.AppendElement(labelCommit, p.R)
	return t.Challenge(labelChal)
}

// Encode returns R ‖ s, SchnorrSize bytes.
func (p SchnorrProof) Encode() []byte {
	r, s := p.R.Encode(), p.S.Encode()
	return append(r[:], s[:]...)
}

// DecodeSchnorr parses what Encode writes and nothing else.
func DecodeSchnorr(b []byte) (SchnorrProof, error) {
	if len(b) != SchnorrSize {
		return SchnorrProof{}, fmt.Errorf("sigma: Schnorr proof of %d bytes, want %d", len(b), SchnorrSize)
	}
	r, err := ristretto.Decode(b[:32])
	if err != nil {
		return SchnorrProof{}, fmt.Errorf("sigma: commitment: %w", err)
	}
	if r.IsIdentity() {
		return SchnorrProof{}, ErrIdentity
	}
	s, err := ristretto.DecodeScalar(b[32:])
	if err != nil {
		return SchnorrProof{}, fmt.Errorf("sigma: response: %w", err)
	}
	return SchnorrProof{R: r, S: s}, nil
}
