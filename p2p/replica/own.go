package replica

import (
	"errors"
	"slices"

	"fives/engine/table"
)

// A node does not verify the proofs that it has just made: that would take as long as for
// everybody else, and people would have to wait. All other checks are made, including that
// of the signature. So an error of the machine or the program may let out a record with a
// false proof, which puts its seat at fault. The others refuse it and say so; then this
// node verifies it, and learns what they know. (After a restart it finds out by itself,
// because everything stored is verified.)

// ownRecords are the claims of this node's own records that nobody has verified yet. The
// zero value is ready for use.
type ownRecords struct{ claims []table.Claim }

// Add adds a claim.
func (o *ownRecords) Add(c table.Claim) { o.claims = append(o.claims, c) }

// Confirm notes that another node goes on from the steps before this one, and so has
// verified the records that this node has made for them.
func (o *ownRecords) Confirm(step uint64) {
	o.claims = slices.DeleteFunc(o.claims, func(c table.Claim) bool { return c.Step() < step })
}

// Doubt verifies the claims and forgets them, because another node says that a seat of this
// one is at fault. It returns the faults.
func (o *ownRecords) Doubt() (faults []*table.Fault) {
	for _, c := range o.claims {
		var f *table.Fault
		if _, err := c.Verify(nil); errors.As(err, &f) {
			faults = append(faults, f)
		}
	}
	o.claims = nil
	return faults
}

// Len returns how many claims there are.
func (o *ownRecords) Len() int { return len(o.claims) }
