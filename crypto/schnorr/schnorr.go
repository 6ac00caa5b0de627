package schnorr

import (
	"errors"
	"fmt"
	"io"

	"fives/crypto/batch"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Labels of SPEC §3.
const (
	domain       = "fives/v1/schnorr"
	labelProof   = "proof"
	labelKey     = "X"
	labelCommit  = "R"
	labelChal    = "c"
	labelRespond = "s"
)

// Size is the length of an encoded Proof in bytes.
const Size = 64

var (
	// ErrIdentity is returned for a key or a commitment that is the identity.
	ErrIdentity = errors.New("schnorr: identity element")
	// ErrEquation is returned by Verify when s·G = R + c·X does not hold.
	ErrEquation = errors.New("schnorr: equation s·G = R + c·X fails")
	// ErrWitness is returned by Prove when the secret does not belong to the key.
	ErrWitness = errors.New("schnorr: secret does not belong to the key")
)

// Statement says that the prover knows log_G X.
type Statement struct{ X ristretto.Element }

// Witness is the secret x with X = x·G.
type Witness struct{ X ristretto.Scalar }

// Proof is a commitment R = k·G and the response s = k + c·x.
type Proof struct {
	R ristretto.Element
	S ristretto.Scalar
}

// Prove makes a proof of possession and advances t as Verify does.
func Prove(t *transcript.Transcript, st Statement, w Witness, rand io.Reader) (Proof, error) {
	if st.X.IsIdentity() {
		return Proof{}, ErrIdentity
	}
	if !ristretto.MulBase(w.X).Equal(st.X) {
		return Proof{}, ErrWitness
	}
	st.absorb(t)
	nonces, err := t.Nonces(rand, w.X)
	if err != nil {
		return Proof{}, fmt.Errorf("schnorr: %w", err)
	}
	k := nonces.Scalar()
	p := Proof{R: ristretto.MulBase(k).KeepEncoding()}
	c := p.challenge(t)
	p.S = k.Add(c.Mul(w.X))
	t.AppendScalar(labelRespond, p.S)
	return p, nil
}

// Verify returns nil when p proves st in the context that t carries.
func Verify(t *transcript.Transcript, st Statement, p Proof) error {
	c, err := Claim{Statement: st, Proof: p}.open(t)
	if err != nil {
		return err
	}
	got := ristretto.VarTimeMultiScalarMul(
		[]ristretto.Scalar{p.S, c.Neg()},
		[]ristretto.Element{ristretto.Base(), st.X})
	if !got.Equal(p.R) {
		return ErrEquation
	}
	return nil
}

// A Claim is a proved statement, in the context that T carries.
type Claim struct {
	T *transcript.Transcript
	Statement
	Proof
}

// Verify is [Verify] of the claim. It leaves T as it is.
func (c Claim) Verify() error { return Verify(c.T.Clone(), c.Statement, c.Proof) }

// Open makes all checks of Verify but the equation, which can be verified together
// with those of other proofs.
func (c Claim) Open() (batch.Proof, error) {
	t := c.T.Clone()
	challenge, err := c.open(t)
	if err != nil {
		return batch.Proof{}, err
	}
	return batch.Proof{Script: t, Equations: 1, AddTo: func(s *ristretto.Sum, by []ristretto.Scalar) {
		s.AddShared(c.S.Mul(by[0]), ristretto.Base())
		s.AddShared(challenge.Mul(by[0]).Neg(), c.X)
		s.Add(by[0], c.R.Neg())
	}}, nil
}

// open refuses the identity as key or commitment, and draws the challenge from t.
func (c Claim) open(t *transcript.Transcript) (challenge ristretto.Scalar, err error) {
	if c.X.IsIdentity() || c.R.IsIdentity() {
		return challenge, ErrIdentity
	}
	c.absorb(t)
	challenge = c.challenge(t)
	t.AppendScalar(labelRespond, c.S)
	return challenge, nil
}

func (st Statement) absorb(t *transcript.Transcript) {
	t.Append(labelProof, []byte(domain))
	t.AppendElement(labelKey, st.X)
}

func (p Proof) challenge(t *transcript.Transcript) ristretto.Scalar {
	t.AppendElement(labelCommit, p.R)
	return t.Challenge(labelChal)
}

// Encode returns R ‖ s, Size bytes.
func (p Proof) Encode() []byte {
	r, s := p.R.Encode(), p.S.Encode()
	return append(r[:], s[:]...)
}

// DecodeProof parses what Encode writes and nothing else.
func DecodeProof(b []byte) (Proof, error) {
	if len(b) != Size {
		return Proof{}, fmt.Errorf("schnorr: proof of %d bytes, want %d", len(b), Size)
	}
	r, err := ristretto.Decode(b[:32])
	if err != nil {
		return Proof{}, fmt.Errorf("schnorr: commitment: %w", err)
	}
	if r.IsIdentity() {
		return Proof{}, ErrIdentity
	}
	s, err := ristretto.DecodeScalar(b[32:])
	if err != nil {
		return Proof{}, fmt.Errorf("schnorr: response: %w", err)
	}
	return Proof{R: r, S: s}, nil
}
