package sim

import "time"

// disturb plans all that goes wrong, and the end of it.
func (w *world) disturb() {
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
	if p.Never && (len(p.Cheats) == 0 || len(w.honest()) > 2) { // two honest nodes with only a cheat between them know what it lets them
		a, b := w.pair()
		w.links.never[a.index][b.index], w.links.never[b.index][a.index] = true, true
	}
	if p.Restore {
		w.restore(w.anybody())
	}
	if p.Leave {
		w.leave(w.anybody())
	}
	w.plot()
	for _, n := range w.nodes {
		if n.onlooker {
			w.watches(n)
		} else if w.doomed(n) {
			w.goes(n)
		}
	}
	if !p.Untroubled() {
		w.after(p.Calm, w.calm)
	}
}

// doomed reports whether the plan has a node go for good.
func (w *world) doomed(n *node) bool {
	return w.plan.Gone && (n.cheats || len(w.plan.Cheats) == 0 && n.index == 0)
}

// every does something again and again until it is calm, at random.
func (w *world) every(mean time.Duration, do func()) {
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

// rough is 1 until it is calm, then 0.
func (w *world) rough() float64 {
	if w.now.Sub(w.start) < w.plan.Calm {
		return 1
	}
	return 0
}

func (w *world) loss() float64 { return w.plan.Loss * w.rough() }

// soon is a time within which a trouble ends.
func (w *world) soon() time.Duration { return w.between(0, 8*time.Second) }

func (w *world) anybody() *node { return w.nodes[w.rand.IntN(w.plan.Seats)] }

func (w *world) pair() (a, b *node) {
	a = w.anybody()
	for b = a; b == a; {
		b = w.anybody()
	}
	return a, b
}

// lightFuse makes a node crash after some effects. It starts again soon.
func (w *world) lightFuse() {
	if n := w.anybody(); n.up() {
		n.fuse = 1 + w.rand.IntN(30)
	}
}

// restartAfter starts the node again if it is down by then.
func (n *node) restartAfter(d time.Duration) {
	n.w.after(d, func() {
		if !n.up() && !n.gone {
			n.w.counts.Restart++
			n.boot()
		}
	})
}

func (w *world) outage() {
	w.counts.Outage++
	for _, n := range w.nodes {
		n.crash()
		n.restartAfter(w.soon())
	}
}

func (w *world) breakOne() {
	if cs := w.open(); len(cs) > 0 {
		w.counts.Break++
		cs[w.rand.IntN(len(cs))].cut()
	}
}

// part divides the nodes into two for a while. Connections between them end at
// once, or stay and carry nothing.
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
			c.cut()
		}
	}
	w.after(w.soon(), func() { set(false) })
}

// oneWay makes a node deaf to another for a while.
func (w *world) oneWay() {
	w.counts.OneWay++
	a, b := w.pair()
	w.links.mute[a.index][b.index] = true
	w.after(w.soon(), func() { w.links.mute[a.index][b.index] = false })
}

func (w *world) fullDisk() {
	n := w.anybody()
	n.full = w.now.Add(w.soon())
}

func (w *world) slowDisk() {
	w.counts.SlowDisk++
	n := w.anybody()
	n.slow = w.between(0, 500*time.Millisecond)
	w.after(w.soon(), func() { n.slow = 0 })
}

// sleep stops a node for a while, as a closed laptop does. The others give its
// connections up, or not.
func (w *world) sleep() {
	w.counts.Sleep++
	n := w.anybody()
	n.busy = w.now.Add(w.soon())
	for _, c := range w.open() {
		if c.joins(n) && w.chance(0.5) {
			c.cut()
		}
	}
}

// jump sets a node's clock, to both sides.
func (w *world) jump() {
	w.counts.Jump++
	w.anybody().skew = w.between(-time.Hour, time.Hour)
}

// restore brings a node back with an old copy of its disk.
func (w *world) restore(n *node) {
	early := w.between(0, w.plan.Calm)
	late := w.between(early, w.plan.Calm)
	w.after(early, func() { n.backup = n.disk.Copy() })
	w.after(late, func() {
		w.counts.Restored++
		w.log("%s is restored from a copy", n.name())
		n.crash()
		n.disk, n.back = n.backup, true
		w.check.forget()
		n.restartAfter(w.soon())
	})
}

// leave lets a person leave the table.
func (w *world) leave(n *node) {
	w.after(w.between(0, w.plan.Calm/3), func() {
		if g := n.game(0); g != nil && g.t != nil && g.seated() {
			n.left = true
			g.leave()
		}
	})
}

// goes makes a node go for good.
func (w *world) goes(n *node) {
	w.after(w.between(0, w.plan.Calm/3), func() {
		w.counts.Gone++
		w.log("%s goes for good", n.name())
		n.crash()
		n.gone = true
	})
}

// calm ends all trouble.
func (w *world) calm() {
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
