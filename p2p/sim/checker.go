package sim

import (
	"crypto/sha256"
	"fmt"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A checker watches the world from outside, and reports broken invariants.
type checker struct {
	w     *world
	heads [][]record.Hash    // by table and step, as the first honest node folded them
	said  map[place][32]byte // hashes of the payloads that honest nodes have sent
	found map[suspect]int    // how often each was found
	moved map[family]int     // the continuation that the node plays
}

// A place is where a seat may sign only one payload.
type place struct {
	at     int
	step   uint64
	author record.Key
	about  string      // the seat that a vote is about
	head   record.Hash // at a table with cover, where a covered seat signs again at the true head
}

// placeOf returns the place of a record. A seat has one vote on each record.
func (c *checker) placeOf(at int, p record.Payload, author record.Key) place {
	k := place{at: at, step: p.Step, author: author, about: fmt.Sprint(p.About)}
	if c.w.plan.Cover {
		k.head = p.Head
	}
	return k
}

// A suspect is a seat that a node finds at fault, in one of the node's lives, after it has settled a number
// of hands.
type suspect struct {
	node, life, at, seat, hands int
}

// A family is a table at a node together with the continuations that go on from it, of which the node plays
// only one.
type family struct {
	node, parent int
}

func newChecker(w *world) *checker {
	return &checker{w: w, said: map[place][32]byte{}, found: map[suspect]int{}, moved: map[family]int{}}
}

// onStart checks a table that a node has loaded.
func (c *checker) onStart(g *game) {
	if g.node.cheats {
		return
	}
	if l := c.ledger(g); l != nil && len(l.faults) != len(suspects(g.table())) {
		c.w.fail("%s has stored evidence at table %d that proves nothing", g.node.name(), g.at)
	}
	c.checkInnocent(g)
	c.checkHeads(g, 0)
}

// ledger returns what a node has stored of a table, nil for nothing.
func (c *checker) ledger(g *game) *ledger { return g.node.disk.ledger(c.w.tables[g.at].id) }

// onStore checks what a node has stored.
func (c *checker) onStore(g *game, s replica.Save) {
	if g.node.cheats || g.node.back {
		return
	}
	for _, r := range s.Records {
		c.checkSigned(g, r)
	}
	for _, r := range s.Notices {
		c.checkLeaving(g, r)
	}
}

// onTurn checks what has happened at a table of a node.
func (c *checker) onTurn(g *game, notes []replica.Note) {
	c.countPenalties(g)
	n := g.node
	if g.begins() {
		c.checkBegin(g)
	}
	if n.cheats {
		return
	}
	for _, note := range notes {
		switch {
		case note.Fold != nil:
			c.w.counts.Steps++
			c.w.log("%s folds step %d of table %d", n.name(), note.Fold.Step, g.at)
			c.w.counts.Shown += len(g.table().ShownVotes(note.Fold.Step))
			c.checkHeads(g, note.Fold.Step)
		case note.Branch != nil:
			c.w.counts.Turned++
			c.w.log("%s goes over to another branch of table %d from step %d on", n.name(), g.at, *note.Branch)
			c.checkHeads(g, 0)
		case note.Fault != nil:
			c.w.log("%s finds at table %d: %v", n.name(), g.at, note.Fault)
			c.w.counts.Proven++
			c.checkInnocent(g)
			c.checkFewFaults(g, note.Fault)
		case note.PutOff:
			c.w.counts.PutOff++
			c.w.log("%s waits no longer for a seat to change hands at table %d", n.name(), g.at)
		case note.Stuck != nil:
			c.w.log("%s is stuck: %v", n.name(), note.Stuck)
			if !n.back {
				c.w.fail("%s is stuck: %v", n.name(), note.Stuck)
			}
		}
	}
}

// checkSigned checks that once a node has signed a key record in a continuation, it signs nothing more for the
// table that it goes on from, or for another continuation of that.
func (c *checker) checkSigned(g *game, r record.Record) {
	p, err := r.Peek()
	if err != nil || g.node.key(r.Author) == nil {
		return
	}
	if child, ok := c.moved[family{g.node.index, g.at}]; ok {
		c.w.fail("%s signs a %s for table %d, and plays table %d, which goes on from it", g.node.name(), p.Kind, g.at, child)
	}
	f := family{g.node.index, c.w.tables[g.at].parent}
	if sibling, ok := c.moved[f]; ok && sibling != g.at {
		c.w.fail("%s signs a %s for table %d, and plays table %d, which goes on from the same", g.node.name(), p.Kind, g.at, sibling)
	} else if p.Kind == record.KindKey && f.parent >= 0 {
		c.moved[f] = g.at
	}
}

// checkLeaving checks that a node leaves a table at which it plays only because its person leaves or hands the
// seat over, or for a continuation that all have accepted.
func (c *checker) checkLeaving(g *game, notice record.Record) {
	parent := c.w.tables[g.at].parent
	if g.node.key(notice.Author) == nil || g.node.left || parent >= 0 && c.moved[family{g.node.index, parent}] != g.at {
		return
	}
	for _, child := range g.children() {
		if child.table().Step() > 0 {
			return
		}
	}
	if g.handsOver() {
		return
	}
	c.w.fail("%s leaves table %d, at which it plays, for no other", g.node.name(), g.at)
}

// onRestore drops the heads that no disk has any more, after a home was restored: what only that home had
// counts as if it had never happened.
func (c *checker) onRestore() {
	c.heads = nil
	for _, n := range c.w.honest() {
		for at, o := range c.w.tables {
			l := n.disk.ledger(o.id)
			if l == nil {
				continue
			}
			t, err := l.read(o.id, c.w.find)
			if err != nil {
				c.w.fail("the disk of %s: %v", n.name(), err)
				return
			}
			heads := c.of(at)
			for s := uint64(len(*heads)); s <= t.Step(); s++ {
				head, _ := t.HeadAt(s)
				*heads = append(*heads, head)
			}
		}
	}
}

// of returns the heads of a table.
func (c *checker) of(at int) *[]record.Hash {
	for len(c.heads) <= at {
		c.heads = append(c.heads, nil)
	}
	return &c.heads[at]
}

// checkHeads checks the heads of a node, from a step on, against those of the others.
func (c *checker) checkHeads(g *game, from uint64) {
	if c.w.plan.Cover {
		c.checkCoveredHeads(g)
		return
	}
	t, heads := g.table(), c.of(g.at)
	for s := from; s <= t.Step(); s++ {
		head, _ := t.HeadAt(s)
		switch {
		case s == uint64(len(*heads)):
			*heads = append(*heads, head)
		case s > uint64(len(*heads)):
			c.w.fail("%s has a head of step %d before it had one of step %d", g.node.name(), s, len(*heads))
		case (*heads)[s] != head && !c.w.cheated(t):
			c.w.fail("%s has another head at step %d of table %d", g.node.name(), s, g.at)
		}
	}
}

// checkInnocent checks that nobody honest is at fault.
func (c *checker) checkInnocent(g *game) {
	t := g.table()
	for _, f := range t.Faults() {
		if !c.w.owner(t, f.Seat).cheats {
			c.w.fail("%s holds the honest seat %d of table %d at fault: %v", g.node.name(), f.Seat, g.at, f)
		}
	}
}

// checkFewFaults checks that a node keeps one proof against a seat, and replaces it at most once a hand.
func (c *checker) checkFewFaults(g *game, f *table.Fault) {
	t := g.table()
	seats, kept := len(suspects(t)), len(t.Faults())
	if l := c.ledger(g); l != nil {
		kept = max(kept, len(l.faults))
	}
	if kept > seats {
		c.w.fail("%s keeps %d faults of %d seats", g.node.name(), kept, seats)
	}
	k := suspect{g.node.index, g.node.starts, g.at, f.Seat, len(t.Results())}
	if c.found[k]++; c.found[k] > 2 {
		c.w.fail("%s finds seat %d at fault %d times in one hand", g.node.name(), f.Seat, c.found[k])
	}
}

// suspects returns the seats at fault.
func suspects(t *table.Table) map[int]bool {
	seats := map[int]bool{}
	for _, f := range t.Faults() {
		seats[f.Seat] = true
	}
	return seats
}

// onSend checks a message that leaves a node.
func (c *checker) onSend(g *game, m replica.Message) {
	n := g.node
	c.w.counts.Records += len(m.Records)
	if n.cheats {
		return
	}
	for _, r := range m.Records {
		p, err := r.Peek()
		if err != nil {
			c.w.fail("%s sends a record that does not decode: %v", n.name(), err)
			continue
		}
		switch {
		case p.Kind == record.KindProposal || p.Kind == record.KindJoin:
		case n.onlooker:
			c.checkPassed(g, r, p)
		case !c.onDisk(g, r, p):
			c.w.fail("%s sends a record of step %d that is not on its disk", n.name(), p.Step)
		case n.key(r.Author) != nil && !n.back:
			c.checkOnce(g, r, p)
		}
	}
}

// checkOnce checks that a node sends only one payload for each place.
func (c *checker) checkOnce(g *game, r record.Record, p record.Payload) {
	k := c.placeOf(g.at, p, r.Author)
	sum := sha256.Sum256(r.Payload)
	if old, ok := c.said[k]; ok && old != sum {
		c.w.fail("%s lets out two payloads for step %d", g.node.name(), p.Step)
	}
	c.said[k] = sum
}

// countPenalties counts the penalties that a node gives others at a table.
func (c *checker) countPenalties(g *game) {
	for _, other := range c.w.nodes {
		if other.twin || other.who == g.node.who {
			continue
		}
		for range g.penalties(other) {
			c.w.counts.Penalized++
			c.w.log("%s penalizes %s", g.node.name(), other.name())
			c.checkPenalty(g.node, other)
		}
	}
}

// checkPenalty checks that no honest node penalizes another one, not even for what that one has taken over from
// a cheat.
func (c *checker) checkPenalty(n, other *node) {
	if !n.cheats && !other.cheats && !n.back && !other.back {
		c.w.fail("%s penalizes %s, and both are honest", n.name(), other.name())
	}
}
