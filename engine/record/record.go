package record

import (
	"crypto/ed25519"
	"errors"
	"fmt"

	"filippo.io/edwards25519"

	"fives/crypto/signature"
)

// Version is the protocol version; it stands in every payload, in the domain
// tags of signatures and hashes, and in the context of every proof.
const Version = 4

// Domain tags of signatures (SPEC §2).
const (
	recordDomain = "fives/4 record\x00"
	noticeDomain = "fives/4 notice\x00"
	botDomain    = "fives/4 bot\x00"
)

// ErrSignature says that a signature does not belong to author and payload.
var ErrSignature = errors.New("record: bad signature")

// A Key is an Ed25519 public key: the identity of a player.
type Key [ed25519.PublicKeySize]byte

// KeyOf returns the public half of an identity key.
func KeyOf(private ed25519.PrivateKey) Key { return Key(private.Public().(ed25519.PublicKey)) }

// Check refuses keys that no honest program makes: encodings that are not
// canonical, and points outside the group of prime order, under which a
// signature may mean nothing or be valid for some verifiers only (SPEC §2.1).
//
// No encodings are compared here: those that are not canonical have a y from p to 2²⁵⁵−1,
// or a sign for an x of 0, and none of these few is a point of prime order.
func (k Key) Check() error {
	p, err := new(edwards25519.Point).SetBytes(k[:])
	if err != nil {
		return fmt.Errorf("%w: not an Ed25519 key", ErrEncoding)
	}
	identity := edwards25519.NewIdentityPoint()
	if p.Equal(identity) == 1 || timesOrder(p).Equal(identity) != 1 {
		return fmt.Errorf("%w: an Ed25519 key outside the prime-order group", ErrEncoding)
	}
	return nil
}

// timesOrder returns ℓ·p as (ℓ−1)·p + p: the scalar −1 is the number ℓ−1.
func timesOrder(p *edwards25519.Point) *edwards25519.Point {
	zero := edwards25519.NewScalar()
	one, _ := edwards25519.NewScalar().SetCanonicalBytes(append([]byte{1}, make([]byte, 31)...))
	minusOne := edwards25519.NewScalar().Subtract(zero, one)
	q := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(minusOne, p, zero)
	return q.Add(q, p)
}

// A Record is one signed statement.
type Record struct {
	Author    Key                         `cbor:"author"`
	Payload   []byte                      `cbor:"payload"`
	Signature [ed25519.SignatureSize]byte `cbor:"signature"`
}

// A Payload says what a record states, and where in which table.
type Payload struct {
	Version uint64   `cbor:"v"`
	Table   Hash     `cbor:"table"` // zero in a proposal
	Step    uint64   `cbor:"step"`
	Seat    uint64   `cbor:"seat"` // 0 where seats are not fixed yet
	Head    Hash     `cbor:"head"` // at the start of the step
	Kind    Kind     `cbor:"kind"`
	About   []uint64 `cbor:"about,omitempty"` // other seats that it speaks of
	Body    Encoded  `cbor:"body"`            // one of the body types, by kind
}

// Encoded is the encoding of a value that is decoded later. It is a part of the bytes from
// which it was read, which must not change.
type Encoded []byte

// MarshalCBOR returns the encoding as it is.
func (e Encoded) MarshalCBOR() ([]byte, error) { return e, nil }

// UnmarshalCBOR keeps a part of the decoded bytes, without a copy.
func (e *Encoded) UnmarshalCBOR(b []byte) error {
	*e = b
	return nil
}

// Sign makes the record of a payload.
func Sign(private ed25519.PrivateKey, p Payload) (Record, error) {
	return sign(recordDomain, private, p)
}

// SignNotice makes a notice: a signed statement about a table, outside its steps and heads
// and under a domain of its own.
func SignNotice(private ed25519.PrivateKey, p Payload) (Record, error) {
	return sign(noticeDomain, private, p)
}

func sign(domain string, private ed25519.PrivateKey, p Payload) (Record, error) {
	b, err := Marshal(p)
	if err != nil {
		return Record{}, err
	}
	if len(b) > MaxSize {
		return Record{}, fmt.Errorf("%w: %d bytes are more than %d", ErrEncoding, len(b), MaxSize)
	}
	sig := ed25519.Sign(private, append([]byte(domain), b...))
	return Record{Author: KeyOf(private), Payload: b, Signature: [64]byte(sig)}, nil
}

// Open checks a record's signature and returns what it states.
func (r Record) Open() (Payload, error) { return r.open(recordDomain) }

// OpenNotice checks a notice's signature and returns what it states.
func (r Record) OpenNotice() (Payload, error) { return r.open(noticeDomain) }

func (r Record) open(domain string) (Payload, error) {
	p, err := r.Peek()
	if err != nil {
		return p, err
	}
	return p, r.checkSignature(domain, nil)
}

// Signed checks only a record's signature, for callers that have peeked at what it states.
func (r Record) Signed() error { return r.checkSignature(recordDomain, nil) }

// SignedWith is Signed with prepared keys, the author's among them.
func (r Record) SignedWith(keys *signature.Keys) error { return r.checkSignature(recordDomain, keys) }

// AllSigned reports whether SignedWith would agree to all records, in less time.
func AllSigned(records []Record, keys *signature.Keys) bool {
	list := make([]signature.Signed, len(records))
	for i, r := range records {
		list[i] = r.under(recordDomain)
	}
	return keys.VerifyAll(list)
}

func (r Record) checkSignature(domain string, keys *signature.Keys) error {
	if s := r.under(domain); !keys.Verify(s.Public, s.Message, s.Sig) {
		return ErrSignature
	}
	return nil
}

// under returns what is signed under a domain tag.
func (r Record) under(domain string) signature.Signed {
	return signature.Signed{Public: r.Author, Message: append([]byte(domain), r.Payload...), Sig: r.Signature[:]}
}

// ErrVersion says that a record is of another version of the protocol.
var ErrVersion = errors.New("record: protocol version")

// Peek returns what the record states without checking who signed it.
func (r Record) Peek() (Payload, error) {
	var p Payload
	if len(r.Payload) > MaxSize {
		return p, fmt.Errorf("%w: %d bytes are more than %d", ErrEncoding, len(r.Payload), MaxSize)
	}
	if err := Unmarshal(r.Payload, &p); err != nil {
		return p, err
	}
	if p.Version != Version {
		return p, fmt.Errorf("%w %d, this program speaks %d", ErrVersion, p.Version, Version)
	}
	return p, nil
}

// Same reports whether two records are the same statement by the same author, whatever
// their signatures.
func (r Record) Same(s Record) bool {
	return r.Author == s.Author && string(r.Payload) == string(s.Payload)
}

// CertifyBot signs, as the host of a computer player, that its key plays at a table.
func CertifyBot(host ed25519.PrivateKey, table Hash, bot Key) [ed25519.SignatureSize]byte {
	return [64]byte(ed25519.Sign(host, botStatement(table, bot)))
}

// VerifyBot checks a certificate of [CertifyBot].
func VerifyBot(host Key, table Hash, bot Key, cert [ed25519.SignatureSize]byte) error {
	if !ed25519.Verify(host[:], botStatement(table, bot), cert[:]) {
		return fmt.Errorf("%w on a computer player's certificate", ErrSignature)
	}
	return nil
}

func botStatement(table Hash, bot Key) []byte {
	b := append([]byte(botDomain), table[:]...)
	return append(b, bot[:]...)
}
