package replica

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
)

// Limits of the questions of one seat.
const (
	maxAsks  = 4           // kept
	askEvery = time.Second // between two that are new: each makes all nodes answer
)

// ask begins the question that a replica puts to the others before it signs.
func (r *Replica) ask() {
	if len(r.cfg.Seats) == 0 {
		return
	}
	var nonce [8]byte
	if _, err := r.cfg.Rand.Read(nonce[:]); err != nil {
		panic(fmt.Sprintf("replica: no randomness: %v", err))
	}
	r.asks = []Ask{{Seat: uint64(r.cfg.Seats[0].seat), Nonce: binary.BigEndian.Uint64(nonce[:]), Heard: r.ownSeats()}}
}

// ownSeats is the set of the seats that this node plays.
func (r *Replica) ownSeats() uint64 {
	var set uint64
	for _, o := range r.cfg.Seats {
		set |= 1 << o.seat
	}
	return set
}

// seatsOf is the set of the seats that a node plays.
func (r *Replica) seatsOf(node record.Key) uint64 {
	var set uint64
	for i, s := range r.t.Terms().Seats {
		if Node(s) == node {
			set |= 1 << i
		}
	}
	return set
}

func (a Ask) same(b Ask) bool { return a.Seat == b.Seat && a.Nonce == b.Nonce }

// heardAsks takes in the questions that a peer puts or passes on. New ones are
// answered at once.
func (r *Replica) heardAsks(p Peer, l *link, h Have) {
	if r.seatsOf(l.node) == 0 {
		return
	}
	r.asks = slices.DeleteFunc(r.asks, func(a Ask) bool { // its asker no longer asks
		return r.asker(a) == l.node && !slices.ContainsFunc(h.Asks, a.same)
	})
	seats := uint64(len(r.t.Terms().Seats))
	if uint64(len(h.Asks)) > maxAsks*seats || slices.ContainsFunc(h.Asks, func(a Ask) bool { return a.Seat >= seats }) {
		r.penalize(p)
		return
	}
	var news []Ask
	for _, a := range h.Asks {
		asker := r.asker(a)
		switch {
		case r.isLocal(int(a.Seat)), slices.ContainsFunc(r.asks, a.same):
		case asker != l.node && r.linked(asker): // it will say so itself
		case elapsed(r.asked[a.Seat], r.now) < askEvery: // it will be said again
		default:
			r.asked[a.Seat] = r.now
			r.keepAsk(a)
			news = append(news, a)
		}
	}
	r.spread(news...)
}

func (r *Replica) asker(a Ask) record.Key { return Node(r.t.Terms().Seats[a.Seat]) }

// keepAsk keeps a new question. Records of later steps are dropped: they are in nobody's
// log, so the asker could not learn of one of its own among them.
func (r *Replica) keepAsk(a Ask) {
	of := func(b Ask) bool { return b.Seat == a.Seat }
	n := 0
	for _, b := range r.asks {
		if of(b) {
			n++
		}
	}
	if n >= maxAsks {
		i := slices.IndexFunc(r.asks, of)
		r.asks = slices.Delete(r.asks, i, i+1)
	}
	r.asks = append(r.asks, Ask{Seat: a.Seat, Nonce: a.Nonce, Heard: r.ownSeats()})
	r.future = nil
}

// spread sends questions on, with who has heard them, to the askers and to peers
// that are not connected to them.
func (r *Replica) spread(asks ...Ask) {
	for _, p := range r.order {
		l := r.links[p]
		if slices.ContainsFunc(asks, func(a Ask) bool { return l.node == r.asker(a) || l.told && l.said.Links&(1<<a.Seat) == 0 }) {
			r.tell(p, l)
		}
	}
}

// checkGate takes in who has heard the questions. This node may sign once all
// whom its own question concerns have heard it.
func (r *Replica) checkGate() {
	for _, p := range r.order {
		l := r.links[p]
		if len(l.said.Asks) == 0 || !r.covers(l.said) {
			continue
		}
		for _, a := range l.said.Asks {
			r.hear(l, a)
		}
	}
	if !r.ready && len(r.Unheard()) == 0 {
		r.ready = true
		r.asks = slices.DeleteFunc(r.asks, func(a Ask) bool { return r.isLocal(int(a.Seat)) })
	}
}

// hear adds the seats that, by a peer's word, have heard a question. This node has
// all that the peer has, and so all records of those seats.
func (r *Replica) hear(l *link, a Ask) {
	i := slices.IndexFunc(r.asks, a.same)
	if i < 0 || r.seatsOf(l.node) == 0 { // who only watches has no say
		return
	}
	heard := a.Heard
	if r.isLocal(int(a.Seat)) {
		heard &= r.trusted(l)
	}
	if heard &^= r.asks[i].Heard; heard == 0 {
		return
	}
	r.asks[i].Heard |= heard
	if !r.isLocal(int(a.Seat)) {
		r.spread(r.asks[i])
	}
}

// trusted is the set of seats for which a peer's word counts: its own, and
// after a while those that this node cannot reach itself.
func (r *Replica) trusted(l *link) uint64 {
	set := r.seatsOf(l.node)
	if elapsed(r.started, r.now) < AwayAfter {
		return set
	}
	for i, s := range r.t.Terms().Seats {
		if !r.linked(Node(s)) {
			set |= 1 << i
		}
	}
	return set
}

// covers reports whether this node has all the records and leave notices that a
// peer says it has.
func (r *Replica) covers(h Have) bool {
	head, ok := r.t.HeadAt(h.Step)
	return ok && head == h.Head && h.Left&^r.leavers() == 0 && (h.Step < r.t.Step() || h.Arrived&^r.arrived() == 0)
}

// Unheard lists the active seats whose nodes have not answered since the start,
// or whose records have not been caught up with.
func (r *Replica) Unheard() []int {
	if r.ready {
		return nil
	}
	var heard uint64
	for _, a := range r.asks {
		if r.isLocal(int(a.Seat)) {
			heard |= a.Heard
		}
	}
	var seats []int
	for _, s := range r.active() {
		if !r.isLocal(s) && !r.t.HasLeft(s) && heard&(1<<s) == 0 {
			seats = append(seats, s)
		}
	}
	return seats
}

func (r *Replica) active() []int {
	if pos := r.t.Position(); pos != nil {
		return pos.Status().Active
	}
	all := make([]int, len(r.t.Terms().Seats))
	for i := range all {
		all[i] = i
	}
	return all
}
