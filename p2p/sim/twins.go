package sim

import (
	"crypto/ed25519"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/replica"
	"fives/p2p/sim/cheat"
	"fives/p2p/sim/disk"
	"fives/p2p/sim/plan"
)

// plot gives the cheats their scripts.
func (w *world) plot() {
	gang := &cheat.Gang{
		Kind: w.plan.Cheat, Dice: w.rand, Counts: &w.counts, Rough: w.rough, Stranger: ed25519.NewKeyFromSeed(w.secret("stranger", 0)),
	}
	for _, n := range w.nodes {
		if !n.cheats {
			continue
		}
		n.script = &cheat.Script{Gang: gang, Keys: n.keys, From: 2 + uint64(w.rand.IntN(25)), Part: make([]bool, w.identities())}
		all := w.chance(0.5)
		for i := range n.script.Part {
			n.script.Part[i] = all || w.chance(0.5)
		}
	}
	if w.plan.Cheat == plan.Fork {
		w.forkInTime()
	}
}

// forkInTime waits for the first cheat to come to its step, or to a showing.
func (w *world) forkInTime() {
	for _, n := range w.nodes {
		g := n.game(0)
		if !n.cheats || g == nil {
			continue
		}
		t := g.table()
		if w.plan.Late && t.Pending().Why == rules.Show || !w.plan.Late && t.Step() >= n.script.From {
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
func (w *world) fork() {
	w.counts.Forks++
	w.log("fork")
	for _, n := range slices.Clone(w.nodes) {
		if !n.cheats {
			continue
		}
		d := n.disk.Copy()
		if g := n.game(0); g != nil {
			d.Ledger(w.tables[0].id).Drop(g.table().Step(), n.identity())
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
func (w *world) addTwin(n *node, begins replica.Genesis, d *disk.Disk) {
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

// key is the private key of an own seat, nil of others.
func (n *node) key(author record.Key) ed25519.PrivateKey {
	for _, k := range n.keys {
		if record.KeyOf(k) == author {
			return k
		}
	}
	return nil
}
