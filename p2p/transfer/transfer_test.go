package transfer

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"fives/crypto/cpace"
	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/store"
	"fives/p2p/store/memory"
	"fives/p2p/waittest"
	"fives/p2p/wire"
)

// A stream is one end of a pipe. It breaks after some writes, if breaks is not 0.
type stream struct {
	net.Conn
	node   record.Key
	breaks int
	writes int
}

func (s *stream) Node() record.Key    { return s.node }
func (s *stream) Address() netip.Addr { return netip.MustParseAddr("127.0.0.1") }
func (s *stream) CloseRead() error    { return nil }
func (s *stream) Reset() error        { return s.Close() }

func (s *stream) Write(b []byte) (int, error) {
	if s.writes++; s.writes == s.breaks {
		s.Close()
	}
	return s.Conn.Write(b)
}

// A place is a node with a store.
type place struct {
	*Mover
	disk  *memory.RAM
	store *store.Store
	self  record.Key
	moved chan bool // whether the other place has confirmed it
}

func newPlace(t *testing.T, i byte, name string) *place {
	t.Helper()
	p := &place{disk: memory.NewRAM(), moved: make(chan bool, 1)}
	seed := sha256.Sum256([]byte{i})
	p.self = record.KeyOf(ed25519.NewKeyFromSeed(seed[:]))
	p.store = p.open(t)
	if err := p.store.SetIdentity(store.Identity{Seed: seed[:], Name: name}); err != nil {
		t.Fatal(err)
	}
	p.Mover = New(Config{
		Self: p.self, Store: p.store, Strangers: peers.NewStreamLimit(), Log: slog.New(slog.DiscardHandler),
		Moved: func(_ store.Opener, done bool) { p.moved <- done },
	})
	return p
}

