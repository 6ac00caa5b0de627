package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A Hash is a SHA-256 value: a head, or a table ID.
type Hash [sha256.Size]byte

// String writes the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Short is the beginning of the hexadecimal form, by which people and logs name a table.
func (h Hash) Short() string { return h.String()[:8] }

// IsZero reports whether h is the zero value, the head before any record.
func (h Hash) IsZero() bool { return h == Hash{} }

// Fold returns the head after a step whose records, in seat order, are given
// (SPEC §4): SHA-256 of the tag, the head before, the step and the number of
// records as 8 bytes big-endian each, then author and SHA-256 of the payload
// of each record.
func Fold(head Hash, step uint64, records []Record) Hash {
	h := sha256.New()
	h.Write([]byte("fives/4 head\x00"))
	h.Write(head[:])
	h.Write(binary.BigEndian.AppendUint64(nil, step))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(records))))
	for _, r := range records {
		sum := sha256.Sum256(r.Payload)
		h.Write(r.Author[:])
		h.Write(sum[:])
	}
	return Hash(h.Sum(nil))
}

// ContinuationID is the table ID of a continuation: a hash of its canonical
// encoding (SPEC §5).
func ContinuationID(c Continuation) (Hash, error) {
	b, err := Marshal(c)
	if err != nil {
		return Hash{}, err
	}
	return sha256.Sum256(append([]byte("fives/4 continuation\x00"), b...)), nil
}
