package node

import (
	"context"
	"errors"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

const (
	// handshakeTime is for all of them, with the wait for a code.
	handshakeTime = 5*lobby.FrameTime + lobby.SlowestRun
	joinEvery     = time.Second / 2 // between the joins that a peer tries
	joinBurst     = 20
	idleWait      = 15 * time.Second // without a frame in the waiting room
	waitEvery     = 5 * time.Second  // the host repeats itself
)

// handleJoin gives a seat at an open table to another node.
func (n *Node) handleJoin(ctx context.Context, s network.Stream) {
	defer s.Close()
	s.SetWriteDeadline(time.Now().Add(handshakeTime))
	id := s.Conn().RemotePeer()
	leave, ok := n.strangers.Enter(streams.NodeOf(id), streams.AddressOf(s.Conn()))
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	if !n.joinLimit.Allow(streams.NodeOf(id)) {
		s.Reset()
		return
	}
	o, w, err := n.hearJoin(ctx, s, id)
	leave()
	if err != nil {
		var r lobby.Refusal
		if errors.As(err, &r) {
			wire.Write(s, lobby.RoomNews{Refused: string(r)})
			return
		}
		n.log.Debug("join", "peer", id, "err", err)
		s.Reset()
		return
	}
	n.runJoinSession(ctx, s, o, w)
}

// hearJoin runs the protocol up to the seat.
func (n *Node) hearJoin(ctx context.Context, s network.Stream, id peer.ID) (*offer, *joinSession, error) {
	key, err := host.PublicKey(id)
	if err != nil {
		return nil, nil, err
	}
	var hello lobby.Hello
	if err := wire.ReadShort(s, lobby.FrameTime, lobby.MaxStrangerFrame, &hello); err != nil {
		return nil, nil, err
	}
	n.directory.NoteMinor(streams.NodeOf(id), hello.Minor)
	n.mu.Lock()
	o := n.offers[hello.Table]
	if o == nil {
		o = n.movedTo(hello.Table, record.Key(key))
	}
	private := o != nil && o.code != nil
	n.mu.Unlock()
	if o == nil {
		return nil, nil, lobby.ErrNoTable
	}
	if private && !n.hasSeat(o, record.Key(key)) {
		if err := n.checkCode(ctx, s, o, record.Key(key), hello.Session); err != nil {
			return nil, nil, err
		}
	}
	if err := wire.Write(s, lobby.Welcome{Proposal: &o.Proposal}); err != nil {
		return nil, nil, err
	}
	var q lobby.SeatRequest
	if err := wire.ReadShort(s, lobby.FrameTime, lobby.MaxStrangerFrame, &q); err != nil {
		return nil, nil, err
	}
	if q.Join == nil {
		return nil, nil, lobby.ErrBadJoin
	}
	w, err := n.take(o, *q.Join, record.Key(key))
	return o, w, err
}

// hasSeat reports whether a node has a seat at an open table already, or had one
// before a restart.
func (n *Node) hasSeat(o *offer, key record.Key) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, j := range o.Joins {
		if hostOf(o.id, j) == key {
			return true
		}
	}
	return o.keeps(key)
}

// checkCode runs CPace as the responder. From the joiner's share on, the run
// counts as a wrong guess until the joiner has shown that it has the code.
func (n *Node) checkCode(ctx context.Context, s network.Stream, o *offer, joiner record.Key, session lobby.Nonce) error {
	says, err := lobby.NewNonce()
	if err != nil {
		return err
	}
	if err := wire.Write(s, lobby.Welcome{Session: &says}); err != nil {
		return err
	}
	var proof lobby.Proof
	if err := wire.ReadShort(s, lobby.FrameTime, lobby.MaxStrangerFrame, &proof); err != nil {
		return err
	}
	id, addr := string(s.Conn().RemotePeer()), lobby.Source(streams.AddressOf(s.Conn()))
	c, wait, err := n.tryCode(o, id, addr)
	if err != nil {
		return err
	}
	defer n.tendCode(o)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
	}
	h := lobby.Handshake{Table: o.id, Joiner: joiner, Host: n.self, JoinerNonce: session, HostNonce: says}
	if err := h.Respond(s, c.Text(), proof.Share); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	c.Succeed(id, addr)
	return nil
}

// tryCode begins a run at the code of now. The check and the count are one step:
// so many runs at once get no more guesses than one after the other.
func (n *Node) tryCode(o *offer, id, addr string) (*lobby.Code, time.Duration, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.renewCode(o)
	wait, ok := o.code.Try(id, addr)
	if !ok {
		return nil, 0, lobby.ErrTooManyCodes
	}
	return o.code, wait, nil
}

// tendCode draws a new code at the end of a run, so that people hear of it.
func (n *Node) tendCode(o *offer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.renewCode(o)
}

// renewCode draws a new code when the old one has been guessed at too often;
// n.mu is held.
func (n *Node) renewCode(o *offer) {
	if n.offers[o.id] != o || !o.code.Exhausted() {
		return
	}
	o.code = o.code.Renewed()
	o.Code = o.code.Text()
	if err := n.store.PutOffer(o.id, o.Offer); err != nil {
		n.log.Warn("storing an offer", "err", err)
	}
	n.events.add(control.Event{Kind: control.EventLobby, Table: o.id.String(),
		Text: "somebody has been guessing the code; the new one is " + o.Code})
}

// take checks a join and gives it a seat, the old one if it had one.
func (n *Node) take(o *offer, join record.Record, key record.Key) (*joinSession, error) {
	seat, err := table.OpenJoin(join, o.id)
	if err != nil || replica.Node(seat) != key {
		return nil, lobby.ErrBadJoin
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.offers[o.id] != o {
		return nil, lobby.ErrNoTable
	}
	known := false
	for _, j := range o.Joins {
		if j.Same(join) {
			known = true
		} else if hostOf(o.id, j) == key {
			return nil, lobby.Refusal("this node has a seat there already")
		}
	}
	if !known {
		if err := n.seat(o, join); err != nil {
			return nil, err
		}
	}
	if old := o.sessions[key]; old != nil {
		old.finish(lobby.RoomNews{})
	}
	w := newJoinSession(key)
	o.sessions[key] = w
	delete(o.gone, key)
	n.lobbyChanged(o)
	n.beginFull(o)
	return w, nil
}
