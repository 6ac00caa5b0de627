package table

import (
	"fmt"

	"fives/crypto/dleq"
	"fives/crypto/schnorr"
	"fives/crypto/shuffle"
	"fives/crypto/transcript"
	"fives/engine/record"
)

// A Claim is a record that has passed all of Check but the verification of the proof
// that it carries, which is most of the work. That needs no table: it may be done at
// any time, beside anything, and together with the proofs of others.
type Claim struct {
	checked Checked
	proof   proof // nil for none
}

// Verify verifies the proof. The error is a *[Fault].
func (c Claim) Verify() (Checked, error) {
	if c.proof != nil {
		if err := c.proof.verify(); err != nil {
			return Checked{}, c.fault(err)
		}
	}
	return c.checked, nil
}

// Assume takes the claim for proved. It is for what the caller has made itself, and
// for looking ahead at a copy of a table that is thrown away unless Verify agrees.
// However false the claim, that copy is a table as another shuffle might have made
// it, or Apply says [ErrAssumed].
func (c Claim) Assume() Checked { return c.checked }

// Cost is about how much work the verification is, in terms of a multi-scalar
// multiplication.
func (c Claim) Cost() int {
	if c.proof == nil {
		return 1
	}
	return c.proof.cost()
}

// VerifyAll verifies claims as [Claim.Verify] does, with less work where that is
// possible: the shares of all seats are verified together, and one by one only if
// something is wrong with them. It returns a result and an error for each.
func VerifyAll(claims []Claim) ([]Checked, []error) {
	var shares []dleq.Claim
	for _, c := range claims {
		if s, ok := c.proof.(sharesProof); ok {
			shares = append(shares, dleq.Claim(s))
		}
	}
	together := len(shares) > 1 && dleq.VerifyTogether(shares) == nil
	checked, errs := make([]Checked, len(claims)), make([]error, len(claims))
	for i, c := range claims {
		if _, ok := c.proof.(sharesProof); ok && together {
			checked[i] = c.checked
		} else {
			checked[i], errs[i] = c.Verify()
		}
	}
	return checked, errs
}

func (c Claim) fault(reason error) *Fault {
	return &Fault{Seat: c.checked.seat, Step: c.checked.step, Records: []record.Record{c.checked.record}, Reason: reason}
}

// A proof is what a record proves, with all that it is about. It refers to nothing
// that changes, and may be verified more than once.
type proof interface {
	verify() error
	cost() int
}

// A keyProof is that a seat knows the secret of its hand key.
type keyProof struct {
	tr *transcript.Transcript
	schnorr.Statement
	schnorr.Proof
}

func (p keyProof) verify() error { return schnorr.Verify(p.tr.Clone(), p.Statement, p.Proof) }
func (p keyProof) cost() int     { return 3 }

// A passProof is that a stack is a shuffle of another one.
type passProof struct {
	tr *transcript.Transcript
	shuffle.Statement
	shuffle.Proof
}

func (p passProof) verify() error {
	if err := shuffle.Verify(p.tr.Clone(), p.Statement, p.Proof); err != nil {
		return fmt.Errorf("shuffle: %w", err)
	}
	return nil
}

func (p passProof) cost() int { return 5 * len(p.In) }

// A sharesProof is that shares are parts of the decryption of their slots.
type sharesProof dleq.Claim

func (p sharesProof) verify() error { return dleq.Claim(p).Verify() }
func (p sharesProof) cost() int     { return 3 + 2*len(p.Pairs) }
