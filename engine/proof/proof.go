package proof

import (
	"fmt"

	"fives/crypto/dleq"
	"fives/crypto/schnorr"
	"fives/crypto/shuffle"
	"fives/crypto/transcript"
)

// A Proof refers to nothing that changes.
type Proof interface {
	// Verify says what is wrong with it, nil if nothing is.
	Verify() error
	// Cost is about how much work that is, in terms of a multi-scalar multiplication.
	Cost() int
}

// A Key is the proof that a seat knows the secret of its hand key.
type Key struct {
	T *transcript.Transcript
	schnorr.Statement
	Encoded []byte
}

// Verify implements [Proof].
func (p Key) Verify() error {
	proof, err := schnorr.DecodeProof(p.Encoded)
	if err != nil {
		return err
	}
	return schnorr.Verify(p.T.Clone(), p.Statement, proof)
}

// Cost implements [Proof].
func (p Key) Cost() int { return 3 }

// A Pass is the proof that a stack is a shuffle of another one.
type Pass struct {
	T *transcript.Transcript
	shuffle.Statement
	Encoded []byte
}

func (p Pass) claim() (shuffle.Claim, error) {
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

// Cost implements [Proof].
func (p Pass) Cost() int { return 5 * len(p.In) }

// Shares are proved to be parts of the decryption of masks.
type Shares struct {
	T *transcript.Transcript
	dleq.Statement
	Encoded []byte
}

func (p Shares) claim() (dleq.Claim, error) {
	proof, err := dleq.DecodeProof(p.Encoded)
	return dleq.Claim{T: p.T, Statement: p.Statement, Proof: proof}, err
}

// Verify implements [Proof].
func (p Shares) Verify() error {
	c, err := p.claim()
	if err != nil {
		return err
	}
	return c.Verify()
}

// Cost implements [Proof].
func (p Shares) Cost() int { return 3 + 2*len(p.Pairs) }

// Together reports whether all proofs are good. All passes are verified in one sum
// (crypto/SPEC §6.3), and all shares in another (§4.3).
func Together(proofs []Proof) bool {
	var passes []shuffle.Claim
	var shares []dleq.Claim
	for _, p := range proofs {
		var err error
		switch p := p.(type) {
		case Pass:
			var c shuffle.Claim
			c, err = p.claim()
			passes = append(passes, c)
		case Shares:
			var c dleq.Claim
			c, err = p.claim()
			shares = append(shares, c)
		default:
			err = p.Verify()
		}
		if err != nil {
			return false
		}
	}
	return shuffle.VerifyTogether(passes) == nil && dleq.VerifyTogether(shares) == nil
}
