package schnorr

import (
	"errors"
	"fmt"
	"io"

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
	if st.X.IsIdentity() || p.R.IsIdentity() {
		return ErrIdentity
	}
	st.absorb(t)
	c := p.challenge(t)
	t.AppendScalar(labelRespond, p.S)
	got := ristretto.VarTimeMultiScalarMul(
		[]ristretto.Scalar{p.S, c.Neg()},
		[]ristretto.Element{ristretto.Base(), st.X})
	if !got.Equal(p.R) {
		return ErrEquation
	}
	return nil
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
