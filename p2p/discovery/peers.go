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
	maxMissed    = 3                // rounds a peer or an address may miss
	leastMissing = 30 * time.Second // and the time it must be unseen as well
)

// Peer is a node that has announced itself. All of it is claimed, none of it
// proved.
type Peer struct {
	ID      peer.ID
	Name    string         // cleaned; may be empty
	Version int            // of the protocol
	Addrs   []ma.Multiaddr // dialable from here, at most 16
	Iface   string         // where it was heard last
	Seen    time.Time      // when it was heard last
	Clock   time.Time      // what its clock said then; zero if it does not say
}

// Ahead is by how much the node's clock is ahead of this machine's, as it says; false if it
// does not say.
func (p Peer) Ahead() (by time.Duration, known bool) {
	return p.Clock.Sub(p.Seen).Round(time.Second), !p.Clock.IsZero()
}

// peerList is the bounded list of known peers. Time and rounds come in as
// arguments. It is not safe for concurrent use.
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

// stale reports whether too much has passed since a mark.
func (m mark) stale(now mark) bool {
	return now.round-m.round > maxMissed && now.at.Sub(m.at) >= leastMissing
}

func newPeerList() *peerList { return &peerList{peers: make(map[peer.ID]*known)} }

// hear takes in an announcement, and reports whether it says anything that the
// same round has not said before.
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

// merge keeps the addresses that are not stale, because a node announces
// different ones on different links, and puts new ones behind them. Anybody can
// announce false ones. So where there are too many, those in the middle go: the
// first half is safe from who comes later, and the last from who came first.
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

// makeRoom drops the peer that has been silent longest when the list is full.
// So a flood of false peers cannot keep a true one from being reported, once.
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

// expire forgets the peers that have not answered for a while.
func (t *peerList) expire(now mark) {
	for id, k := range t.peers {
		if k.last.stale(now) {
			delete(t.peers, id)
		}
	}
}

// heardOn reports whether a peer was heard on an interface last.
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

// all lists the peers by name, then by ID.
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
