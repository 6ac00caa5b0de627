package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/store"
	"fives/p2p/wire"
)

// A Store is what is moved. [store.Store] is one.
type Store interface {
	MoveOut(give func(sealed []byte) error) (store.Opener, error)
	Keep(sealed []byte) error
	Arrived() (bool, error)
	MoveIn(store.Opener) error
}

// A Network opens streams to the other place.
type Network interface {
	OpenTransfer(ctx context.Context, node record.Key) (entry.Stream, error)
}

// Config says what a Mover works with.
type Config struct {
	Self      record.Key
	Store     Store
	Network   Network
	Strangers *peers.StreamLimit
	// Moved is called when the node is no longer here: it is to end. done says that the other
	// place has confirmed that it goes on there.
	Moved func(o store.Opener, done bool)
	Log   *slog.Logger
}

// A Mover moves the node away from here, or another one to here. It is safe for concurrent
// use.
type Mover struct {
	cfg Config

	mu    sync.Mutex // guards the rest
	code  string     // "" while nothing is offered
	until time.Time  // it is good
	tried bool       // the last code was used, and did not lead to a move
}

// New makes one.
func New(cfg Config) *Mover { return &Mover{cfg: cfg} }

// Refusals of the old place.
const (
	ErrNoOffer = entry.Refusal("that device shows no code, or one that is used up or too old")
	ErrVersion = entry.Refusal("that device runs another version of fives")
)

// ErrSealed says that the copy has come, but not what opens it.
var ErrSealed = errors.New("the other device has not said what opens the copy that has come from it")

var errCopy = errors.New("what has come from the other device is not what it has announced")

// Offer draws a code, which is good until then for one try. It takes the place of the one
// before.
func (m *Mover) Offer() (code string, until time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.code, m.until, m.tried = entry.FirstCode(), time.Now().Add(offerTime), false
	return m.code, m.until
}

// State says how things stand.
func (m *Mover) State() (control.Transfer, error) {
	arrived, err := m.cfg.Store.Arrived()
	m.mu.Lock()
	defer m.mu.Unlock()
	return control.Transfer{Code: m.good(), Tried: m.tried, Arrived: arrived}, err
}

// good is the code, "" if there is none or if it is too old. The caller holds m.mu.
func (m *Mover) good() string {
	if time.Now().Before(m.until) {
		return m.code
	}
	return ""
}

// offers reports whether there is a code.
func (m *Mover) offers() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.good() != ""
}

// use takes the code for the one try that it is good for.
func (m *Mover) use() (code string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	code = m.good()
	ok = code != ""
	m.code, m.tried = "", m.tried || ok
	return code, ok
}

// handshakeTime is for all frames before the copy.
const handshakeTime = 4 * entry.FrameTime

// Serve is the old place's side of a stream. It returns when that is of no more use.
func (m *Mover) Serve(s entry.Stream) {
	defer s.Close()
	s.SetWriteDeadline(time.Now().Add(handshakeTime))
	leave, ok := m.cfg.Strangers.Enter(s.Node(), s.Address())
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	opener, done, err := m.serve(s)
	if err != nil {
		m.cfg.Log.Debug("transfer", "err", err)
		if refusal := entry.Refusal(""); !errors.As(err, &refusal) {
			s.Reset()
		}
		return
	}
	m.cfg.Moved(opener, done)
}

func (m *Mover) serve(s entry.Stream) (o store.Opener, done bool, err error) {
	if err := m.admit(s); err != nil {
		return o, false, err
	}
	var sum [sha256.Size]byte
	o, err = m.cfg.Store.MoveOut(func(sealed []byte) error {
		sum = sha256.Sum256(sealed)
		return give(s, sealed, sum)
	})
	if err != nil {
		return o, false, err
	}
	s.SetWriteDeadline(time.Now().Add(entry.FrameTime))
	err = wire.Write(s, Release{o})
	if err == nil {
		err = readKept(s, sum)
	}
	if err != nil {
		m.cfg.Log.Warn("whether the new place goes on is not known", "err", err)
	}
	return o, err == nil, nil
}

// admit runs the protocol until the new place has shown that it has the code.
func (m *Mover) admit(s entry.Stream) error {
	var begin Begin
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &begin); err != nil {
		return err
	}
	nonce, err := entry.NewNonce()
	switch {
	case err != nil:
		return err
	case !m.offers():
		return refuse(s, ErrNoOffer)
	case begin.Schema != store.Schema:
		return refuse(s, ErrVersion)
	}
	if err := wire.Write(s, entry.Welcome{Session: &nonce}); err != nil {
		return err
	}
	var proof entry.Proof
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &proof); err != nil {
		return err
	}
	code, ok := m.use()
	if !ok {
		return refuse(s, ErrNoOffer)
	}
	h := entry.Handshake{Purpose: entry.ForTransfer, Joiner: s.Node(), Host: m.cfg.Self, JoinerNonce: begin.Session, HostNonce: nonce}
	if err := h.Respond(s, code, proof.Share); err != nil {
		return err
	}
	return wire.Write(s, entry.Welcome{})
}