func (p *place) open(t *testing.T) *store.Store {
	t.Helper()
	db, err := memory.Open(p.disk)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// who is whose the place is after a restart, "" if nobody's.
func (p *place) who(t *testing.T) string {
	t.Helper()
	i, _, err := p.open(t).Identity()
	if err != nil {
		t.Fatal(err)
	}
	return i.Name
}

// wired is the network of a place: a pipe to another one, of which either end may break.
type wired struct {
	self          record.Key
	to            *place
	theirs, there int // the write at which the end breaks that asks, and that is asked
}

func (w wired) OpenTransfer(context.Context, record.Key) (entry.Stream, error) {
	a, b := net.Pipe()
	go w.to.Serve(&stream{Conn: b, node: w.self, breaks: w.there})
	return &stream{Conn: a, node: w.to.self, breaks: w.theirs}, nil
}

func (p *place) fetches(t *testing.T, from *place, code string, theirs, there int) error {
	t.Helper()
	p.cfg.Network = wired{p.self, from, theirs, there}
	return p.Fetch(t.Context(), from.self, code)
}

func TestTransfer(t *testing.T) {
	ana, cleo := newPlace(t, 1, "ana"), newPlace(t, 2, "cleo")
	if err := cleo.fetches(t, ana, "123456", 0, 0); !errors.Is(err, ErrNoOffer) {
		t.Errorf("without a code: %v", err)
	}
	code, _ := ana.Offer()
	if err := cleo.fetches(t, ana, code[:3]+"-"+code[3:], 0, 0); err != nil {
		t.Fatal(err)
	}
	if done := <-ana.moved; !done {
		t.Error("the old place has not heard that all is well")
	}
	if old, fresh := ana.who(t), cleo.who(t); old != "" || fresh != "ana" {
		t.Errorf("the old place is %q, the new one %q", old, fresh)
	}
}

// late is the network of a place that does not know at first where the other one is.
type late struct {
	Network
	tries int
}

func (l *late) OpenTransfer(ctx context.Context, node record.Key) (entry.Stream, error) {
	if l.tries++; l.tries < 3 {
		return nil, errors.New("no addresses")
	}
	return l.Network.OpenTransfer(ctx, node)
}

// TestLooksForTheOldPlace: the code is asked for as soon as the page is there, and the old
// place is found a little later.
func TestLooksForTheOldPlace(t *testing.T) {
	ana, cleo := newPlace(t, 1, "ana"), newPlace(t, 2, "cleo")
	code, _ := ana.Offer()
	cleo.cfg.Network = &late{Network: wired{self: cleo.self, to: ana}}
	if err := cleo.Fetch(t.Context(), ana.self, code); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dora := newPlace(t, 3, "dora")
	dora.cfg.Network = &late{tries: -9}
	if err := dora.Fetch(ctx, ana.self, code); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
}

// TestOneTry: a code that was guessed at is used up.
func TestOneTry(t *testing.T) {
	ana, cleo := newPlace(t, 1, "ana"), newPlace(t, 2, "cleo")
	code, _ := ana.Offer()
	wrong := "0" + code[1:]
	if wrong == code {
		wrong = "1" + code[1:]
	}
	if err := cleo.fetches(t, ana, wrong, 0, 0); !errors.Is(err, entry.ErrCode) {
		t.Errorf("a wrong code: %v", err)
	}
	if st, err := ana.State(); err != nil || st.Code != "" || !st.Tried {
		t.Errorf("after a wrong code: %+v, %v", st, err)
	}
	if err := cleo.fetches(t, ana, code, 0, 0); !errors.Is(err, ErrNoOffer) {
		t.Errorf("the right code behind it: %v", err)
	}
	code, _ = ana.Offer()
	ana.until = time.Now()
	if err := cleo.fetches(t, ana, code, 0, 0); !errors.Is(err, ErrNoOffer) {
		t.Errorf("a code that is too old: %v", err)
	}
	if ana.who(t) != "ana" || cleo.who(t) != "cleo" {
		t.Error("something has moved")
	}
}

// TestBreaks: wherever the stream breaks, exactly one place is Ana's, if need be with what
// the old one shows.
func TestBreaks(t *testing.T) {
	moved, stayed, byHand := 0, 0, 0
	for _, old := range []bool{false, true} {
		for at := 1; at < 12; at++ {
			ana, cleo := newPlace(t, 1, "ana"), newPlace(t, 2, "cleo")
			code, _ := ana.Offer()
			theirs, there := at, 0
			if old {
				theirs, there = 0, at
			}
			err := cleo.fetches(t, ana, code, theirs, there)
			waittest.Until(t, "the old place has ended", func() bool { return len(ana.moved) > 0 || !ana.busy() })
			opener, left, failed := ana.open(t).Moved()
			if failed != nil {
				t.Fatal(failed)
			}
			if left && cleo.who(t) != "ana" {
				if !errors.Is(err, ErrSealed) {
					t.Errorf("the end of %v breaks at %d: %v", old, at, err)
				}
				if err := cleo.Open(strings.ToLower(opener.String())); err != nil {
					t.Fatal(err)
				}
				byHand++
			}
			switch here, there := ana.who(t), cleo.who(t); {
			case here == "ana" && there == "cleo":
				stayed++
			case here == "" && there == "ana":
				moved++
			default:
				t.Errorf("the old end %v breaks at %d: the old place is %q, the new one %q", old, at, here, there)
			}
		}
	}
	if moved == 0 || stayed == 0 || byHand == 0 {
		t.Errorf("%d moved, %d of them by hand, %d stayed", moved, byHand, stayed)
	}
}

// busy reports whether the store is being moved.
func (p *place) busy() bool {
	free := make(chan struct{})
	go func() {
		_ = p.store.AddKey("x", record.Key{9}, 1)
		close(free)
	}()
	select {
	case <-free:
		return false
	case <-time.After(time.Second):
		return true
	}
}

// TestHostileOldPlace: a device that knows the code and then sends what is no copy changes
// nothing, and makes nobody keep more than has come.
func TestHostileOldPlace(t *testing.T) {
	piece := func(n int) Piece { return Piece{make([]byte, n)} }
	for name, frames := range map[string][]any{
		"too much":           {Copy{Bytes: maxCopy + 1}},
		"more than it says":  {Copy{Bytes: 3}, piece(4)},
		"an empty piece":     {Copy{Bytes: 3}, piece(0)},
		"another sum":        {Copy{Bytes: 3}, piece(3)},
		"a huge frame":       {Copy{Bytes: maxCopy}, piece(maxFrame + 1)},
		"something else":     {Release{}},
		"nothing after it":   {Copy{Bytes: 3}},
		"a copy of no store": {Copy{Bytes: 3, Sum: sha256.Sum256(make([]byte, 3))}, piece(3), Release{}},
	} {
		cleo := newPlace(t, 2, "cleo")
		a, b := net.Pipe()
		them := newPlace(t, 1, "ana")
		code, _ := them.Offer()
		cleo.cfg.Network = direct{&stream{Conn: a, node: them.self}}
		go func() {
			s := &stream{Conn: b, node: cleo.self}
			defer s.Close()
			if them.admit(s) != nil {
				return
			}
			go func() { // all that comes is read
				for buf := make([]byte, 1024); ; {
					if _, err := s.Read(buf); err != nil {
						return
					}
				}
			}()
			for _, f := range frames {
				if wire.Write(s, f) != nil {
					return
				}
			}
		}()
		seen := name == "too much" || name == "more than it says" || name == "an empty piece" || name == "another sum"
		if err := cleo.Fetch(t.Context(), them.self, code); err == nil || seen && !errors.Is(err, errCopy) {
			t.Errorf("%s: %v", name, err)
		}
		if cleo.who(t) != "cleo" {
			t.Errorf("%s: cleo is gone", name)
		}
	}
}

type direct struct{ s entry.Stream }

func (d direct) OpenTransfer(context.Context, record.Key) (entry.Stream, error) { return d.s, nil }

// TestKeptSomethingElse: a new place that has kept something else than was sent gets nothing.
func TestKeptSomethingElse(t *testing.T) {
	ana, cleo := newPlace(t, 1, "ana"), newPlace(t, 2, "cleo")
	code, _ := ana.Offer()
	a, b := net.Pipe()
	served := make(chan struct{})
	go func() {
		ana.Serve(&stream{Conn: b, node: cleo.self})
		close(served)
	}()
	s := &stream{Conn: a, node: ana.self}
	if err := cleo.ask(s, code); err != nil {
		t.Fatal(err)
	}
	if _, err := take(s); err != nil {
		t.Fatal(err)
	}
	if err := wire.Write(s, Kept{Sum: [sha256.Size]byte{1}}); err != nil {
		t.Fatal(err)
	}
	waittest.Closed(t, "the stream ends", served)
	if ana.who(t) != "ana" {
		t.Error("it has moved")
	}
}

// TestCodeOfATransfer: who has run CPace for a seat at a table has not for a transfer.
func TestCodeOfATransfer(t *testing.T) {
	join := entry.Handshake{Joiner: record.Key{1}, Host: record.Key{2}}
	move := join
	move.Purpose = entry.ForTransfer
	if a, b := join.Config(cpace.Initiator), move.Config(cpace.Initiator); bytes.Equal(a.ChannelID, b.ChannelID) {
		t.Error("both have the same channel")
	}
}

// TestOlderSchema: a device whose store is laid out in another way gets nothing.
func TestOlderSchema(t *testing.T) {
	ana := newPlace(t, 1, "ana")
	code, _ := ana.Offer()
	a, b := net.Pipe()
	go ana.Serve(&stream{Conn: b})
	s := &stream{Conn: a, node: ana.self}
	if err := wire.Write(s, Begin{Schema: store.Schema + 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := entry.ReadWelcome(s); !errors.Is(err, ErrVersion) {
		t.Errorf("%v", err)
	}
	if st, err := ana.State(); err != nil || st.Code != code {
		t.Errorf("its code is used up: %+v, %v", st, err)
	}
}

// FuzzStream: whatever a stream says, to the old place or to the new one, nothing panics, and
// nobody without the code moves anything.
func FuzzStream(f *testing.F) {
	frame := func(v any) []byte {
		b, err := wire.Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		return b
	}
	f.Add([]byte{}, true)
	f.Add(frame(Begin{Schema: store.Schema}), true)
	f.Add(append(frame(Begin{Schema: store.Schema}), frame(entry.Proof{Share: make([]byte, 32)})...), true)
	f.Add(append(frame(entry.Welcome{Session: &entry.Nonce{}}), frame(entry.Welcome{Share: make([]byte, 32), Tag: make([]byte, 64)})...), false)
	f.Add(frame(entry.Welcome{Refused: "no"}), false)
	f.Fuzz(func(t *testing.T, said []byte, toOld bool) {
		p := newPlace(t, 1, "ana")
		code, _ := p.Offer()
		a, b := net.Pipe()
		go func() {
			go io.Copy(io.Discard, b)
			b.Write(said)
			time.Sleep(time.Millisecond)
			b.Close()
		}()
		s := &stream{Conn: a, node: record.Key{2}}
		if toOld {
			p.Serve(s)
		} else if p.cfg.Network = (direct{s}); p.Fetch(t.Context(), s.node, code) == nil {
			t.Error("it was moved to here")
		}
		if p.who(t) != "ana" {
			t.Error("it has moved")
		}
	})
}
