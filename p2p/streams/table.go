package streams

import (
	"context"
	"errors"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// An Opening is the first frame of a table's stream.
type Opening struct {
	Table      record.Hash       `cbor:"table"`
	Credential *entry.Credential `cbor:"credential,omitempty"` // of who watches a private table
	Minor      uint64            `cbor:"minor,omitempty"`
}

// open opens a stream for a table, and runs it until it ends.
func (n *Network) open(t *session.Table, node record.Key) {
	ctx, cancel := context.WithTimeout(n.ctx, n.openFor(node))
	defer cancel()
	s, err := n.host.NewStream(network.WithNoDial(ctx, "table"), PeerOf(node), ProtocolTable)
	if err == nil {
		n.twins.waitAnswer(ctx, s.Conn())
	}
	if err != nil {
		n.cfg.Log.Debug("table stream", "peer", PeerOf(node), "err", err)
		n.hangUp(node, err)
		return
	}
	s.SetWriteDeadline(time.Now().Add(openTime))
	if err := wire.Write(s, Opening{Table: t.ID(), Credential: n.cfg.Credential(t), Minor: peers.Minor}); err != nil {
		s.Reset()
		return
	}
	n.serve(t, s, true)
}

// handleTable takes a table's stream that another node opened.
func (n *Network) handleTable(s network.Stream) {
	node, leave := NodeOf(s.Conn().RemotePeer()), func() {}
	if !n.session.Sits(node) {
		var ok bool
		if leave, ok = n.cfg.Strangers.Enter(node, addressOf(s.Conn())); !ok {
			s.Reset()
			return
		}
	}
	ctx, cancel := context.WithTimeout(n.ctx, n.openFor(node))
	n.twins.waitAnswer(ctx, s.Conn())
	cancel()
	t := n.tableFor(s, node)
	leave()
	if t == nil || !t.MayOpen(node) {
		s.Reset()
		return
	}
	n.serve(t, s, false)
}

// tableFor finds or makes the table that a stream is for. To a node that may not have a
// table, it is as if the table did not exist.
func (n *Network) tableFor(s network.Stream, node record.Key) *session.Table {
	var o Opening
	if err := wire.ReadShort(s, openTime, entry.MaxStrangerFrame, &o); err != nil {
		return nil
	}
	n.directory.NoteMinor(node, o.Minor)
	if t := n.session.Table(o.Table); t != nil && (t.Seats(node) || maySpectate(t, node, o.Credential) && t.HasRoom(node)) {
		return t
	}
	if t, archived := n.recall(o.Table, node); archived {
		return t
	}
	t, err := n.takeUnknown(s, node, o.Table)
	if err != nil {
		n.cfg.Log.Debug("a table that begins", "table", o.Table.Short(), "err", err)
		return nil
	}
	if !t.Seats(node) {
		return nil
	}
	return t
}

// maySpectate reports whether a node without a seat may watch: anybody where the
// table is public and allows it, and who has a seat's credential where it is
// private. It waits for no lock, so that a stranger cannot tell by the time it
// takes whether a private table is here.
func maySpectate(t *session.Table, node record.Key, c *entry.Credential) bool {
	if t.Onlooker() || !t.Terms().Spectators {
		return false
	}
	return !t.Terms().Private || c.Admits(t.ID(), t.Terms(), node)
}

// recall reads an archived table for a node that sat there. It returns false if
// there is none; the table is nil if the node has to wait for it.
func (n *Network) recall(id record.Hash, node record.Key) (t *session.Table, archived bool) {
	t, err := session.WaitTable(func(done func(*session.Table, error)) {
		if archived = n.session.Recall(id, node, done); !archived {
			done(nil, nil)
		}
	})
	if err != nil {
		n.cfg.Log.Error("reading an archived table", "table", id.Short(), "err", err)
	}
	return t, archived
}

// takeUnknown takes a stream for a table that this node does not know. The node may have
// reserved a seat there, and the table has begun; or it may sit at a table of which this
// one is a continuation; or its store has lost the table.
func (n *Network) takeUnknown(s network.Stream, node record.Key, id record.Hash) (*session.Table, error) {
	joined := n.lobby.Joined(id)
	if !joined && !n.begins.Allow(node) {
		return nil, errors.New("streams: too many tables that are not here")
	}
	s.SetWriteDeadline(time.Now().Add(openTime))
	g, err := readGenesis(s, n.openFor(node))
	if err != nil {
		return nil, err
	}
	var t *session.Table
	switch {
	case joined:
		if err = n.lobby.Begin(id, g); err == nil {
			t = n.session.Table(id)
		}
	case g.Continuation != nil:
		t, err = session.WaitTable(func(done func(*session.Table, error)) { n.session.TakeCall(node, *g.Continuation, done) })
	default:
		t, err = session.WaitTable(func(done func(*session.Table, error)) { n.session.Restore(node, g, done) })
	}
	if err == nil && (t == nil || t.ID() != id) {
		err = errors.New("streams: the genesis is of another table")
	}
	return t, err
}

// readGenesis asks for how a table began. What else is said before the answer is passed
// over: at a large table whose nodes have just got links, there are many frames of that.
func readGenesis(s network.Stream, within time.Duration) (replica.Genesis, error) {
	if err := wire.Write(s, replica.Message{Have: &replica.Have{Empty: true}}); err != nil {
		return replica.Genesis{}, err
	}
	for end := time.Now().Add(within); ; {
		var m replica.Message
		if err := wire.ReadShort(s, time.Until(end), entry.MaxAnswer, &m); err != nil {
			return replica.Genesis{}, err
		}
		if m.Genesis != nil {
			return *m.Genesis, nil
		}
		if m.Have != nil && m.Have.Empty {
			return replica.Genesis{}, errors.New("streams: the other side has nothing of the table, or does not say")
		}
	}
}

// Watch follows a table through one of its nodes. prepare is called before anybody
// can find the table.
func (n *Network) Watch(ctx context.Context, node record.Key, o Opening, prepare func(*session.Table)) (*session.Table, error) {
	ctx, cancel := context.WithTimeout(ctx, n.openFor(node))
	defer cancel()
	s, err := n.ask(network.WithNoDial(ctx, "watch"), node, ProtocolTable)
	if err != nil {
		return nil, err
	}
	s.SetWriteDeadline(time.Now().Add(openTime))
	t, err := n.beginWatching(s, o, prepare)
	if err != nil {
		s.Reset()
		return nil, err
	}
	n.cfg.Work.Go(func() { n.serve(t, s, true) })
	return t, nil
}

// beginWatching asks for a table on a stream, and has the session watch it.
func (n *Network) beginWatching(s network.Stream, o Opening, prepare func(*session.Table)) (*session.Table, error) {
	if err := wire.Write(s, o); err != nil {
		return nil, err
	}
	g, err := readGenesis(s, n.openFor(NodeOf(s.Conn().RemotePeer())))
	if err != nil {
		return nil, err
	}
	return n.session.Watch(o.Table, g, prepare)
}