// refuse says why not. The other place closes the stream.
func refuse(s entry.Stream, why entry.Refusal) error {
	if err := wire.Write(s, entry.Welcome{Refused: string(why)}); err != nil {
		return err
	}
	return why
}

// give sends the copy, and waits until the new place has it on its disk.
func give(s entry.Stream, sealed []byte, sum [sha256.Size]byte) error {
	if len(sealed) > maxCopy {
		return fmt.Errorf("transfer: a copy of %d bytes is too large", len(sealed))
	}
	s.SetWriteDeadline(time.Now().Add(copyTime))
	if err := wire.Write(s, Copy{Bytes: uint64(len(sealed)), Sum: sum}); err != nil {
		return err
	}
	for rest := sealed; len(rest) > 0; {
		n := min(len(rest), pieceSize)
		if err := wire.Write(s, Piece{rest[:n]}); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return readKept(s, sum)
}

func readKept(s entry.Stream, sum [sha256.Size]byte) error {
	var kept Kept
	if err := wire.ReadShort(s, copyTime, entry.MaxStrangerFrame, &kept); err != nil {
		return err
	}
	if kept.Sum != sum {
		return errCopy
	}
	return nil
}

// Fetch moves another node to here. If it returns nil, the store is that of the other node,
// and the one that is running has to end. After [ErrSealed], Open may be called.
func (m *Mover) Fetch(ctx context.Context, node record.Key, code string) error {
	s, err := m.open(ctx, node)
	if err != nil {
		return err
	}
	defer s.Close()
	s.SetWriteDeadline(time.Now().Add(handshakeTime + copyTime))
	if err := m.ask(s, code); err != nil {
		return err
	}
	sealed, err := take(s)
	if err != nil {
		return err
	}
	if err := m.cfg.Store.Keep(sealed); err != nil {
		return err
	}
	kept := Kept{sha256.Sum256(sealed)}
	if err := wire.Write(s, kept); err != nil {
		return fmt.Errorf("%w (%v)", ErrSealed, err)
	}
	var r Release
	if err := wire.ReadShort(s, copyTime, entry.MaxStrangerFrame, &r); err != nil {
		return fmt.Errorf("%w (%v)", ErrSealed, err)
	}
	if err := m.cfg.Store.MoveIn(r.Opener); err != nil {
		return err
	}
	_ = wire.Write(s, kept) // the old place can do nothing if that does not come
	return nil
}

// open opens a stream to the old place. A page that has just been loaded may not have heard
// yet where that is; so it tries for a while.
func (m *Mover) open(ctx context.Context, node record.Key) (entry.Stream, error) {
	for end := time.Now().Add(seekTime); ; {
		s, err := m.cfg.Network.OpenTransfer(ctx, node)
		if err == nil || time.Now().After(end) {
			return s, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(seekPause):
		}
	}
}

// ask runs the protocol until the code has been proved.
func (m *Mover) ask(s entry.Stream, code string) error {
	nonce, err := entry.NewNonce()
	if err != nil {
		return err
	}
	if err := wire.Write(s, Begin{Schema: store.Schema, Session: nonce}); err != nil {
		return err
	}
	w, err := entry.ReadWelcome(s)
	if err != nil {
		return err
	}
	if w.Session == nil {
		return errCopy
	}
	h := entry.Handshake{Purpose: entry.ForTransfer, Joiner: m.cfg.Self, Host: s.Node(), JoinerNonce: nonce, HostNonce: *w.Session}
	_, err = h.Prove(s, entry.Digits(code))
	return err
}

// take reads the copy. No more is kept of it than has come.
func take(s entry.Stream) ([]byte, error) {
	var c Copy
	if err := wire.ReadShort(s, copyTime, entry.MaxStrangerFrame, &c); err != nil {
		return nil, err
	}
	if c.Bytes > maxCopy {
		return nil, errCopy
	}
	var sealed bytes.Buffer
	for end := time.Now().Add(copyTime); uint64(sealed.Len()) < c.Bytes; {
		var p Piece
		if err := wire.ReadShort(s, time.Until(end), maxFrame, &p); err != nil {
			return nil, err
		}
		if len(p.Data) == 0 || uint64(sealed.Len()+len(p.Data)) > c.Bytes {
			return nil, errCopy
		}
		sealed.Write(p.Data)
	}
	if sha256.Sum256(sealed.Bytes()) != c.Sum {
		return nil, errCopy
	}
	return sealed.Bytes(), nil
}

// Open opens a copy that has come, with what the old place shows.
func (m *Mover) Open(text string) error {
	o, err := store.ParseOpener(text)
	if err != nil {
		return err
	}
	return m.cfg.Store.MoveIn(o)
}
