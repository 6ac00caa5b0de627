package table

import (
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/record"
)

// A Reading is a record and the parts of it for which no table is needed: its payload, its
// body, and the group elements in it, which are most of the work. So a record can be
// decoded before its turn, concurrently with other work ([Read]). A caller that takes in
// one record at a time only peeks at it ([Peek]), and decodes the body once the signature
// has been verified.
//
// A Reading refuses nothing. It keeps well-formed parts; the others are decoded again when
// they are asked for, and give their errors then.
type Reading struct {
	record  record.Record
	payload record.Payload
	err     error // why there is no payload

	// What [Read] has decoded: the parts that the record has and that are well formed.
	body     any
	stack    []mask.Mask
	elements []ristretto.Element
}

// Read decodes the payload of a record, and the body of a stack, of shares or of a move.
func Read(r record.Record) Reading {
	rd := Peek(r)
	if rd.err != nil {
		return rd
	}
	switch rd.payload.Kind {
	case record.KindStack:
		if body, err := record.Decode[record.Stack](rd.payload); err == nil {
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

// Peek decodes the payload of a record but not its body, for callers that have not
// verified the signature yet.
func Peek(r record.Record) Reading {
	p, err := r.Peek()
	return Reading{record: r, payload: p, err: err}
}

// Record returns the record itself.
func (rd Reading) Record() record.Record { return rd.record }

// Payload returns the payload of the record, whose signature has not been checked.
func (rd Reading) Payload() (record.Payload, error) { return rd.payload, rd.err }

// BodyOf returns the body of a record, decoded as a T.
func BodyOf[T any](rd Reading) (T, error) {
	if body, ok := rd.body.(T); ok {
		return body, nil
	}
	return record.Decode[T](rd.payload)
}

// masks returns the n masks of a body; b is their encoding.
func (rd Reading) masks(b []byte, n int) ([]mask.Mask, error) {
	if rd.stack != nil && len(rd.stack) == n {
		return rd.stack, nil
	}
	return mask.DecodeStack(b, n)
}

// shares returns the shares of a body; b is their encoding.
func (rd Reading) shares(b []byte) ([]ristretto.Element, error) {
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
