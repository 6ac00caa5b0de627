package sim

import (
	"slices"

	"fives/engine/continuation"
	"fives/engine/record"
	"fives/p2p/replica"
)

// An origin is a table of the world: how it began, and from which one it goes
// on, -1 for the first.
type origin struct {
	id      record.Hash
	genesis replica.Genesis
	parent  int
	begun   bool // somebody has begun to play it
}

// table finds the table of a continuation, or notes it as a new one.
func (w *world) table(id record.Hash, c record.Continuation) int {
	for at, o := range w.tables {
		if o.id == id {
			return at
		}
	}
	w.counts.Called++
	w.log("table %d would go on from hand %d with %d seats", len(w.tables), c.Carry.Hands, len(c.Players))
	parent := slices.IndexFunc(w.tables, func(o *origin) bool { return o.id == c.Parent })
	w.tables = append(w.tables, &origin{id: id, genesis: replica.Genesis{Continuation: &c}, parent: parent})
	w.links.conns = append(w.links.conns, square[*conn](len(w.links.never)))
	return len(w.tables) - 1
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

// create makes the game of a continuation, unless it is there already, nil if
// the disk does not take it.
func (n *node) create(at int, parent *game) *game {
	if g := n.game(at); g != nil {
		return g
	}
	genesis := n.w.tables[at].genesis
	var own []record.Key
	for _, o := range parent.r.Keeps(*genesis.Continuation) {
		own = append(own, record.KeyOf(o.Key))
	}
	err := n.write(func() error {
		n.disk.create(at, &ledger{genesis: genesis, own: own})
		return nil
	})
	if err != nil {
		return nil
	}
	g, err := n.load(at, n.w.plan.Bug != NoGate)
	if err != nil {
		n.w.broken("%s cannot make table %d: %v", n.name(), at, err)
		return nil
	}
	return g
}

// called takes a continuation that another node has called for, if it follows
// from this node's log and has a seat for it.
func (n *node) called(at int) *game {
	o := n.w.tables[at]
	parent := n.game(o.parent)
	if parent == nil || !parent.r.InPlay() || len(parent.r.Keeps(*o.genesis.Continuation)) == 0 || !continuation.Follows(parent.r.Table(), *o.genesis.Continuation) || parent.goesBack(*o.genesis.Continuation) {
		return nil
	}
	return n.create(at, parent)
}

// goesBack reports whether a continuation goes back behind a hand that seats of it
// have receipted, as far as this node knows.
func (g *game) goesBack(c record.Continuation) bool {
	seats, _ := continuation.GoingBack(g.r.Table(), c)
	return seats != nil
}

// tendFamily begins a continuation that all have accepted: the table that it
// goes on from, and its other continuations, are left first, durably.
func (g *game) tendFamily() {
	n, w := g.n, g.n.w
	if g.dead || !g.r.AwaitsRelease() {
		return
	}
	parent := n.game(w.tables[g.at].parent)
	if c := *w.tables[g.at].genesis.Continuation; parent.goesBack(c) && slices.ContainsFunc(parent.r.Seats(), func(o *replica.LocalSeat) bool { return !o.Left }) {
		g.do(func(r *replica.Replica) { _ = r.Retire(n.clock()) })
		return
	}
	for _, other := range append(parent.children(), parent) {
		if other == g || w.plan.Bug == Linger {
			continue
		}
		var err error
		if down := other.do(func(r *replica.Replica) { err = r.Retire(n.clock()) }); down != nil || err != nil {
			return
		}
	}
	if !w.tables[g.at].begun {
		w.tables[g.at].begun = true
		w.counts.Begun++
	}
	w.log("%s begins table %d", n.name(), g.at)
	g.do(func(r *replica.Replica) { r.Release(n.clock()) })
}
