package replica

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// askEvery is the time between two new questions of a seat, because each of them makes all
// nodes answer.
const askEvery = time.Second

// A gate keeps this node from signing until everybody whom its own question concerns has
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
	last   map[uint64]time.Time // when a seat last asked a new question
}

// Halt says whether another daemon runs with this node's key. As long as it does, this
// node's seats sign nothing. Afterwards they first hear the others, as after a start,
// because the other daemon may have signed meanwhile.
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
	for _, l := range r.links.order {
		r.repl.sendHave(l)
	}
}

func (g *gate) asker(a Ask) record.Key { return g.seats.node(int(a.Seat)) }

// takeQuestions takes in the questions that a peer asks or passes on. New ones are answered
// at once.
func (g *gate) takeQuestions(l *link) {
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
		case asker != l.node && g.links.reach(asker): // the asker will send it itself
		case g.clock.since(g.last[a.Seat]) < askEvery: // it will be sent again
		default:
			g.last[a.Seat] = g.clock.now
			g.asks.keep(a, g.seats.own())
			g.later.Drop() // they are in nobody's log, so the asker could not learn of one of its own there
			g.proofs.Drop()
			news = append(news, a)
		}
	}
	g.spread(news...)
}

// spread passes questions on, with who has heard them, to the askers and to peers that are
// not connected to them.
func (g *gate) spread(list ...Ask) {
	for _, l := range g.links.order {
		if slices.ContainsFunc(list, func(a Ask) bool { return l.node == g.asker(a) || l.told && !l.connectedTo(int(a.Seat)) }) {
			g.repl.sendHave(l)
		}
	}
}

// check takes in who has heard the questions. This node may sign once everybody whom its
// own question concerns has heard it.
func (g *gate) check() {
	for _, l := range g.links.order {
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

// count adds the seats that, according to a peer, have heard a question. This node has all
// that the peer has, and so all records of those seats.
func (g *gate) count(l *link, a Ask) {
	kept := g.asks.find(a)
	if kept == nil || g.seats.of(l.node) == 0 { // spectators have no say
		return
	}
	local := g.seats.isLocal(int(a.Seat))
	heard := a.Heard
	if local {
		heard &= g.trustedSeats(l)
	}
	if heard &^= kept.Heard; heard == 0 {
		return
	}
	kept.Heard |= heard
	if !local {
		g.spread(*kept)
	}
}

// trustedSeats returns the seats about which a peer's word counts: its own and, after a while,
// those that this node cannot reach itself.
func (g *gate) trustedSeats(l *link) uint64 {
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

// covers reports whether this node has all records and leave notices that a peer says it
// has. It can no longer get a vote of the asker's on a step that is complete here. So the
// asker might show a record that it has voted away to somebody who knows that, and has to
// wait until the peer is past that step, too.
func (g *gate) covers(h Have, asker uint64) bool {
	head, ok := g.t.HeadAt(h.Step)
	return ok && head == h.Head && h.Left&^g.seats.authors(g.t.Notices()) == 0 &&
		(h.Step < g.t.Step() && !h.saysAway(asker) || h.Step == g.t.Step() && h.Arrived&^g.seats.authors(g.t.Arrived()) == 0 && !h.lacksVotes(g.t))
}

// follows reports whether a peer has completed the step that is running here with exactly
// the records that have arrived here, and this node's own records of the next step that the
// peer has are waiting here. If only a vote that shows one of these is missing here,
// perhaps only nodes that have been restarted are left to make it, and each of them would
// wait forever for all that the peer has.
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

// unheard lists the active seats whose nodes have not answered this node's question, or
// whose records this node does not have in full.
func unheard(list *questions, t *table.Table, seats *seating) (missing []int) {
	if list.ready {
		return nil
	}
	heard := list.heardBy(seats.own())
	for _, i := range active(t) {
		if !seats.isLocal(i) && !t.HasLeft(i) && !t.Covered(i) && heard&(1<<i) == 0 {
			missing = append(missing, i)
		}
	}
	return missing
}

// active lists the seats that play in the running hand; before the first, all seats.
func active(t *table.Table) []int {
	if pos := t.Position(); pos != nil {
		return pos.Status().Active
	}
	return t.Terms().Everybody()
}
