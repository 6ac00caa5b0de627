package world

import (
	"crypto/ed25519"
	"fmt"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/sim/disk"
	"fives/p2p/sim/plan"
)

// A Node stands for a daemon, and for the person who sits at it.
type Node struct {
	w        *World
	Index    int                  // in world.Nodes
	Who      int                  // its identity; a cheat's twin has the same
	keys     []ed25519.PrivateKey // its identity, which is its person's seat, and those of its computer players
	genesis  replica.Genesis      // of the first table
	Cheats   bool
	Twin     bool
	Onlooker bool // it has no seat, and stores nothing
	guest    bool // it has no seat at the first table
	side     int  // which of two twins it talks to

	Disk   *disk.Disk
	backup *disk.Disk // an old copy of the disk
	Back   bool       // it was restored from one
	Left   bool       // its person has left the table
	Gone   bool       // it never comes back

	life   *life // nil while it is down
	Starts int
	ticks  int

	fuse    int           // effects until it crashes, if positive
	busy    time.Time     // until then it writes, or sleeps
	full    time.Time     // until then its disk is full
	slow    time.Duration // what a write takes
	skew    time.Duration // of its clock
	blocked []time.Time   // by identity: kept out until then
	script  *script       // what it does to others, if it cheats

	made    []ed25519.PrivateKey // keys of computer players that have taken over a seat, or are to
	wish    *wish                // what its person asks for at a door
	decided map[string]bool      // handovers that its person has thought about; looked up, never ranged over
}

func (n *Node) Name() string {
	switch {
	case n.Twin:
		return fmt.Sprintf("n%d'", n.Who)
	case n.Onlooker:
		return fmt.Sprintf("o%d", n.Who)
	}
	return fmt.Sprintf("n%d", n.Who)
}

// Guest reports whether the node has no seat at the first table.
func (n *Node) Guest() bool { return n.guest }

// Identity is the identity key. An onlooker's has no seat.
func (n *Node) Identity() record.Key { return record.KeyOf(n.keys[0]) }

func (n *Node) clock() time.Time { return n.w.now.Add(n.skew) }

// page reports whether the node is in a browser: it only dials, and has the store of
// one.
func (n *Node) page() bool { return n.Disk.Page != nil }

func (n *Node) Up() bool { return n.life != nil }

// boot starts the node from its disk. An onlooker begins anew.
func (n *Node) boot() {
	n.fuse, n.ticks = 0, 0
	n.Starts++
	n.blocked = make([]time.Time, n.w.identities())
	l, err := n.live()
	if err != nil {
		n.w.Broken("%s does not start: %v", n.Name(), err)
		return
	}
	n.life = l
	switch first := n.w.Tables[0].ID; {
	case n.Onlooker:
		if _, err := l.s.Watch(first, n.genesis, func(*session.Table) {}); err != nil {
			n.w.Broken("%s cannot watch: %v", n.Name(), err)
		}
	case !n.guest && n.Disk.Ledger(first) == nil:
		n.begin()
	}
	for _, g := range n.Playing() {
		n.w.Log("%s starts at step %d of table %d", n.Name(), g.Table().Step(), g.At)
		n.w.watcher.Started(g)
		if g.t != nil && (n.w.Plan.Bug == plan.NoGate || n.Twin && g.At == 0) {
			g.t.Do(ungate, nil)
		}
	}
}

// begin has the node play the first table.
func (n *Node) begin() {
	seats := map[record.Key]session.OwnSeat{n.Identity(): {}}
	for _, k := range n.keys[1:] {
		seats[record.KeyOf(k)] = session.OwnSeat{Seed: k.Seed(), Bot: n.w.Plan.Game.Bots[0].Name}
	}
	n.life.s.Create(n.genesis, seats, n.w.Plan.Heard && !n.Twin, func(_ *session.Table, err error) {
		if err != nil {
			n.w.Broken("%s does not begin: %v", n.Name(), err)
		}
	})
}

// Game is the node's game of a table, nil if there is none or the node is down.
func (n *Node) Game(at int) *Game {
	if !n.Up() {
		return nil
	}
	return n.life.Game(at)
}

// Playing lists the node's games.
func (n *Node) Playing() []*Game {
	var gs []*Game
	for at := range n.w.Tables {
		if g := n.Game(at); g != nil {
			gs = append(gs, g)
		}
	}
	return gs
}

// crash ends the node: what is not on its disk is gone.
func (n *Node) crash() {
	if !n.Up() {
		return
	}
	n.w.Log("%s crashes", n.Name())
	n.fuse, n.life.dead, n.life = 0, true, nil
	for _, c := range n.w.open() {
		if c.ends[0].n == n || c.ends[1].n == n {
			c.cut()
		}
	}
	for _, m := range n.w.Nodes {
		n.w.links.connect(n, m, false)
	}
}

// How often time passes at a node, and every how many times it looks for others.
const (
	ticks      = 100 * time.Millisecond
	reachTicks = 5
)

// tick lets time pass, now and for ever.
func (n *Node) tick() {
	n.w.after(n.w.between(ticks/2, ticks*3/2), n.tick)
	if !n.Up() || n.w.now.Before(n.busy) {
		return
	}
	n.ticks++
	reach := n.ticks%reachTicks == 1
	if reach && n.page() {
		n.dialAll()
	}
	n.life.s.Tick(reach)
	for _, g := range n.Playing() {
		g.think()
		g.wait()
		g.again()
		g.consider()
	}
	n.tendWish()
}

// dialAll has a page dial whom it is not connected to, as p2p/peers does: somebody may
// want to watch.
func (n *Node) dialAll() {
	for _, m := range n.w.Nodes {
		if !n.life.Connected(m.Identity()) {
			n.life.Dial(m.Identity())
		}
	}
}
