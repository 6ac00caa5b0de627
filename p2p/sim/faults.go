package sim

import (
	"slices"
	"time"
)

// troubles makes things go wrong in a world.
type troubles struct{ *world }

// disturb plans everything that goes wrong, and the end of it.
func (w troubles) disturb() {
	p := w.plan
	w.every(p.Crash, w.lightFuse)
	w.every(p.Outage, w.outage)
	w.every(p.Break, w.breakOne)
	w.every(p.Part, w.part)
	w.every(p.OneWay, w.oneWay)
	w.every(p.FullDisk, w.fullDisk)
	w.every(p.SlowDisk, w.slowDisk)
	w.every(p.Sleep, w.sleep)
	w.every(p.Jump, w.jump)
	w.every(p.Change, w.makeWish)
	if p.Never && (len(p.Cheats) == 0 || len(w.honest()) > 2) { // two honest nodes with only a cheat between them know only what it passes on
		a, b := w.pair()
		w.links.never[a.index][b.index], w.links.never[b.index][a.index] = true, true
	}
	if p.Restore && !p.Dozes {
		w.restore(w.anybody())
	}
	if p.Leave {
		w.leave(w.anybody())
	}
	if p.Frozen {
		w.freeze(w.anybody(), w.frozenAt())
	}
	if p.Dozes {
		n := w.anybody()
		if w.doze(n); p.Restore {
			w.restore(n)
		}
	}
	w.plot()
	for _, n := range w.nodes {
		if n.onlooker {
			w.watchSometime(n)
		} else if w.doomed(n) {
			w.goForGood(n)
		}
	}
	if !p.Untroubled() {
		w.after(p.Calm, w.calm)
	}
}

// doomed reports whether a node is to go for good, by the plan.
func (w troubles) doomed(n *node) bool {
	return w.plan.Gone && (n.cheats || len(w.plan.Cheats) == 0 && n.index == 0)
}

// every does something again and again until it is calm, at random times with a mean interval, 0 for never.
func (w troubles) every(mean time.Duration, do func()) {
	if mean == 0 {
		return
	}
	w.after(time.Duration(w.rand.ExpFloat64()*float64(mean)), func() {
		if w.rough() == 0 {
			return
		}
		do()
		w.every(mean, do)
	})
}

// rough returns 1 until it is calm, then 0.
func (w *world) rough() float64 {
	if w.now.Sub(w.start) < w.plan.Calm {
		return 1
	}
	return 0
}

func (w *world) loss() float64 { return w.plan.Loss * w.rough() }

// soon returns how long a trouble lasts.
func (w *world) soon() time.Duration { return w.between(0, 8*time.Second) }

// anybody returns a random node whose person plays, or would like to.
func (w *world) anybody() *node {
	i := w.rand.IntN(w.plan.Seats + w.plan.Guests)
	if i >= w.plan.Seats {
		i += w.plan.Onlookers
	}
	return w.nodes[i]
}

func (w troubles) pair() (a, b *node) {
	a = w.anybody()
	for b = a; b == a; {
		b = w.anybody()
	}
	return a, b
}

// lightFuse makes a node crash after some effects, and start again soon.
func (w troubles) lightFuse() {
	if n := w.anybody(); n.up() {
		n.fuse = 1 + w.rand.IntN(30)
	}
}

// restartAfter starts the node again after some time, if it is down then.
func (n *node) restartAfter(d time.Duration) {
	n.w.after(d, func() {
		if !n.up() && !n.gone {
			n.w.counts.Restart++
			n.boot()
		}
	})
}

func (w troubles) outage() {
	w.counts.Outage++
	for _, n := range w.nodes {
		n.crash()
		n.restartAfter(w.soon())
	}
}

func (w troubles) breakOne() {
	if cs := w.open(); len(cs) > 0 {
		w.counts.Break++
		cs[w.rand.IntN(len(cs))].hangUp()
	}
}

// part divides the nodes into two parts for a while. Connections between the parts end at once, or stay and
// carry nothing.
func (w *world) part() {
	w.counts.Part++
	half := make([]bool, len(w.nodes))
	for i := range half {
		half[i] = w.chance(0.5)
	}
	cut := w.chance(0.5)
	set := func(closed bool) {
		for i, a := range half {
			for j, b := range half {
				if a != b {
					w.links.closed[i][j] = closed
				}
			}
		}
	}
	set(true)
	for _, c := range w.open() {
		if cut && half[c.ends[0].n.index] != half[c.ends[1].n.index] {
			c.hangUp()
		}
	}
	w.after(w.soon(), func() { set(false) })
}

// oneWay makes a node deaf to another for a while.
func (w troubles) oneWay() {
	w.counts.OneWay++
	a, b := w.pair()
	w.links.mute[a.index][b.index] = true
	w.after(w.soon(), func() { w.links.mute[a.index][b.index] = false })
}

