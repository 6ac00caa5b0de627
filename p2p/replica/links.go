package replica

import (
	"slices"
	"time"

	"fives/engine/record"
)

// Connect notes a connection to a node.
func (r *Replica) Connect(p Peer, node record.Key, now time.Time) {
	r.setTime(now)
	if r.links[p] == nil {
		r.order = append(r.order, p)
	}
	r.links[p] = &link{node: node, seen: now}
	r.tellAll()
}

// Disconnect notes that a connection has ended.
func (r *Replica) Disconnect(p Peer, now time.Time) {
	r.setTime(now)
	if r.links[p] == nil {
		return
	}
	if l := r.links[p]; r.seatsOf(l.node) != 0 && l.hasTable() {
		r.lastHeard[l.node] = l.seen
	}
	delete(r.links, p)
	r.order = slices.DeleteFunc(r.order, func(q Peer) bool { return q == p })
	r.tellAll()
}

// Tick lets time pass: heartbeats, healing, computer players.
func (r *Replica) Tick(now time.Time) {
	r.setTime(now)
	urge := r.askEarly()
	for _, p := range r.order {
		if l := r.links[p]; urge || elapsed(l.lastHave, now) >= Heartbeat {
			r.tell(p, l)
		}
	}
	r.work()
}

// askEarly reports whether to send a Have before the next heartbeat, because records
// of later steps wait for records that are missing. Those that still wait after a
// heartbeat are dropped.
func (r *Replica) askEarly() bool {
	if len(r.future) == 0 {
		return false
	}
	waited := elapsed(r.since, r.now)
	if waited >= Heartbeat {
		r.future = nil
		return false
	}
	urge := !r.urged && waited >= healAfter
	r.urged = r.urged || urge
	return urge
}

// have is what this node says of itself.
func (r *Replica) have() Have {
	h := Have{
		Step: r.t.Step(), Head: r.t.Head(), Arrived: r.arrived(), Links: r.ownSeats(),
		Left: r.leavers(), Stopped: r.t.Stopped(), Asks: slices.Clone(r.asks),
	}
	for i, s := range r.t.Terms().Seats {
		if r.linked(Node(s)) {
			h.Links |= 1 << i
		}
	}
	for _, f := range r.t.Faults() {
		h.prove(f.Seat, r.t.Stops(f))
	}
	return h
}

// hasTable reports whether a peer has said that it has the table. A node that has
// given its seat back, or never got one, only says that it is Empty.
func (l *link) hasTable() bool { return l.told && !l.said.Empty }

// linked reports whether a node is connected and not silent.
func (r *Replica) linked(node record.Key) bool {
	for _, p := range r.order {
		if l := r.links[p]; l.node == node && elapsed(l.seen, r.now) < AwayAfter {
			return true
		}
	}
	return false
}

// arrived is the set of seats whose records of the running step are in.
func (r *Replica) arrived() uint64 {
	var set uint64
	for _, rec := range r.t.Arrived() {
		set |= 1 << r.t.Terms().SeatOf(rec.Author)
	}
	return set
}

// leavers is the set of seats that have left.
func (r *Replica) leavers() uint64 {
	var set uint64
	for _, n := range r.t.Notices() {
		set |= 1 << r.t.Terms().SeatOf(n.Author)
	}
	return set
}

func (r *Replica) tell(p Peer, l *link) {
	l.lastHave = r.now
	h := r.have()
	r.send(p, Message{Have: &h})
}

func (r *Replica) tellAll() {
	for _, p := range r.order {
		r.tell(p, r.links[p])
	}
}

func (r *Replica) send(p Peer, m Message) {
	r.out.Send = append(r.out.Send, Envelope{To: p, Message: m})
}

// heardHave takes in what a peer says it has. No node that has a table is at a
// step before the table's first.
func (r *Replica) heardHave(p Peer, l *link, h Have) {
	if !h.Empty && h.Step < r.t.FirstStep() {
		r.penalize(p)
		return
	}
	again := l.told && h.equal(l.said)
	begins := l.told && l.said.Empty && !h.Empty
	l.said, l.told = h, true
	r.heardAsks(p, l, h)
	if again && !l.retry() {
		l.have.Links = h.Links
		return
	}
	if !again {
		l.same = 0
	}
	l.have, l.full = h, false
	if begins {
		r.tell(p, l) // it could not use what it was told before it had the table
	}
	switch {
	case h.Empty:
		r.send(p, Message{Genesis: r.Genesis()})
		l.have = Have{Step: r.t.FirstStep(), Links: h.Links}
	case r.forked(h):
		if !r.t.Stopped() || !h.Stopped || l.parted == 0 {
			r.compare(p, l)
		}
	}
	r.push(p, l, true)
}

// equal reports whether two Haves ask for the same.
func (h Have) equal(g Have) bool {
	return h.Empty == g.Empty && h.Step == g.Step && h.Head == g.Head && h.Arrived == g.Arrived &&
		h.Guilty == g.Guilty && h.Past == g.Past && h.Left == g.Left
}

// retry reports whether to send records again to a peer that repeats the same Have.
// Lost records are sent again soon; a peer that does not take them in, because it
// cannot store them, say, gets them at every eighth Have only.
func (l *link) retry() bool {
	l.same++
	return l.same&(l.same-1) == 0 || l.same%8 == 0
}

