//go:build !js

package host

import (
	"net/netip"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
)

// A standing is a peer's claim to a place at a relay, or to a circuit (PROTOCOL §2.5). If
// there are too few, the lower one gives way.
type standing int

const (
	stranger standing = iota // it has come to the port of the invitation, as anybody can
	asked                    // its address has asked for a page below the invitation's name
	seated                   // it has a seat at a table whose game is not over
)

// givesWay reports whether a holder has to give way to a newcomer. Between equals, the
// holder does if it has more than the newcomer would have; a holder with a seat never does
// for that reason.
func givesWay(has standing, holds int, wants standing, would int) bool {
	return has < wants || has == wants && has != seated && holds > would
}

// places are the places of a relay's guests.
type places struct {
	standing func(peer.ID) standing
	in       map[peer.ID]place
}

// A place is a guest's, until it lapses.
type place struct {
	at    netip.Addr
	until time.Time
}

func newPlaces(of func(peer.ID) standing) *places {
	return &places{standing: of, in: map[peer.ID]place{}}
}

// take gives a peer a place, or lets it keep the one that it has. It returns who loses a
// place for that, "" for nobody, and false if there is no room and nobody has to.
func (p *places) take(id peer.ID, at netip.Addr, until time.Time) (out peer.ID, ok bool) {
	if _, again := p.in[id]; !again {
		from := p.byAddr()
		switch {
		case from[at] >= relayGuestsAddr:
			out, ok = p.first(id, at, from, func(o place) bool { return o.at == at })
		case len(p.in) >= relayGuests:
			out, ok = p.first(id, at, from, func(place) bool { return true })
		default:
			ok = true
		}
		if !ok {
			return "", false
		}
	}
	delete(p.in, out)
	p.in[id] = place{at, until}
	return out, true
}

func (p *places) byAddr() map[netip.Addr]int {
	from := map[netip.Addr]int{}
	for _, o := range p.in {
		from[o.at]++
	}
	return from
}

// first chooses, among some, who gives way to a newcomer: the one with the lowest standing;
// of equals, one at the address with the most places; of these, the one that asked for its
// place longest ago.
func (p *places) first(id peer.ID, at netip.Addr, from map[netip.Addr]int, among func(place) bool) (out peer.ID, ok bool) {
	wants := p.standing(id)
	var lowest standing
	for o, its := range p.in {
		has := p.standing(o)
		if !among(its) || !givesWay(has, from[its.at], wants, from[at]+1) {
			continue
		}
		last := p.in[out]
		if !ok || has < lowest || has == lowest && (from[its.at] > from[last.at] || from[its.at] == from[last.at] && its.until.Before(last.until)) {
			out, lowest, ok = o, has, true
		}
	}
	return out, ok
}

// lapse takes away the places of those for whom gone says so, and returns whose they were.
func (p *places) lapse(gone func(id peer.ID, until time.Time) bool) (out []peer.ID) {
	for id, its := range p.in {
		if gone(id, its.until) {
			delete(p.in, id)
			out = append(out, id)
		}
	}
	return out
}
