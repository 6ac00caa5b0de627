package world

import (
	"crypto/ed25519"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/replica"
	"fives/p2p/sim/disk"
	"fives/p2p/sim/plan"
)

// plot gives the cheats their scripts.
func (w troubles) plot() {
	gang := &gang{
		kind: w.Plan.Cheat, dice: w.rand, counts: &w.Counts, rough: w.rough, stranger: ed25519.NewKeyFromSeed(w.secret("stranger", 0)),
	}
	for _, n := range w.Nodes {
		if !n.Cheats {
			continue
		}
		n.script = &script{gang: gang, keys: n.keys, from: 2 + uint64(w.rand.IntN(25)), part: make([]bool, w.identities())}
		all := w.chance(0.5)
		for i := range n.script.part {
			n.script.part[i] = all || w.chance(0.5)
		}
	}
	if w.Plan.Cheat == plan.Fork {
		w.forkInTime()
	}
}

// forkInTime waits for the first cheat to come to its step, or to a showing.
func (w troubles) forkInTime() {
	for _, n := range w.Nodes {
		g := n.Game(0)
		if !n.Cheats || g == nil {
			continue
		}
		t := g.Table()
		if w.Plan.Late && t.Pending().Why == rules.Show || !w.Plan.Late && t.Step() >= n.script.from {
			w.fork()
			return
		}
	}
	w.after(5*time.Millisecond, w.forkInTime)
}

// fork makes a twin of every cheat: the same keys and the same log up to here,
// but for its own record of the running step; other dice from here on. The
// cheats work together: each of them is two, and the two sides see different
// ones.
func (w *World) fork() {
	w.Counts.Forks++
	w.Log("fork")
	for _, n := range slices.Clone(w.Nodes) {
		if !n.Cheats {
			continue
		}
		d := n.Disk.Copy()
		d.Page = nil // the record that is missing would be there
		if g := n.Game(0); g != nil {
			d.Ledger(w.Tables[0].ID).Drop(g.Table().Step(), n.Identity())
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

// addTwin makes the other self of a cheat.
func (w *World) addTwin(n *Node, begins replica.Genesis, d *disk.Disk) {
	t := &Node{w: w, Index: len(w.Nodes), Who: n.Who, keys: n.keys, genesis: begins, Cheats: true, Twin: true, side: 1, Disk: d}
	w.Nodes = append(w.Nodes, t)
	t.boot()
	t.tick()
}

// takeSides draws for every honest node which of the twins it sees.
func (w *World) takeSides() {
	for _, n := range w.Honest() {
		n.side = w.rand.IntN(2)
	}
	for _, c := range w.open() {
		a, b := c.ends[0].n, c.ends[1].n
		if (a.Cheats || b.Cheats) && a.side != b.side {
			c.cut()
		}
	}
}

// Key is the private key of an own seat, nil of others.
func (n *Node) Key(author record.Key) ed25519.PrivateKey {
	for _, k := range slices.Concat(n.keys, n.made) {
		if record.KeyOf(k) == author {
			return k
		}
	}
	return nil
}

// begins returns how the first table begins, and how it begins for the others
// when its host begins it twice: with one friend, and with another.
func (w *World) begins(all replica.Genesis) (one, other replica.Genesis) {
	if w.Plan.Cheat != plan.Twice {
		return all, all
	}
	n := len(all.Joins)
	return replica.Genesis{Proposal: all.Proposal, Joins: slices.Clone(all.Joins[:n-1])},
		replica.Genesis{Proposal: all.Proposal, Joins: append(slices.Clone(all.Joins[:n-2]), all.Joins[n-1])}
}

// assign gives every node one of the two beginnings: one honest node at least
// has each.
func (w *World) assign(other replica.Genesis) {
	last := len(w.Nodes) - 1
	for i, n := range w.Nodes {
		if i == last || i == 2 || i > 2 && i < last-1 && w.chance(0.5) {
			n.side = 1
			n.genesis = other
		}
	}
}
