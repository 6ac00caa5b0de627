//go:build !js

package websocket

import (
	"net/netip"
	"sync"
	"time"
)

// A room has places for connections whose worth is not known yet. A newcomer gets a place
// as long as somebody in the room only waits: the newcomer may be a guest, and the one
// that has waited longest has had its time to speak. So nobody can keep others out by
// holding places. Addresses that have proved something give up their places last.
type room struct {
	most, mostFrom int                        // places; for one address, unless it is the loopback
	regulars       func() map[netip.Addr]bool // addresses of nodes with seats; nil for none

	mu     sync.Mutex // guards the rest
	in     map[*visit]*stay
	from   map[netip.Addr]int // visits by address
	served map[netip.Addr]bool
	known  map[netip.Addr]bool // what regulars said
	asked  time.Time           // when
}

// A stay is how a visit fares in a room.
type stay struct {
	busy  bool      // it is being answered
	since time.Time // it is there, or waits again
}

const (
	maxServed = 1024        // addresses that are remembered
	askAgain  = time.Second // after which regulars are looked up anew
)

func newRoom(most, mostFrom int, regulars func() map[netip.Addr]bool) *room {
	return &room{most: most, mostFrom: mostFrom, regulars: regulars, in: map[*visit]*stay{}, from: map[netip.Addr]int{}, served: map[netip.Addr]bool{}}
}

// enter gives a visit a place, and ends that of another where none is free. It returns
// false if nobody has to give way.
func (r *room) enter(v *visit) bool {
	r.mu.Lock()
	var out *visit
	ok := true
	switch {
	case r.from[v.ip] >= r.mostFrom && !v.ip.IsLoopback():
		out = r.first(func(o *visit) bool { return o.ip == v.ip && !r.in[o].busy })
		ok = out != nil
	case len(r.in) >= r.most:
		out = r.first(func(o *visit) bool { return r.givesWay(o, v) })
		ok = out != nil
	}
	if out != nil {
		r.remove(out)
	}
	if ok {
		r.in[v] = &stay{since: time.Now()}
		r.from[v.ip]++
	}
	r.mu.Unlock()
	if out != nil {
		_ = out.Close()
	}
	return ok
}

// givesWay reports whether one visit has to give its place to another. A waiting visit
// does, whatever the other is; a visit that is being answered does for an address with a
// stronger proof, or with fewer places.
func (r *room) givesWay(o, to *visit) bool {
	switch has, wants := r.proofOf(o.ip), r.proofOf(to.ip); {
	case has > wants && has == regular:
		return false
	case !r.in[o].busy:
		return true
	default:
		return wants > has || r.from[to.ip]+1 < r.from[o.ip]
	}
}

// Proofs of an address, the weakest first.
const (
	nothing = iota
	answered
	regular // a node with a seat is there
)

// proofOf returns what is proved of an address.
func (r *room) proofOf(ip netip.Addr) int {
	switch {
	case r.known[ip]:
		return regular
	case r.served[ip]:
		return answered
	}
	return nothing
}

// first chooses the visit that gives way, among those that may have to. Waiting visits go
// before busy ones; then those of an address with a weaker proof; then those of an address
// with more places; then the oldest.
func (r *room) first(may func(o *visit) bool) (out *visit) {
	if now := time.Now(); r.regulars != nil && now.Sub(r.asked) >= askAgain {
		r.known, r.asked = r.regulars(), now
	}
	before := func(a, b *visit) bool {
		switch pa, pb := r.proofOf(a.ip), r.proofOf(b.ip); {
		case r.in[a].busy != r.in[b].busy:
			return r.in[b].busy
		case pa != pb:
			return pa < pb
		case r.from[a.ip] != r.from[b.ip]:
			return r.from[a.ip] > r.from[b.ip]
		}
		return r.in[a].since.Before(r.in[b].since)
	}
	for o := range r.in {
		if may(o) && (out == nil || before(o, out)) {
			out = o
		}
	}
	return out
}

// begins notes that a visit is being answered.
func (r *room) begins(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.in[v]; s != nil {
		s.busy = true
	}
}

// ends notes that it was, and waits again. An answer to a visit that has had to give way
// meanwhile has not arrived, and proves nothing.
func (r *room) ends(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.in[v]
	if s == nil {
		return
	}
	s.busy, s.since = false, time.Now()
	if len(r.served) >= maxServed {
		clear(r.served)
	}
	r.served[v.ip] = true
}

// leave takes a visit out, if it is there.
func (r *room) leave(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(v)
}

func (r *room) remove(v *visit) {
	if r.in[v] == nil {
		return
	}
	delete(r.in, v)
	if r.from[v.ip]--; r.from[v.ip] == 0 {
		delete(r.from, v.ip)
	}
}
