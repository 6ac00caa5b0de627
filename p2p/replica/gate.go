package replica

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// askEvery is the time between two new questions of a seat: each makes all nodes
// answer.
const askEvery = time.Second

// A gate keeps this node from signing until all whom its own question concerns have
// heard it, and passes on the questions of others.
type gate struct {
	t      *table.Table
	seats  *seating
	links  *links
	clock  *clock
	asks   *questions
	repl   *replication
	later  *laterRecords
	proofs *laterRecords
	last   map[uint64]time.Time // when a question of a seat was last new
}

// Halt says whether another daemon runs with this node's key. As long as it does, this
// node's seats sign nothing; then they hear the others first, as after a start: the other
// one may have signed meanwhile.
func (r *Replica) Halt(halted bool, now time.Time) {
	if len(r.seats.local) == 0 || halted == r.asks.halted {
		return
	}
	r.clock.set(now)
	r.asks.halted, r.asks.ready = halted, false
	r.asks.drop(func(a Ask) bool { return r.seats.isLocal(int(a.Seat)) })
	if halted {
		return
	}
	r.clock.started = now
	r.asks.put(r.seats.local[0].seat, r.seats.own(), r.rand)
	for l := range r.links.all() {
		r.repl.sendHave(l)
	}
}

func (g *gate) asker(a Ask) record.Key { return g.seats.node(int(a.Seat)) }

// heard takes in the questions that a peer puts or passes on. New ones are
// answered at once.
func (g *gate) heard(l *link) {
	if g.seats.of(l.node) == 0 {
		return
	}
	g.asks.drop(func(a Ask) bool { // its asker no longer asks
		return g.asker(a) == l.node && !slices.ContainsFunc(l.said.Asks, a.Same)
	})
	seats := uint64(len(g.t.Terms().Seats))
	if uint64(len(l.said.Asks)) > maxAsks*seats || slices.ContainsFunc(l.said.Asks, func(a Ask) bool { return a.Seat >= seats }) {
		g.repl.out.addPenalty(l.peer)
		l.said.Asks = nil
		return
	}
	var news []Ask
	for _, a := range l.said.Asks {
		asker := g.asker(a)
		switch {
		case g.seats.isLocal(int(a.Seat)), g.asks.find(a) != nil:
		case asker != l.node && g.links.reach(asker): // it will say so itself
		case g.clock.since(g.last[a.Seat]) < askEvery: // it will be said again
		default:
			g.last[a.Seat] = g.clock.now
			g.asks.keep(a, g.seats.own())
			g.later.Drop() // in nobody's log, so the asker could not learn of one of its own there
			g.proofs.Drop()
			news = append(news, a)
		}
	}
	g.spread(news...)
}

// spread sends questions on, with who has heard them, to the askers and to peers
// that are not connected to them.
func (g *gate) spread(list ...Ask) {
	for l := range g.links.all() {
		if slices.ContainsFunc(list, func(a Ask) bool { return l.node == g.asker(a) || l.told && !l.connectedTo(int(a.Seat)) }) {
			g.repl.sendHave(l)
		}
	}
}

// check takes in who has heard the questions. This node may sign once all whom its
// own question concerns have heard it.
func (g *gate) check() {
	for l := range g.links.all() {
		for _, a := range l.said.Asks {
			if g.covers(l.said, g.seats.of(g.asker(a))) || g.seats.isLocal(int(a.Seat)) && g.follows(l.said) {
				g.count(l, a)
			}
		}
	}
	if !g.asks.ready && !g.asks.halted && len(unheard(g.asks, g.t, g.seats)) == 0 {
		g.asks.ready = true
		g.asks.drop(func(a Ask) bool { return g.seats.isLocal(int(a.Seat)) })
	}
}

// count adds the seats that, by a peer's word, have heard a question. This node has
// all that the peer has, and so all records of those seats.
func (g *gate) count(l *link, a Ask) {
	kept := g.asks.find(a)
	if kept == nil || g.seats.of(l.node) == 0 { // who only watches has no say
		return
	}
	local := g.seats.isLocal(int(a.Seat))
	heard := a.Heard
	if local {
		heard &= g.trusted(l)
	}
	if heard &^= kept.Heard; heard == 0 {
		return
	}
	kept.Heard |= heard
	if !local {
		g.spread(*kept)
	}
}

// trusted is the set of seats for which a peer's word counts: its own, and
// after a while those that this node cannot reach itself.
func (g *gate) trusted(l *link) uint64 {
	set := g.seats.of(l.node)
	if g.clock.since(g.clock.started) < AwayAfter {
		return set
	}
	for i := range g.t.Terms().Seats {
		if !g.links.reach(g.seats.node(i)) {
			set |= 1 << i
		}
	}
	return set
}

// covers reports whether this node has all the records and leave notices that a
// peer says it has. A vote of the asker's on a step that is complete here it can get no more:
// so the asker could show a record that it has voted away, to somebody who knows that. It has
// to wait until the peer is behind that step, too.
func (g *gate) covers(h Have, asker uint64) bool {
	head, ok := g.t.HeadAt(h.Step)
	return ok && head == h.Head && h.Left&^g.seats.authors(g.t.Notices()) == 0 &&
		(h.Step < g.t.Step() && !h.saysAway(asker) || h.Step == g.t.Step() && h.Arrived&^g.seats.authors(g.t.Arrived()) == 0 && !h.lacksVotes(g.t))
}

// follows reports whether a peer has completed the step that is running here, with the very
// records that have arrived here, and this node's own that it has of the next one wait here.
// Where only a vote is missing here that shows one of these, nobody may be left to make it but
// nodes that have been started again: each would wait for good to have all that the peer has.
func (g *gate) follows(h Have) bool {
	if h.Step != g.t.Step()+1 || len(g.t.Missing()) > 0 || h.Head != record.Fold(g.t.Head(), g.t.Step(), g.t.Arrived()) {
		return false
	}
	own := h.Arrived & g.seats.own()
	for _, rec := range g.later.Waiting() {
		if p, err := rec.Open(); err == nil && p.Step == h.Step && p.Head == h.Head && len(p.About) == 0 {
			own &^= g.seats.authors([]record.Record{rec})
		}
	}
	return own == 0
}

// unheard lists the active seats whose nodes have not answered this node's question,
// or whose records have not been caught up with.
func unheard(list *questions, t *table.Table, seats *seating) (missing []int) {
	if list.ready {
		return nil
	}
	heard := list.heard(seats.own())
	for _, i := range active(t) {
		if !seats.isLocal(i) && !t.HasLeft(i) && !t.Covered(i) && heard&(1<<i) == 0 {
			missing = append(missing, i)
		}
	}
	return missing
}

// active lists the seats that play in the running hand: before the first, all.
func active(t *table.Table) []int {
	if pos := t.Position(); pos != nil {
		return pos.Status().Active
	}
	return t.Terms().Everybody()
}
