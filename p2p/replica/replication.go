package replica

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// replication tells peers what this node has, and sends them what they lack.
type replication struct {
	t     *table.Table
	seats *seating
	links *links
	clock *clock
	asks  *questions
	state *state
	out   *Output
	batch int // bytes of records in one message, roughly
}

// have returns what this node says about itself.
func (r *replication) have() Have {
	h := Have{
		Step: r.t.Step(), Head: r.t.Head(), Arrived: r.seats.authors(r.t.Arrived()), Ballots: ballotsOf(r.t), Links: r.seats.own(),
		Left: r.seats.authors(r.t.Notices()), Stopped: r.t.Stopped(), Asks: r.asks.all(), Lacks: r.state.lacks(), Handovers: r.state.words(), Act: r.state.handovers.act,
	}
	for i := range r.t.Terms().Seats {
		if r.links.reach(r.seats.node(i)) {
			h.Links |= 1 << i
		}
	}
	for _, f := range r.t.Faults() {
		h.Prove(f.Seat, r.t.Stops(f))
	}
	return h
}

// sendHave tells a peer what this node has of its own log or, if it looks at the peer's
// branch, of that branch. What it says about others' questions holds only for its own log.
func (r *replication) sendHave(l *link) {
	l.lastHave = r.clock.now
	h := r.have()
	if l.branch != nil {
		t := l.branch.Table()
		h.Branch, h.Step, h.Head, h.Arrived, h.Ballots = true, t.Step(), t.Head(), r.seats.authors(t.Arrived()), ballotsOf(t)
		h.Asks = slices.DeleteFunc(h.Asks, func(a Ask) bool { return !r.seats.isLocal(int(a.Seat)) })
	}
	r.out.addMessage(l.peer, Message{Have: &h})
}

func (r *replication) sendHaveToAll() { r.sendHaveToOthers(nil) }

// sendHaveToOthers sends this node's Have to all peers but one.
func (r *replication) sendHaveToOthers(than *link) {
	for _, l := range r.links.order {
		if l != than {
			r.sendHave(l)
		}
	}
}

// answer sends a peer what it lacks according to its last word.
func (r *replication) answer(l *link, again bool) {
	h := l.said
	if again && (r.clock.since(l.answered) < l.underway() || !l.retry()) {
		l.have.Links = h.Links
		return
	}
	if !again {
		l.same = 0
	}
	l.have, l.full, l.answered = h, false, r.clock.now
	switch {
	case h.Empty:
		r.out.addMessage(l.peer, Message{Genesis: GenesisOf(r.t)})
		l.have = Have{Step: r.t.FirstStep(), Links: h.Links}
	case r.forked(h):
		if !r.t.Stopped() || !h.Stopped || l.parted == 0 {
			r.compare(l)
		}
	}
	if !r.push(l, true) {
		l.same = 0 // it may repeat itself for long where nobody signs anything
	}
}

// forked reports whether a peer's head differs from this node's at the same step.
func (r *replication) forked(h Have) bool {
	mine, ok := r.t.HeadAt(h.Step)
	return ok && mine != h.Head
}

// push sends a peer what it lacks, as far as this node knows. force is set when the peer
// has just said what it has: then it also gets records of authors that it is connected to.
// A peer whose head differs gets only leave notices, which are outside the steps, and what
// proves the fork. push reports whether it sent anything, or would if that were not on its
// way.
func (r *replication) push(l *link, force bool) (lacks bool) {
	if !l.told || l.full {
		return false
	}
	var m Message
	if r.forked(l.have) {
		if m.Notices = r.notices(l); len(m.Notices) > 0 {
			r.out.addMessage(l.peer, m)
		}
		r.showMore(l)
		return true
	}
	size := 0
	for l.have.Step <= r.t.Step() {
		for _, rec := range r.lacks(l, force) {
			s := r.t.Terms().SeatOf(rec.Author)
			if lacks = true; r.comes(l, s, rec) {
				l.noteHas(s, rec)
				continue
			}
			if size > r.batch || len(m.Records) == maxRecords {
				m.More, l.full = true, true
				r.out.addMessage(l.peer, m)
				return true
			}
			m.Records = append(m.Records, rec)
			size += len(rec.Payload) + 128
			l.noteHas(s, rec)
			l.sent.note(rec, r.clock.now)
		}
		if l.have.Step == r.t.Step() {
			break
		}
		l.have.Step++
		l.have.Arrived, l.have.Ballots = 0, nil
		l.have.Head, _ = r.t.HeadAt(l.have.Step)
	}
	m.Notices = r.notices(l)
	if len(m.Records)+len(m.Notices) > 0 {
		r.out.addMessage(l.peer, m)
	}
	return r.pushEvidence(l) || lacks || len(m.Notices) > 0
}

