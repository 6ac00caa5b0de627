package session

import (
	"errors"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// Limits of what a node may send for one table.
const (
	MaxCharges  = 8                // times that a node may send what no honest node sends
	forgiveness = 10 * time.Second // for each of them
	openEvery   = time.Second      // between the links that a node opens: all hear of each
	openBurst   = 10
	chatEvery   = time.Second // between the lines of a node that are shown
	chatBurst   = 10
	maxUnsaid   = 8 // lines that wait for a link to one node
)

// ErrReplaced says that a link was replaced by a newer one.
var ErrReplaced = errors.New("session: the link was replaced by a newer one")

// A way is a link that a table uses.
type way struct {
	Link
	mine      bool // this node opened it
	finishing bool // everything has been said
}

// peer is what a replica calls a node.
func peer(node record.Key) replica.Peer { return replica.Peer(node[:]) }

// MayOpen counts a link that another node would like to open, and reports whether it
// may. Who has sent too much that no honest node sends has to wait.
func (t *Table) MayOpen(node record.Key) bool {
	return t.opens.allow(node) && !(t.Seats(node) && t.charges.spent(node))
}

// Answered reports whether a node has said something at the table since this one
// asked for a link.
func (t *Table) Answered(node record.Key) bool { return t.tries.answered(node) }

// Charges counts what a node has sent that no honest node sends, and that is not
// forgiven.
func (t *Table) Charges(node record.Key) int {
	return MaxCharges - int(t.charges.of(node).TokensAt(t.s.now()))
}

// Resting reports whether a node has sent too much that no honest node sends.
func (t *Table) Resting(node record.Key) bool { return t.charges.spent(node) }

// Attach makes l the link to its node. Of two that were opened at the same time
// from both ends, the one that the node with the lower key opened stays; done is
// told [ErrReplaced] for the other one.
func (t *Table) Attach(l Link, mine bool, done func(error)) {
	node := l.Node()
	t.post(job{do: func(now time.Time) error {
		if old := t.links[node]; old != nil {
			if lower := string(t.s.self[:]) < string(node[:]); old.mine != mine && mine != lower {
				return ErrReplaced
			}
			old.Close()
			t.r.Disconnect(peer(node), now)
		} else if err := t.join(node); err != nil {
			return err
		}
		t.unsend(node)
		w := &way{Link: l, mine: mine}
		t.links[node] = w
		t.r.Connect(peer(node), node, now)
		t.after = append(t.after, func() { t.sayNow(w) })
		return nil
	}, done: done})
}

// join notes a node to which there was no link. Who only watches needs room.
func (t *Table) join(node record.Key) error {
	if !t.onlooker && !t.Seats(node) {
		if !t.hasRoom(t.order, node) {
			return ErrCrowded
		}
		t.after = append(t.after, func() { t.observer.Watching(node, true) })
	}
	t.order = append(t.order, node)
	return nil
}

// unsend drops what waits to be sent to a node: it was meant for the link before.
func (t *Table) unsend(node record.Key) {
	t.pending.Add(t.r.Take())
	t.pending.Send = slices.DeleteFunc(t.pending.Send, func(e replica.Envelope) bool { return e.To == peer(node) })
}

// Detach forgets a link that has ended.
func (t *Table) Detach(l Link) {
	node := l.Node()
	t.post(job{always: true, do: func(now time.Time) error {
		if w := t.links[node]; w == nil || w.Link != l {
			return nil
		}
		delete(t.links, node)
		t.order = slices.DeleteFunc(t.order, func(n record.Key) bool { return n == node })
		t.parted(node, now)
		if !t.onlooker && !t.Seats(node) {
			t.after = append(t.after, func() { t.observer.Watching(node, false) })
		}
		return nil
	}})
}

// Receive takes in a message from a link. The link's reader waits for done before
// it reads on: no more than one message of each link waits.
func (t *Table) Receive(l Link, m replica.Message, done func(error)) {
	node := l.Node()
	t.post(job{message: &m, do: func(now time.Time) error {
		if w := t.links[node]; w == nil || w.Link != l {
			return ErrReplaced
		}
		t.tries.worked(node)
		if m.Say != "" && !t.chat.allow(node) {
			m.Say = ""
		}
		t.r.Receive(peer(node), m, now)
		return nil
	}, done: done})
}

// Penalize counts something that a node delivered and no honest node sends.
func (t *Table) Penalize(l Link) {
	t.post(job{always: true, do: func(time.Time) error {
		t.penalize(&way{Link: l})
		return nil
	}})
}

// penalize counts what a node delivered, on this link and those before. Too much
// of it, and the link ends: there is no other one at this table until a charge is
// forgiven. Who plays at no table is kept out besides.
func (t *Table) penalize(w *way) {
	if w == nil || t.charges.allow(w.Node()) {
		return
	}
	w.Close()
	if !t.s.Plays(w.Node()) {
		t.s.cfg.Network.KeepOut(w.Node())
	}
}

// reach asks for links to the table's nodes that need one, and has those dialled
// that are not connected.
func (t *Table) reach(now time.Time) {
	over := t.r.Table().Over()
	for _, node := range t.nodes {
		t.s.cfg.Network.Protect(node, t.id, !over)
	}
	if t.s.onlyRecalled(t) {
		return // whoever has asked for it will come for it
	}
	for _, node := range t.nodes {
		switch {
		case !t.needs(node) || t.charges.spent(node):
		case !t.s.cfg.Network.Connected(node):
			if t.seeks(node) {
				t.s.cfg.Network.Dial(node)
			}
		case t.tries.next(node, now):
			t.s.cfg.Network.Open(t, node)
		}
	}
}

// A table that has ended has a link only as long as somebody lacks something of
// it: two people may play any number of games, one after the other.

// part ends the links to nodes that have all that this one has. They are told so
// with the last word on them, so that they do not come back.
func (t *Table) part(now time.Time) {
	if !t.r.Ended() {
		return
	}
	for _, node := range t.order {
		if w := t.links[node]; !w.finishing && t.r.InSync(peer(node)) {
			t.r.Tell(peer(node), now)
			w.finishing = true
			t.after = append(t.after, w.Finish)
		}
	}
}

// parted notes that a link has ended, and whether for good.
func (t *Table) parted(node record.Key, now time.Time) {
	if !t.r.Ended() || !t.r.InSync(peer(node)) {
		t.r.Disconnect(peer(node), now)
		return
	}
	t.even[node] = t.r.Extent()
	t.r.HangUp(peer(node), now)
}

// needs reports whether this node has something to say to another one of the table,
// or to hear from it.
func (t *Table) needs(node record.Key) bool {
	if t.links[node] != nil {
		return false
	}
	return !t.r.Ended() || t.even[node] != t.r.Extent() || len(t.unsaid[node]) > 0
}

// seeks reports whether a node of the table is to be dialled: the game is not over,
// or its signature under the result is missing.
func (t *Table) seeks(node record.Key) bool {
	return !t.r.Ended() || slices.ContainsFunc(t.r.MissingReceipts(), func(seat int) bool { return t.sitsAt(seat, node) })
}

// sayLater keeps a line for the connected nodes of the table that have no link
// because it has ended.
func (t *Table) sayLater(text string) {
	if !t.r.Ended() {
		return
	}
	for _, node := range t.nodes {
		if t.links[node] == nil && len(t.unsaid[node]) < maxUnsaid && t.s.cfg.Network.Connected(node) {
			t.unsaid[node] = append(t.unsaid[node], text)
		}
	}
}

// sayNow lets out what was kept for a node, unless its link was replaced already.
func (t *Table) sayNow(w *way) {
	if t.links[w.Node()] != w {
		return
	}
	for _, text := range t.unsaid[w.Node()] {
		w.Send(replica.Message{Say: text})
	}
	delete(t.unsaid, w.Node())
}
