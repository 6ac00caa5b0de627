package sim

import (
	"crypto/ed25519"
	"fmt"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A node stands for a daemon, and for the person who sits at it.
type node struct {
	w        *world
	index    int                  // in world.nodes
	who      int                  // its identity; a cheat's twin has the same
	keys     []ed25519.PrivateKey // its identity, which is its person's seat, and those of its computer players
	genesis  replica.Genesis      // of the first table
	cheats   bool
	twin     bool
	onlooker bool // it has no seat, and stores nothing
	guest    bool // it has no seat at the first table
	side     int  // which of two twins it sees

	disk   *disk
	backup *disk // an old copy of the disk
	back   bool  // it was restored from one
	left   bool  // its person has left the table
	gone   bool  // it never comes back

	life   *life // nil while it is down
	starts int
	ticks  int

	fuse    int           // if positive, the number of effects until it crashes
	busy    time.Time     // until then it writes, or sleeps
	full    time.Time     // until then its disk is full
	slow    time.Duration // how long a write takes
	skew    time.Duration // of its clock
	blocked []time.Time   // by identity: until when it is kept out
	script  *script       // what it does to others, if it cheats

	made    []ed25519.PrivateKey // keys of computer players that have taken over a seat, or are to
	wish    *wish                // what its person asks for at a door; may be nil
	decided map[string]bool      // handovers that its person has thought about; looked up, never ranged over
}

func (n *node) name() string {
	switch {
	case n.twin:
		return fmt.Sprintf("n%d'", n.who)
	case n.onlooker:
		return fmt.Sprintf("o%d", n.who)
	}
	return fmt.Sprintf("n%d", n.who)
}

// identity returns the identity key. An onlooker's has no seat.
func (n *node) identity() record.Key { return record.KeyOf(n.keys[0]) }

func (n *node) clock() time.Time { return n.w.now.Add(n.skew) }

// page reports whether the node is in a browser: it only dials, and has a browser's store.
func (n *node) page() bool { return n.disk.page != nil }

func (n *node) up() bool { return n.life != nil }

// rest keeps the node from doing anything for that long, or for as long as something else does.
func (n *node) rest(d time.Duration) {
	if until := n.w.now.Add(d); until.After(n.busy) {
		n.busy = until
	}
}

// boot starts the node from its disk. An onlooker starts from nothing.
func (n *node) boot() {
	n.fuse, n.ticks = 0, 0
	n.starts++
	n.blocked = make([]time.Time, n.w.identities())
	l, err := n.live()
	if err != nil {
		n.w.fail("%s does not start: %v", n.name(), err)
		return
	}
	n.life = l
	switch first := n.w.tables[0].id; {
	case n.onlooker:
		if _, err := l.s.Watch(first, n.genesis, func(*session.Table) {}); err != nil {
			n.w.fail("%s cannot watch: %v", n.name(), err)
		}
	case !n.guest && n.disk.ledger(first) == nil:
		n.begin()
	}
	for _, g := range n.playing() {
		n.w.log("%s starts at step %d of table %d", n.name(), g.table().Step(), g.at)
		n.w.judge.onStart(g)
		if g.t != nil && (n.w.plan.Bug == NoGate || n.twin && g.at == 0) {
			g.t.Do(ungate, nil)
		}
	}
}

// begin makes the node play at the first table.
func (n *node) begin() {
	seats := map[record.Key]session.OwnSeat{n.identity(): {}}
	for _, k := range n.keys[1:] {
		seats[record.KeyOf(k)] = session.OwnSeat{Seed: k.Seed(), Bot: n.w.plan.Game.Bots[0].Name}
	}
	n.life.s.Create(n.genesis, seats, n.w.plan.Heard && !n.twin, func(_ *session.Table, err error) {
		if err != nil {
			n.w.fail("%s does not begin: %v", n.name(), err)
		}
	})
}

// game returns the node's game of a table, nil if there is none or the node is down.
func (n *node) game(at int) *game {
	if !n.up() {
		return nil
	}
	return n.life.game(at)
}

// playing lists all games of the node.
func (n *node) playing() []*game {
	var gs []*game
	for at := range n.w.tables {
		if g := n.game(at); g != nil {
			gs = append(gs, g)
		}
	}
	return gs
}

// crash ends the node's life: what is not on its disk is lost.
func (n *node) crash() {
	if !n.up() {
		return
	}
	n.w.log("%s crashes", n.name())
	n.fuse, n.life.dead, n.life = 0, true, nil
	for _, c := range n.w.open() {
		if c.ends[0].n == n || c.ends[1].n == n {
			c.cut()
		}
	}
	for _, m := range n.w.nodes {
		n.w.links.connect(n, m, false)
	}
}

// The mean time between two ticks of a node, and the number of ticks after which it looks for others.
const (
	ticks      = 100 * time.Millisecond
	reachTicks = 5
)

// tick ticks the node now, and again and again.
func (n *node) tick() {
	n.w.after(n.w.between(ticks/2, ticks*3/2), n.tick)
	if !n.up() || n.w.now.Before(n.busy) {
		return
	}
	if n.gone {
		n.w.fail("%s was frozen for good, and is awake", n.name())
	}
	n.ticks++
	reach := n.ticks%reachTicks == 1
	if reach && n.page() {
		n.dialAll()
	}
	n.life.s.Tick(reach)
	for _, g := range n.playing() {
		g.think()
		g.wait()
		g.again()
		g.consider()
	}
	n.tendWish()
}

// dialAll makes a page dial the nodes that it is not connected to, as p2p/peers does: somebody may want to
// watch.
func (n *node) dialAll() {
	for _, m := range n.w.nodes {
		if !n.life.Connected(m.identity()) {
			n.life.Dial(m.identity())
		}
	}
}
