package cpace

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha512"
	"slices"
)

// TagSize is the length of a confirmation tag.
const TagSize = sha512.Size

// KeySize is the length of a derived key.
const KeySize = 32

// Confirmation is a run between Finish and Verify: both sides have computed a
// key, and neither knows yet that it is the same.
type Confirmation struct {
	isk      []byte
	own      [TagSize]byte
	expected [TagSize]byte
	peerData []byte
	used     bool
}

func newConfirmation(x *Exchange, peer message, shared []byte) *Confirmation {
	isk := x.intermediateKey(peer, shared)
	macKey := sha512.Sum512(slices.Concat([]byte("CPaceMac"), x.session, isk))
	return &Confirmation{
		isk:      isk,
		own:      tag(macKey[:], x.own),
		expected: tag(macKey[:], peer),
		peerData: peer.data,
	}
}

// tag authenticates a message to the party that received it (draft §10.4).
func tag(macKey []byte, sent message) [TagSize]byte {
	h := hmac.New(sha512.New, macKey)
	h.Write(sent.lv())
	return [TagSize]byte(h.Sum(nil))
}

// Tag returns the tag to send: it shows the peer that we have the key.
func (c *Confirmation) Tag() []byte {
	return slices.Clone(c.own[:])
}

// Verify takes the peer's tag, in constant time. It returns ErrConfirmation
// for a wrong one, and ErrUsed when called again.
func (c *Confirmation) Verify(peerTag []byte) (*Session, error) {
	if c.used {
		return nil, ErrUsed
	}
	c.used = true
	isk := c.isk
	c.isk = nil
	if !hmac.Equal(peerTag, c.expected[:]) {
		return nil, ErrConfirmation
	}
	return &Session{isk: isk, PeerData: c.peerData}, nil
}

// Session is a run that both sides have confirmed.
type Session struct {
	isk []byte
	// PeerData is the associated data that came with the peer's message, now
	// known to be from somebody with the code.
	PeerData []byte
}

// Key derives a key for one purpose (SPEC §7.5). Both sides get the same.
func (s *Session) Key(purpose string) [KeySize]byte {
	key, err := hkdf.Key(sha512.New, s.isk, nil, "fives/v1/cpace/"+purpose, KeySize)
	if err != nil {
		panic("cpace: " + err.Error()) // unreachable: 32 bytes are within HKDF's limit
	}
	return [KeySize]byte(key)
}
