package reading

import (
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/record"
)

// A Reading is a record and what it states. To read a record needs no table: it may be
// done before it is the record's turn, beside anything.
type Reading struct {
	record  record.Record
	payload record.Payload
	err     error // why there is no payload

	// What [Read] has decoded of the body, if it is of such a kind and well formed.
	body     any
	stack    []mask.Mask
	elements []ristretto.Element
}

// Read reads a record as far as that is possible without a table.
func Read(r record.Record) Reading {
	rd := Peek(r)
	if rd.err != nil {
		return rd
	}
	switch rd.payload.Kind {
	case record.KindPass:
		if body, err := record.Decode[record.Pass](rd.payload); err == nil {
			rd.body = body
			rd.stack, _ = mask.DecodeStack(body.Stack, len(body.Stack)/mask.Size)
		}
	case record.KindShares:
		if body, err := record.Decode[record.Shares](rd.payload); err == nil {
			rd.body = body
			rd.elements, _ = decodeShares(body.Shares)
		}
	case record.KindMove:
		if body, err := record.Decode[record.Move](rd.payload); err == nil {
			rd.body = body
			rd.elements, _ = decodeShares(body.Shares)
		}
	}
	return rd
}

// Peek reads a record but for its body, for whoever does not know yet whether its author
// has signed it.
func Peek(r record.Record) Reading {
	p, err := r.Peek()
	return Reading{record: r, payload: p, err: err}
}

// Record is what was read.
func (rd Reading) Record() record.Record { return rd.record }

// Payload is what the record states, without checking who signed it.
func (rd Reading) Payload() (record.Payload, error) { return rd.payload, rd.err }

// Body is the body of a record of the kind that has such a body.
func Body[T any](rd Reading) (T, error) {
	if body, ok := rd.body.(T); ok {
		return body, nil
	}
	return record.Decode[T](rd.payload)
}

// Masks are the n masks of a body, b in its encoding.
func (rd Reading) Masks(b []byte, n int) ([]mask.Mask, error) {
	if rd.stack != nil && len(rd.stack) == n {
		return rd.stack, nil
	}
	return mask.DecodeStack(b, n)
}

// Shares are those of a body, b in its encoding.
func (rd Reading) Shares(b []byte) ([]ristretto.Element, error) {
	if rd.elements != nil {
		return rd.elements, nil
	}
	return decodeShares(b)
}

func decodeShares(b []byte) ([]ristretto.Element, error) {
	shares := make([]ristretto.Element, len(b)/ristretto.ElementSize)
	for i := range shares {
		var err error
		if shares[i], err = ristretto.Decode(b[ristretto.ElementSize*i:][:ristretto.ElementSize]); err != nil {
			return nil, fmt.Errorf("share %d: %w", i, err)
		}
	}
	return shares, nil
}
