package sim

import (
	"crypto/ed25519"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/replica"
)

// plot gives the cheats their scripts.
func (w troubles) plot() {
	gang := &gang{
		kind: w.plan.Cheat, dice: w.rand, counts: &w.counts, rough: w.rough, stranger: ed25519.NewKeyFromSeed(w.secret("stranger", 0)),
	}
	for _, n := range w.nodes {
		if !n.cheats {
			continue
		}
		n.script = &script{gang: gang, keys: n.keys, from: 2 + uint64(w.rand.IntN(25)), part: make([]bool, w.identities())}
		all := w.chance(0.5)
		for i := range n.script.part {
			n.script.part[i] = all || w.chance(0.5)
		}
	}
	if w.plan.Cheat == Fork {
		w.forkInTime()
	}
}

// forkInTime forks the log as soon as the first cheat comes to its step, or to a showing.
func (w troubles) forkInTime() {
	for _, n := range w.nodes {
		g := n.game(0)
		if !n.cheats || g == nil {
			continue
		}
		t := g.table()
		if w.plan.Late && t.Pending().Why == rules.Show || !w.plan.Late && t.Step() >= n.script.from {
			w.fork()
			return
		}
	}
	w.after(5*time.Millisecond, w.forkInTime)
}

// fork makes a twin of every cheat, with the same keys and the same log up to here, except for its own record of
// the running step, but other dice. The cheats work together: each of them is two, and each of the two sides sees
// another one.
func (w *world) fork() {
	w.counts.Forks++
	w.log("fork")
	for _, n := range slices.Clone(w.nodes) {
		if !n.cheats {
			continue
		}
		d := n.disk.copy()
		d.page = nil // it would still have the record that is dropped
		if g := n.game(0); g != nil {
			d.ledger(w.tables[0].id).drop(g.table().Step(), n.identity())
		}
		w.addTwin(n, n.genesis, d)
	}
	w.takeSides()
	if w.chance(0.5) {
		w.part()
	}
	if w.chance(0.3) {
		w.after(w.soon(), w.takeSides)
	}
}

// addTwin adds the twin of a cheat.
func (w *world) addTwin(n *node, begins replica.Genesis, d *disk) {
	t := &node{w: w, index: len(w.nodes), who: n.who, keys: n.keys, genesis: begins, cheats: true, twin: true, side: 1, disk: d}
	w.nodes = append(w.nodes, t)
	t.boot()
	t.tick()
}

// takeSides draws for every honest node which of the twins it sees.
func (w *world) takeSides() {
	for _, n := range w.honest() {
		n.side = w.rand.IntN(2)
	}
	for _, c := range w.open() {
		a, b := c.ends[0].n, c.ends[1].n
		if (a.cheats || b.cheats) && a.side != b.side {
			c.cut()
		}
	}
}

// key returns the private key of one of the node's seats, nil for others.
func (n *node) key(author record.Key) ed25519.PrivateKey {
	for _, k := range slices.Concat(n.keys, n.made) {
		if record.KeyOf(k) == author {
			return k
		}
	}
	return nil
}

// begins returns how the first table begins, and how it begins for some if its host begins it twice: with one
// friend, and with another.
func (w *world) begins(all replica.Genesis) (one, other replica.Genesis) {
	if w.plan.Cheat != Twice {
		return all, all
	}
	n := len(all.Joins)
	return replica.Genesis{Proposal: all.Proposal, Joins: slices.Clone(all.Joins[:n-1])},
		replica.Genesis{Proposal: all.Proposal, Joins: append(slices.Clone(all.Joins[:n-2]), all.Joins[n-1])}
}

// assign gives every node one of the two beginnings, and each beginning to at least one honest node.
func (w *world) assign(other replica.Genesis) {
	last := len(w.nodes) - 1
	for i, n := range w.nodes {
		if i == last || i == 2 || i > 2 && i < last-1 && w.chance(0.5) {
			n.side = 1
			n.genesis = other
		}
	}
}
