package node

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// archived is a table whose game is over and whose log has not been read since
// the start.
type archived struct {
	Nodes   []record.Key
	Summary control.Summary
}

// Reading a log costs more than asking for it, and it stays in memory. What a
// node that sat at many tables may have of it:
const (
	recallEvery = 10 * time.Second
	recallBurst = 4
	maxRecalled = 16          // tables in memory, of all nodes
	recalledFor = time.Minute // since a table was of use last
)

// archive notes in the store that a table's game is over. g.mu is held.
func (g *game) archive() {
	if g.onlooker {
		return
	}
	b, err := json.Marshal(summary(g.r))
	if err != nil {
		g.n.log.Error("archiving a table", "err", err)
		return
	}
	d := store.Done{Summary: b}
	for _, s := range g.r.Table().Terms().Seats {
		d.Nodes = append(d.Nodes, replica.Node(s))
	}
	if err := g.n.store.PutDone(g.id, d); err != nil {
		g.n.log.Warn("archiving a table", "err", err) // it is read in full at the next start
	}
}

// loadDone notes a table whose game is over; it returns false for others.
func (n *Node) loadDone(id record.Hash) (bool, error) {
	d, ok, err := n.store.Done(id)
	if err != nil || !ok {
		return false, err
	}
	a := archived{Nodes: d.Nodes}
	if err := json.Unmarshal(d.Summary, &a.Summary); err != nil {
		return false, nil // of another version: the log has it all
	}
	n.done[id] = a
	return true, nil
}

// recall reads an archived table for a node that sat there. It returns false if
// there is none; the game is nil if the node has to wait for it.
func (n *Node) recall(id record.Hash, from peer.ID) (*game, bool) {
	key, err := host.PublicKey(from)
	n.mu.Lock()
	a, ok := n.done[id]
	crowded := n.recalled() >= maxRecalled
	n.mu.Unlock()
	if err != nil || !ok || !slices.Contains(a.Nodes, record.Key(key)) {
		return nil, false
	}
	if crowded || !n.recalls.allow(from) {
		return nil, true
	}
	g, err := n.unarchive(id, true)
	if err != nil {
		n.log.Error("reading an archived table", "table", short(id), "err", err)
	}
	return g, true
}

// recalled counts the archived tables in memory. n.mu must be held.
func (n *Node) recalled() (count int) {
	for _, g := range n.games {
		if g.shelf != nil {
			count++
		}
	}
	return count
}

// recallNamed reads the archived tables that a name means: all whose ID begins
// with it, or for "" the latest, if there is no other table.
func (n *Node) recallNamed(name string, others bool) ([]*game, error) {
	n.mu.Lock()
	var found []record.Hash
	var newest record.Hash
	for id, a := range n.done {
		if name != "" && strings.HasPrefix(id.String(), strings.ToLower(name)) {
			found = append(found, id)
		}
		if b, ok := n.done[newest]; !ok || a.Summary.Time > b.Summary.Time {
			newest = id
		}
	}
	if name == "" && !others && len(n.done) > 0 {
		found = append(found, newest)
	}
	n.mu.Unlock()
	if len(found) > 1 {
		return nil, ambiguous(ids(found, record.Hash.String))
	}
	var gs []*game
	for _, id := range found {
		g, err := n.unarchive(id, false)
		if err != nil {
			return nil, err
		}
		gs = append(gs, g)
	}
	return gs, nil
}

// unarchive reads and verifies the log of an archived table.
func (n *Node) unarchive(id record.Hash, forPeer bool) (*game, error) {
	n.reading.Lock()
	defer n.reading.Unlock()
	if g := n.game(id); g != nil {
		return g, nil
	}
	g, err := n.loadGame(id)
	if err != nil {
		return nil, fmt.Errorf("node: table %s: %w", short(id), err)
	}
	g.said.over, g.shelved = true, true
	n.mu.Lock()
	defer n.mu.Unlock()
	a := n.done[id]
	g.shelf, g.forPeer, g.used = &a, forPeer, time.Now()
	delete(n.done, id)
	n.games[id] = g
	return g, nil
}

// shelve puts recalled tables back into the archive that nobody has had a use
// for in a while.
func (n *Node) shelve() {
	for _, g := range n.running() {
		if g.shelf == nil || !g.idle() || len(n.children(g.id, func(*replica.Replica) bool { return true })) > 0 {
			continue
		}
		n.mu.Lock()
		if time.Since(g.used) > recalledFor {
			delete(n.games, g.id)
			n.done[g.id] = *g.shelf
		}
		n.mu.Unlock()
	}
}

// idle tells whether nothing is going on at a table.
func (g *game) idle() (ok bool) {
	g.look(func(r *replica.Replica) { ok = r.Table().Over() && len(g.conns) == 0 })
	return ok
}
