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

// openTime is for a connection and the opening of a stream.
const openTime = 5 * time.Second

// An asking is what a node needs to ask for a seat.
type asking struct {
	l     *Lobby
	host  record.Key
	table record.Hash
	code  string // "" for none
}

// enter runs the join protocol up to the first word from the waiting room. prepare
// is called with the proposal, and makes the join that is sent.
func (a asking) enter(ctx context.Context, prepare func(record.Record) (record.Record, error)) (entry.Stream, entry.RoomNews, error) {
	ctx, cancel := within(ctx, a.l.cfg.Scheduler, openTime)
	defer cancel()
	s, err := a.l.cfg.Network.OpenJoin(ctx, a.host)
	if err != nil {
		return nil, entry.RoomNews{}, unreachable(err)
	}
	first, err := a.request(s, prepare)
	if err != nil {
		s.Reset()
		return nil, entry.RoomNews{}, err
	}
	return s, first, nil
}

func (a asking) request(s entry.Stream, prepare func(record.Record) (record.Record, error)) (entry.RoomNews, error) {
	s.SetWriteDeadline(a.l.cfg.Scheduler.Now().Add(handshakeTime))
	welcome, err := a.greet(s)
	if err != nil {
		return entry.RoomNews{}, err
	}
	if welcome.Proposal == nil {
		return entry.RoomNews{}, fmt.Errorf("%w: no proposal", entry.ErrUnreachable)
	}
	signed, err := prepare(*welcome.Proposal)
	if err != nil {
		return entry.RoomNews{}, err
	}
	if err := wire.Write(s, entry.SeatRequest{Join: &signed}); err != nil {
		return entry.RoomNews{}, unreachable(err)
	}
	var first entry.RoomNews
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &first); err != nil {
		return entry.RoomNews{}, unreachable(err)
	}
	if first.Refused != "" {
		return entry.RoomNews{}, entry.Refused(first.Refused)
	}
	return first, nil
}

// greet says which table, and proves the code if the host asks for it.
func (a asking) greet(s entry.Stream) (entry.Welcome, error) {
	asks, err := entry.NewNonce()
	if err != nil {
		return entry.Welcome{}, err
	}
	if err := wire.Write(s, entry.Hello{Table: a.table, Session: asks, Minor: peers.Minor}); err != nil {
		return entry.Welcome{}, unreachable(err)
	}
	w, err := entry.ReadWelcome(s)
	switch {
	case err != nil || w.Proposal != nil:
		return w, err
	case w.Session == nil:
		return w, fmt.Errorf("%w: neither a proposal nor a question", entry.ErrUnreachable)
	case a.code == "":
		return w, entry.ErrNeedsCode
	}
	return entry.Handshake{Table: a.table, Joiner: a.l.self, Host: a.host, JoinerNonce: asks, HostNonce: *w.Session}.Prove(s, a.code)
}

func unreachable(err error) error { return fmt.Errorf("%w: %v", entry.ErrUnreachable, err) }
