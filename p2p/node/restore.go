package node

import (
	"bytes"
	"errors"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/replica"
	"fives/p2p/session"
)

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

// Joined reports whether a seat at a table has been asked for.
func (n *Node) Joined(id record.Hash) bool { return n.hasJoined(id) }

// Awaits reports whether a seat has been asked for at any table of a node.
func (n *Node) Awaits(host record.Key) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, j := range n.joins {
		if j.want.Host == host {
			return true
		}
	}
	return false
}

// Begin makes a table at which a seat has been asked for.
func (n *Node) Begin(id record.Hash, g replica.Genesis) error {
	n.mu.Lock()
	j := n.joins[id]
	n.mu.Unlock()
	if j == nil {
		return nil
	}
	_, err := j.begin(g)
	return err
}
