package sim

import (
	"crypto/sha256"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A checker watches the world from outside.
type checker struct {
	w     *world
	heads []record.Hash // by step, as the first honest node folded them
	forks bool          // honest nodes have different heads
	said  map[place][32]byte
}

// A place is where a seat may sign one payload.
type place struct {
	step   uint64
	author record.Key
}

func newChecker(w *world) checker {
	return checker{w: w, said: map[place][32]byte{}}
}

// started looks at a node that has loaded its table.
func (c *checker) started(n *node) {
	if n.cheats {
		return
	}
	c.innocent(n)
	c.agree(n, 0)
}

// saved looks at a node that has stored what it had to.
func (c *checker) saved(n *node, out replica.Output) {
	if n.cheats {
		return
	}
	for _, note := range out.Notes {
		switch {
		case note.Fold != nil:
			c.w.counts.Steps++
			c.w.log("%s folds step %d", n.name(), note.Fold.Step)
			c.agree(n, note.Fold.Step)
		case note.Fault != nil:
			c.w.log("%s finds: %v", n.name(), note.Fault)
			c.w.counts.Proven++
			c.innocent(n)
		case note.Stuck != nil:
			c.w.log("%s is stuck: %v", n.name(), note.Stuck)
			if !n.back {
				c.w.broken("%s is stuck: %v", n.name(), note.Stuck)
			}
		}
	}
}

// forget drops the heads that no disk can tell any more: a home was restored,
// and what only it had is as if it had not been.
func (c *checker) forget() {
	c.heads = nil
	for _, n := range c.w.honest() {
		t, err := n.disk.load(c.w.find)
		if err != nil {
			c.w.broken("the disk of %s: %v", n.name(), err)
			return
		}
		for s := uint64(len(c.heads)); s <= t.Step(); s++ {
			head, _ := t.HeadAt(s)
			c.heads = append(c.heads, head)
		}
	}
}

// agree holds the heads of a node from a step on against the others'.
func (c *checker) agree(n *node, from uint64) {
	t := n.r.Table()
	for s := from; s <= t.Step(); s++ {
		head, _ := t.HeadAt(s)
		switch {
		case s == uint64(len(c.heads)):
			c.heads = append(c.heads, head)
		case s > uint64(len(c.heads)):
			c.w.broken("%s has a head of step %d before it had one of step %d", n.name(), s, len(c.heads))
		case c.heads[s] != head:
			c.forks = true
			if len(c.w.plan.Cheats) == 0 {
				c.w.broken("%s has another head at step %d", n.name(), s)
			}
		}
	}
}

// innocent holds that nobody honest is at fault.
func (c *checker) innocent(n *node) {
	t := n.r.Table()
	for _, f := range t.Faults() {
		if !c.w.cheat(t, f.Seat) {
			c.w.broken("%s holds the honest seat %d at fault: %v", n.name(), f.Seat, f)
		}
	}
}

// sent looks at a message that leaves a node.
func (c *checker) sent(n *node, m replica.Message) {
	c.w.counts.Records += len(m.Records)
	if n.cheats {
		return
	}
	for _, r := range m.Records {
		p, err := r.Peek()
		if err != nil {
			c.w.broken("%s sends a record that does not decode: %v", n.name(), err)
			continue
		}
		if p.Kind != record.KindProposal && p.Kind != record.KindJoin && !n.disk.has(p.Step, r) {
			c.w.broken("%s sends a record of step %d that is not on its disk", n.name(), p.Step)
		}
		if n.key(r.Author) != nil && !n.back {
			c.once(n, r, p)
		}
	}
}

// once holds that a node says one thing for each step.
func (c *checker) once(n *node, r record.Record, p record.Payload) {
	k := place{p.Step, r.Author}
	sum := sha256.Sum256(r.Payload)
	if old, ok := c.said[k]; ok && old != sum {
		c.w.broken("%s lets out two payloads for step %d", n.name(), p.Step)
	}
	c.said[k] = sum
}

// charged: where nobody cheats, nobody delivers rubbish.
func (c *checker) charged(n, other *node) {
	if len(c.w.plan.Cheats) == 0 && !n.back && !other.back {
		c.w.broken("%s charges %s, and nobody cheats", n.name(), other.name())
	}
}

// everybodyKnows tells whether every honest node knows of a fault if anybody
// does, or could from what they have together.
func (c *checker) everybodyKnows() bool {
	known, all := false, true
	for _, n := range c.w.honest() {
		if n.r == nil {
			return false
		}
		knows := len(n.guilty()) > 0
		known = known || knows
		all = all && knows
	}
	return all || !known && !c.conflict()
}

// conflict tells whether two honest nodes have different records of a cheat for
// one step: together, they are proof.
func (c *checker) conflict() bool {
	ns := c.w.honest()
	for i, a := range ns {
		for _, b := range ns[:i] {
			if differ(a.r.Table(), b.r.Table()) {
				return true
			}
		}
	}
	return false
}

func differ(a, b *table.Table) bool {
	s := min(a.Step(), b.Step())
	ha, _ := a.HeadAt(s)
	hb, _ := b.HeadAt(s)
	return ha != hb
}

// end holds what must be so when all has been calm for long enough.
func (c *checker) end() {
	w := c.w
	for _, n := range w.honest() {
		if n.r == nil {
			w.broken("%s is down at the end", n.name())
			return
		}
		c.innocent(n)
		c.agree(n, 0)
	}
	if !c.everybodyKnows() {
		w.broken("not every honest node knows of the fault")
	}
	if !c.sameLeft() {
		w.broken("the nodes do not agree on who has left")
	}
	if w.plan.ends() && !w.allOver() && !c.excused() {
		for _, n := range w.honest() {
			t := n.r.Table()
			w.log("%s: step %d, %s, missing %v, unheard %v, faults %d", n.name(), t.Step(), t.Duty().Kind, t.Missing(), n.r.Unheard(), len(t.Faults()))
		}
		w.broken("the table does not end")
	}
}

// excused: a home restored from an old copy may lack the secret of the hand,
// and says so.
func (c *checker) excused() bool {
	for _, n := range c.w.honest() {
		if n.back && n.r.Problem() != nil {
			return true
		}
	}
	return false
}

// sameLeft tells whether all know alike who has left.
func (c *checker) sameLeft() bool {
	ns := c.w.honest()
	for seat := range ns[0].r.Table().Terms().Seats {
		for _, n := range ns[1:] {
			if n.r.Table().HasLeft(seat) != ns[0].r.Table().HasLeft(seat) {
				return false
			}
		}
	}
	return true
}
