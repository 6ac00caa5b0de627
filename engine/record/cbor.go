package record

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

// MaxSize bounds a payload in bytes. The largest honest one, a shuffle of 232
// cards, has about 40 KiB.
const MaxSize = 128 << 10

// Limits on what is decoded.
const (
	MaxNesting  = 8    // arrays and maps within one another
	MaxElements = 4096 // of an array
	MaxPairs    = 64   // of a map
)

// ErrEncoding is wrapped by every error about bytes that are no canonical
// encoding.
var ErrEncoding = errors.New("record: not the canonical encoding")

var encMode = must(encOptions().EncMode())

// A nil slice is written as an empty one, so null is never canonical.
func encOptions() cbor.EncOptions {
	o := cbor.CoreDetEncOptions()
	o.NilContainers = cbor.NilContainerAsEmpty
	return o
}

var decMode = must(cbor.DecOptions{
	DupMapKey:         cbor.DupMapKeyEnforcedAPF,
	IndefLength:       cbor.IndefLengthForbidden,
	TagsMd:            cbor.TagsForbidden,
	ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
	MaxNestedLevels:   MaxNesting,
	MaxArrayElements:  MaxElements,
	MaxMapPairs:       MaxPairs,
	FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
}.DecMode())

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Marshal writes v as deterministic CBOR (RFC 8949 §4.2.1).
func Marshal(v any) ([]byte, error) {
	b, err := encMode.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return b, nil
}

// Unmarshal reads into v exactly the bytes that Marshal would write for it:
// other spellings of the same value are refused with [ErrEncoding].
func Unmarshal(b []byte, v any) error {
	if err := decMode.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%w: %v", ErrEncoding, err)
	}
	again := comparison{rest: b, same: true}
	if err := encMode.NewEncoder(&again).Encode(v); err != nil {
		return fmt.Errorf("%w: %v", ErrEncoding, err)
	}
	if !again.same || len(again.rest) > 0 {
		return fmt.Errorf("%w: it has another spelling", ErrEncoding)
	}
	return nil
}

// A comparison compares what is written to it with other bytes, without keeping it: a stack
// of cards has 30 KB, and every function that asks what a record says reads it.
type comparison struct {
	rest []byte // what is still to come
	same bool   // so far
}

func (c *comparison) Write(b []byte) (int, error) {
	rest, found := bytes.CutPrefix(c.rest, b)
	c.rest, c.same = rest, c.same && found
	return len(b), nil
}
