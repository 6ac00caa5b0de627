package cpace

import (
	"crypto/sha512"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"slices"

	"fives/crypto/ristretto"
)

const (
	// ShareSize is the length of a public share, which starts a message.
	ShareSize = ristretto.ElementSize
	// MaxAssociatedData is how many bytes of associated data may follow it.
	MaxAssociatedData = 1024
)

// Errors of Finish and Verify. A wrong code shows only in ErrConfirmation.
var (
	ErrMessage      = errors.New("cpace: invalid message")
	ErrReflected    = errors.New("cpace: the peer sent our own share back")
	ErrConfirmation = errors.New("cpace: key confirmation failed: the code or what it is bound to differs")
	ErrUsed         = errors.New("cpace: exchange already finished")
)

// Role says on which side of the transcript a party stands.
type Role int

// The initiator asks, the responder is asked. The zero Role is neither, so that a
// forgotten Role is an error.
const (
	Initiator Role = iota + 1
	Responder
)

// Config is the data that an exchange is bound to, besides the code.
type Config struct {
	Role Role
	// ChannelID (CI) is never sent. Both sides know it already: the place and
	// both keys, the initiator's first.
	ChannelID []byte
	// SessionID (sid) is never sent. It should be fresh for each run.
	SessionID []byte
	// AssociatedData (ADa or ADb) is sent in the clear with our share, and
	// authenticated: Session.PeerData is the peer's.
	AssociatedData []byte
}

// Exchange is a run of the protocol between Start and Finish.
type Exchange struct {
	role    Role
	session []byte
	secret  ristretto.Scalar
	own     message
	used    bool
}

// message is a share with its associated data: Y ‖ AD on the wire.
type message struct {
	share [ShareSize]byte
	data  []byte
}

func (m *message) bytes() []byte {
	return slices.Concat(m.share[:], m.data)
}

// lv encodes a message as the transcript and the tags contain it.
func (m *message) lv() []byte {
	return lvCat(m.share[:], m.data)
}

// Start begins a run and returns the message to send. It fails on an unknown
// role, on too much associated data, and when rand fails.
func Start(c Config, code []byte, rand io.Reader) (*Exchange, []byte, error) {
	if c.Role != Initiator && c.Role != Responder {
		return nil, nil, fmt.Errorf("cpace: unknown role %d", c.Role)
	}
	if len(c.AssociatedData) > MaxAssociatedData {
		return nil, nil, fmt.Errorf("cpace: %d bytes of associated data, more than %d", len(c.AssociatedData), MaxAssociatedData)
	}
	secret, err := ristretto.RandomScalar(rand)
	if err != nil {
		return nil, nil, fmt.Errorf("cpace: %w", err)
	}
	if secret.IsZero() {
		return nil, nil, errors.New("cpace: the source of randomness yields zeros")
	}
	x := &Exchange{role: c.Role, session: slices.Clone(c.SessionID), secret: secret}
	x.own.share = generator(code, c.ChannelID, c.SessionID).Mul(secret).Encode()
	x.own.data = slices.Clone(c.AssociatedData)
	return x, x.own.bytes(), nil
}

// Finish takes the peer's message and computes the key. It returns ErrMessage
// for bytes that are no message, ErrReflected for our own share, and ErrUsed
// when called again: a secret scalar meets one message only.
func (x *Exchange) Finish(peerMessage []byte) (*Confirmation, error) {
	if x.used {
		return nil, ErrUsed
	}
	x.used = true
	secret := x.secret
	x.secret = ristretto.Scalar{}

	if len(peerMessage) < ShareSize || len(peerMessage) > ShareSize+MaxAssociatedData {
		return nil, ErrMessage
	}
	peer := message{share: [ShareSize]byte(peerMessage), data: slices.Clone(peerMessage[ShareSize:])}
	if subtle.ConstantTimeCompare(peer.share[:], x.own.share[:]) == 1 {
		return nil, ErrReflected
	}
	y, err := ristretto.Decode(peer.share[:])
	if err != nil || y.IsIdentity() {
		return nil, ErrMessage
	}
	shared := y.Mul(secret).Encode()
	return newConfirmation(x, peer, shared[:]), nil
}

// intermediateKey is ISK (draft §7.2).
func (x *Exchange) intermediateKey(peer message, shared []byte) []byte {
	first, second := x.own, peer
	if x.role == Responder {
		first, second = peer, x.own
	}
	h := sha512.New()
	h.Write(lvCat([]byte(domain+"_ISK"), x.session, shared))
	h.Write(first.lv())
	h.Write(second.lv())
	return h.Sum(nil)
}
