package lobby

import (
	"context"
	"fmt"
	"time"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/wire"
)

// openTime is for a connection and the opening of a stream, in one room; to a far node, it is a few ways
// there and back more.
const openTime = 5 * time.Second

// An asking is what a node needs to ask for a seat.
type asking struct {
	l     *Lobby
	host  record.Key
	table record.Hash
	code  string // "" for none
	seat  bool   // at a running table
}

// join asks for a seat at an open table, up to the first word from the waiting room. prepare
// is called with the proposal, and makes the join that is sent.
func (a asking) join(ctx context.Context, prepare func(record.Record) (record.Record, error)) (s entry.Stream, first entry.RoomNews, err error) {
	s, err = a.enter(ctx, &first, func(w entry.Welcome) (entry.SeatRequest, error) {
		if w.Proposal == nil {
			return entry.SeatRequest{}, fmt.Errorf("%w: no proposal", entry.ErrUnreachable)
		}
		signed, err := prepare(*w.Proposal)
		return entry.SeatRequest{Join: &signed}, err
	}, func() string { return first.Refused })
	return s, first, err
}

// wish asks for a seat at a running table, up to the first news. prepare is called with what
// the door says, and makes the wish that is sent.
func (a asking) wish(ctx context.Context, prepare func(entry.Door) (entry.Wish, error)) (s entry.Stream, first entry.DoorNews, err error) {
	a.seat = true
	s, err = a.enter(ctx, &first, func(w entry.Welcome) (entry.SeatRequest, error) {
		if w.Door == nil {
			return entry.SeatRequest{}, fmt.Errorf("%w: no door", entry.ErrUnreachable)
		}
		wish, err := prepare(*w.Door)
		return entry.SeatRequest{Wish: &wish}, err
	}, func() string { return first.Refused })
	return s, first, err
}

// enter runs the protocol up to the first word, which it reads into first; refused says
// whether that is a refusal. prepare makes the request.
func (a asking) enter(ctx context.Context, first any, prepare func(entry.Welcome) (entry.SeatRequest, error), refused func() string) (entry.Stream, error) {
	far := min(a.l.cfg.Directory.RoundTrip(a.host), LobbyTime) // it may be slow on purpose
	ctx, cancel := within(ctx, a.l.cfg.Scheduler, openTime+5*far)
	defer cancel()
	s, err := a.l.cfg.Network.OpenJoin(ctx, a.host)
	if err != nil {
		return nil, unreachable(err)
	}
	err = a.request(s, first, prepare)
	if err == nil && refused() != "" {
		err = entry.Refused(refused())
	}
	if err != nil {
		s.Reset()
		return nil, err
	}
	return s, nil
}

func (a asking) request(s entry.Stream, first any, prepare func(entry.Welcome) (entry.SeatRequest, error)) error {
	s.SetWriteDeadline(a.l.cfg.Scheduler.Now().Add(handshakeTime))
	welcome, err := a.greet(s)
	if err != nil {
		return err
	}
	q, err := prepare(welcome)
	if err != nil {
		return err
	}
	if err := wire.Write(s, q); err != nil {
		return unreachable(err)
	}
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, first); err != nil {
		return unreachable(err)
	}
	return nil
}

// greet says which table, and proves the code if the host asks for it.
func (a asking) greet(s entry.Stream) (entry.Welcome, error) {
	asks, err := entry.NewNonce()
	if err != nil {
		return entry.Welcome{}, err
	}
	if err := wire.Write(s, entry.Hello{Table: a.table, Session: asks, Minor: peers.Minor, Seat: a.seat}); err != nil {
		return entry.Welcome{}, unreachable(err)
	}
	w, err := entry.ReadWelcome(s)
	switch {
	case err != nil || w.Proposal != nil || w.Door != nil:
		return w, err
	case w.Session == nil:
		return w, fmt.Errorf("%w: neither a welcome nor a question", entry.ErrUnreachable)
	case a.code == "":
		return w, entry.ErrNeedsCode
	}
	return entry.Handshake{Table: a.table, Joiner: a.l.self, Host: a.host, JoinerNonce: asks, HostNonce: *w.Session}.Prove(s, a.code)
}

func unreachable(err error) error { return fmt.Errorf("%w: %v", entry.ErrUnreachable, err) }
