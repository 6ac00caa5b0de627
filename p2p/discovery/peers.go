package discovery

import (
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

const (
	maxPeers     = 256
	maxMissed    = 3                // rounds that a peer or an address may miss
	leastMissing = 30 * time.Second // and the time for which it may be unseen
)

// Peer is a node that has announced itself. Everything in it is claimed, nothing proved.
type Peer struct {
	ID      peer.ID
	Name    string         // cleaned; may be empty
	Version int            // of the protocol
	Addrs   []ma.Multiaddr // dialable from here, at most 16
	Iface   string         // where it was heard last
	Seen    time.Time      // when it was heard last
	Clock   time.Time      // the time by its clock then, as it says; zero if it does not say
}

// Ahead returns by how much the clock that the node announces is ahead of this machine's, to the second;
// known is false if it announces none.
func (p Peer) Ahead() (by time.Duration, known bool) {
	return p.Clock.Sub(p.Seen).Round(time.Second), !p.Clock.IsZero()
}

// peerList is the bounded list of known peers. Callers pass times and rounds. It is not safe for concurrent
// use.
type peerList struct {
	peers map[peer.ID]*known
}

type known struct {
	name    string
	version int
	clock   uint64
	addrs   []sighting // in the order in which they were first heard
	iface   string
	last    mark
}

// sighting is an address and when it was last announced.
type sighting struct {
	addr ma.Multiaddr
	last mark
}

// mark is a moment, in rounds and in time.
type mark struct {
	round int
	at    time.Time
}

// stale reports whether too many rounds and too much time have passed since a mark.
func (m mark) stale(now mark) bool {
	return now.round-m.round > maxMissed && now.at.Sub(m.at) >= leastMissing
}

func newPeerList() *peerList { return &peerList{peers: make(map[peer.ID]*known)} }

// hear adds an announcement to the list, and reports whether it is the peer's first in this round or brings
// new addresses.
func (t *peerList) hear(a announcement, iface string, now mark) (news bool) {
	k, ok := t.peers[a.ID]
	if !ok {
		t.makeRoom()
		k = &known{last: mark{round: -1}}
		t.peers[a.ID] = k
	}
	news = k.last.round != now.round
	k.name, k.version, k.clock, k.iface, k.last = a.Name, a.Version, a.Time, iface, now
	return k.merge(a.Addrs, now) || news
}

// merge appends new addresses to those that are not stale, since a node announces different ones on
// different links, and reports whether there are any. Anybody can announce false addresses. So if there are
// too many, those in the middle are dropped: the first half is safe from those who come later, and the last
// from those who came first.
func (k *known) merge(addrs []ma.Multiaddr, now mark) (news bool) {
	var merged []sighting
	for _, s := range k.addrs {
		if slices.ContainsFunc(addrs, s.addr.Equal) {
			s.last = now
		}
		if !s.last.stale(now) {
			merged = append(merged, s)
		}
	}
	for _, a := range addrs {
		if !slices.ContainsFunc(merged, func(s sighting) bool { return s.addr.Equal(a) }) {
			merged, news = append(merged, sighting{a, now}), true
		}
	}
	if over := len(merged) - maxAddrs; over > 0 {
		merged = slices.Delete(merged, maxAddrs/2, maxAddrs/2+over)
	}
	k.addrs = merged
	return news
}

// makeRoom drops the peer that has been silent longest if the list is full. So a flood of false peers cannot
// keep a true one from being reported at least once.
func (t *peerList) makeRoom() {
	if len(t.peers) < maxPeers {
		return
	}
	var oldest peer.ID
	for id, k := range t.peers {
		if oldest == "" || k.last.at.Before(t.peers[oldest].last.at) {
			oldest = id
		}
	}
	delete(t.peers, oldest)
}

// expire drops the peers that have not answered for a while.
func (t *peerList) expire(now mark) {
	for id, k := range t.peers {
		if k.last.stale(now) {
			delete(t.peers, id)
		}
	}
}

// heardOn reports whether there is a peer that was last heard on an interface.
func (t *peerList) heardOn(iface string) bool {
	for _, k := range t.peers {
		if k.iface == iface {
			return true
		}
	}
	return false
}

func (t *peerList) get(id peer.ID) Peer {
	k := t.peers[id]
	p := Peer{ID: id, Name: k.name, Version: k.version, Iface: k.iface, Seen: k.last.at}
	if k.clock != 0 {
		p.Clock = time.Unix(int64(k.clock), 0)
	}
	for _, s := range k.addrs {
		p.Addrs = append(p.Addrs, s.addr)
	}
	return p
}

// all returns the peers, sorted by name, then by ID.
func (t *peerList) all() []Peer {
	ps := make([]Peer, 0, len(t.peers))
	for id := range t.peers {
		ps = append(ps, t.get(id))
	}
	slices.SortFunc(ps, func(a, b Peer) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	return ps
}
