package sim

import (
	"crypto/sha256"
	"fmt"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/sim/disk"
	"fives/p2p/sim/world"
)

// A checker watches the world from outside.
type checker struct {
	w     *world.World
	heads [][]record.Hash // by table and step, as the first honest node folded them
	said  map[place][32]byte
	found map[suspect]int
	moved map[family]int
}

// A place is where a seat may sign one payload.
type place struct {
	at     int
	step   uint64
	author record.Key
	about  string      // the seat that a vote is about
	head   record.Hash // at a table with cover: a seat that is covered signs anew at the true one
}

// placeOf is the place of a record. Of the votes on one record, a seat has one.
func (c *checker) placeOf(at int, p record.Payload, author record.Key) place {
	k := place{at: at, step: p.Step, author: author, about: fmt.Sprint(p.About)}
	if c.w.Plan.Cover {
		k.head = p.Head
	}
	return k
}

// A suspect is a seat that is found at fault by a node, in one of its lives, that
// has settled so many hands.
type suspect struct {
	node, life, at, seat, hands int
}

// A family is a table, at a node, with the continuations that go on from it.
// The node plays one of them.
type family struct {
	node, parent int
}

func newChecker(w *world.World) *checker {
	return &checker{w: w, said: map[place][32]byte{}, found: map[suspect]int{}, moved: map[family]int{}}
}

// Started looks at a table that a node has loaded.
func (c *checker) Started(g *world.Game) {
	if g.Node.Cheats {
		return
	}
	if l := c.ledger(g); l != nil && l.Faults() != len(suspects(g.Table())) {
		c.w.Broken("%s has stored evidence at table %d that proves nothing", g.Node.Name(), g.At)
	}
	c.innocent(g)
	c.agree(g, 0)
}

// ledger is what a node has stored of a table, nil for nothing.
func (c *checker) ledger(g *world.Game) *disk.Ledger { return g.Node.Disk.Ledger(c.w.Tables[g.At].ID) }

// Stored looks at a node that has stored what it had to.
func (c *checker) Stored(g *world.Game, s replica.Save) {
	if g.Node.Cheats || g.Node.Back {
		return
	}
	for _, r := range s.Records {
		c.signed(g, r)
	}
	for _, r := range s.Notices {
		c.retired(g, r)
	}
}

// Turned looks at what has happened at a node.
func (c *checker) Turned(g *world.Game, notes []replica.Note) {
	c.penalties(g)
	n := g.Node
	if g.Begins() {
		c.begins(g)
	}
	if n.Cheats {
		return
	}
	for _, note := range notes {
		switch {
		case note.Fold != nil:
			c.w.Counts.Steps++
			c.w.Log("%s folds step %d of table %d", n.Name(), note.Fold.Step, g.At)
			c.w.Counts.Shown += len(g.Table().Heres(note.Fold.Step))
			c.agree(g, note.Fold.Step)
		case note.Branch != nil:
			c.w.Counts.Turned++
			c.w.Log("%s goes over to another branch of table %d from step %d on", n.Name(), g.At, *note.Branch)
			c.agree(g, 0)
		case note.Fault != nil:
			c.w.Log("%s finds at table %d: %v", n.Name(), g.At, note.Fault)
			c.w.Counts.Proven++
			c.innocent(g)
			c.few(g, note.Fault)
		case note.PutOff:
			c.w.Counts.PutOff++
			c.w.Log("%s waits no longer for a seat to change hands at table %d", n.Name(), g.At)
		case note.Stuck != nil:
			c.w.Log("%s is stuck: %v", n.Name(), note.Stuck)
			if !n.Back {
				c.w.Broken("%s is stuck: %v", n.Name(), note.Stuck)
			}
		}
	}
}

// signed checks that from its first key record in a continuation on, a node
// signs nothing more for the table that it goes on from, or for another
// continuation of that.
func (c *checker) signed(g *world.Game, r record.Record) {
	p, err := r.Peek()
	if err != nil || g.Node.Key(r.Author) == nil {
		return
	}
	if child, ok := c.moved[family{g.Node.Index, g.At}]; ok {
		c.w.Broken("%s signs a %s for table %d, and plays table %d, which goes on from it", g.Node.Name(), p.Kind, g.At, child)
	}
	f := family{g.Node.Index, c.w.Tables[g.At].Parent}
	if sibling, ok := c.moved[f]; ok && sibling != g.At {
		c.w.Broken("%s signs a %s for table %d, and plays table %d, which goes on from the same", g.Node.Name(), p.Kind, g.At, sibling)
	} else if p.Kind == record.KindKey && f.parent >= 0 {
		c.moved[f] = g.At
	}
}

// retired checks that a node leaves a table at which it plays only because its
// person does, who may have handed the seat over, or for a continuation that all have
// accepted.
func (c *checker) retired(g *world.Game, notice record.Record) {
	parent := c.w.Tables[g.At].Parent
	if g.Node.Key(notice.Author) == nil || g.Node.Left || parent >= 0 && c.moved[family{g.Node.Index, parent}] != g.At {
		return
	}
	for _, child := range g.Children() {
		if child.Table().Step() > 0 {
			return
		}
	}
	if g.HandsOver() {
		return
	}
	c.w.Broken("%s leaves table %d, at which it plays, for no other", g.Node.Name(), g.At)
}

