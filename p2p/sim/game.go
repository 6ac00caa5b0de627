package sim

import (
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/continuation"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/sim/plan"
)

// A game is a table at a node, in one of its lives, as its person and the checker
// see it. It is the session's observer of the table.
type game struct {
	n         *node
	l         *life
	at        int            // which table of the world
	t         *session.Table // nil if it is in the archive
	penalized []int          // by identity: charges that are not forgiven
	thinking  bool           // the person's move is planned
	since     time.Time      // when the person was content last
	calls     bool           // the person is about to call for a continuation
}

// table is the table as it is. It must only be read.
func (g *game) table() *table.Table {
	if g.t != nil {
		return g.t.Snapshot().Table()
	}
	t, err := g.n.disk.Ledger(g.n.w.tables[g.at].id).Table(g.n.w.find)
	if err != nil {
		g.n.w.broken("the disk of %s: %v", g.n.name(), err)
	}
	return t
}

// seated reports whether the node has a seat that it has not left.
func (g *game) seated() bool {
	if g.t == nil {
		return g.n.disk.Ledger(g.n.w.tables[g.at].id).Playing()
	}
	return slices.ContainsFunc(g.t.Snapshot().Seats(), func(o *replica.LocalSeat) bool { return !o.Left })
}

// problem is why the node cannot make a record that it owes, or nil.
func (g *game) problem() error {
	if g.t == nil {
		return nil
	}
	return g.t.Snapshot().Problem()
}

// waits reports whether a continuation waits for ever: for somebody to accept it, or
// for the seat that opens it, which has left it.
func (g *game) waits() bool {
	t := g.table()
	return t.Step() == 0 || g.t != nil && !g.t.Snapshot().InPlay() && t.HasLeft(t.Pending().Seats[0])
}

// ended reports whether nothing is left to do at the table but to see that everybody
// has all of its log.
func (g *game) ended() bool { return g.t == nil || g.t.Snapshot().Ended() }

// unheard lists the seats for which signing waits.
func (g *game) unheard() []int {
	if g.t == nil {
		return nil
	}
	return g.t.Snapshot().Unheard()
}

// children lists the node's games that go on from this one.
func (g *game) children() []*game {
	var list []*game
	for _, c := range g.n.playing() {
		if g.n.w.tables[c.at].parent == g.at {
			list = append(list, c)
		}
	}
	return list
}

// called reports whether others have called for this continuation, and the person
// has not answered.
func (g *game) called() bool { return g.t != nil && g.t.Snapshot().Called() }

// goesBack reports whether a continuation goes back behind a hand that seats of it
// have receipted, as far as this node knows.
func (g *game) goesBack(c record.Continuation) bool {
	seats, _ := continuation.GoingBack(g.table(), c)
	return seats != nil
}

// Created shows the checker a new table.
func (g *game) Created() {
	g.n.w.check.started(g)
	if g.n.w.plan.Bug == plan.NoGate && g.at > 0 {
		g.t.Do(ungate, nil)
	}
}

// Turned tells the checker what has happened, and the person.
func (g *game) Turned(notes []replica.Note) {
	w, st := g.n.w, g.t.Snapshot()
	w.check.turned(g, notes)
	w.check.penalties(g)
	if o := w.tables[g.at]; o.c != nil && !o.begun && st.InPlay() {
		o.begun = true
		w.counts.Begun++
		w.log("%s begins table %d", g.n.name(), g.at)
	}
	if w.plan.Bug == plan.Linger && st.AwaitsRelease() {
		g.t.Do(func(r *replica.Replica, now time.Time) error {
			r.Release(now)
			return nil
		}, nil)
	}
	g.think()
}

// Summary is empty: the log is on the disk.
func (g *game) Summary(*replica.Snapshot) ([]byte, error) { return nil, nil }

// The rest of what an observer is told is nothing to anybody here.

func (g *game) Failed(error)              {}
func (g *game) Called()                   {}
func (g *game) Restored()                 {}
func (g *game) Watching(record.Key, bool) {}

// free reports whether the person can do something: the node is up and not busy.
func (g *game) free() bool { return !g.l.dead && !g.n.w.now.Before(g.n.busy) }

// think plans the person's move.
func (g *game) think() {
	if g.l.dead || g.t == nil || g.thinking {
		return
	}
	if st := g.t.Snapshot(); mine(st.Local(), st.Table(), st.Ready()) {
		g.thinking = true
		g.n.w.after(g.n.w.between(0, g.n.w.plan.Think), g.play)
	}
}

// mine reports whether a person's seat is to move.
func mine(o *replica.LocalSeat, t *table.Table, ready bool) bool {
	return o != nil && o.Bot == nil && !o.Left && t.Pending().Kind == record.KindMove && slices.Contains(t.Missing(), o.Seat()) && ready
}

// play makes a person's move. A home that was restored may lack the key of the
// hand; so may the other self of a cheat, which has heard of its own records from
// others.
func (g *game) play() {
	g.thinking = false
	if !g.free() {
		return
	}
	n := g.n
	g.t.Do(func(r *replica.Replica, now time.Time) error {
		o := r.Local()
		if !mine(o, r.Table(), r.Ready()) {
			return nil
		}
		dice := rand.New(rand.NewPCG(n.w.rand.Uint64(), 2))
		text := n.w.plan.Game.Bots[0].Move(r.Table().Position(), o.Seat(), r.Observe(o), dice)
		err := r.Play(o, text, now)
		if err != nil && !((n.back || n.cheats) && r.Problem() != nil) {
			n.w.broken("%s cannot play %q: %v", n.name(), text, err)
		}
		return err
	}, nil)
}

// leave makes the person leave.
func (g *game) leave() {
	g.t.Do(func(r *replica.Replica, now time.Time) error { return r.Leave(r.Local(), now) }, func(err error) {
		if err == nil {
			g.n.w.counts.Left++
		}
	})
}
