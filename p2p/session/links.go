package session

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// links are the links of one table, at most one to each node. A table that has ended has a
// link only as long as somebody lacks something of it: two people may play any number of
// games, one after the other.
type links struct {
	r       *replica.Replica
	nodes   []record.Key // that have seats
	ways    map[record.Key]*way
	order   []record.Key            // of ways
	parted  map[record.Key]parting  // of a table that has ended: when a node last had all of it
	unsaid  map[record.Key][]line   // that have not been sent yet, or have to be sent again; see waiting
	numbers map[record.Key][]uint64 // of the last lines of a node
	lines   uint64                  // the number of the last line that was said here
}

// A line is something that this node's person has said.
type line struct {
	number uint64
	text   string
	at     time.Time
}

// A way is a link that a table uses.
type way struct {
	Link
	mine      bool      // this node opened it
	since     time.Time // when it was attached
	heard     bool      // the other side has said something on it
	finishing bool      // everything has been said
	said      []line    // the last that were sent on it
}

// A parting is the end of a link between nodes that had the same of a table that has ended.
type parting struct {
	extent int // of the table
	at     time.Time
	wait   time.Duration // until the node is asked again, if a receipt is still missing
}

// A node that lacks receipts asks the others that lacked them, too, again: somebody may
// have given them theirs since, which did not reach this node: nobody opens a link to one
// that only watches.
const (
	askAgain  = 30 * time.Second // at first; twice as long each time
	askSeldom = 4 * time.Minute  // at the longest
)

const (
	maxUnsaid = 8 // lines that wait for a node that does not hear them, and that are sent again
	// lineTime is for how long: a connection that is dead is seen to be, and another one made,
	// before that.
	lineTime = 30 * time.Second
)

// peer returns what a replica calls a node.
func peer(node record.Key) replica.Peer { return replica.Peer(node[:]) }

func newLinks(r *replica.Replica, nodes []record.Key) *links {
	return &links{
		r: r, nodes: nodes,
		ways: map[record.Key]*way{}, parted: map[record.Key]parting{}, unsaid: map[record.Key][]line{}, numbers: map[record.Key][]uint64{},
	}
}

// to returns the link to a peer, nil if there is none.
func (ls *links) to(p replica.Peer) *way { return ls.ways[record.Key([]byte(p))] }

// current reports whether l is the link to its node.
func (ls *links) current(l Link) bool {
	w := ls.ways[l.Node()]
	return w != nil && w.Link == l
}

// add makes w the link to its node.
func (ls *links) add(w *way) {
	if node := w.Node(); ls.ways[node] == nil {
		ls.order = append(ls.order, node)
	}
	ls.ways[w.Node()] = w
}

// remove forgets a link that has ended: for good, if the node has everything.
func (ls *links) remove(node record.Key, now time.Time) {
	delete(ls.ways, node)
	ls.order = slices.DeleteFunc(ls.order, func(n record.Key) bool { return n == node })
	if !slices.Contains(ls.nodes, node) {
		delete(ls.unsaid, node)
	}
	if !ls.r.Ended() || !ls.r.InSync(peer(node)) {
		ls.r.Disconnect(peer(node), now)
		return
	}
	p := parting{extent: ls.r.Extent(), at: now, wait: askAgain}
	if ls.hadAll(node) {
		p.wait = min(2*ls.parted[node].wait, askSeldom)
	}
	ls.parted[node] = p
	ls.r.HangUp(peer(node), now)
}

// close closes all links.
func (ls *links) close() {
	for _, node := range ls.order {
		ls.ways[node].Close()
	}
}

// part tells the nodes that have all that this one has, with the last word on their links,
// that they have it, so that they do not come back. It returns these links, to be finished.
func (ls *links) part(now time.Time) (done []*way) {
	if !ls.r.Ended() {
		return nil
	}
	for _, node := range ls.order {
		if w := ls.ways[node]; !w.finishing && ls.r.InSync(peer(node)) {
			ls.r.SendHave(peer(node), now)
			w.finishing = true
			done = append(done, w)
		}
	}
	return done
}

// needs reports whether this node has something to tell another node of the table, or to
// hear from it.
func (ls *links) needs(node record.Key, now time.Time) bool {
	if ls.ways[node] != nil {
		return false
	}
	return !ls.r.Ended() || !ls.hadAll(node) || len(ls.waiting(node, now)) > 0 || ls.asksAgain(node, now)
}

