//go:build !js

package host

import (
	"net/netip"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// A standing is a peer's claim to a place at a relay, or to a circuit (PROTOCOL §2.5). If
// there are too few, the lower one gives way.
type standing int

const (
	stranger standing = iota // it has come to the port of the invitation, as anybody can
	asked                    // its address has asked for a page below the invitation's name, or it has come by a link
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
	at    source
	until time.Time
}

// A source is where a guest comes from: an address here or, by a link, somebody's line
// elsewhere, which is an IPv4 address or an IPv6 /64.
type source struct {
	prefix netip.Prefix
	far    bool
}

func sourceOf(a ma.Multiaddr, far bool) source {
	ip := ipOf(a)
	bits := ip.BitLen()
	if far && ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits) // it is that long
	return source{p, far}
}

// most is how many places there are for a source.
func (s source) most() int {
	if s.far {
		return relayFarAddr
	}
	return relayGuestsAddr
}

func newPlaces(of func(peer.ID) standing) *places {
	return &places{standing: of, in: map[peer.ID]place{}}
}

// take gives a peer a place, or lets it keep the one that it has. It returns who loses a
// place for that, "" for nobody, and false if there is no room and nobody has to. Who comes by
// a link has a part of the places only, and nobody else gives way for that.
func (p *places) take(id peer.ID, at source, until time.Time) (out peer.ID, ok bool) {
	if _, again := p.in[id]; !again {
		from, far := p.bySource()
		switch {
		case from[at] >= at.most():
			out, ok = p.first(id, at, from, func(o place) bool { return o.at == at })
		case at.far && far >= relayFar, len(p.in) >= relayGuests:
			out, ok = p.first(id, at, from, func(o place) bool { return o.at.far || !at.far })
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

// bySource counts the places of each source, and those of all who have come by a link.
func (p *places) bySource() (from map[source]int, far int) {
	from = map[source]int{}
	for _, o := range p.in {
		if from[o.at]++; o.at.far {
			far++
		}
	}
	return from, far
}

// first chooses, among some, who gives way to a newcomer: the one with the lowest standing;
// of equals, one at the address with the most places; of these, the one that asked for its
// place longest ago.
func (p *places) first(id peer.ID, at source, from map[source]int, among func(place) bool) (out peer.ID, ok bool) {
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
