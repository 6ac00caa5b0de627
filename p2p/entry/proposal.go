package entry

import (
	"bytes"

	"fives/engine/record"
)

// ProposalOf is what a record proposes.
func ProposalOf(r record.Record) (record.Proposal, error) {
	p, err := r.Peek()
	if err != nil {
		return record.Proposal{}, err
	}
	return record.Decode[record.Proposal](p)
}

// SameTable reports whether two proposals of one host differ in nothing that
// matters to who wants to play.
func SameTable(a, b record.Record) bool {
	plain := func(r record.Record) []byte {
		body, err := ProposalOf(r)
		if err != nil {
			return nil
		}
		body.Nonce, body.Time = record.Proposal{}.Nonce, 0
		encoded, err := record.Marshal(body)
		if err != nil {
			return nil
		}
		return encoded
	}
	first := plain(a)
	return first != nil && a.Author == b.Author && bytes.Equal(first, plain(b))
}
