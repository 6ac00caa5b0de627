package orders

import (
	"fmt"
	"slices"

	"fives/engine/record"
)

// An Explorer explores a scene.
type Explorer struct {
	scene *Scene
	cheat Cheat
	wide  bool // nodes may vote on any of the others, not only on the one that may be away
	plant bool // an error, to see that it is found
	limit int  // states, 0 for none

	nodes    []*node
	byKey    map[string]*node
	records  []record.Record
	byRecord map[string]int
	memo     memo

	states []visit
	seen   map[state]bool
	at     int // the visit whose events are run
	doing  event
	errors []string
	found  Found
}

// A state is that of all nodes, and which records may reach anybody.
type state struct {
	nodes [3]int
	sent  set
}

// A visit is how a state was come to first.
type visit struct {
	state
	from int
	by   event
}

// An event is what happens at a state.
type event struct {
	kind     string
	i, j     int // nodes
	record   int
	recorded bool
}

// Found is what an exploration has found.
type Found struct {
	States, Nodes, Records int
	Whole                  bool // there are no more states
	Pairs                  int  // of nodes that were connected to each other alone
	Played                 int  // of them, those that were played on
	Waits                  int  // of them, those in which the table waits for the third node
	Alone                  int  // of them, those in which one knows who has cheated and cannot convince the other
	Blamed                 int  // states of nodes that have proof against the cheat
	Covered, Own           int  // states of nodes that have folded the step without and with the record
	Errors                 []string
}

// Options are what is explored.
type Options struct {
	Cheat Cheat
	Wide  bool // nodes vote on any other node, not only on the one that may be away
	Plant bool // a node takes a record for good that it has voted away, though nobody has shown it
	Limit int  // of states; 0 for none
}

// Explore explores all orders of events of a scene.
func Explore(s *Scene, o Options) Found {
	x := &Explorer{
		scene: s, cheat: o.Cheat, wide: o.Wide, plant: o.Plant, limit: o.Limit,
		byKey: map[string]*node{}, byRecord: map[string]int{}, seen: map[state]bool{}, memo: newMemo(),
	}
	x.cheat.begin(x)
	var first state
	for who, n := range s.start {
		begins := *n
		first.nodes[who] = x.intern(&begins).id
	}
	x.visit(first)
	for x.at = 0; x.at < len(x.states) && len(x.errors) == 0 && (x.limit == 0 || len(x.states) < x.limit); x.at++ {
		x.step(x.states[x.at].state)
	}
	x.found.Whole = x.at == len(x.states)
	return x.result()
}

func (x *Explorer) result() Found {
	f := x.found
	f.States, f.Nodes, f.Records, f.Errors = len(x.states), len(x.nodes), len(x.records), x.errors
	f.Pairs = len(x.memo.pairs)
	for _, n := range x.nodes {
		if len(n.table.Faults()) > 0 {
			f.Blamed++
		}
		if n.table.Step() > x.scene.step {
			if slices.Contains(n.table.Coverings(x.scene.step), x.scene.Away) {
				f.Covered++
			} else {
				f.Own++
			}
		}
	}
	return f
}

// visit adds a state, if it is new, and checks it.
func (x *Explorer) visit(s state) {
	s.sent = x.cheat.adds(s.sent)
	if x.seen[s] {
		return
	}
	x.seen[s] = true
	x.states = append(x.states, visit{s, x.at, x.doing})
	x.check(s)
}

// step runs all events at a state.
func (x *Explorer) step(s state) {
	for i := range s.nodes {
		if !x.moves(s, i) {
			continue
		}
		n := x.nodes[s.nodes[i]]
		x.one(s, event{kind: "act", i: i}, x.act(n))
		x.one(s, event{kind: "restart", i: i}, x.restart(n))
		x.gets(s, n)
		x.waits(s, n)
		for j := range s.nodes {
			if j != i && !x.cheat.avoids(i, j) {
				x.meets(s, n, j)
			}
		}
	}
}

