package lobby

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/wire"
)

// handshakeTime is the time for all frames until the seat is given, including the wait for
// a code.
const handshakeTime = 5*entry.FrameTime + entry.SlowestRun

// ServeJoin gives another node a seat at an open table and keeps it informed until the
// table begins, or takes its wish for a seat at a running table. It returns when the stream
// is no longer needed.
func (l *Lobby) ServeJoin(s entry.Stream) {
	defer s.Close()
	s.SetWriteDeadline(l.cfg.Scheduler.Now().Add(handshakeTime))
	leave, ok := l.cfg.Strangers.Enter(s.Node(), s.Address())
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	if !l.tries.Allow(s.Node()) {
		s.Reset()
		return
	}
	serve, err := l.hear(s)
	leave()
	var refusal entry.Refusal
	switch {
	case err == nil:
		serve()
	case errors.As(err, &refusal):
		_ = wire.Write(s, entry.RoomNews{Refused: string(refusal)})
	default:
		l.cfg.Log.Debug("join", "peer", l.cfg.Network.PeerID(s.Node()), "err", err)
		s.Reset()
	}
}

// hear runs the protocol up to the seat, or the wish for one. serve does everything that
// follows.
func (l *Lobby) hear(s entry.Stream) (serve func(), err error) {
	var hello entry.Hello
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &hello); err != nil {
		return nil, err
	}
	l.cfg.Directory.NoteMinor(s.Node(), hello.Minor)
	if hello.Seat {
		return l.hearWish(s, hello)
	}
	return l.hearJoin(s, hello)
}

func (l *Lobby) hearJoin(s entry.Stream, hello entry.Hello) (serve func(), err error) {
	o := l.offers.get(hello.Table)
	if o == nil {
		o = l.movedTo(hello.Table, s.Node())
	}
	switch {
	case o == nil && l.cfg.Tables.Seats(hello.Table, s.Node()):
		return nil, entry.ErrBegun
	case o == nil && l.full(hello.Table, s.Node()):
		return nil, entry.ErrFull
	case o == nil:
		return nil, entry.ErrNoTable
	}
	if slices.Contains(o.state.Load().stored.SentAway, s.Node()) {
		return nil, entry.ErrSentAway
	}
	if o.terms.Private && !o.knows(s.Node()) {
		if err := o.guard.check(s, hello); err != nil {
			return nil, err
		}
	}
	if err := wire.Write(s, entry.Welcome{Proposal: &o.state.Load().stored.Proposal}); err != nil {
		return nil, err
	}
	var q entry.SeatRequest
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &q); err != nil {
		return nil, err
	}
	if q.Join == nil {
		return nil, entry.ErrBadJoin
	}
	r, err := o.take(*q.Join, s.Node())
	return func() {
		r.serve(l, s, lastWord, func(line string) { o.heard(r, line) }, func(gave bool) { o.noteDeparted(r, gave) })
	}, err
}

// lastWord reports whether nothing follows in the waiting room.
func lastWord(m entry.RoomNews) bool { return m.Begun || m.Withdrawn || len(m.Taken) == 0 }

// full reports whether a public table has begun without this node.
func (l *Lobby) full(id record.Hash, node record.Key) bool {
	return slices.ContainsFunc(l.cfg.Tables.Full(node), func(o entry.Offer) bool { return o.ID == id })
}

// knows reports whether a node has a seat already, or had one before a restart.
func (o *offer) knows(node record.Key) bool {
	t := o.state.Load().stored
	for _, j := range t.Joins {
		if hostOf(o.id, j) == node {
			return true
		}
	}
	return t.keeps(node)
}
