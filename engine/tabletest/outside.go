package tabletest

import (
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/binary"
	"slices"
	"testing"

	"fives/engine/record"

	"filippo.io/edwards25519"
)

// An Outsider has a key outside the group of prime order: a·B and a point of order 8. It
// can sign all the same, by trying until the challenge is a multiple of 8. Verifiers other
// than ours may or may not accept such a signature.
type Outsider struct {
	a   *edwards25519.Scalar
	key *edwards25519.Point
}

// NewOutsider makes an outsider.
func NewOutsider(tb testing.TB) Outsider {
	tb.Helper()
	wide := sha512.Sum512([]byte("outsider"))
	a, err := edwards25519.NewScalar().SetUniformBytes(wide[:])
	if err != nil {
		tb.Fatal(err)
	}
	order8 := []byte{
		0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
		0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
	}
	p, err := new(edwards25519.Point).SetBytes(order8)
	if err != nil {
		tb.Fatal(err)
	}
	return Outsider{a, p.Add(p, new(edwards25519.Point).ScalarBaseMult(a))}
}

// Key returns the outsider's key.
func (o Outsider) Key() record.Key { return record.Key(o.key.Bytes()) }

// Sign makes a record as [Sign] does, with a good signature.
func (o Outsider) Sign(tb testing.TB, p record.Payload, body any) record.Record {
	tb.Helper()
	p.Body = record.Encoded(Encode(tb, body))
	r := record.Record{Author: o.Key(), Payload: Encode(tb, p)}
	r.Signature = o.sign(append([]byte("fives/4 record\x00"), r.Payload...))
	if err := r.Signed(); err != nil {
		tb.Fatal(err)
	}
	return r
}

// Certify is [record.CertifyBot] with the outsider as the host.
func (o Outsider) Certify(tb testing.TB, table record.Hash, bot record.Key) [64]byte {
	tb.Helper()
	cert := o.sign(slices.Concat([]byte("fives/4 bot\x00"), table[:], bot[:]))
	if err := record.VerifyBot(o.Key(), table, bot, cert); err != nil {
		tb.Fatal(err)
	}
	return cert
}

func (o Outsider) sign(message []byte) [64]byte {
	key := o.Key()
	for try := uint64(0); ; try++ {
		n := sha512.Sum512(binary.BigEndian.AppendUint64(slices.Clone(message), try))
		nonce, _ := edwards25519.NewScalar().SetUniformBytes(n[:])
		commitment := new(edwards25519.Point).ScalarBaseMult(nonce).Bytes()
		h := sha512.Sum512(slices.Concat(commitment, key[:], message))
		c, _ := edwards25519.NewScalar().SetUniformBytes(h[:])
		response := edwards25519.NewScalar().MultiplyAdd(c, o.a, nonce)
		if sig := slices.Concat(commitment, response.Bytes()); ed25519.Verify(key[:], message, sig) {
			return [64]byte(sig)
		}
	}
}
