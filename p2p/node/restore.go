package node

import (
	"bytes"
	"errors"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// receiveTable takes a stream for a table that this node does not know: one at
// which it has reserved a seat, and which has begun; one that goes on from a
// table at which it sits; or one of which its store was lost.
func (n *Node) receiveTable(s network.Stream, id record.Hash) *game {
	n.mu.Lock()
	j := n.joins[id]
	n.mu.Unlock()
	from := s.Conn().RemotePeer()
	s.SetWriteDeadline(time.Now().Add(openTime))
	genesis, err := receiveGenesis(s)
	var g *game
	switch {
	case err != nil:
	case j != nil:
		g, err = j.begin(genesis)
	case genesis.Continuation != nil:
		g, err = n.called(from, genesis)
	default:
		g, err = await(func(done func(*session.Table, error)) { n.session.Restore(nodeOf(from), genesis, done) })
	}
	if err == nil && g.id != id {
		err = errors.New("node: the genesis is of another table")
	}
	if err != nil {
		n.log.Debug("a table that begins", "table", short(id), "err", err)
		return nil
	}
	return g
}

// receiveGenesis asks for how a table began.
func receiveGenesis(s network.Stream) (replica.Genesis, error) {
	if err := wire.Write(s, replica.Message{Have: &replica.Have{Empty: true}}); err != nil {
		return replica.Genesis{}, err
	}
	for range 4 {
		var m replica.Message
		if err := wire.ReadShort(s, openTime, lobby.MaxAnswer, &m); err != nil {
			return replica.Genesis{}, err
		}
		if m.Genesis != nil {
			return *m.Genesis, nil
		}
		if m.Have != nil && m.Have.Empty {
			return replica.Genesis{}, errors.New("node: the other side has nothing of the table, or does not say")
		}
	}
	return replica.Genesis{}, errors.New("node: no genesis")
}

// begin makes the table, if it is the one that was joined.
func (j *joining) begin(g replica.Genesis) (*game, error) {
	j.begins.Lock()
	defer j.begins.Unlock()
	t, err := g.Table(j.n.cfg.Games)
	if err != nil {
		return nil, err
	}
	if t.ID() != j.id || !contains(g.Joins, j.want.Join) {
		return nil, errors.New("node: the genesis is of another table, or leaves this node out")
	}
	own := session.OwnSeat{Seed: bytes.Clone(j.want.Bot.Seed), Bot: j.want.Bot.Bot}
	if gm := j.n.game(j.id); gm != nil {
		return gm, nil
	}
	if !j.n.hasJoined(j.id) {
		return nil, errors.New("node: a table at which this node has given its seat up")
	}
	gm, err := j.n.create(g, map[record.Key]session.OwnSeat{j.want.Join.Author: own}, j.loaded)
	if err != nil {
		return nil, err
	}
	j.drop()
	return gm, nil
}

func contains(records []record.Record, r record.Record) bool {
	for _, x := range records {
		if x.Same(r) {
			return true
		}
	}
	return false
}

// Restored says that the store had lost the table.
func (g *game) Restored() {
	g.say(control.Event{Kind: control.EventAway, What: control.Refetched, Yours: true})
}
