package table

import (
	"cmp"
	"fmt"

	"fives/crypto/signature"
	"fives/engine/record"
)

// A Claim is a record that has passed Check, except that its signature and the proof that
// it carries are still to be verified. That is most of the work, and needs no table: it can
// be done at any time, concurrently with anything else, and for many claims together.
type Claim struct {
	checked  Checked
	unsigned bool  // the signature is still to be verified
	proof    proof // nil for none
}

// Verify verifies the signature, and then the proof. Its error is the one that Check would
// have returned. With keys, verifying the signature is less work.
func (c Claim) Verify(keys *signature.Keys) (Checked, error) {
	if err := c.verifySignature(keys); err != nil {
		return Checked{}, err
	}
	if c.proof != nil {
		if err := c.proof.Verify(); err != nil {
			return Checked{}, c.fault(err)
		}
	}
	return c.checked, nil
}

// verifySignature verifies the signature, if that was left for later.
func (c *Claim) verifySignature(keys *signature.Keys) error {
	if !c.unsigned {
		return nil
	}
	if err := c.checked.record.SignedWith(keys); err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	c.unsigned = false
	return nil
}

// refuse returns the error for a record with which something is wrong. If the signature is
// bad, the proof is not worth verifying.
func (c Claim) refuse(reason error) error {
	if err := c.verifySignature(nil); err != nil {
		return err
	}
	if c.proof != nil { // a false proof is the better reason
		reason = cmp.Or(c.proof.Verify(), reason)
	}
	return c.fault(reason)
}

// late returns the error for a record that came too late, or for its signature if that is
// bad.
func (c Claim) late() error { return cmp.Or(c.verifySignature(nil), ErrLate) }

func (c Claim) fault(reason error) error {
	return blame(c.checked.seat, c.checked.step, reason, c.checked.record)
}

// Assume takes the claim as proved. It is for records that the caller has made itself, and
// for looking ahead with a copy of a table that is thrown away unless Verify agrees.
// However false the claim, either that copy is a table that another shuffle might have led
// to, or Apply returns [ErrAssumed].
func (c Claim) Assume() Checked { return c.checked }

// Step returns the step that the record belongs to.
func (c Claim) Step() uint64 { return c.checked.step }

// Size returns the length of the record's payload in bytes. The work of verification is
// roughly proportional to it.
func (c Claim) Size() int { return len(c.checked.record.Payload) }

// Shares returns how many shares of cards the record carries.
func (c Claim) Shares() int {
	shares, _ := c.proof.(shareProof)
	return len(shares.Pairs)
}

// VerifyAll verifies claims as [Claim.Verify] does: all together and, only if something is
// wrong, one by one. It returns a result and an error for each.
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

// Hold reports whether [Claim.Verify] would accept all of the claims, with less work.
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
