package proof

import (
	"fmt"

	"fives/crypto/batch"
	"fives/crypto/dleq"
	"fives/crypto/schnorr"
	"fives/crypto/shuffle"
	"fives/crypto/transcript"
)

// A Proof refers to nothing that changes.
type Proof interface {
	// Verify says what is wrong with it, nil if nothing is.
	Verify() error
	// Open says what is wrong with it but for its equations, and leaves those to be
	// verified together with others.
	Open() (batch.Proof, error)
}

// A claim is a Proof whose bytes are decoded.
type claim interface {
	Verify() error
	Open() (batch.Proof, error)
}

func verify(c claim, err error) error {
	if err != nil {
		return err
	}
	return c.Verify()
}

func open(c claim, err error) (batch.Proof, error) {
	if err != nil {
		return batch.Proof{}, err
	}
	return c.Open()
}

// A Key is the proof that a seat knows the secret of its hand key.
type Key struct {
	T *transcript.Transcript
	schnorr.Statement
	Encoded []byte
}

func (p Key) claim() (claim, error) {
	proof, err := schnorr.DecodeProof(p.Encoded)
	return schnorr.Claim{T: p.T, Statement: p.Statement, Proof: proof}, err
}

// Verify implements [Proof].
func (p Key) Verify() error { return verify(p.claim()) }

// Open implements [Proof].
func (p Key) Open() (batch.Proof, error) { return open(p.claim()) }

// A Pass is the proof that a stack is a shuffle of another one.
type Pass struct {
	T *transcript.Transcript
	shuffle.Statement
	Encoded []byte
}

func (p Pass) claim() (claim, error) {
	proof, err := shuffle.DecodeProof(p.Encoded, len(p.In))
	return shuffle.Claim{T: p.T, Statement: p.Statement, Proof: proof}, err
}

// Verify implements [Proof].
func (p Pass) Verify() error {
	c, err := p.claim()
	if err != nil {
		return err
	}
	if err := c.Verify(); err != nil {
		return fmt.Errorf("shuffle: %w", err)
	}
	return nil
}

// Open implements [Proof].
func (p Pass) Open() (batch.Proof, error) { return open(p.claim()) }

// Shares are proved to be parts of the decryption of masks.
type Shares struct {
	T *transcript.Transcript
	dleq.Statement
	Encoded []byte
}

func (p Shares) claim() (claim, error) {
	proof, err := dleq.DecodeProof(p.Encoded)
	return dleq.Claim{T: p.T, Statement: p.Statement, Proof: proof}, err
}

// Verify implements [Proof].
func (p Shares) Verify() error { return verify(p.claim()) }

// Open implements [Proof].
func (p Shares) Open() (batch.Proof, error) { return open(p.claim()) }

// Together reports whether all proofs are good. They are verified in one sum.
func Together(proofs []Proof) bool { return batch.Verify(proofs) == nil }
