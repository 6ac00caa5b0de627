package session

import (
	"errors"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// Limits on what a node may send for one table.
const (
	MaxCharges  = 8                // times that a node may send what no honest node sends
	forgiveness = 10 * time.Second // for each of them
	openEvery   = time.Second      // between the links that a node opens, because everybody hears of each
	openBurst   = 10
	chatEvery   = time.Second // between the lines of a node that are shown
	chatBurst   = 10
)

// ErrReplaced says that a link was replaced by a newer one.
var ErrReplaced = errors.New("session: the link was replaced by a newer one")

// MayOpen counts a link that another node would like to open, and reports whether it may. A
// node that has been charged too often has to wait.
func (t *Table) MayOpen(node record.Key) bool {
	return t.opens.Allow(node) && !(t.Seats(node) && t.charges.Exhausted(node))
}

// Answered reports whether a node has said something at the table since this node last
// asked for a link.
func (t *Table) Answered(node record.Key) bool { return t.tries.Answered(node) }

// Charges returns how many messages of a kind that honest nodes do not send a node has
// sent, without those that have been forgiven.
func (t *Table) Charges(node record.Key) int {
	return MaxCharges - t.charges.Left(node)
}

// Resting reports whether a node has no charges left, and has to wait.
func (t *Table) Resting(node record.Key) bool { return t.charges.Exhausted(node) }

// Attach makes l the link to its node. If both ends have opened a link at the same time,
// the one that the node with the lower key opened stays, and done gets [ErrReplaced] for
// the other. A link over a connection that was made after the present link was opened
// later: its node has been restarted.
func (t *Table) Attach(l Link, mine bool, done func(error)) {
	node := l.Node()
	t.post(job{do: func(now time.Time) error {
		if old := t.links.ways[node]; old != nil {
			if lower := string(t.s.self[:]) < string(node[:]); old.mine != mine && mine != lower && !l.Since().After(old.since) {
				return ErrReplaced
			}
			old.Close()
			t.links.takeBack(old)
			t.r.Disconnect(peer(node), now)
		} else if err := t.join(node); err != nil {
			return err
		}
		t.out.add(t.r.Take())
		t.out.unsend(node) // it was meant for the link before
		t.links.add(&way{Link: l, mine: mine, since: now})
		t.r.Connect(peer(node), node, now)
		t.r.SetRoundTrip(peer(node), t.s.cfg.Network.RoundTrip(node))
		return nil
	}, done: done})
}

// join takes in a node to which there was no link. An onlooker needs room.
func (t *Table) join(node record.Key) error {
	if t.onlooker || t.Seats(node) {
		return nil
	}
	if !t.hasRoom(t.links.order, node) {
		return ErrCrowded
	}
	t.out.then(func() { t.observer.Watching(node, true) })
	return nil
}

// Detach forgets a link that has ended. broken is set if what was sent on it may not arrive.
func (t *Table) Detach(l Link, broken bool) {
	node := l.Node()
	t.post(job{always: true, do: func(now time.Time) error {
		if !t.links.current(l) {
			return nil
		}
		if broken {
			t.links.takeBack(t.links.ways[node])
		}
		t.links.remove(node, now)
		if !t.onlooker && !t.Seats(node) {
			t.out.then(func() { t.observer.Watching(node, false) })
		}
		return nil
	}})
}

// Receive takes in a message from a link. The link's reader waits for done before it reads
// on, so at most one message of each link waits.
func (t *Table) Receive(l Link, m replica.Message, done func(error)) {
	node := l.Node()
	t.post(job{message: &m, do: func(now time.Time) error {
		if !t.links.current(l) {
			return ErrReplaced
		}
		t.tries.NoteAnswer(node)
		t.links.ways[node].heard = true
		if len(t.links.unsaid[node]) > 0 {
			t.out.then(t.talk)
		}
		if m.Say != "" && (t.links.again(node, m.Line) || !t.chat.Allow(node)) {
			m.Say = ""
		}
		t.r.Receive(peer(node), m, now)
		return nil
	}, done: done})
}

// Penalize counts something that a node delivered and no honest node sends.
func (t *Table) Penalize(l Link) {
	t.post(job{always: true, do: func(time.Time) error {
		t.penalize(l)
		return nil
	}})
}

// penalize counts what a node has delivered, on this link and on earlier ones. If it is too
// much, the link ends, and there is no other one at this table until a charge is forgiven.
// A node that plays at no table is also kept out.
func (t *Table) penalize(l Link) {
	if t.charges.Allow(l.Node()) {
		return
	}
	l.Close()
	if !t.s.Plays(l.Node()) {
		t.s.cfg.Network.KeepOut(l.Node())
	}
}

// reach asks for links to those of the table's nodes that need one, and for connections to
// those that are not connected.
func (t *Table) reach(now time.Time) {
	over := t.r.Table().Over()
	for _, node := range t.nodes {
		t.s.cfg.Network.Protect(node, t.id, !over)
	}
	if t.s.onlyRecalled(t) {
		return // the node that has asked for it will come for it
	}
	for _, node := range t.nodes {
		switch {
		case !t.links.needs(node, now) || t.charges.Exhausted(node):
		case !t.s.cfg.Network.Connected(node):
			if t.links.seeks(node) {
				t.s.cfg.Network.Dial(node)
			}
		case t.tries.Next(node, now):
			t.s.cfg.Network.Open(t, node)
		}
	}
}
