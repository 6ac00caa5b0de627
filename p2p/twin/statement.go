package twin

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"net/netip"

	"fives/engine/record"
)

// MaxFrame is the length in bytes of the longest frame.
const MaxFrame = 1 << 10

// A Nonce is drawn anew for each question, and a mark once for each start of a daemon.
type Nonce [16]byte

func newNonce() (n Nonce) {
	_, _ = rand.Read(n[:]) // it never fails
	return n
}

// A Hail asks a daemon who it is, or whether another daemon with the asker's key is
// connected to it.
type Hail struct {
	Nonce Nonce `cbor:"nonce"`          // which the answer has to sign
	Mark  Nonce `cbor:"mark"`           // of the asker
	Pass  bool  `cbor:"pass,omitempty"` // the question is for others of the asker's key
}

// A Reply is the answer to a hail, or the answer to such an answer. It is empty if there is
// nothing to say, because nobody else is there or the asker is this daemon itself.
type Reply struct {
	Statement *Statement `cbor:"statement,omitempty"`
	Nonce     *Nonce     `cbor:"nonce,omitempty"` // which the asker has to sign, if it has the key
}

// A Statement is what a daemon says about itself to another one with its key. The nonce
// that it signs is not sent: the daemon that checks the statement has drawn it.
type Statement struct {
	Mark  Nonce  `cbor:"mark"`
	Since uint64 `cbor:"since"` // the daemon has been running, in seconds since 1970
	// Takes is when its person has said that this daemon is to play, in seconds since 1970
	// or later; 0 if they have not. The highest value counts.
	Takes     uint64                      `cbor:"takes,omitempty"`
	Onlooker  bool                        `cbor:"onlooker,omitempty"` // it signs nothing until its person says so
	Address   string                      `cbor:"address,omitempty"`  // an IP address of its machine
	Signature [ed25519.SignatureSize]byte `cbor:"signature"`
}

// signed is what a statement signs.
type signed struct {
	Nonce    Nonce  `cbor:"nonce"`
	Mark     Nonce  `cbor:"mark"`
	Since    uint64 `cbor:"since"`
	Takes    uint64 `cbor:"takes,omitempty"`
	Onlooker bool   `cbor:"onlooker,omitempty"`
	Address  string `cbor:"address,omitempty"`
}

const domain = "fives/4 twin\x00"

// latest is the last second of the year 9999.
const latest = 253402300799

var errStatement = errors.New("twin: no statement of a daemon")

func (s Statement) bytes(nonce Nonce) ([]byte, error) {
	b, err := record.Marshal(signed{Nonce: nonce, Mark: s.Mark, Since: s.Since, Takes: s.Takes, Onlooker: s.Onlooker, Address: s.Address})
	return append([]byte(domain), b...), err
}

func (s Statement) sign(key ed25519.PrivateKey, nonce Nonce) (*Statement, error) {
	b, err := s.bytes(nonce)
	if err != nil {
		return nil, err
	}
	s.Signature = [ed25519.SignatureSize]byte(ed25519.Sign(key, b))
	return &s, nil
}

// verify returns why a statement was not made by a daemon with that key for that nonce.
func (s Statement) verify(key record.Key, nonce Nonce) error {
	if s.Since > latest || s.Takes > latest {
		return fmt.Errorf("%w: its times are out of range", errStatement)
	}
	if ip, err := netip.ParseAddr(s.Address); s.Address != "" && (err != nil || ip.Zone() != "" || ip.String() != s.Address) {
		return fmt.Errorf("%w: its address is none", errStatement)
	}
	b, err := s.bytes(nonce)
	if err != nil {
		return err
	}
	if !ed25519.Verify(key[:], b, s.Signature[:]) {
		return fmt.Errorf("%w on what a twin says", record.ErrSignature)
	}
	return nil
}
