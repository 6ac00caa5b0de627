package world

import (
	"errors"
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

// A Game is a table at a node, in one of its lives, as its person and the checker
// see it. It is the session's observer of the table.
type Game struct {
	Node      *Node
	l         *life
	At        int            // which table of the world
	t         *session.Table // nil if it is in the archive
	penalized []int          // by identity: penalties that are not forgiven
	thinking  bool           // the person's move is planned
	since     time.Time      // when the person was content last
	calls     bool           // the person is about to call for a continuation
	begun     bool           // the node plays at it, as it has said
}

// Table is the table as it is. It must only be read.
func (g *Game) Table() *table.Table {
	if g.t != nil {
		return g.t.Snapshot().Table()
	}
	id := g.Node.w.Tables[g.At].ID
	t, err := g.Node.Disk.Ledger(id).Table(id, g.Node.w.Find)
	if err != nil {
		g.Node.w.Broken("the disk of %s: %v", g.Node.Name(), err)
	}
	return t
}

// Seated reports whether the node has a seat that it has not left.
func (g *Game) Seated() bool {
	if g.t == nil {
		return g.Node.Disk.Ledger(g.Node.w.Tables[g.At].ID).Playing()
	}
	return g.t.Snapshot().Stays()
}

// InPlay reports whether the node plays at the table, or has.
func (g *Game) InPlay() bool {
	if g.t != nil {
		return g.t.Snapshot().InPlay()
	}
	t := g.Table()
	return t.Continuation() == nil || t.Step() > 1 || t.Step() == 1 && slices.ContainsFunc(t.Arrived(), func(r record.Record) bool { return g.Node.Key(r.Author) != nil })
}

// Begins reports whether the node plays at the table, and did not when this was asked last.
func (g *Game) Begins() bool {
	if g.begun || !g.InPlay() {
		return false
	}
	g.begun = true
	return true
}

// Late reports whether a table at which seats change hands comes too late for this one, as
// its node sees it.
func (g *Game) Late(child *Game) bool {
	return g.t != nil && g.t.Snapshot().Late(*g.Node.w.Tables[child.At].c)
}

// Problem is why the node cannot make a record that it owes, or nil.
func (g *Game) Problem() error {
	if g.t == nil {
		return nil
	}
	return g.t.Snapshot().Problem()
}

// Waits reports whether a continuation waits for ever: for somebody to accept it, or
// for the seat that opens it, which has left it.
func (g *Game) Waits() bool {
	t := g.Table()
	if t.Step() == 0 {
		return true
	}
	return g.t != nil && !g.t.Snapshot().InPlay() && g.t.Snapshot().Withdrawn()
}

// HandsOver reports whether the node's person would have somebody else take the own seat.
func (g *Game) HandsOver() bool {
	st := g.t.Snapshot()
	return slices.ContainsFunc(st.Told(), func(o replica.OwnHandover) bool {
		return (o.Offers || o.Agrees) && slices.ContainsFunc(st.Seats(), func(own *replica.LocalSeat) bool { return own.Seat() == o.Seat && own.Bot == nil })
	})
}

// Ended reports whether nothing is left to do at the table but to see that everybody
// has all of its log.
func (g *Game) Ended() bool { return g.t == nil || g.t.Snapshot().Ended() }

// Unheard lists the seats for which signing waits.
func (g *Game) Unheard() []int {
	if g.t == nil {
		return nil
	}
	return g.t.Snapshot().Unheard()
}

// Archived reports whether the node's session has put the table away.
func (g *Game) Archived() bool { return g.t == nil }

// Penalties counts what another node has been penalized for there since this was
// asked last.
func (g *Game) Penalties(other *Node) int {
	before := g.penalized[other.Who]
	g.penalized[other.Who] = g.t.Charges(other.Identity())
	return max(0, g.penalized[other.Who]-before)
}

// Children lists the node's games that go on from this one.
func (g *Game) Children() []*Game {
	var list []*Game
	for _, c := range g.Node.Playing() {
		if g.Node.w.Tables[c.At].Parent == g.At {
			list = append(list, c)
		}
	}
	return list
}

// called reports whether others have called for this continuation, and the person
// has not answered. Where seats change hands, the session does so.
func (g *Game) called() bool {
	return g.t != nil && g.t.Snapshot().Called() && len(g.Node.w.Takes(g.At)) == 0
}

// goesBack reports whether a continuation goes back behind a hand that seats of it
// have receipted, as far as this node knows.
func (g *Game) goesBack(c record.Continuation) bool {
	seats, _ := continuation.GoingBack(g.Table(), c)
	return seats != nil
}

// Created shows the checker a new table.
func (g *Game) Created() {
	g.Node.w.watcher.Started(g)
	if g.Node.w.Plan.Bug == plan.NoGate && g.At > 0 {
		g.t.Do(ungate, nil)
	}
}

// Turned tells the checker what has happened, and the person.
func (g *Game) Turned(notes []replica.Note) {
	w, st := g.Node.w, g.t.Snapshot()
	w.watcher.Turned(g, notes)
	if o := w.Tables[g.At]; o.c != nil && !o.begun && st.InPlay() {
		o.begun = true
		w.Counts.Begun++
		g.tally()
		w.Log("%s begins table %d", g.Node.Name(), g.At)
	}
	if w.Plan.Bug == plan.Linger && st.AwaitsRelease() {
		g.t.Do(func(r *replica.Replica, now time.Time) error {
			r.Release(now)
			return nil
		}, nil)
	}
	g.think()
}

// Summary is empty: the log is on the disk.
func (g *Game) Summary(*replica.Snapshot) ([]byte, error) { return nil, nil }

// The rest of what an observer is told is nothing to anybody here.

func (g *Game) Failed(error)              {}
func (g *Game) Called()                   {}
func (g *Game) Restored()                 {}
func (g *Game) Watching(record.Key, bool) {}

// free reports whether the person can do something: the node is up and not busy.
func (g *Game) free() bool { return !g.l.dead && !g.Node.w.now.Before(g.Node.busy) }

// think plans the person's move.
func (g *Game) think() {
	if g.l.dead || g.t == nil || g.thinking {
		return
	}
	if st := g.t.Snapshot(); mine(st.Local(), st.Table(), st.Ready()) {
		g.thinking = true
		g.Node.w.after(g.Node.w.between(0, g.Node.w.Plan.Think), g.play)
	}
}

// mine reports whether a person's seat is to move.
func mine(o *replica.LocalSeat, t *table.Table, ready bool) bool {
	return o != nil && o.Bot == nil && !o.Left && t.Pending().Kind == record.KindMove && slices.Contains(t.Missing(), o.Seat()) && ready
}

// play makes a person's move. A home that was restored may lack the key of the
// hand; so may the other self of a cheat, which has heard of its own records from
// others.
func (g *Game) play() {
	g.thinking = false
	if !g.free() {
		return
	}
	n := g.Node
	g.t.Do(func(r *replica.Replica, now time.Time) error {
		o := r.Local()
		if !mine(o, r.Table(), r.Ready()) {
			return nil
		}
		dice := rand.New(rand.NewPCG(n.w.rand.Uint64(), 2))
		text := n.w.Plan.Game.Bots[0].Move(r.Table().Position(), o.Seat(), r.Observe(o), dice)
		err := r.Play(o, text, now)
		if err != nil && !errors.Is(err, replica.ErrLeft) && !((n.Back || n.Cheats) && r.Problem() != nil) {
			n.w.Broken("%s cannot play %q: %v", n.Name(), text, err)
		}
		return err
	}, nil)
}

// leave makes the person leave.
func (g *Game) leave() {
	g.t.Do(func(r *replica.Replica, now time.Time) error { return r.Leave(r.Local(), now) }, func(err error) {
		if err == nil {
			g.Node.w.Counts.Left++
		}
	})
}
