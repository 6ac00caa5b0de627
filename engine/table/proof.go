package table

import (
	"fmt"

	"fives/crypto/shuffle"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

// A proof is what a record proves: that a seat knows the secret of its hand key (keyProof),
// that a stack is a shuffle of another one (stackProof), or that shares are parts of
// decryptions (shareProof). It holds the statement, the place in the log that it was made
// for, and the bytes that came with the record, which are decoded when it is verified. It
// refers to nothing that changes: verifying it needs no table, and can be done at any time,
// concurrently with anything else, and more than once.
//
// Specification: engine/SPEC.md §7.2 to §7.6, crypto/SPEC.md §3, §4 and §6.
type proof interface {
	// Verify returns what is wrong with the proof, nil if nothing is.
	Verify() error
	// Open does the same except for the equations, which are left to be verified together
	// with others.
	Open() (sigma.Opened, error)
}

// A decodedProof is a proof whose bytes are decoded.
type decodedProof interface {
	Verify() error
	Open() (sigma.Opened, error)
}

func verifyDecoded(c decodedProof, err error) error {
	if err != nil {
		return err
	}
	return c.Verify()
}

func openDecoded(c decodedProof, err error) (sigma.Opened, error) {
	if err != nil {
		return sigma.Opened{}, err
	}
	return c.Open()
}

// A keyProof is the proof that a seat knows the secret of its hand key.
type keyProof struct {
	T *transcript.Transcript
	sigma.SchnorrStatement
	Encoded []byte
}

func (p keyProof) decode() (decodedProof, error) {
	decoded, err := sigma.DecodeSchnorr(p.Encoded)
	return sigma.SchnorrClaim{T: p.T, SchnorrStatement: p.SchnorrStatement, SchnorrProof: decoded}, err
}

func (p keyProof) Verify() error { return verifyDecoded(p.decode()) }

func (p keyProof) Open() (sigma.Opened, error) { return openDecoded(p.decode()) }

// A stackProof is the proof that a stack is a shuffle of another one.
type stackProof struct {
	T *transcript.Transcript
	shuffle.Statement
	Encoded []byte
}

func (p stackProof) decode() (decodedProof, error) {
	decoded, err := shuffle.DecodeProof(p.Encoded, len(p.In))
	return shuffle.Claim{T: p.T, Statement: p.Statement, Proof: decoded}, err
}

func (p stackProof) Verify() error {
	c, err := p.decode()
	if err != nil {
		return err
	}
	if err := c.Verify(); err != nil {
		return fmt.Errorf("shuffle: %w", err)
	}
	return nil
}

func (p stackProof) Open() (sigma.Opened, error) { return openDecoded(p.decode()) }

// A shareProof is the proof that shares are parts of the decryption of masks.
type shareProof struct {
	T *transcript.Transcript
	sigma.DLEQStatement
	Encoded []byte
}

func (p shareProof) decode() (decodedProof, error) {
	decoded, err := sigma.DecodeDLEQ(p.Encoded)
	return sigma.DLEQClaim{T: p.T, DLEQStatement: p.DLEQStatement, DLEQProof: decoded}, err
}

func (p shareProof) Verify() error { return verifyDecoded(p.decode()) }

func (p shareProof) Open() (sigma.Opened, error) { return openDecoded(p.decode()) }

// verifyTogether reports whether all proofs are good. They are verified in one sum.
func verifyTogether(proofs []proof) bool { return sigma.VerifyTogether(proofs) == nil }
