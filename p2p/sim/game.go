package sim

import (
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A game is a table at a node, in one of the node's lives, as its person and the checker see it. It is the
// session's observer of the table.
type game struct {
	node      *node
	l         *life
	at        int            // which table of the world
	t         *session.Table // nil if it is in the archive
	penalized []int          // by identity: penalties that are not forgiven
	thinking  bool           // the person's move is planned
	since     time.Time      // when the person was last content
	calls     bool           // the person is about to call for a continuation
	begun     bool           // begins has reported that the node plays at it
}

// table returns the table as it is. It must only be read.
func (g *game) table() *table.Table {
	if g.t != nil {
		return g.t.Snapshot().Table()
	}
	id := g.node.w.tables[g.at].id
	t, err := g.node.disk.ledger(id).read(id, g.node.w.find)
	if err != nil {
		g.node.w.fail("the disk of %s: %v", g.node.name(), err)
	}
	return t
}

// seated reports whether the node has a seat that it has not left.
func (g *game) seated() bool {
	if g.t == nil {
		return g.node.disk.ledger(g.node.w.tables[g.at].id).playing()
	}
	return g.t.Snapshot().Stays()
}

// inPlay reports whether the node plays at the table, or has.
func (g *game) inPlay() bool {
	if g.t != nil {
		return g.t.Snapshot().InPlay()
	}
	t := g.table()
	return t.Continuation() == nil || t.Step() > 1 || t.Step() == 1 && slices.ContainsFunc(t.Arrived(), func(r record.Record) bool { return g.node.key(r.Author) != nil })
}

// begins reports, once, that the node plays at the table.
func (g *game) begins() bool {
	if g.begun || !g.inPlay() {
		return false
	}
	g.begun = true
	return true
}

// late reports whether a continuation at which seats change hands comes too late in a hand that is played, as the
// node of this table sees it: its person has not agreed to anything at once, and nothing has stopped the table.
func (g *game) late(child *game) bool {
	if g.t == nil {
		return false
	}
	t := g.table()
	stopped := len(t.Faults()) > 0 || slices.ContainsFunc(t.Notices(), func(n record.Record) bool {
		return g.node.w.tables[child.at].terms.SeatOf(n.Author) < 0
	})
	return !stopped && !slices.ContainsFunc(g.t.Snapshot().OwnHandovers(), func(o replica.OwnHandover) bool { return o.Now })
}

// problem returns why the node cannot make a record that it owes, or nil.
func (g *game) problem() error {
	if g.t == nil {
		return nil
	}
	return g.t.Snapshot().Problem()
}

// waits reports whether a continuation may wait for ever: for somebody to accept it, or for the seat that
// opens it, which has left.
func (g *game) waits() bool {
	t := g.table()
	if t.Step() == 0 {
		return true
	}
	return g.t != nil && !g.t.Snapshot().InPlay() && g.t.Snapshot().Withdrawn()
}

// handsOver reports whether the node's person wants somebody else to take the own seat.
func (g *game) handsOver() bool {
	st := g.t.Snapshot()
	return slices.ContainsFunc(st.OwnHandovers(), func(o replica.OwnHandover) bool {
		return (o.Offers || o.Agrees) && slices.ContainsFunc(st.Seats(), func(own *replica.LocalSeat) bool { return own.Seat() == o.Seat && own.Bot == nil })
	})
}

// ended reports whether nothing is left to do at the table except to make sure that everybody has all of its
// log.
func (g *game) ended() bool { return g.t == nil || g.t.Snapshot().Ended() }

// unheard lists the seats that the node has to hear before it signs.
func (g *game) unheard() []int {
	if g.t == nil {
		return nil
	}
	return g.t.Snapshot().Unheard()
}

// archived reports whether the node's session has put the table away.
func (g *game) archived() bool { return g.t == nil }

// penalties returns how often another node was penalized at the table since the last call.
func (g *game) penalties(other *node) int {
	before := g.penalized[other.who]
	g.penalized[other.who] = g.t.Charges(other.identity())
	return max(0, g.penalized[other.who]-before)
}

// children lists the node's games that go on from this one.
func (g *game) children() []*game {
	var list []*game
	for _, c := range g.node.playing() {
		if g.node.w.tables[c.at].parent == g.at {
			list = append(list, c)
		}
	}
	return list
}

// called reports whether others have called for this continuation and the person has not answered. If seats
// change hands in it, the session answers.
func (g *game) called() bool {
	return g.t != nil && g.t.Snapshot().Called() && len(g.node.w.takes(g.at)) == 0
}

// goesBack reports whether a continuation goes back to before a hand that seats of it have receipted, as far as
// this node knows.
func (g *game) goesBack(c record.Continuation) bool {
	seats, _ := g.table().GoingBack(c)
	return seats != nil
}

// Created shows the checker a new table.
func (g *game) Created() {
	g.node.w.judge.onStart(g)
	if g.node.w.plan.Bug == NoGate && g.at > 0 {
		g.t.Do(ungate, nil)
	}
}

// Turned tells the checker and the person what has happened.
func (g *game) Turned(notes []replica.Note) {
	w, st := g.node.w, g.t.Snapshot()
	w.judge.onTurn(g, notes)
	if o := w.tables[g.at]; o.c != nil && !o.begun && st.InPlay() {
		o.begun = true
		w.counts.Begun++
		g.tally()
		w.log("%s begins table %d", g.node.name(), g.at)
	}
	if w.plan.Bug == Linger && st.AwaitsRelease() {
		g.t.Do(func(r *replica.Replica, now time.Time) error {
			r.Release(now)
			return nil
		}, nil)
	}
	g.think()
}

// Summary returns nothing: the log is on the disk.
func (g *game) Summary(*replica.Snapshot) ([]byte, error) { return nil, nil }

// Nobody here needs the rest of what an observer is told.

func (g *game) Failed(error)              {}
func (g *game) Called()                   {}
func (g *game) Restored()                 {}
func (g *game) Watching(record.Key, bool) {}

// free reports whether the person can do something: the node is up, and not busy.
func (g *game) free() bool { return !g.l.dead && !g.node.w.now.Before(g.node.busy) }

// think plans the person's move.
func (g *game) think() {
	if g.l.dead || g.t == nil || g.thinking {
		return
	}
	if st := g.t.Snapshot(); mine(st.Local(), st.Table(), st.Ready() && !st.Halts()) {
		g.thinking = true
		g.node.w.after(g.node.w.between(0, g.node.w.plan.Think), g.play)
	}
}

// mine reports whether a person's seat is to move.
func mine(o *replica.LocalSeat, t *table.Table, ready bool) bool {
	return o != nil && o.Bot == nil && !o.Left && t.Pending().Kind == record.KindMove && slices.Contains(t.Missing(), o.Seat()) && ready
}

// play makes a person's move. A restored home may lack the key of the hand; so may the twin of a cheat, which
// has got its own records from others.
func (g *game) play() {
	g.thinking = false
	if !g.free() {
		return
	}
	n := g.node
	g.t.Do(func(r *replica.Replica, now time.Time) error {
		o := r.Local()
		if !mine(o, r.Table(), r.Ready() && !r.Halts()) {
			return nil
		}
		dice := rand.New(rand.NewPCG(n.w.rand.Uint64(), 2))
		text := n.w.plan.Game.Bots[0].Move(r.Table().Position(), o.Seat(), r.Observe(o), dice)
		err := r.Play(o, text, now)
		if err != nil && !errors.Is(err, replica.ErrLeft) && !errors.Is(err, replica.ErrChanging) && !((n.back || n.cheats) && r.Problem() != nil) {
			n.w.fail("%s cannot play %q: %v", n.name(), text, err)
		}
		return err
	}, nil)
}

// leave makes the person leave.
func (g *game) leave() {
	g.t.Do(func(r *replica.Replica, now time.Time) error { return r.Leave(r.Local(), now) }, func(err error) {
		if err == nil {
			g.node.w.counts.Left++
		}
	})
}
