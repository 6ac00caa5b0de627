package lobby

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/wire"
)

// handshakeTime is for all frames until the seat is given, with the wait for a code.
const handshakeTime = 5*entry.FrameTime + entry.SlowestRun

// ServeJoin gives a seat at an open table to another node, and keeps it informed
// until the table begins. It returns when the stream is of no more use.
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
	o, r, err := l.hearJoin(s)
	leave()
	var refusal entry.Refusal
	switch {
	case err == nil:
		l.serveRoom(s, o, r)
	case errors.As(err, &refusal):
		_ = wire.Write(s, entry.RoomNews{Refused: string(refusal)})
	default:
		l.cfg.Log.Debug("join", "peer", l.cfg.Network.PeerID(s.Node()), "err", err)
		s.Reset()
	}
}

// hearJoin runs the protocol up to the seat.
func (l *Lobby) hearJoin(s entry.Stream) (*offer, *room, error) {
	var hello entry.Hello
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &hello); err != nil {
		return nil, nil, err
	}
	l.cfg.Directory.NoteMinor(s.Node(), hello.Minor)
	o := l.offers.get(hello.Table)
	if o == nil {
		o = l.movedTo(hello.Table, s.Node())
	}
	switch {
	case o == nil && l.cfg.Tables.Seats(hello.Table, s.Node()):
		return nil, nil, entry.ErrBegun
	case o == nil && l.full(hello.Table, s.Node()):
		return nil, nil, entry.ErrFull
	case o == nil:
		return nil, nil, entry.ErrNoTable
	}
	if o.terms.Private && !o.knows(s.Node()) {
		if err := l.checkCode(s, o, hello.Session); err != nil {
			return nil, nil, err
		}
	}
	if err := wire.Write(s, entry.Welcome{Proposal: &o.state.Load().stored.Proposal}); err != nil {
		return nil, nil, err
	}
	var q entry.SeatRequest
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &q); err != nil {
		return nil, nil, err
	}
	if q.Join == nil {
		return nil, nil, entry.ErrBadJoin
	}
	r, err := o.take(*q.Join, s.Node())
	return o, r, err
}

// full reports whether a public table has begun without a node.
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

// checkCode runs CPace as the responder. From the joiner's share on, the run
// counts as a wrong guess until the joiner has shown that it has the code.
func (l *Lobby) checkCode(s entry.Stream, o *offer, session entry.Nonce) error {
	says, err := entry.NewNonce()
	if err != nil {
		return err
	}
	if err := wire.Write(s, entry.Welcome{Session: &says}); err != nil {
		return err
	}
	var proof entry.Proof
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &proof); err != nil {
		return err
	}
	who, addr := l.cfg.Network.PeerID(s.Node()), entry.Source(s.Address())
	run, wait, err := o.beginRun(who, addr)
	if err != nil {
		return err
	}
	err = pause(l.ctx, l.cfg.Scheduler, wait)
	if err == nil {
		h := entry.Handshake{Table: o.id, Joiner: s.Node(), Host: l.self, JoinerNonce: session, HostNonce: says}
		err = h.Respond(s, run.text, proof.Share)
	}
	o.endRun(run, s.Node(), err == nil)
	return err
}
