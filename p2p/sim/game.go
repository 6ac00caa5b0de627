package sim

import (
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A game is a table on a node: it stores before it sends, as p2p/node does.
type game struct {
	n         *node
	at        int // which table of the world
	r         *replica.Replica
	own       []*replica.LocalSeat
	dead      bool // the node has crashed since
	pending   replica.Output
	conns     []*conn       // by identity
	penalties [][]time.Time // by identity: when each will be forgiven
	thinking  []bool        // by own seat: a move is planned
	since     time.Time     // when the person was content last
	calls     bool          // the person is about to call for a continuation
}

// do changes the replica and flushes it, as p2p/node does.
func (g *game) do(f func(r *replica.Replica)) error {
	if g.dead {
		return errDown
	}
	if err := g.flush(); err != nil {
		return err
	}
	f(g.r)
	return g.flush()
}

// flush stores what the replica wants stored and then lets out what it wants
// said.
func (g *game) flush() error {
	g.pending.Add(g.r.Take())
	if g.n.w.plan.Bug == SendFirst {
		if err := g.letOut(g.pending); err != nil {
			return err
		}
		g.pending.Send = nil
	}
	if err := g.save(g.pending.Save); err != nil {
		return err
	}
	out := g.pending
	g.pending = replica.Output{}
	g.n.w.check.saved(g, out)
	return g.letOut(out)
}

func (g *game) save(s replica.Save) error {
	if err := g.n.effect(); err != nil {
		return err
	}
	if s.Empty() || g.n.onlooker {
		return nil
	}
	return g.n.write(func() error { return g.n.disk.table(g.at).save(s) })
}

func (g *game) letOut(out replica.Output) error {
	for _, e := range out.Send {
		if err := g.n.effect(); err != nil {
			return err
		}
		if c := g.conn(e.To); c != nil {
			g.send(c, e.Message)
		}
	}
	for _, p := range out.Penalize {
		if c := g.conn(p); c != nil {
			g.penalize(c)
		}
	}
	return nil
}

func (g *game) conn(p replica.Peer) *conn {
	for who, c := range g.conns {
		if c != nil && peer(who) == p {
			return c
		}
	}
	return nil
}

// pass lets time pass. Work that is left over is done at once.
func (g *game) pass() {
	for range 64 {
		busy := false
		err := g.do(func(r *replica.Replica) {
			r.Tick(g.n.clock())
			busy = r.Busy()
		})
		if err != nil || !busy {
			return
		}
	}
}

// think plans the moves of the person.
func (g *game) think() {
	if g.dead {
		return
	}
	for i, o := range g.own {
		if o.Bot == nil && !g.thinking[i] && g.turn(o) {
			g.thinking[i] = true
			g.n.w.after(g.n.w.between(0, g.n.w.plan.Think), func() { g.play(i, o) })
		}
	}
}

// turn reports whether a seat of this node is to move.
func (g *game) turn(o *replica.LocalSeat) bool {
	t := g.r.Table()
	return !o.Left && t.Pending().Kind == record.KindMove && slices.Contains(t.Missing(), o.Seat()) && g.r.Ready()
}

// play makes a person's move. A home that was restored may lack the key of the
// hand; so may the other self of a cheat, which has heard of its own records from
// others.
func (g *game) play(i int, o *replica.LocalSeat) {
	n := g.n
	g.thinking[i] = false
	if g.dead || n.w.now.Before(n.busy) || !g.turn(o) {
		return
	}
	dice := rand.New(rand.NewPCG(n.w.rand.Uint64(), 2))
	text := n.w.plan.Game.Bots[0].Move(g.r.Table().Position(), o.Seat(), g.r.Observe(o), dice)
	var err error
	down := g.do(func(r *replica.Replica) { err = r.Play(o, text, n.clock()) })
	if err != nil && down == nil && !((n.back || n.cheats) && g.r.Problem() != nil) {
		n.w.broken("%s cannot play %q: %v", n.name(), text, err)
	}
}

// leave makes the person leave.
func (g *game) leave() error {
	var err error
	down := g.do(func(r *replica.Replica) { err = r.Leave(g.own[0], g.n.clock()) })
	if err != nil {
		return err
	}
	return down
}

// guilty lists the seats that are at fault in the node's eyes.
func (g *game) guilty() []*table.Fault { return g.r.Table().Faults() }

// seated reports whether the node has a seat that it has not left.
func (g *game) seated() bool {
	return slices.ContainsFunc(g.own, func(o *replica.LocalSeat) bool { return !o.Left })
}
