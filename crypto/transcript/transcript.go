package transcript

import (
	"crypto/sha3"
	"encoding/binary"

	"fives/crypto/ristretto"
)

// The first byte of each absorbed operation is its kind (SPEC §2.2).
const (
	opItem      = 1
	opChallenge = 2
	opHedge     = 3
)

// Transcript is the running hash of a proof: its statement, messages and
// challenges, in order. Make one with New; it is not safe for concurrent use.
type Transcript struct {
	h sha3.SHAKE
}

// New starts a transcript. The protocol string separates it from the transcripts of all
// other protocols and versions.
func New(protocol string) *Transcript {
	return &Transcript{h: *sha3.NewCSHAKE256(nil, []byte(protocol))}
}

// Clone returns an independent transcript in the same state. The sponge holds its
// state by value, so a copy of it is a sponge of its own.
func (t *Transcript) Clone() *Transcript {
	c := *t
	return &c
}

// Append absorbs data under a label.
func (t *Transcript) Append(label string, data []byte) {
	t.absorb(opItem, label, uint64(len(data)))
	t.h.Write(data)
}

// AppendUint64 absorbs n as eight big-endian bytes.
func (t *Transcript) AppendUint64(label string, n uint64) {
	t.Append(label, binary.BigEndian.AppendUint64(nil, n))
}

// AppendElement absorbs the encoding of e.
func (t *Transcript) AppendElement(label string, e ristretto.Element) {
	b := e.Encode()
	t.Append(label, b[:])
}

// AppendElements absorbs the number of elements, eight big-endian bytes, and
// their encodings as one item.
func (t *Transcript) AppendElements(label string, es []ristretto.Element) {
	b := vector(len(es))
	for _, e := range es {
		b = e.AppendTo(b)
	}
	t.Append(label, b)
}

// AppendScalar absorbs the encoding of s.
func (t *Transcript) AppendScalar(label string, s ristretto.Scalar) {
	b := s.Encode()
	t.Append(label, b[:])
}

// AppendScalars absorbs the number of scalars, eight big-endian bytes, and
// their encodings as one item.
func (t *Transcript) AppendScalars(label string, ss []ristretto.Scalar) {
	b := vector(len(ss))
	for _, s := range ss {
		b = s.AppendTo(b)
	}
	t.Append(label, b)
}

// Challenge returns a scalar that depends on everything absorbed so far, on
// earlier challenges, and on the label.
func (t *Transcript) Challenge(label string) ristretto.Scalar {
	return uniformScalar(t.ChallengeBytes(label, 64))
}

// ChallengeBytes returns n bytes that depend on everything absorbed so far, on
// earlier challenges, on the label and on n.
func (t *Transcript) ChallengeBytes(label string, n int) []byte {
	t.absorb(opChallenge, label, uint64(n))
	out := make([]byte, n)
	t.Clone().h.Read(out) // a sponge that was squeezed absorbs no more
	return out
}

// absorb writes the head of an operation (SPEC §2.2).
func (t *Transcript) absorb(op byte, label string, n uint64) {
	b := make([]byte, 0, 17+len(label))
	b = append(b, op)
	b = binary.BigEndian.AppendUint64(b, uint64(len(label)))
	b = append(b, label...)
	t.h.Write(binary.BigEndian.AppendUint64(b, n))
}

// vector starts the item of count values of 32 bytes.
func vector(count int) []byte {
	return binary.BigEndian.AppendUint64(make([]byte, 0, 8+32*count), uint64(count))
}

func uniformScalar(b []byte) ristretto.Scalar {
	s, err := ristretto.ScalarFromUniform(b)
	if err != nil {
		panic("transcript: " + err.Error()) // unreachable: always 64 bytes
	}
	return s
}
