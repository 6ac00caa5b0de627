package sim

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A node stands for a daemon: it stores before it sends, as p2p/node does.
type node struct {
	w      *world
	index  int // in world.nodes
	who    int // its identity; a cheat's twin has the same
	keys   []ed25519.PrivateKey
	cheats bool
	twin   bool
	side   int // which of two twins it talks to

	disk   *disk
	backup *disk // an old copy of the disk
	back   bool  // it was restored from one

	r       *replica.Replica // nil while it is down
	own     []*replica.Own
	starts  int
	pending replica.Output
	conns   []*conn // by identity

	fuse     int           // effects until it crashes, if positive
	busy     time.Time     // until then it writes, or sleeps
	full     time.Time     // until then its disk is full
	slow     time.Duration // what a write takes
	skew     time.Duration // of its clock
	thinking []bool        // by own seat: a move is planned
	blocked  []time.Time   // by identity: kept out until then
	script   cheat         // what it does to others, if it cheats
}

// errDown says that a node crashed in the middle of something.
var errDown = errors.New("sim: the node is down")

var errFull = errors.New("sim: no space left on the disk")

func (n *node) name() string {
	if n.twin {
		return fmt.Sprintf("n%d'", n.who)
	}
	return fmt.Sprintf("n%d", n.who)
}

// peer is what others call it.
func peer(who int) replica.Peer { return replica.Peer(fmt.Sprintf("n%d", who)) }

func (n *node) clock() time.Time { return n.w.now.Add(n.skew) }

// boot starts the node from its disk.
func (n *node) boot(loaded bool) {
	t, err := n.disk.load(n.w.find)
	if err != nil {
		n.w.broken("%s does not start: %v", n.name(), err)
		return
	}
	n.starts++
	cfg := replica.Config{
		Loaded: loaded && !(n.w.plan.Bug == NoGate), BotDelay: n.w.plan.Think / 2,
		Rand: rand.NewChaCha8([32]byte(n.w.secret("dice", n.index*1000+n.starts))),
	}
	n.own = nil
	for i, k := range n.keys {
		o := &replica.Own{Key: k}
		o.Hand, o.Left = n.disk.seat(record.KeyOf(k))
		if i > 0 {
			o.Bot = &n.w.plan.Game.Bots[0]
		}
		n.own = append(n.own, o)
	}
	cfg.Own = n.own
	n.r = replica.New(t, cfg)
	n.pending = replica.Output{}
	n.conns = make([]*conn, n.w.plan.Seats)
	n.blocked = make([]time.Time, n.w.plan.Seats)
	n.thinking = make([]bool, len(n.own))
	n.fuse = 0
	n.w.log("%s starts at step %d", n.name(), t.Step())
	n.w.check.started(n)
}

