package replica

import (
	"errors"
	"slices"

	"fives/engine/table"
)

// A node does not verify the proofs that it has just made: that takes as long as for
// everybody else, and people wait meanwhile. The other checks are those of
// all records, that of the signature too. So a fault of the machine, or of the program,
// may let out a record with a false proof, and puts its seat at fault. The others
// refuse it and say so; then this node looks for itself, and comes to know what they
// know. (After a restart it finds out by itself, because what is stored is verified.)

// ownRecords are the claims of this node's own records that nobody has verified. Its zero
// value is ready.
type ownRecords struct{ claims []table.Claim }

// Add adds a claim.
func (o *ownRecords) Add(c table.Claim) { o.claims = append(o.claims, c) }

// Confirm notes that another node goes on from the steps before this one, and so has
// verified what this node has made in them.
func (o *ownRecords) Confirm(step uint64) {
	o.claims = slices.DeleteFunc(o.claims, func(c table.Claim) bool { return c.Step() < step })
}

// Doubt verifies the claims, because another node says that a seat of this one is at
// fault, and forgets them. It returns the faults.
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

// Len is how many claims there are.
func (o *ownRecords) Len() int { return len(o.claims) }
