package replica

import (
	"maps"
	"math/bits"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// links are the connected peers.
type links struct {
	clock     *clock
	byPeer    map[Peer]*link
	order     []*link                  // the same, in the order in which they were made
	lastHeard map[record.Key]time.Time // by node of a seat that is disconnected
	lastTold  map[int]time.Time        // by seat: when another seat's node last said that it is connected to its node
	paces     map[record.Key]*pace     // by node
	said      int                      // how often what is said about handovers has changed
	last, met time.Time                // when anything last came from anybody, and when that was after a silence of all
	came      marks                    // records that were taken in
}

// A pace says when a node last made this one do much work, that is, make the table anew. It
// outlasts the node's streams, so that a new stream does not reset it.
type pace struct {
	judged time.Time // when late evidence of it was last judged
	shown  time.Time // when it was last shown records of a step that is complete
}

// paceEvery is the time between two such pieces of work for a node.
const paceEvery = 5 * Heartbeat

// paceOf returns the pace of a node. Paces that no longer matter are forgotten.
func (ls *links) paceOf(node record.Key) *pace {
	maps.DeleteFunc(ls.paces, func(of record.Key, p *pace) bool {
		return of != node && ls.clock.since(p.judged) >= paceEvery && ls.clock.since(p.shown) >= paceEvery
	})
	if ls.paces[node] == nil {
		ls.paces[node] = &pace{}
	}
	return ls.paces[node]
}

// A link is what a node knows of one connected peer at this table.
type link struct {
	peer      Peer
	node      record.Key
	said      Have          // its last word
	have      Have          // the same, plus what it was sent since
	told      bool          // it has said something
	same      int           // how often it has repeated that although it was sent what it lacks
	answered  time.Time     // when it was last sent what it lacks according to a Have
	full      bool          // it was sent a message with More, and has not answered
	seen      time.Time     // when anything last came from it
	lastHave  time.Time     // when it was sent the last Have
	compared  time.Time     // when it was sent heads
	parted    uint64        // the first step at whose start its head differs; 0 if none is known
	shown     int           // how many records of the step before that it was shown last
	forked    bool          // it has shown who signed two records for the step before that
	branch    *table.Branch // its log from that step on, as far as this node looks at it
	looked    time.Time     // when this node last began to look
	words     []Word        // what it says about handovers,
	handovers []OwnHandover // as far as that is valid
	roundTrip time.Duration // as the caller has said
	sent      marks         // records that it was sent
	dropped   time.Time     // when it last said anything else about questions: it may have dropped what came before (gate)
}

// connect begins a link, in place of any other one to the same peer. Nothing has come over it yet: a
// stream can be opened to a node that sleeps.
func (ls *links) connect(p Peer, node record.Key) *link {
	l := &link{peer: p, node: node}
	if i := slices.IndexFunc(ls.order, func(l *link) bool { return l.peer == p }); i >= 0 {
		ls.order[i] = l
	} else {
		ls.order = append(ls.order, l)
	}
	ls.byPeer[p] = l
	ls.said++
	return l
}

// hear notes that something has come from a peer, and reports whether that is the first over its link.
func (ls *links) hear(l *link) (first bool) {
	if ls.clock.since(ls.last) >= AwayAfter {
		ls.met = ls.clock.now
	}
	first = l.seen.IsZero()
	l.seen, ls.last = ls.clock.now, ls.clock.now
	return first
}

// remove forgets a link.
func (ls *links) remove(p Peer) {
	delete(ls.byPeer, p)
	ls.said++
	ls.order = slices.DeleteFunc(ls.order, func(l *link) bool { return l.peer == p })
}

// words reports whether a peer says anything about handovers.
func (ls *links) words() bool {
	return slices.ContainsFunc(ls.order, func(l *link) bool { return len(l.handovers) > 0 })
}

// silent reports whether a peer has been silent for so long that it counts as away.
func (ls *links) silent(l *link) bool { return ls.clock.since(l.seen) >= AwayAfter }

// reach reports whether a node is connected and not silent.
func (ls *links) reach(node record.Key) bool {
	for _, l := range ls.order {
		if l.node == node && !ls.silent(l) {
			return true
		}
	}
	return false
}

// lastHeardOf returns when a node that has, or had, the table was last heard; zero for
// never.
func (ls *links) lastHeardOf(node record.Key) time.Time {
	last := ls.lastHeard[node]
	for _, l := range ls.order {
		if l.node == node && l.hasTable() && l.seen.After(last) {
			last = l.seen
		}
	}
	return last
}

// noteConnected takes in to which seats' nodes another node says that it is connected.
func (ls *links) noteConnected(seats uint64) {
	for ; seats != 0; seats &= seats - 1 {
		ls.lastTold[bits.TrailingZeros64(seats)] = ls.clock.now
	}
}

// clone copies the links for a snapshot.
func (ls *links) clone(c *clock) *links {
	to := &links{clock: c, byPeer: make(map[Peer]*link, len(ls.byPeer)), lastHeard: maps.Clone(ls.lastHeard), lastTold: maps.Clone(ls.lastTold), paces: map[record.Key]*pace{}, said: ls.said, last: ls.last, met: ls.met}
	for _, l := range ls.order {
		of := *l
		of.sent = nil // it goes on
		to.byPeer[l.peer] = &of
		to.order = append(to.order, &of)
	}
	return to
}

// hasTable reports whether a peer has said that it has the table. A node that has given
// back its seat, or never got one, only says that it is Empty.
func (l *link) hasTable() bool { return l.told && !l.said.Empty }

// hear takes in a peer's word. It reports whether that is the same as before, and whether
// the peer has just got the table.
func (l *link) hear(h Have) (again, begins bool) {
	again = l.told && h.Equal(l.said)
	begins = l.told && l.said.Empty && !h.Empty
	l.said, l.told = h, true
	return again, begins
}

// connectedTo reports whether a peer says that it is connected to a seat's node.
func (l *link) connectedTo(seat int) bool { return l.said.Links&(1<<seat) != 0 }

// retry reports whether to send records again to a peer that repeats its Have although it was
// sent what it lacks. Lost records are sent again soon; a peer that cannot store them gets them
// only with every eighth.
func (l *link) retry() bool {
	l.same++
	return l.same&(l.same-1) == 0 || l.same%8 == 0
}

// noteHas notes that a peer has a record of a seat.
func (l *link) noteHas(seat int, rec record.Record) {
	p, err := rec.Peek()
	if err != nil || p.Step != l.have.Step {
		return
	}
	if len(p.About) > 0 {
		l.have.noteVote(seat, p)
	} else {
		l.have.Arrived |= 1 << seat
	}
}

// has reports whether a peer has a record of a seat for the step that it is in. The record
// may be a vote if there are votes at the table.
func (l *link) has(seat int, rec record.Record, votes bool) bool {
	arrived := l.have.Arrived&(1<<seat) != 0
	if !votes || !arrived && len(l.have.Ballots) == 0 {
		return arrived
	}
	if p, err := rec.Peek(); err == nil && len(p.About) > 0 {
		return l.have.voted(seat, p)
	}
	return arrived
}
