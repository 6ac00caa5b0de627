package orders

import (
	"slices"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// A Cheat is one node that signs what it must not, or two that do so together. Whatever they
// sign may reach anybody at any time.
type Cheat struct {
	Name     string
	Provable bool // what it signs is a fault that anybody can prove
	Vote     bool // that is a vote
	Make     func(s *Scene) Signed

	Signed
	made    []int // numbers of records
	after   set
	keeps   int // -1 for none
	puppets map[record.Hash]*puppet
}

// Signed is what a cheat signs, beside what it does like everybody.
type Signed struct {
	Who     []int // its seats
	Records []record.Record
	After   []record.Record // which must have been sent first: a record that is shown, by the seat that stored it and its secrets
	Absent  bool            // it does nothing else
	Puppet  bool            // it signs on every log what it owes there, and that each other seat is away
	Keeps   *record.Record  // which it keeps from another node; nil for none
	From    int             // that one
}

// is reports whether a seat is the cheat's.
func (c *Cheat) is(who int) bool { return slices.Contains(c.Who, who) }

// make has the cheat sign.
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

// adds adds what the cheat has signed to what may reach anybody.
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

// A puppet is what a cheat signs at a head, and its secrets behind it.
type puppet struct {
	made  set
	own   record.Record
	after seat.HandSecret
}

// signs is what the cheat signs on a log in the step that is running there.
func (c *Cheat) signs(x *Explorer, t *table.Table) set {
	if t.Step() >= x.end() {
		return set{}
	}
	return c.puppet(x, t).made
}

// puppet is what the cheat signs in the running step of a log.
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

// avoids reports whether the cheat talks to none of two nodes, one of which may be itself.
func (c *Cheat) avoids(i, j int) bool {
	return c.keeps >= 0 && (c.is(i) && j == c.From || c.is(j) && i == c.From)
}