// lacks lists the records that a peer lacks for the step that it is in.
func (r *replication) lacks(l *link, force bool) []record.Record {
	records := append(r.t.ShownVotes(l.have.Step), r.t.Records(l.have.Step)...)
	if l.have.Step == r.t.Step() {
		records = append(r.t.Arrived(), r.t.Votes()...)
	}
	var lacks []record.Record
	for _, rec := range records {
		s := r.t.Terms().SeatOf(rec.Author)
		switch {
		case r.seats.node(s) == l.node && !force:
		case !force && !r.seats.isLocal(s) && l.have.Links&(1<<s) != 0:
		case l.has(s, rec, r.t.Terms().Covers()):
		default:
			lacks = append(lacks, rec)
		}
	}
	return lacks
}

func (r *replication) pushAll() {
	for _, l := range r.links.order {
		r.push(l, false)
	}
}

// pushEvidence sends a peer the proofs that it lacks and whose step it has reached.
// Each is a message of its own: a proof may be nearly as long as a message. pushEvidence
// reports whether it sent any.
func (r *replication) pushEvidence(l *link) (sent bool) {
	for _, f := range r.t.Faults() {
		if f.Step <= l.have.Step && l.have.Prove(f.Seat, r.t.Stops(f)) {
			r.out.addMessage(l.peer, Message{Records: f.Records})
			sent = true
		}
	}
	return sent
}

// notices lists the leave notices that a peer lacks.
func (r *replication) notices(l *link) []record.Record {
	var recs []record.Record
	for _, n := range r.t.Notices() {
		if seat := r.t.Terms().SeatOf(n.Author); l.have.Left&(1<<seat) == 0 {
			l.have.Left |= 1 << seat
			recs = append(recs, n)
		}
	}
	return recs
}

// compare sends a peer all heads up to the step that both have reached, so that the first
// step that differs can be found. The message is long, so it is sent rarely.
func (r *replication) compare(l *link) {
	if !l.compared.IsZero() && r.clock.since(l.compared) < 5*Heartbeat {
		return
	}
	l.compared = r.clock.now
	last := min(l.said.Step, r.t.Step())
	for from := uint64(0); from <= last; from += maxHeads - 1 { // each begins where the one before ended
		h := Heads{From: from}
		for s := from; s <= last && s < from+maxHeads; s++ {
			head, _ := r.t.HeadAt(s)
			h.Heads = append(h.Heads, head)
		}
		r.out.addMessage(l.peer, Message{Heads: &h})
	}
}

// heardHeads finds the first step at which a peer's log differs and sends the
// records that caused the difference. It sends this node's heads before them, so
// that the peer, which may not have noticed, does the same.
func (r *replication) heardHeads(l *link, h Heads) {
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
			r.compare(l)
			r.show(l)
		}
		return // an earlier message has the first difference
	}
	if n := uint64(len(h.Heads)); n > 0 && h.From+n > l.parted { // the heads are the same so far
		l.parted, l.branch = 0, nil
	}
}

// show sends a peer the records that caused the difference, as far as they are here.
func (r *replication) show(l *link) {
	recs := r.forkRecords(l.parted)
	l.shown = len(recs)
	r.out.addMessage(l.peer, Message{Records: recs})
}

// showMore shows a peer these records again once there are more of them: the host that has
// begun a table twice may send its roster after the nodes have compared their heads. The
// peer's records may have proved nothing here before that, so it is sent the heads at which
// the logs part, and shows its own again.
func (r *replication) showMore(l *link) {
	if l.parted == 0 || len(r.forkRecords(l.parted)) <= l.shown {
		return
	}
	same, _ := r.t.HeadAt(l.parted - 1)
	mine, _ := r.t.HeadAt(l.parted)
	r.out.addMessage(l.peer, Message{Heads: &Heads{From: l.parted - 1, Heads: []record.Hash{same, mine}}})
	r.show(l)
}

// forkRecords lists the records that prove a fork. The heads differ from the start of this
// step on, so the proof is in the records of the step before. If the joins already differ,
// the host has begun the table twice, and its rosters prove it.
func (r *replication) forkRecords(step uint64) []record.Record {
	if step = max(step-1, r.t.FirstStep()); step == r.t.Step() {
		return append(r.t.Arrived(), r.t.Votes()...)
	}
	return append(r.t.ShownVotes(step), r.t.Records(step)...)
}
