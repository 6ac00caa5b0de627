package orders

import (
	"slices"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// A Cheat is one node that signs what it must not, or two that do so together. What they sign may reach anybody at
// any time.
type Cheat struct {
	Name     string
	Provable bool // what it signs is a fault that anybody can prove
	Vote     bool // what it signs is a vote
	Make     func(s *Scene) Signed

	Signed
	made    []int // numbers of records
	after   set
	keeps   int // -1 for none
	puppets map[record.Hash]*puppet
}

// Signed is what a cheat signs, besides what everybody does.
type Signed struct {
	Who     []int // its seats
	Records []record.Record
	After   []record.Record // records that must have been sent before, such as one that is shown, which its author has stored with its secrets by then
	Absent  bool            // it does nothing else
	Puppet  bool            // on every log, it signs what it owes there, and that each other seat is away
	Keeps   *record.Record  // a record that it keeps from the node From; nil for none
	From    int
}

// is reports whether a seat belongs to the cheat.
func (c *Cheat) is(who int) bool { return slices.Contains(c.Who, who) }

// make makes the cheat sign.
func (c *Cheat) make(x *Explorer) {
	c.after, c.keeps, c.made, c.puppets = set{}, -1, nil, map[record.Hash]*puppet{}
	if c.Make != nil {
		c.Signed = c.Make(x.scene)
	}
}

// begin numbers what the cheat signs.
func (c *Cheat) begin(x *Explorer) {
	c.after = x.numbers(c.After)
	if c.Keeps != nil {
		c.keeps = x.number(*c.Keeps)
	}
	for _, r := range c.Records {
		c.made = append(c.made, x.number(r))
	}
}

// adds returns the records that may reach anybody in a state, with those that the cheat has signed.
func (c *Cheat) adds(x *Explorer, s state) set {
	if c.Puppet {
		for _, i := range x.all() {
			if !c.is(i) {
				s.sent = s.sent.or(c.signs(x, x.nodes[s.nodes[i]].table))
			}
		}
	}
	if !c.after.in(s.sent) {
		return s.sent
	}
	for _, r := range c.made {
		s.sent = s.sent.with(r)
	}
	return s.sent
}

// A puppet is what a cheat signs at a head, and its secrets after that.
type puppet struct {
	made  set
	own   record.Record
	after seat.HandSecret
}

// signs returns what the cheat signs in the running step of a log, nothing after the last step that is explored.
func (c *Cheat) signs(x *Explorer, t *table.Table) set {
	if t.Step() >= x.end() {
		return set{}
	}
	return c.puppet(x, t).made
}

// puppet returns what the cheat signs in the running step of a log.
func (c *Cheat) puppet(x *Explorer, t *table.Table) *puppet {
	if p := c.puppets[t.Head()]; p != nil {
		return p
	}
	who, p := c.Who[0], &puppet{}
	p.after = x.scene.start[who].hand
	for step := x.scene.step; step < t.Step(); step++ { // those of the log before
		head, _ := t.HeadAt(step)
		if before := c.puppets[head]; slices.ContainsFunc(t.Records(step), before.own.Same) {
			p.after = before.after
		}
	}
	for _, about := range x.about {
		if r, err := seat.Away(t, who, about, x.scene.keys[who], p.after, dice{t: t, who: who}); about != who && err == nil && t.Pending().Owes(about) {
			p.made = p.made.with(x.number(r))
		}
	}
	r := wake(t, who, p.after, x.scene.keys, 0, false)
	r.Tick(epoch)
	if out := r.Take(); len(out.Save.Records) > 0 && t.Pending().Owes(who) {
		p.own, p.after = out.Save.Records[0], out.Save.Secrets[0].Hand
		p.made = p.made.with(x.number(p.own))
	}
	c.puppets[t.Head()] = p
	return p
}

// kept reports whether the cheat keeps a record from a node.
func (c *Cheat) kept(r, from int) bool { return r == c.keeps && from == c.From }

// avoids reports whether two nodes do not talk to each other, because the cheat is one of them and keeps a record
// from the other.
func (c *Cheat) avoids(i, j int) bool {
	return c.keeps >= 0 && (c.is(i) && j == c.From || c.is(j) && i == c.From)
}
