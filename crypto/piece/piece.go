package piece

import (
	"errors"
	"fmt"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Labels of SPEC §9.
const (
	domain      = "fives/v1/piece"
	labelSecret = "secret"
	labelFrom   = "from"
	labelTo     = "to"
	labelShared = "shared"
	labelPiece  = "s"
)

// Size is the length of an encoded commitment in bytes.
const Size = ristretto.ElementSize

var (
	// ErrIdentity is returned for a key, a commitment or a shared point that is the identity.
	ErrIdentity = errors.New("piece: identity element")
	// ErrSum is returned by Check for commitments that do not add up to the key.
	ErrSum = errors.New("piece: the commitments do not add up to the key")
)

// A Way says which piece is meant: the one that the owner of a hand key and one of its
// holders share.
type Way struct {
	// Place is bound to the place in the log where the owner publishes the hand key. It is
	// not changed.
	Place *transcript.Transcript
	// From and To are the sealing keys of the owner and of the holder.
	From, To ristretto.Element
}

// Shared returns the point that the sealing secret z and another seat's sealing key have in
// common. It is secret, and both ends compute the same.
func Shared(z ristretto.Scalar, key ristretto.Element) ristretto.Element {
	return key.Mul(z).KeepEncoding()
}

// Derive returns the piece that goes this way, given the point that its two ends share.
func (w Way) Derive(shared ristretto.Element) ristretto.Scalar {
	t := w.Place.Clone()
	t.Append(labelSecret, []byte(domain))
	t.AppendElement(labelFrom, w.From)
	t.AppendElement(labelTo, w.To)
	t.AppendElement(labelShared, shared)
	return t.Challenge(labelPiece)
}

// Commit returns the commitment to each piece.
func Commit(pieces []ristretto.Scalar) []ristretto.Element {
	commitments := make([]ristretto.Element, len(pieces))
	for k, s := range pieces {
		commitments[k] = ristretto.MulBase(s).KeepEncoding()
	}
	return commitments
}

// Fits reports whether a commitment is to this piece.
func Fits(piece ristretto.Scalar, commitment ristretto.Element) bool {
	return ristretto.MulBase(piece).Equal(commitment)
}

// Check returns nil if the committed pieces add up to the secret of a hand key. Only its
// holder can tell whether a piece is the one that it derives.
func Check(key ristretto.Element, commitments []ristretto.Element) error {
	var sum ristretto.Element
	for _, c := range commitments {
		if c.IsIdentity() {
			return ErrIdentity
		}
		sum = sum.Add(c)
	}
	if key.IsIdentity() {
		return ErrIdentity
	}
	if !sum.Equal(key) {
		return ErrSum
	}
	return nil
}

// EncodeCommitments returns the encodings of all commitments in order, Size bytes each.
func EncodeCommitments(commitments []ristretto.Element) []byte {
	b := make([]byte, 0, Size*len(commitments))
	for _, c := range commitments {
		b = c.AppendTo(b)
	}
	return b
}

// DecodeCommitments parses exactly n commitments. The length is compared before anything
// is allocated.
func DecodeCommitments(b []byte, n int) ([]ristretto.Element, error) {
	if len(b)%Size != 0 || len(b)/Size != n {
		return nil, fmt.Errorf("piece: commitments of %d bytes, want %d commitments", len(b), n)
	}
	commitments := make([]ristretto.Element, n)
	for k := range commitments {
		var err error
		if commitments[k], err = decode(b[Size*k : Size*(k+1)]); err != nil {
			return nil, fmt.Errorf("piece: commitment %d: %w", k, err)
		}
	}
	return commitments, nil
}

// decode parses an element that must not be the identity.
func decode(b []byte) (ristretto.Element, error) {
	e, err := ristretto.Decode(b)
	if err == nil && e.IsIdentity() {
		err = ErrIdentity
	}
	return e, err
}
