package node

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// archived is a table that has ended and is not in memory.
type archived struct {
	Nodes    []record.Key    `json:"-"`
	Summary  control.Summary `json:"summary"`
	Left     bool            `json:"left"`     // this node has left it, be it that it plays on elsewhere
	Declined bool            `json:"declined"` // a continuation that came to nothing for this node
}

// Reading a log costs more than asking for it, and it stays in memory. What a
// node that sat at many tables may have of it:
const (
	recallEvery = 10 * time.Second
	recallBurst = 4
	maxRecalled = 16          // tables in memory, of all nodes
	recalledFor = time.Minute // since a table was of use last
)

// Tables that have ended, whether read again or played in this run:
const (
	keptEnded = 8  // stay in memory for recalledFor
	maxEnded  = 64 // stay there because somebody lacks something
)

// archive notes in the store that a table has ended, so that its log is not read
// at the next start. g.mu is held.
func (g *game) archive() (a archived, err error) {
	a = archived{Summary: present.Summary(g.r), Left: left(g.r), Declined: g.r.Declined()}
	for _, s := range g.r.Table().Terms().Seats {
		a.Nodes = append(a.Nodes, replica.Node(s))
	}
	b, err := json.Marshal(a)
	if err == nil && !g.onlooker {
		err = g.n.store.PutDone(g.id, store.Done{Nodes: a.Nodes, Summary: b})
	}
	return a, err
}

// archiveDone notes a game that is over and lacks no signature. g.mu is held.
func (g *game) archiveDone() {
	if g.shelved || !g.r.Done() || len(g.r.MissingReceipts()) > 0 {
		return
	}
	g.shelved = true
	if _, err := g.archive(); err != nil {
		g.n.log.Warn("archiving a table", "err", err) // it is read in full at the next start
	}
}

// loadDone notes a table that has ended; it returns false for others.
func (n *Node) loadDone(id record.Hash) (bool, error) {
	d, ok, err := n.store.Done(id)
	if err != nil || !ok {
		return false, err
	}
	a := archived{Nodes: d.Nodes}
	if err := json.Unmarshal(d.Summary, &a); err != nil || len(a.Summary.Players) == 0 {
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
	if crowded || !n.recallLimit.Allow(nodeOf(from)) {
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
		if g.recalled {
			count++
		}
	}
	return count
}

// seats are those of a table in the archive, as far as it has them: the host of
// a computer player stands for it.
func (a archived) seats() []table.Seat {
	var seats []table.Seat
	for i, name := range a.Summary.Names[:min(len(a.Summary.Names), len(a.Nodes))] {
		s := table.Seat{Name: name, Key: a.Nodes[i]}
		if slices.Contains(peers.BotNames, name) {
			s.Host = &a.Nodes[i]
		}
		seats = append(seats, s)
	}
	return seats
}

// later orders tables for somebody who does not say which one: those that this
// node has not left come last, then those that began last.
func (a archived) later(b archived) bool {
	if a.Left != b.Left {
		return b.Left
	}
	return a.Summary.Time > b.Summary.Time
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
		if b, ok := n.done[newest]; !ok || a.later(b) {
			newest = id
		}
	}
	if name == "" && !others && len(n.done) > 0 {
		found = append(found, newest)
	}
	n.mu.Unlock()
	if len(found) > 1 {
		return nil, present.Ambiguous(present.Sorted(found, record.Hash.String))
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
	g.shelved = true
	if g.finished() {
		g.said.SkipOver()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	g.recalled, g.forPeer, g.used = true, forPeer, time.Now()
	delete(n.done, id)
	n.games[id] = g
	return g, nil
}

// gameOrArchived returns a table of this node's, read again if need be; nil if
// there is none.
func (n *Node) gameOrArchived(id record.Hash) *game {
	if g := n.game(id); g != nil {
		return g
	}
	n.mu.Lock()
	_, ok := n.done[id]
	n.mu.Unlock()
	if !ok {
		return nil
	}
	g, err := n.unarchive(id, false)
	if err != nil {
		n.log.Error("reading an archived table", "table", short(id), "err", err)
		return nil
	}
	return g
}

// shelve puts tables that have ended into the archive: those of which nobody has
// had a use for a while, those beyond a few, and, when there are far too many,
// even those of which somebody lacks something, who will ask for it.
func (n *Node) shelve() {
	undecided := n.undecided()
	var ended []*game
	for _, g := range n.running() {
		if g.ended() && !undecided[g.id] {
			ended = append(ended, g)
		}
	}
	n.mu.Lock()
	uses := map[*game]time.Time{}
	for _, g := range ended {
		if g.used.IsZero() {
			g.used = time.Now()
		}
		uses[g] = g.used
	}
	n.mu.Unlock()
	slices.SortFunc(ended, func(a, b *game) int { return uses[a].Compare(uses[b]) })
	for i, g := range ended {
		beyond := len(ended) - i
		old := !g.onlooker && time.Since(uses[g]) > recalledFor
		if (old || beyond > keptEnded) && g.idle() || beyond > maxEnded {
			n.putAway(g)
		}
	}
}

// undecided lists the tables that have continuations of which it is not clear
// yet whether they begin: these still need them.
func (n *Node) undecided() map[record.Hash]bool {
	parents := map[record.Hash]bool{}
	for _, g := range n.running() {
		g.look(func(r *replica.Replica) {
			if c := r.Table().Continuation(); c != nil && !r.InPlay() && !r.Declined() {
				parents[c.Parent] = true
			}
		})
	}
	return parents
}

// putAway moves a table from memory into the archive, unless it is just being
// worked at. One at which this node only watched is forgotten.
func (n *Node) putAway(g *game) {
	if !g.mu.TryLock() {
		return
	}
	defer g.mu.Unlock()
	if g.failed != nil {
		return
	}
	a, err := g.archive()
	if err != nil {
		n.log.Warn("archiving a table", "table", short(g.id), "err", err)
		return
	}
	g.away = true
	for _, c := range g.conns {
		c.close()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.games, g.id)
	if !g.onlooker {
		n.done[g.id] = a
	}
}

// ended reports whether nothing is left to do at a table but to see that others
// have all of it.
func (g *game) ended() (yes bool) {
	g.look(func(r *replica.Replica) { yes = r.Ended() })
	return yes
}

// idle reports whether nothing is going on at a table that has ended, and nobody's
// signature can still be had.
func (g *game) idle() (ok bool) {
	g.look(func(r *replica.Replica) {
		ok = r.Ended() && len(g.conns) == 0
		for _, s := range r.MissingReceipts() {
			for _, id := range g.at {
				ok = ok && !(g.sitsAt(s, id) && g.even[id] != r.Extent())
			}
		}
	})
	return ok
}