func (w troubles) fullDisk() {
	n := w.anybody()
	n.full = w.now.Add(w.soon())
}

func (w troubles) slowDisk() {
	w.counts.SlowDisk++
	n := w.anybody()
	n.slow = w.between(0, 500*time.Millisecond)
	w.after(w.soon(), func() { n.slow = 0 })
}

// sleep stops a node for a while, as closing a laptop does. Others may give up connections to it.
func (w troubles) sleep() {
	w.counts.Sleep++
	w.lull(w.anybody(), w.soon())
}

// lull puts a node to sleep, unless it sleeps for longer already. Half of its connections end; the others stay,
// but are dead.
func (w troubles) lull(n *node, d time.Duration) {
	n.rest(d)
	for _, c := range w.open() {
		if c.joins(n) && w.chance(0.5) {
			c.hangUp()
		}
	}
}

// frozenAt returns the step from which on a node is frozen: in a quarter of the cases during the deal, never
// before, because the roster needs all nodes.
func (w troubles) frozenAt() uint64 {
	if w.chance(0.25) {
		return 3 + w.rand.Uint64N(2)
	}
	return 3 + w.rand.Uint64N(40)
}

// freeze puts a node to sleep for good, soon after all have come to a step.
func (w troubles) freeze(n *node, step uint64) {
	w.after(w.between(0, ticks), func() {
		if w.reached(step) {
			w.counts.Gone++
			w.log("%s is frozen", n.name())
			n.gone = true
			w.lull(n, 10*(w.plan.Calm+w.plan.Patience))
		} else {
			w.freeze(n, step)
		}
	})
}

// reached reports whether all have come to a step of the first table.
func (w troubles) reached(step uint64) bool {
	return !slices.ContainsFunc(w.nodes[:w.plan.Seats], func(n *node) bool {
		g := n.game(0)
		return g == nil || g.table().Step() < step
	})
}

// doze puts a node to sleep again and again, usually for longer than the others wait for it.
func (w troubles) doze(n *node) {
	w.after(w.between(0, 15*time.Second), func() {
		if w.rough() == 0 {
			return
		}
		d := w.between(0, 60*time.Second)
		if w.chance(0.25) {
			d += 60 * time.Second // longer than they wait during a deal
		}
		w.counts.Sleep++
		w.log("%s sleeps for %v", n.name(), d)
		w.lull(n, d)
		w.after(d, func() { w.doze(n) })
	})
}

// jump sets a node's clock forward or back.
func (w troubles) jump() {
	w.counts.Jump++
	w.anybody().skew = w.between(-time.Hour, time.Hour)
}

// restore brings a node back with an old copy of its disk.
func (w troubles) restore(n *node) {
	early := w.between(0, w.plan.Calm)
	late := w.between(early, w.plan.Calm)
	w.after(early, func() { n.backup = n.disk.copy() })
	w.after(late, func() {
		w.counts.Restored++
		w.log("%s is restored from a copy", n.name())
		n.crash()
		n.disk, n.back = n.backup, true
		w.judge.onRestore()
		n.restartAfter(w.soon())
	})
}

// leave makes a person leave the table.
func (w troubles) leave(n *node) {
	w.after(w.between(0, w.plan.Calm/3), func() {
		if g := n.game(0); g != nil && g.t != nil && g.seated() {
			n.left = true
			g.leave()
		}
	})
}

// goForGood makes a node go for good.
func (w troubles) goForGood(n *node) {
	w.after(w.between(0, w.plan.Calm/3), func() {
		w.counts.Gone++
		w.log("%s goes for good", n.name())
		n.crash()
		n.gone = true
	})
}

// calm ends all trouble.
func (w troubles) calm() {
	w.log("calm")
	for i, n := range w.nodes {
		n.fuse, n.slow, n.full = 0, 0, time.Time{}
		for j := range w.nodes {
			w.links.closed[i][j], w.links.mute[i][j] = false, false
		}
		if !n.up() && !n.gone {
			w.counts.Restart++
			n.boot()
		}
	}
}

// watchSometime makes an onlooker watch the first table, from sooner or later on, through some of its nodes.
func (w troubles) watchSometime(n *node) {
	stay := slices.DeleteFunc(w.honest(), w.doomed)
	sure := stay[w.rand.IntN(len(stay))]
	all := w.chance(0.3)
	for _, m := range w.nodes[:w.plan.Seats] {
		if m != sure && !all && w.chance(0.5) {
			w.links.never[n.index][m.index], w.links.never[m.index][n.index] = true, true
		}
	}
	w.counts.Watched++
	w.after(w.between(0, w.plan.Calm+time.Second), func() {
		if !n.up() {
			n.boot()
		}
	})
}