// crash ends the node: what is not on its disk is gone.
func (n *node) crash() {
	if n.r == nil {
		return
	}
	n.w.log("%s crashes at step %d", n.name(), n.r.Table().Step())
	n.r, n.fuse = nil, 0
	for _, c := range n.conns {
		if c != nil {
			c.cut()
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
	if n.r == nil {
		return errDown
	}
	return nil
}

// do changes the replica and flushes it, as p2p/node does.
func (n *node) do(f func(r *replica.Replica)) error {
	if n.r == nil {
		return errDown
	}
	if err := n.flush(); err != nil {
		return err
	}
	f(n.r)
	return n.flush()
}

// flush stores what the replica wants stored and then lets out what it wants
// said.
func (n *node) flush() error {
	merge(&n.pending, n.r.Take())
	if n.w.plan.Bug == SendFirst {
		if err := n.letOut(n.pending); err != nil {
			return err
		}
		n.pending.Send = nil
	}
	if err := n.save(n.pending.Save); err != nil {
		return err
	}
	out := n.pending
	n.pending = replica.Output{}
	n.w.check.saved(n, out)
	return n.letOut(out)
}

func (n *node) save(s replica.Save) error {
	if err := n.effect(); err != nil {
		return err
	}
	if len(s.Records)+len(s.Notices)+len(s.Faults)+len(s.Secrets) == 0 {
		return nil
	}
	if n.w.now.Before(n.full) {
		n.w.counts.FullDisk++
		return errFull
	}
	if err := n.disk.save(s); err != nil {
		n.w.broken("%s cannot store: %v", n.name(), err)
	}
	if n.slow > 0 {
		n.busy = n.w.now.Add(n.slow)
	}
	return n.effect()
}

func (n *node) letOut(out replica.Output) error {
	for _, e := range out.Send {
		if err := n.effect(); err != nil {
			return err
		}
		if c := n.conn(e.To); c != nil {
			n.send(c, e.Message)
		}
	}
	for _, p := range out.Charge {
		if c := n.conn(p); c != nil {
			n.charge(c)
		}
	}
	return nil
}

func (n *node) conn(p replica.Peer) *conn {
	for who, c := range n.conns {
		if c != nil && peer(who) == p {
			return c
		}
	}
	return nil
}

func merge(a *replica.Output, b replica.Output) {
	a.Save.Records = append(a.Save.Records, b.Save.Records...)
	a.Save.Notices = append(a.Save.Notices, b.Save.Notices...)
	a.Save.Faults = append(a.Save.Faults, b.Save.Faults...)
	a.Save.Secrets = append(a.Save.Secrets, b.Save.Secrets...)
	a.Send = append(a.Send, b.Send...)
	a.Notes = append(a.Notes, b.Notes...)
	a.Charge = append(a.Charge, b.Charge...)
}

// ticks is how often time passes at a node.
const ticks = 100 * time.Millisecond

// tick lets time pass, now and for ever.
func (n *node) tick() {
	n.w.after(n.w.between(ticks/2, ticks*3/2), n.tick)
	if n.r == nil || n.w.now.Before(n.busy) {
		return
	}
	n.pass()
	n.think()
}

// pass lets time pass. Work that is left over is done at once.
func (n *node) pass() {
	for range 64 {
		busy := false
		err := n.do(func(r *replica.Replica) {
			r.Tick(n.clock())
			busy = r.Busy()
		})
		if err != nil || !busy {
			return
		}
	}
}

// think plans the moves of the persons on this node.
func (n *node) think() {
	if n.r == nil {
		return
	}
	for i, o := range n.own {
		if o.Bot == nil && !n.thinking[i] && n.turn(o) {
			n.thinking[i] = true
			starts := n.starts
			n.w.after(n.w.between(0, n.w.plan.Think), func() {
				if n.starts == starts {
					n.play(i, o)
				}
			})
		}
	}
}

// turn tells whether a seat of this node is to move.
func (n *node) turn(o *replica.Own) bool {
	t := n.r.Table()
	return !o.Left && t.Duty().Kind == record.KindMove && slices.Contains(t.Missing(), o.Seat()) && n.r.Ready()
}

// play makes a person's move.
func (n *node) play(i int, o *replica.Own) {
	n.thinking[i] = false
	if n.r == nil || n.w.now.Before(n.busy) || !n.turn(o) {
		return
	}
	dice := rand.New(rand.NewPCG(n.w.rand.Uint64(), 2))
	text := n.w.plan.Game.Bots[0].Move(n.r.Table().Position(), o.Seat(), n.r.Sight(o), dice)
	var err error
	down := n.do(func(r *replica.Replica) { err = r.Play(o, text, n.clock()) })
	if err != nil && down == nil && !(n.back && n.r.Problem() != nil) {
		n.w.broken("%s cannot play %q: %v", n.name(), text, err)
	}
}

func (n *node) over() bool {
	return n.r != nil && n.r.Table().Over()
}

// guilty lists the seats that are at fault in the node's eyes.
func (n *node) guilty() []*table.Fault { return n.r.Table().Faults() }
