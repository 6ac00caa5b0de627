package sim

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// A node stands for a daemon, and for the person who sits at it.
type node struct {
	w        *world
	index    int // in world.nodes
	who      int // its identity; a cheat's twin has the same
	keys     []ed25519.PrivateKey
	cheats   bool
	twin     bool
	onlooker bool // it has no seat, and stores nothing
	side     int  // which of two twins it talks to

	disk   *disk
	backup *disk // an old copy of the disk
	back   bool  // it was restored from one
	left   bool  // its person has left the table
	gone   bool  // it never comes back

	up     bool
	games  []*game // by table of the world; nil where it is none of this node's
	starts int

	fuse    int           // effects until it crashes, if positive
	busy    time.Time     // until then it writes, or sleeps
	full    time.Time     // until then its disk is full
	slow    time.Duration // what a write takes
	skew    time.Duration // of its clock
	blocked []time.Time   // by identity: kept out until then
	script  cheat         // what it does to others, if it cheats
}

// errDown says that a node crashed in the middle of something.
var errDown = errors.New("sim: the node is down")

var errFull = errors.New("sim: no space left on the disk")

func (n *node) name() string {
	switch {
	case n.twin:
		return fmt.Sprintf("n%d'", n.who)
	case n.onlooker:
		return fmt.Sprintf("o%d", n.who)
	}
	return fmt.Sprintf("n%d", n.who)
}

// identity is the identity key. Whoever only watches has one that has no seat.
func (n *node) identity() record.Key {
	if n.onlooker {
		return record.KeyOf(ed25519.NewKeyFromSeed(n.w.secret("onlooker", n.who)))
	}
	return record.KeyOf(n.keys[0])
}

// peer is what others call it.
func peer(who int) replica.Peer { return replica.Peer(fmt.Sprintf("n%d", who)) }

func (n *node) clock() time.Time { return n.w.now.Add(n.skew) }

// boot starts the node from its disk. Whoever only watches begins anew.
func (n *node) boot(loaded bool) {
	n.up, n.fuse, n.games = true, 0, nil
	n.starts++
	n.blocked = make([]time.Time, n.w.identities())
	if n.onlooker {
		n.disk = &disk{}
		n.disk.create(0, &ledger{genesis: n.w.tables[0].genesis})
	}
	for at, l := range n.disk.tables {
		if l == nil {
			continue
		}
		g, err := n.load(at, (loaded || at > 0) && n.w.plan.Bug != NoGate)
		if err != nil {
			n.w.broken("%s does not start: %v", n.name(), err)
			return
		}
		n.w.log("%s starts at step %d of table %d", n.name(), g.r.Table().Step(), at)
		n.w.check.started(g)
	}
}

// load makes the game of a table from the disk.
func (n *node) load(at int, loaded bool) (*game, error) {
	l := n.disk.table(at)
	t, err := l.load(n.w.find)
	if err != nil {
		return nil, err
	}
	g := &game{n: n, at: at, conns: make([]*conn, n.w.identities()), penalties: make([][]time.Time, n.w.identities()), since: n.w.now}
	for i, k := range n.keys {
		if !slices.Contains(l.own, record.KeyOf(k)) {
			continue
		}
		o := &replica.LocalSeat{Key: k}
		o.Hand, o.Left = l.seat(record.KeyOf(k))
		if i > 0 {
			o.Bot = &n.w.plan.Game.Bots[0]
		}
		g.own = append(g.own, o)
	}
	g.thinking = make([]bool, len(g.own))
	g.r = replica.New(t, replica.Config{
		Seats: g.own, Loaded: loaded, Held: t.Continuation() != nil, BotDelay: n.w.plan.Think / 2,
		Rand: rand.NewChaCha8([32]byte(n.w.secret(fmt.Sprintf("dice %d", at), n.index*1000+n.starts))),
	})
	for len(n.games) <= at {
		n.games = append(n.games, nil)
	}
	n.games[at] = g
	return g, nil
}

// game is the node's game of a table, nil if there is none or the node is down.
func (n *node) game(at int) *game {
	if at >= len(n.games) {
		return nil
	}
	return n.games[at]
}

// playing lists the node's games.
func (n *node) playing() []*game {
	var gs []*game
	for _, g := range n.games {
		if g != nil {
			gs = append(gs, g)
		}
	}
	return gs
}

// crash ends the node: what is not on its disk is gone.
func (n *node) crash() {
	if !n.up {
		return
	}
	n.w.log("%s crashes", n.name())
	games := n.playing()
	n.up, n.fuse, n.games = false, 0, nil
	for _, g := range games {
		g.dead = true
		for _, c := range g.conns {
			if c != nil {
				c.cut()
			}
		}
	}
}

// effect is a point at which the node may crash.
func (n *node) effect() error {
	if n.fuse > 0 {
		n.fuse--
		if n.fuse == 0 {
			n.w.counts.Crash++
			n.crash()
		}
	}
	if !n.up {
		return errDown
	}
	return nil
}

// write is an effect on the disk.
func (n *node) write(do func() error) error {
	if n.w.now.Before(n.full) {
		n.w.counts.FullDisk++
		return errFull
	}
	if err := do(); err != nil {
		n.w.broken("%s cannot store: %v", n.name(), err)
	}
	if n.slow > 0 {
		n.busy = n.w.now.Add(n.slow)
	}
	return n.effect()
}

// ticks is how often time passes at a node.
const ticks = 100 * time.Millisecond

// tick lets time pass, now and for ever.
func (n *node) tick() {
	n.w.after(n.w.between(ticks/2, ticks*3/2), n.tick)
	for _, g := range n.playing() {
		if n.w.now.Before(n.busy) {
			return
		}
		g.pass()
		g.think()
		g.tendFamily()
		g.wait()
		g.again()
	}
}

// over reports whether a game of the node has come to its end.
func (n *node) over() bool {
	for _, g := range n.playing() {
		if g.r.Table().Over() {
			return true
		}
	}
	return false
}
