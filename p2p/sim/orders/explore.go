package orders

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/record"
)

// An Explorer explores a scene.
type Explorer struct {
	scene *Scene
	cheat Cheat
	about []int // the seats on which nodes may vote
	back  int   // the seat that is started again, or -1
	lost  bool  // that seat has voted, and does not know it any more
	plant bool  // an error is planted, to test that it is found
	limit int   // the largest number of states, 0 for no limit
	steps uint64

	nodes    []*node
	byKey    map[string]*node
	records  []record.Record
	payloads []record.Payload // of the records
	taken    set              // the records that somebody honest has stored
	authors  []int            // of the records
	byRecord map[string]int
	memo     memo

	states []visit
	known  map[print]bool
	names  names
	todo   []int // states whose events have not been run
	dice   *rand.Rand
	at     int // the visit whose events are run
	doing  event
	errors []string
	found  Found
}

// A state has the states of all nodes, and the records that may reach anybody.
type state struct {
	nodes [maxNodes]int
	sent  set
}

const maxNodes = 4

// A visit says how a state was first reached.
type visit struct {
	state
	from int
	by   event
}

// An event is what happens at a state.
type event struct {
	kind string
	i, j int   // nodes
	gets []int // records
}

// Found is what an exploration has found.
type Found struct {
	States, Nodes, Records int
	Ways                   int  // the number of states including those that are alike
	Whole                  bool // there are no more states
	Groups                 int  // groups of nodes that were connected only to each other
	Played, Ends           int  // groups that were played on, and heads from which they were played to the end of the hand
	Waits                  int  // groups in which the table waits for the node that is gone
	Stopped                int  // groups that a fault has stopped
	Restarts               int  // states of nodes that are different after a restart
	Blamed                 int  // states of nodes that have proof against a cheat
	Parted                 int  // pairs of states of two honest nodes whose logs part
	Covered, Own, Again    int  // states of nodes that have folded the step without the record, with it, and such that it is owed again
	Errors                 []string
}

// Options say what is explored.
type Options struct {
	Cheat Cheat
	About []int // the seats on which nodes may vote; nil for the one that may be away
	Each  bool  // explore all states that are alike
	Back  Back  // what happens to a voter first
	Plant bool  // a node accepts a record that it has voted away, though nobody has shown it
	Short bool  // nodes stop after the step, not after the next one
	Limit int   // the largest number of states; 0 for no limit
}

// Back is what happens to a voter before anything else.
type Back int

// What may happen to it.
const (
	Restored Back = iota + 1 // it votes, and then its home is restored from an older copy
	Started                  // it is started again
)

// Explore explores all orders of events of a scene.
func Explore(s *Scene, o Options) Found {
	x := &Explorer{
		scene: s, cheat: o.Cheat, about: o.About, back: -1, plant: o.Plant, limit: o.Limit, steps: 2,
		byKey: map[string]*node{}, byRecord: map[string]int{}, known: map[print]bool{}, dice: rand.New(rand.NewPCG(1, 2)), memo: newMemo(),
	}
	if o.Short {
		x.steps = 1
	}
	if x.about == nil {
		x.about = []int{s.Away}
	}
	if o.Back > 0 {
		x.back, x.lost = voter, o.Back == Restored
	}
	x.cheat.make(x)
	x.names = newNames(x.all(), x.alike(o.Each))
	x.cheat.begin(x)
	var first state
	for who, n := range s.start {
		begins := *n
		at := x.intern(&begins)
		if !x.lazy(who) {
			at = x.act(at)
		}
		first.nodes[who], first.sent = at.id, first.sent.or(at.stored)
	}
	if x.back >= 0 {
		first = x.restores(first)
	}
	x.visit(first)
	for len(x.todo) > 0 && len(x.errors) == 0 && (x.limit == 0 || len(x.states) < x.limit) {
		x.at = x.next()
		x.step(x.states[x.at].state)
	}
	x.found.Whole = len(x.todo) == 0 && len(x.errors) == 0
	return x.result()
}

// next returns the state whose events are run next: in a whole run the one that was reached first, so that the way to an
// error is short; in a sample a random one, so that some ways are long.
func (x *Explorer) next() (at int) {
	i := 0
	if x.limit > 0 {
		i = max(x.dice.IntN(len(x.todo)), x.dice.IntN(len(x.todo)))
	}
	at = x.todo[i]
	if i == 0 {
		x.todo = x.todo[1:]
	} else {
		x.todo = slices.Delete(x.todo, i, i+1)
	}
	return at
}

// restores starts a voter again. If x.lost is set, it has voted before that, and does not know it any more.
func (x *Explorer) restores(s state) state {
	before := x.nodes[s.nodes[voter]]
	if x.lost {
		s.sent = s.sent.or(x.wait(before, x.scene.Away).stored)
	}
	again := *before
	again.back = true
	s.nodes[voter] = x.intern(&again).id
	return s
}

func (x *Explorer) result() Found {
	f := x.found
	f.States, f.Nodes, f.Records, f.Errors = len(x.states), len(x.nodes), len(x.records), x.errors
	f.Groups = len(x.memo.groups)
	for _, n := range x.nodes {
		if len(n.table.Faults()) > 0 {
			f.Blamed++
		}
		if n.table.Step() <= x.scene.step {
			continue
		}
		switch t := n.table; {
		case slices.Contains(t.Coverings(x.scene.step), x.scene.Away):
			f.Covered++
		case len(t.VotedAway(x.scene.step)) > len(t.Coverings(x.scene.step)):
			f.Again++
		default:
			f.Own++
		}
	}
	return f
}

