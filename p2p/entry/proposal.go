package entry

import (
	"bytes"
	"math"

	"fives/engine/record"
)

// ProposalOf returns what a record proposes.
func ProposalOf(r record.Record) (record.Proposal, error) {
	p, err := r.Peek()
	if err != nil {
		return record.Proposal{}, err
	}
	return record.Decode[record.Proposal](p)
}

// SameTable reports whether a host's later proposal is the same as its earlier one in
// everything that matters to a player; it may have fewer seats.
func SameTable(earlier, later record.Record) bool {
	a, err := ProposalOf(earlier)
	if err != nil {
		return false
	}
	b, err := ProposalOf(later)
	if err != nil || b.Seats > a.Seats || earlier.Author != later.Author {
		return false
	}
	b.Nonce, b.Time, b.Seats = a.Nonce, a.Time, a.Seats
	first, err := record.Marshal(a)
	if err != nil {
		return false
	}
	second, err := record.Marshal(b)
	return err == nil && bytes.Equal(first, second)
}

// SeatsOf returns how many seats a record proposes.
func SeatsOf(proposal record.Record) int {
	body, err := ProposalOf(proposal)
	if err != nil {
		return 0
	}
	return int(min(body.Seats, math.MaxInt32))
}