// forked reports whether a peer's head differs from this node's at the same step.
func (r *Replica) forked(h Have) bool {
	mine, ok := r.t.HeadAt(h.Step)
	return ok && mine != h.Head
}

// push sends a peer what, as far as this node knows, it lacks. force is set after
// the peer has just said what it has: then it also gets records of authors that it
// is connected to. A peer whose head differs gets leave notices only: they stand
// outside the steps.
func (r *Replica) push(p Peer, l *link, force bool) {
	if !l.told || l.full {
		return
	}
	var m Message
	if r.forked(l.have) {
		if m.Notices = r.notices(l); len(m.Notices) > 0 {
			r.send(p, m)
		}
		return
	}
	size := 0
	for l.have.Step <= r.t.Step() {
		for _, rec := range r.lacks(l, force) {
			if size > r.batch || len(m.Records) == maxRecords {
				m.More, l.full = true, true
				r.send(p, m)
				return
			}
			m.Records = append(m.Records, rec)
			size += len(rec.Payload) + 128
			l.have.Arrived |= 1 << r.t.Terms().SeatOf(rec.Author)
		}
		if l.have.Step == r.t.Step() {
			break
		}
		l.have.Step++
		l.have.Arrived = 0
		l.have.Head, _ = r.t.HeadAt(l.have.Step)
	}
	m.Notices = r.notices(l)
	if len(m.Records)+len(m.Notices) > 0 {
		r.send(p, m)
	}
	r.pushEvidence(p, l)
}

// lacks lists the records that a peer lacks of the step that it is at.
func (r *Replica) lacks(l *link, force bool) []record.Record {
	records := r.t.Records(l.have.Step)
	if l.have.Step == r.t.Step() {
		records = r.t.Arrived()
	}
	var lacks []record.Record
	for _, rec := range records {
		s := r.t.Terms().SeatOf(rec.Author)
		node := Node(r.t.Terms().Seats[s])
		switch {
		case l.have.Arrived&(1<<s) != 0 || node == l.node && !force:
		case !force && !r.isLocal(s) && l.have.Links&(1<<s) != 0:
		default:
			lacks = append(lacks, rec)
		}
	}
	return lacks
}

func (r *Replica) isLocal(seat int) bool {
	return slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool { return o.seat == seat })
}

func (r *Replica) pushAll() {
	for _, p := range r.order {
		r.push(p, r.links[p], false)
	}
}

// pushEvidence sends a peer the proofs that it lacks and whose step it has reached.
// Each is a message of its own: a proof may be nearly as long as a message.
func (r *Replica) pushEvidence(p Peer, l *link) {
	for _, f := range r.t.Faults() {
		if f.Step <= l.have.Step && l.have.prove(f.Seat, r.t.Stops(f)) {
			r.send(p, Message{Records: f.Records})
		}
	}
}

// prove notes that there is proof of a fault of a seat. It returns false if that
// was noted before: a proof of a fault that stops the table counts for both sets.
func (h *Have) prove(seat int, stops bool) bool {
	set, known := &h.Past, h.Past|h.Guilty
	if stops {
		set, known = &h.Guilty, h.Guilty
	}
	*set |= 1 << seat
	return known&(1<<seat) == 0
}

// notices lists the leave notices that a peer lacks.
func (r *Replica) notices(l *link) []record.Record {
	var recs []record.Record
	for _, n := range r.t.Notices() {
		if seat := r.t.Terms().SeatOf(n.Author); l.have.Left&(1<<seat) == 0 {
			l.have.Left |= 1 << seat
			recs = append(recs, n)
		}
	}
	return recs
}

// compare sends a peer all heads up to where both are, so that the first step
// that differs can be found. The message is long, so it is sent rarely.
func (r *Replica) compare(p Peer, l *link) {
	if !l.compared.IsZero() && elapsed(l.compared, r.now) < 5*Heartbeat {
		return
	}
	l.compared = r.now
	last := min(l.said.Step, r.t.Step())
	for from := uint64(0); from <= last; from += maxHeads - 1 { // each begins where the one before ended
		h := Heads{From: from}
		for s := from; s <= last && s < from+maxHeads; s++ {
			head, _ := r.t.HeadAt(s)
			h.Heads = append(h.Heads, head)
		}
		r.send(p, Message{Heads: &h})
	}
}

// heardHeads finds the first step at which a peer's log differs and sends the
// records that caused the difference. It sends this node's heads before them, so
// that the peer, which may not have noticed, does the same.
func (r *Replica) heardHeads(p Peer, l *link, h Heads) {
	for i, head := range h.Heads {
		s := h.From + uint64(i)
		mine, ok := r.t.HeadAt(s)
		if !ok {
			return
		}
		if mine == head {
			continue
		}
		if i > 0 {
			l.parted = s
			r.compare(p, l)
			r.send(p, Message{Records: r.forkRecords(s)})
		}
		return // an earlier message has the first difference
	}
}

// forkRecords lists the records that show who forked a log whose heads differ from
// the start of a step on: those of the step before. If the joins already differ,
// the host has begun the table twice, and the rosters show it.
func (r *Replica) forkRecords(step uint64) []record.Record {
	if step = max(step-1, r.t.FirstStep()); step == r.t.Step() {
		return r.t.Arrived()
	}
	return r.t.Records(step)
}