// visit adds a state and checks it, if it is new.
func (x *Explorer) visit(s state) {
	s.sent = x.cheat.adds(x, s)
	p, ways := x.print(s)
	if x.known[p] {
		return
	}
	x.known[p] = true
	x.found.Ways += ways
	x.todo = append(x.todo, len(x.states))
	x.states = append(x.states, visit{s, x.at, x.doing})
	x.check(s)
}

// all lists the seats of the scene.
func (x *Explorer) all() []int { return x.scene.start[0].table.Terms().Everybody() }

// lazy reports whether a node may put off what it owes. The others do it at once: nobody votes on them, so it does not
// matter when they do it.
func (x *Explorer) lazy(who int) bool { return who == x.scene.Away && !x.cheat.Puppet }

// step runs all events at a state.
func (x *Explorer) step(s state) {
	for _, i := range x.all() {
		if !x.moves(s, i) {
			continue
		}
		n := x.nodes[s.nodes[i]]
		x.doing = event{kind: "act", i: i}
		x.one(s, n, x.act(n))
		x.doing = event{kind: "restart", i: i}
		x.one(s, n, x.restart(n))
		x.gets(s, n)
		for _, about := range x.about {
			if about != i {
				x.doing = event{kind: "wait", i: i, j: about}
				x.one(s, n, x.wait(n, about))
			}
		}
		for _, j := range x.all() {
			if j != i && !x.cheat.avoids(i, j) {
				x.meets(s, n, j)
			}
		}
	}
}

// alike lists the honest nodes that are alike, if all seats owe the same: those that cannot be away, or, if nodes vote on
// several seats, these seats.
func (x *Explorer) alike(each bool) []int {
	if each || !x.scene.Alike() {
		return nil
	}
	return slices.DeleteFunc(x.all(), func(i int) bool {
		return x.cheat.is(i) || x.cheat.Keeps != nil && i == x.cheat.From || i == x.back || len(x.about) == 1 && i == x.about[0] || len(x.about) > 1 && !slices.Contains(x.about, i)
	})
}

// moves reports whether anything happens at a node: it is not a cheat that does nothing, and has not come to the end.
func (x *Explorer) moves(s state, i int) bool {
	return !(x.cheat.is(i) && x.cheat.Absent) && x.nodes[s.nodes[i]].table.Step() < x.end()
}

// end returns the step in which nodes stop.
func (x *Explorer) end() uint64 { return x.scene.step + x.steps }

// one visits the state in which one node has gone from one state to another, if the node has done something.
func (x *Explorer) one(s state, from, to *node) {
	if !x.tells(from, to) {
		return
	}
	if !x.lazy(to.who) {
		to = x.act(to)
	}
	s.nodes[to.who], s.sent = to.id, s.sent.or(to.stored)
	x.visit(s)
}

// tells reports whether a node has done something between two states: it has signed a record, completed a step, gone over
// to another log or found a fault. If it has only got something, it could as well get that later, when it does something
// with it.
func (x *Explorer) tells(from, to *node) bool { return from != to && x.deedOf(from) != x.deedOf(to) }

// A deed is what a node has done.
type deed struct {
	head   record.Hash
	signed set
	faults int
	back   bool
}

func (x *Explorer) deedOf(n *node) deed {
	return once(x.memo.deeds, n.id, func() deed { return x.newDeed(n) })
}

func (x *Explorer) newDeed(n *node) deed {
	d := deed{head: n.table.Head(), faults: len(n.table.Faults()), back: n.back}
	for r := range x.records {
		if x.authors[r] == n.who && n.stored.has(r) {
			d.signed = d.signed.with(r)
		}
	}
	return d
}

// meets makes a node ask another one, and talk to it.
func (x *Explorer) meets(s state, n *node, j int) {
	m := x.nodes[s.nodes[j]]
	if x.cheat.is(j) && x.cheat.Absent || n.table.Head() == m.table.Head() && !n.back && !m.back {
		return // what one has can also be sent to the other
	}
	x.doing = event{kind: "ask", i: n.who, j: j}
	if n.table.Step() < m.table.Step() && !x.quiet() {
		asked, a := s, x.ask(n, m)
		if !a.sent.in(s.sent) {
			asked.sent = s.sent.or(a.sent)
			x.visit(asked)
		}
	}
	if j < n.who && x.moves(s, j) && (n.back || m.back || x.differ(n, m)) {
		x.doing = event{kind: "talk", i: n.who, j: j}
		a, b := x.talk(n, m)
		if x.tells(n, a) || x.tells(m, b) {
			s.nodes[n.who], s.nodes[j], s.sent = a.id, b.id, s.sent.or(a.stored).or(b.stored)
			x.visit(s)
		}
	}
}

// fail notes that something does not hold, and the events that led to it.
func (x *Explorer) fail(format string, args ...any) {
	if len(x.errors) > 2 {
		return
	}
	why := fmt.Sprintf(format, args...)
	if len(x.states) > 0 {
		why += x.path(x.at) + "\n  " + x.describe(x.doing)
	}
	x.errors = append(x.errors, why)
}

// path describes the events by which a state was reached.
func (x *Explorer) path(at int) (text string) {
	for ; at > 0; at = x.states[at].from {
		text = "\n  " + x.describe(x.states[at].by) + text
	}
	return text
}

func (x *Explorer) describe(e event) string {
	text := fmt.Sprintf("%s %d (%d)", e.kind, e.i, e.j)
	for _, r := range e.gets {
		p := x.payloads[r]
		text += fmt.Sprintf(", the %s of %d for step %d", p.Kind, x.authors[r], p.Step)
		if len(p.About) > 0 {
			text += fmt.Sprintf(" about %d", p.About[0])
		}
	}
	return text
}
