package table

import (
	"cmp"
	"fmt"

	"fives/crypto/signature"
	"fives/engine/record"
)

// A Claim is a record that has passed all of Check but the verification of its
// signature and of the proof that it carries, which is most of the work. That needs no
// table: it may be done at any time, beside anything, and together with others.
type Claim struct {
	checked  Checked
	unsigned bool  // the signature is still to be verified
	proof    proof // nil for none
}

// Verify verifies the signature, and then the proof. The error is what Check would have
// said. With keys, it verifies signatures with less work.
func (c Claim) Verify(keys *signature.Keys) (Checked, error) {
	if err := c.sign(keys); err != nil {
		return Checked{}, err
	}
	if c.proof != nil {
		if err := c.proof.Verify(); err != nil {
			return Checked{}, c.fault(err)
		}
	}
	return c.checked, nil
}

// sign verifies the signature, if it was left.
func (c *Claim) sign(keys *signature.Keys) error {
	if !c.unsigned {
		return nil
	}
	if err := c.checked.record.SignedWith(keys); err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	c.unsigned = false
	return nil
}

// refuse is what the table says to a record in which something is wrong. Whoever has
// not signed it is worth no verification of a proof.
func (c Claim) refuse(reason error) error {
	if err := c.sign(nil); err != nil {
		return err
	}
	if c.proof != nil { // a false proof is the better reason
		reason = cmp.Or(c.proof.Verify(), reason)
	}
	return c.fault(reason)
}

// late is what the table says to a record that came too late. Whoever has not signed it
// is another matter.
func (c Claim) late() error { return cmp.Or(c.sign(nil), ErrLate) }

func (c Claim) fault(reason error) error {
	return blame(c.checked.seat, c.checked.step, reason, c.checked.record)
}

// Assume takes the claim for proved. It is for what the caller has made itself, and
// for looking ahead at a copy of a table that is thrown away unless Verify agrees.
// However false the claim, that copy is a table as another shuffle might have made
// it, or Apply says [ErrAssumed].
func (c Claim) Assume() Checked { return c.checked }

// Step is the step that the record belongs to.
func (c Claim) Step() uint64 { return c.checked.step }

// Size is the length of the record's payload in bytes. The work of the verification is
// about in proportion to it.
func (c Claim) Size() int { return len(c.checked.record.Payload) }

// Shares is how many shares of cards the record carries.
func (c Claim) Shares() int {
	shares, _ := c.proof.(shareProof)
	return len(shares.Pairs)
}

// VerifyAll verifies claims as [Claim.Verify] does: all together, and one by one only
// if something is wrong with them. It returns a result and an error for each.
func VerifyAll(claims []Claim, keys *signature.Keys) ([]Checked, []error) {
	checked, errs := make([]Checked, len(claims)), make([]error, len(claims))
	together := len(claims) > 1 && Hold(claims, keys)
	for i, c := range claims {
		if checked[i] = c.checked; !together {
			checked[i], errs[i] = c.Verify(keys)
		}
	}
	return checked, errs
}

// Hold reports whether [Claim.Verify] would agree to all of the claims, with less
// work.
func Hold(claims []Claim, keys *signature.Keys) bool { return Signed(claims, keys) && Proved(claims) }

// Signed is the part of Hold that verifies signatures.
func Signed(claims []Claim, keys *signature.Keys) bool {
	var records []record.Record
	for _, c := range claims {
		if c.unsigned {
			records = append(records, c.checked.record)
		}
	}
	return record.AllSigned(records, keys)
}

// Proved is the part of Hold that verifies proofs (see verifyTogether).
func Proved(claims []Claim) bool {
	var proofs []proof
	for _, c := range claims {
		if c.proof != nil {
			proofs = append(proofs, c.proof)
		}
	}
	return verifyTogether(proofs)
}