// moves reports whether anything happens at a node: it is no cheat that does nothing else,
// and is not far enough.
func (x *Explorer) moves(s state, i int) bool {
	return !(i == x.cheat.Who && x.cheat.Absent) && x.nodes[s.nodes[i]].table.Step() < x.end()
}

// end is the step in which nodes stop.
func (x *Explorer) end() uint64 { return x.scene.step + 2 }

// one visits the state in which one node is another.
func (x *Explorer) one(s state, e event, to *node) {
	x.doing = e
	s.nodes[to.who], s.sent = to.id, s.sent.or(to.stored)
	x.visit(s)
}

// gets has a node be sent each record that it does not have.
func (x *Explorer) gets(s state, n *node) {
	for r := range x.records {
		if s.sent.has(r) && !n.stored.has(r) && !x.cheat.kept(r, n.who) {
			from := x.sender(s, n.who, r)
			x.doing = event{kind: "get", i: n.who, j: from, record: r, recorded: true}
			x.one(s, x.doing, x.get(n, from, r))
		}
	}
}

// sender is who sends a record: somebody honest who has it, if there is anybody, or else its
// author.
func (x *Explorer) sender(s state, to, r int) int {
	author := 0
	for i := range s.nodes {
		if record.KeyOf(x.scene.keys[i]) == x.records[r].Author {
			author = i
		}
		if i != to && i != x.cheat.Who && x.nodes[s.nodes[i]].stored.has(r) {
			return i
		}
	}
	if author == to {
		return (to + 1) % len(s.nodes)
	}
	return author
}

// waits has a node wait for others that are silent.
func (x *Explorer) waits(s state, n *node) {
	for about := range s.nodes {
		if about != n.who && (x.wide || about == x.scene.Away) {
			x.doing = event{kind: "wait", i: n.who, j: about}
			x.one(s, x.doing, x.wait(n, about))
		}
	}
}

// meets has a node ask another one, and talk to it.
func (x *Explorer) meets(s state, n *node, j int) {
	m := x.nodes[s.nodes[j]]
	x.doing = event{kind: "ask", i: n.who, j: j}
	if x.moves(s, j) || x.nodes[s.nodes[j]].table.Step() == x.end() {
		asked, a := s, x.ask(n, m)
		asked.sent = s.sent.or(a.sent)
		x.one(asked, x.doing, a.by)
	}
	if j < n.who && x.moves(s, j) {
		x.doing = event{kind: "talk", i: n.who, j: j}
		a, b := x.talk(n, m)
		s.nodes[n.who], s.nodes[j], s.sent = a.id, b.id, s.sent.or(a.stored).or(b.stored)
		x.visit(s)
	}
}

// broken notes that something does not hold, and how it came to that.
func (x *Explorer) broken(format string, args ...any) {
	if len(x.errors) > 2 {
		return
	}
	why := fmt.Sprintf(format, args...)
	if len(x.states) > 0 {
		why += x.path(x.at) + "\n  " + x.describe(x.doing)
	}
	x.errors = append(x.errors, why)
}

// path describes the events by which a state was come to.
func (x *Explorer) path(at int) (text string) {
	for ; at > 0; at = x.states[at].from {
		text = "\n  " + x.describe(x.states[at].by) + text
	}
	return text
}

func (x *Explorer) describe(e event) string {
	if !e.recorded {
		return fmt.Sprintf("%s %d (%d)", e.kind, e.i, e.j)
	}
	p, _ := x.records[e.record].Peek()
	author := slices.IndexFunc(x.scene.start, func(n *node) bool { return record.KeyOf(x.scene.keys[n.who]) == x.records[e.record].Author })
	return fmt.Sprintf("%d gets the %s of %d for step %d about %v, record %d", e.i, p.Kind, author, p.Step, p.About, e.record)
}