// Restored drops the heads that no disk can tell any more: a home was restored,
// and what only it had is as if it had not been.
func (c *checker) Restored() {
	c.heads = nil
	for _, n := range c.w.Honest() {
		for at, o := range c.w.Tables {
			l := n.Disk.Ledger(o.ID)
			if l == nil {
				continue
			}
			t, err := l.Table(o.ID, c.w.Find)
			if err != nil {
				c.w.Broken("the disk of %s: %v", n.Name(), err)
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

// of is the heads of a table.
func (c *checker) of(at int) *[]record.Hash {
	for len(c.heads) <= at {
		c.heads = append(c.heads, nil)
	}
	return &c.heads[at]
}

// agree holds the heads of a node from a step on against the others'.
func (c *checker) agree(g *world.Game, from uint64) {
	if c.w.Plan.Cover {
		c.agreeCovered(g)
		return
	}
	t, heads := g.Table(), c.of(g.At)
	for s := from; s <= t.Step(); s++ {
		head, _ := t.HeadAt(s)
		switch {
		case s == uint64(len(*heads)):
			*heads = append(*heads, head)
		case s > uint64(len(*heads)):
			c.w.Broken("%s has a head of step %d before it had one of step %d", g.Node.Name(), s, len(*heads))
		case (*heads)[s] != head && !c.w.Cheated(t):
			c.w.Broken("%s has another head at step %d of table %d", g.Node.Name(), s, g.At)
		}
	}
}

// innocent checks that nobody honest is at fault.
func (c *checker) innocent(g *world.Game) {
	t := g.Table()
	for _, f := range t.Faults() {
		if !c.w.Owner(t, f.Seat).Cheats {
			c.w.Broken("%s holds the honest seat %d of table %d at fault: %v", g.Node.Name(), f.Seat, g.At, f)
		}
	}
}

// few checks that one proof of a seat is kept, and hardly ever another one takes
// its place: once a hand.
func (c *checker) few(g *world.Game, f *table.Fault) {
	t := g.Table()
	seats, kept := len(suspects(t)), len(t.Faults())
	if l := c.ledger(g); l != nil {
		kept = max(kept, l.Faults())
	}
	if kept > seats {
		c.w.Broken("%s keeps %d faults of %d seats", g.Node.Name(), kept, seats)
	}
	k := suspect{g.Node.Index, g.Node.Starts, g.At, f.Seat, len(t.Results())}
	if c.found[k]++; c.found[k] > 2 {
		c.w.Broken("%s finds seat %d at fault %d times in one hand", g.Node.Name(), f.Seat, c.found[k])
	}
}

// suspects are the seats of whose faults there is proof.
func suspects(t *table.Table) map[int]bool {
	seats := map[int]bool{}
	for _, f := range t.Faults() {
		seats[f.Seat] = true
	}
	return seats
}

// Sent looks at a message that leaves a node.
func (c *checker) Sent(g *world.Game, m replica.Message) {
	n := g.Node
	c.w.Counts.Records += len(m.Records)
	if n.Cheats {
		return
	}
	for _, r := range m.Records {
		p, err := r.Peek()
		if err != nil {
			c.w.Broken("%s sends a record that does not decode: %v", n.Name(), err)
			continue
		}
		switch {
		case p.Kind == record.KindProposal || p.Kind == record.KindJoin:
		case n.Onlooker:
			c.passed(g, r, p)
		case !c.stored(g, r, p):
			c.w.Broken("%s sends a record of step %d that is not on its disk", n.Name(), p.Step)
		case n.Key(r.Author) != nil && !n.Back:
			c.once(g, r, p)
		}
	}
}

// once checks that a node says one thing for each step.
func (c *checker) once(g *world.Game, r record.Record, p record.Payload) {
	k := c.placeOf(g.At, p, r.Author)
	sum := sha256.Sum256(r.Payload)
	if old, ok := c.said[k]; ok && old != sum {
		c.w.Broken("%s lets out two payloads for step %d", g.Node.Name(), p.Step)
	}
	c.said[k] = sum
}

// penalties counts what nodes are penalized for at a table.
func (c *checker) penalties(g *world.Game) {
	for _, other := range c.w.Nodes {
		if other.Twin || other.Who == g.Node.Who {
			continue
		}
		for range g.Penalties(other) {
			c.w.Counts.Penalized++
			c.w.Log("%s penalizes %s", g.Node.Name(), other.Name())
			c.penalized(g.Node, other)
		}
	}
}

// penalized checks that nobody honest is penalized for an invalid record: not for what they
// have taken over from a cheat either.
func (c *checker) penalized(n, other *world.Node) {
	if !n.Cheats && !other.Cheats && !n.Back && !other.Back {
		c.w.Broken("%s penalizes %s, and both are honest", n.Name(), other.Name())
	}
}
