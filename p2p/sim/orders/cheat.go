package orders

import "fives/engine/record"

// A Cheat is one node that signs what it must not. Whatever it signs may reach anybody at
// any time.
type Cheat struct {
	Name     string
	Provable bool // what it signs is a fault that anybody can prove
	Vote     bool // that is a vote
	Make     func(s *Scene) Signed

	Signed
	made  []int // numbers of records
	after int   // -1 for none
	keeps int   // -1 for none
}

// Signed is what a cheat signs, beside what it does like everybody.
type Signed struct {
	Who     int
	Records []record.Record
	After   *record.Record // which it must have got first; nil for none
	Absent  bool           // it does nothing else
	Forks   bool           // its records contradict each other
	Keeps   *record.Record // which it keeps from another node; nil for none
	From    int            // that one
}

// begin numbers what the cheat signs.
func (c *Cheat) begin(x *Explorer) {
	c.after, c.keeps = -1, -1
	if c.Make == nil {
		c.Who = -1
		return
	}
	c.Signed = c.Make(x.scene)
	if c.After != nil {
		c.after = x.number(*c.After)
	}
	if c.Keeps != nil {
		c.keeps = x.number(*c.Keeps)
	}
	for _, r := range c.Records {
		c.made = append(c.made, x.number(r))
	}
}

// adds adds what the cheat has signed to what may reach anybody.
func (c *Cheat) adds(s set) set {
	if c.after >= 0 && !s.has(c.after) {
		return s
	}
	for _, r := range c.made {
		s = s.with(r)
	}
	return s
}

// kept reports whether the cheat keeps a record from a node.
func (c *Cheat) kept(r, from int) bool { return r == c.keeps && from == c.From }

// avoids reports whether the cheat talks to none of two nodes, one of which may be itself.
func (c *Cheat) avoids(i, j int) bool {
	return c.keeps >= 0 && (i == c.Who && j == c.From || j == c.Who && i == c.From)
}