// asksAgain reports whether a node that had all of a table may have a missing receipt by
// now. A clock that was set back is no reason to wait.
func (ls *links) asksAgain(node record.Key, now time.Time) bool {
	p := ls.parted[node]
	return ls.r.Unreceipted() && (now.Before(p.at) || now.Sub(p.at) >= p.wait)
}

// hadAll reports whether a node had all of a table that has ended when its link did.
func (ls *links) hadAll(node record.Key) bool { return ls.parted[node].extent == ls.r.Extent() }

// seeks reports whether to dial a node of the table, because the game is not over or that
// node's signature under the result is missing.
func (ls *links) seeks(node record.Key) bool {
	return !ls.r.Ended() || ls.owes(node)
}

// owes reports whether a receipt of a node's seat is missing.
func (ls *links) owes(node record.Key) bool {
	seats := ls.r.Table().Terms().Seats
	return slices.ContainsFunc(ls.r.MissingReceipts(), func(seat int) bool { return seats[seat].Node() == node })
}

// idle reports whether nothing is going on at a table that has ended, and no more
// signatures can be had.
func (ls *links) idle() bool {
	return ls.r.Ended() && len(ls.ways) == 0 &&
		!slices.ContainsFunc(ls.nodes, func(node record.Key) bool { return ls.owes(node) && !ls.hadAll(node) })
}

// hears reports whether a line that is sent to a node now reaches it, while its link lasts. A
// node with a seat must have said something on its link: if both ends have opened one, only
// that tells them which of the two stays.
func (ls *links) hears(node record.Key) bool {
	w := ls.ways[node]
	return w != nil && (w.heard || !slices.Contains(ls.nodes, node))
}

// say keeps a line for everybody who is at the table: the nodes with seats, whether or not they
// have a link, and those who watch.
func (ls *links) say(text string, now time.Time) {
	ls.lines = max(ls.lines+1, uint64(now.UnixMicro())) // another one than before a restart
	l := line{number: ls.lines, text: text, at: now}
	for _, node := range ls.nodes {
		lines := append(ls.waiting(node, now), l)
		if !ls.hears(node) {
			lines = lastOf(lines)
		}
		ls.unsaid[node] = lines
	}
	for _, node := range ls.order {
		if !slices.Contains(ls.nodes, node) {
			ls.unsaid[node] = append(ls.unsaid[node], l)
		}
	}
}

// lastOf returns as many of the last lines as wait for a node.
func lastOf(lines []line) []line { return lines[max(0, len(lines)-maxUnsaid):] }

// waiting returns the lines that wait for a node, without those that have waited for too long. A
// clock that was set back is no reason to keep them for ever.
func (ls *links) waiting(node record.Key, now time.Time) []line {
	lines := slices.DeleteFunc(ls.unsaid[node], func(l line) bool { return now.Before(l.at) || now.Sub(l.at) > lineTime })
	if ls.unsaid[node] = lines; len(lines) == 0 {
		delete(ls.unsaid, node)
	}
	return lines
}

// talk sends the lines to those who hear them. A link that has ended takes none: they wait for
// the next one.
func (ls *links) talk(now time.Time) {
	for _, node := range ls.order {
		w := ls.ways[node]
		for ls.hears(node) {
			lines := ls.waiting(node, now)
			if len(lines) == 0 || !w.Send(replica.Message{Say: lines[0].text, Line: lines[0].number}) {
				break
			}
			w.said = lastOf(append(w.said, lines[0]))
			ls.unsaid[node] = lines[1:]
		}
	}
}

// takeBack has the last lines sent again that went out on a link that breaks: they may have been
// under way.
func (ls *links) takeBack(w *way) {
	if node := w.Node(); len(w.said) > 0 {
		ls.unsaid[node] = lastOf(append(w.said, ls.unsaid[node]...))
	}
}

// again reports whether a line of a node has come before, and notes that it has come.
func (ls *links) again(node record.Key, number uint64) bool {
	if number == 0 {
		return false
	}
	if slices.Contains(ls.numbers[node], number) {
		return true
	}
	if ls.numbers[node] == nil && len(ls.numbers) >= len(ls.nodes)+MaxOnlookers {
		clear(ls.numbers) // anybody may come to watch, and go
	}
	all := append(ls.numbers[node], number)
	ls.numbers[node] = all[max(0, len(all)-2*maxUnsaid):]
	return false
}
