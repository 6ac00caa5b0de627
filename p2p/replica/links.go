package replica

import (
	"slices"
	"time"

	"fives/engine/record"
)

// Connect notes a connection to a node.
func (r *Replica) Connect(p Peer, node record.Key, now time.Time) {
	r.now = now
	if r.links[p] == nil {
		r.order = append(r.order, p)
	}
	r.links[p] = &link{node: node}
	r.tellAll()
}

// Disconnect notes that a connection has ended.
func (r *Replica) Disconnect(p Peer, now time.Time) {
	r.now = now
	if r.links[p] == nil {
		return
	}
	delete(r.links, p)
	r.order = slices.DeleteFunc(r.order, func(q Peer) bool { return q == p })
	r.tellAll()
}

// Tick lets time pass: heartbeats, healing, computer players.
func (r *Replica) Tick(now time.Time) {
	r.now = now
	stuck := len(r.early) > 0 && now.Sub(r.since) >= healAfter
	for _, p := range r.order {
		if l := r.links[p]; stuck || now.Sub(l.beat) >= Heartbeat {
			r.tell(p, l)
		}
	}
	if stuck {
		r.since = now
	}
	r.work()
}

// have is what this node says of itself.
func (r *Replica) have() Have {
	h := Have{Step: r.t.Step(), Head: r.t.Head(), Arrived: r.arrived()}
	for i, s := range r.t.Terms().Seats {
		node := Node(s)
		if slices.ContainsFunc(r.cfg.Own, func(o *Own) bool { return o.seat == i }) || r.linked(node) {
			h.Links |= 1 << i
		}
	}
	return h
}

func (r *Replica) linked(node record.Key) bool {
	for _, p := range r.order {
		if r.links[p].node == node {
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

func (r *Replica) tell(p Peer, l *link) {
	l.beat = r.now
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

// heardHave takes in what a peer says it has.
func (r *Replica) heardHave(p Peer, l *link, h Have) {
	l.have, l.told = h, true
	if r.heard[l.node] == nil && !h.Empty {
		r.heard[l.node] = &claim{have: h}
	}
	if h.Empty {
		r.send(p, Message{Genesis: r.Genesis()})
		l.have = Have{Step: r.first(), Links: h.Links}
	} else if r.forked(h) {
		r.compare(p, l)
		return
	}
	r.push(p, l, true)
}

// first is the step at which a table begins for its seats.
func (r *Replica) first() uint64 {
	if r.t.Continuation() != nil {
		return 0
	}
	return 2
}

// forked tells whether a peer's head differs from this node's at the same step.
func (r *Replica) forked(h Have) bool {
	mine, ok := r.t.HeadAt(h.Step)
	return ok && mine != h.Head
}

// push sends a peer what it is believed to lack. With force, the belief is its
// own fresh word, and authors it is connected to are no reason to hold back.
func (r *Replica) push(p Peer, l *link, force bool) {
	if !l.told || l.have.Empty || r.forked(l.have) {
		return
	}
	var m Message
	size := 0
	for l.have.Step <= r.t.Step() {
		for _, rec := range r.lacks(l, force) {
			if size > batchBytes || len(m.Records) == maxRecords {
				m.More = true
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
	m.Records = append(m.Records, r.evidence(l)...)
	m.Notices = r.notices(l)
	if len(m.Records)+len(m.Notices) > 0 {
		r.send(p, m)
	}
}

// lacks lists the records of the step at which a peer is that it has not.
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
		case !force && !r.mine(s) && l.have.Links&(1<<s) != 0:
		default:
			lacks = append(lacks, rec)
		}
	}
	return lacks
}

func (r *Replica) mine(seat int) bool {
	return slices.ContainsFunc(r.cfg.Own, func(o *Own) bool { return o.seat == seat })
}

func (r *Replica) pushAll() {
	for _, p := range r.order {
		r.push(p, r.links[p], false)
	}
}

// evidence lists the records of faults that a peer has not been told of yet
// and can judge by now.
func (r *Replica) evidence(l *link) []record.Record {
	var recs []record.Record
	for ; l.faults < len(r.t.Faults()); l.faults++ {
		f := r.t.Faults()[l.faults]
		if f.Step > l.have.Step {
			return recs
		}
		recs = append(recs, f.Records...)
	}
	return recs
}

func (r *Replica) notices(l *link) []record.Record {
	all := r.t.Notices()
	news := all[l.notices:]
	l.notices = len(all)
	return news
}

// compare sends a peer all heads up to where both are, so that the first step
// that differs can be found. It does so seldom: it is long.
func (r *Replica) compare(p Peer, l *link) {
	if !l.compared.IsZero() && r.now.Sub(l.compared) < 5*Heartbeat {
		return
	}
	l.compared = r.now
	for from := uint64(0); from <= l.have.Step; from += maxHeads {
		h := Heads{From: from}
		for s := from; s <= l.have.Step && s < from+maxHeads; s++ {
			head, ok := r.t.HeadAt(s)
			if !ok {
				break
			}
			h.Heads = append(h.Heads, head)
		}
		r.send(p, Message{Heads: &h})
	}
}

// heardHeads finds the first step at which a peer's log differs and sends it
// that step's records.
func (r *Replica) heardHeads(p Peer, h Heads) {
	for i, head := range h.Heads {
		s := h.From + uint64(i)
		mine, ok := r.t.HeadAt(s)
		if !ok {
			return
		}
		if mine == head {
			continue
		}
		if i == 0 && s > 0 {
			return // an earlier message has the first difference
		}
		r.send(p, Message{Records: r.t.Records(s - 1)})
		return
	}
}
