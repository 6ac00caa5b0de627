package entry

import (
	"crypto/rand"
	"fmt"

	"fives/crypto/cpace"
	"fives/engine/record"
	"fives/p2p/wire"
)

// nonceSize is the length of a nonce in bytes.
const nonceSize = 16

// A Nonce is what one side adds to the session of a run of CPace.
type Nonce [nonceSize]byte

// NewNonce draws a nonce.
func NewNonce() (f Nonce, err error) {
	_, err = rand.Read(f[:])
	return f, err
}

// A Handshake is what a run of CPace is bound to (PROTOCOL §6.1).
type Handshake struct {
	Table                  record.Hash
	Joiner, Host           record.Key
	JoinerNonce, HostNonce Nonce
}

// Config returns the configuration of CPace for one side.
func (h Handshake) Config(role cpace.Role) cpace.Config {
	ci := append([]byte("fives/4 join\x00"), h.Table[:]...)
	ci = append(ci, h.Joiner[:]...)
	ci = append(ci, h.Host[:]...)
	return cpace.Config{Role: role, ChannelID: ci, SessionID: append(h.JoinerNonce[:], h.HostNonce[:]...)}
}

// Respond runs the host's side of CPace, from the joiner's share on.
func (h Handshake) Respond(s Stream, text string, theirs []byte) error {
	x, share, err := cpace.Start(h.Config(cpace.Responder), []byte(text), rand.Reader)
	if err != nil {
		return err
	}
	conf, err := x.Finish(theirs)
	if err != nil {
		return ErrWrongCode
	}
	if err := wire.Write(s, Welcome{Share: share, Tag: conf.Tag()}); err != nil {
		return err
	}
	var proof Proof
	if err := wire.ReadShort(s, FrameTime, MaxStrangerFrame, &proof); err != nil {
		return err
	}
	if _, err := conf.Verify(proof.Tag); err != nil {
		return ErrWrongCode
	}
	return nil
}

// Prove runs the joiner's side of CPace, and returns the welcome after it.
func (h Handshake) Prove(s Stream, text string) (Welcome, error) {
	x, share, err := cpace.Start(h.Config(cpace.Initiator), []byte(text), rand.Reader)
	if err != nil {
		return Welcome{}, err
	}
	if err := wire.Write(s, Proof{Share: share}); err != nil {
		return Welcome{}, fmt.Errorf("%w: %v", ErrUnreachable, err)
	}
	w, err := ReadWelcome(s)
	if err != nil {
		return w, err
	}
	conf, err := x.Finish(w.Share)
	if err != nil {
		return w, ErrCode
	}
	if _, err := conf.Verify(w.Tag); err != nil {
		return w, ErrCode
	}
	if err := wire.Write(s, Proof{Tag: conf.Tag()}); err != nil {
		return w, fmt.Errorf("%w: %v", ErrUnreachable, err)
	}
	return ReadWelcome(s)
}

// ReadWelcome reads what the host answers.
func ReadWelcome(s Stream) (Welcome, error) {
	var w Welcome
	if err := wire.ReadShort(s, FrameTime, MaxStrangerFrame, &w); err != nil {
		return w, fmt.Errorf("%w: %v", ErrUnreachable, err)
	}
	if w.Refused != "" {
		return w, Refused(w.Refused)
	}
	return w, nil
}
