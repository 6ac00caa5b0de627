package shuffle

import (
	"fmt"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// domain opens the part of the transcript that belongs to this argument.
const domain = "fives/v1/shuffle"

const (
	elements    = 8  // in a proof, whatever its stack
	elementSize = 32 // bytes, of an element as of a scalar
)

// Proof is the non-interactive argument for a stack of N cards. Names follow
// the paper; SPEC §6.3 has the equations.
type Proof struct {
	CA, CB   ristretto.Element // commitments to π(i) and to x^π(i)
	Product  Product
	MultiExp MultiExp
}

// ProofSize returns the length of an encoded proof for n cards in bytes, or 0
// when no such proof exists.
func ProofSize(n int) int {
	if checkCount(n) != nil {
		return 0
	}
	return elementSize * (elements + 3*n + 2)
}

// challenges are the verifier's messages.
type challenges struct{ x, y, z, e ristretto.Scalar }

func (p *Proof) challengeX(t *transcript.Transcript) ristretto.Scalar {
	t.AppendElement("cA", p.CA)
	return t.Challenge("x")
}

func (p *Proof) challengeYZ(t *transcript.Transcript) (y, z ristretto.Scalar) {
	t.AppendElement("cB", p.CB)
	return t.Challenge("y"), t.Challenge("z")
}

func (p *Proof) challengeE(t *transcript.Transcript) ristretto.Scalar {
	t.AppendElement("cd", p.Product.Cd)
	t.AppendElement("cdelta", p.Product.Cdelta)
	t.AppendElement("cDelta", p.Product.CDelta)
	t.AppendElement("cM", p.MultiExp.CM)
	t.AppendElement("EA", p.MultiExp.EA)
	t.AppendElement("EB", p.MultiExp.EB)
	return t.Challenge("e")
}

func (p *Proof) absorbResponses(t *transcript.Transcript) {
	t.AppendScalars("a", p.Product.A)
	t.AppendScalar("r", p.Product.R)
	t.AppendScalars("b", p.Product.B)
	t.AppendScalar("s", p.Product.S)
	t.AppendScalars("m", p.MultiExp.M)
	t.AppendScalar("rho", p.MultiExp.Rho)
	t.AppendScalar("tau", p.MultiExp.Tau)
}

// commitments lists the elements of p in the order of the encoding.
func (p *Proof) commitments() [elements]*ristretto.Element {
	return [elements]*ristretto.Element{
		&p.CA, &p.CB,
		&p.Product.Cd, &p.Product.Cdelta, &p.Product.CDelta,
		&p.MultiExp.CM, &p.MultiExp.EA, &p.MultiExp.EB,
	}
}

// responses lists the scalars of p in the order of the encoding.
func (p *Proof) responses() []*ristretto.Scalar {
	list := make([]*ristretto.Scalar, 0, len(p.Product.A)+len(p.Product.B)+len(p.MultiExp.M)+4)
	vector := func(v []ristretto.Scalar) {
		for i := range v {
			list = append(list, &v[i])
		}
	}
	vector(p.Product.A)
	list = append(list, &p.Product.R)
	vector(p.Product.B)
	list = append(list, &p.Product.S)
	vector(p.MultiExp.M)
	return append(list, &p.MultiExp.Rho, &p.MultiExp.Tau)
}

// newProof makes the vectors of a proof for n cards.
func newProof(n int) Proof {
	var p Proof
	p.Product.A = make([]ristretto.Scalar, n)
	p.Product.B = make([]ristretto.Scalar, n-2)
	p.MultiExp.M = make([]ristretto.Scalar, n)
	return p
}

// check refuses a proof that is not of n cards or commits to the identity.
func (p *Proof) check(n int) error {
	if len(p.Product.A) != n || len(p.Product.B) != n-2 || len(p.MultiExp.M) != n {
		return fmt.Errorf("%w: proof is not for %d", ErrCount, n)
	}
	for i, c := range p.commitments() {
		if c.IsIdentity() {
			return fmt.Errorf("%w: commitment %d", ErrIdentity, i)
		}
	}
	return nil
}

// Encode returns the encoding of SPEC §6.5, ProofSize(N) bytes.
func (p Proof) Encode() []byte {
	scalars := p.responses()
	b := make([]byte, 0, elementSize*(elements+len(scalars)))
	for _, c := range p.commitments() {
		enc := c.Encode()
		b = append(b, enc[:]...)
	}
	for _, s := range scalars {
		enc := s.Encode()
		b = append(b, enc[:]...)
	}
	return b
}

// DecodeProof parses the encoding of a proof for n cards and nothing else. The
// caller knows n from its own stack; the length is compared before anything is
// allocated.
func DecodeProof(b []byte, n int) (Proof, error) {
	if err := checkCount(n); err != nil {
		return Proof{}, err
	}
	if len(b) != ProofSize(n) {
		return Proof{}, fmt.Errorf("shuffle: proof of %d bytes, want %d", len(b), ProofSize(n))
	}
	p := newProof(n)
	for i, c := range p.commitments() {
		e, err := ristretto.Decode(b[:elementSize])
		if err != nil {
			return Proof{}, fmt.Errorf("shuffle: commitment %d: %w", i, err)
		}
		*c, b = e, b[elementSize:]
	}
	for i, r := range p.responses() {
		s, err := ristretto.DecodeScalar(b[:elementSize])
		if err != nil {
			return Proof{}, fmt.Errorf("shuffle: response %d: %w", i, err)
		}
		*r, b = s, b[elementSize:]
	}
	return p, p.check(n)
}
