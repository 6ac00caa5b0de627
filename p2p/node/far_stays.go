package node

import (
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/far"
	"fives/p2p/store"
	"fives/p2p/streams"
)

const (
	// stayTime is the longest time for which somebody whose link was taken back stays for a game at which
	// this node's person has no seat, and so cannot leave it.
	stayTime = 3 * time.Hour
	// sayTime is how long somebody who is back has to say that the game is not over.
	sayTime = 10 * time.Second
)

// hasLink reports whether a peer is in by the link of now.
func (o *farDoor) hasLink(id peer.ID) bool { return slices.Contains(o.host.FarFriends(), id) }

// seated reports whether a node plays at a table of this node.
func (o *farDoor) seated(node record.Key) bool {
	return o.plays(func(other record.Key) bool { return other == node })
}

// stays lists who may stay if the link is taken back now.
func (o *farDoor) stays() (stays []store.Stay) {
	for _, s := range o.kept.Stays {
		if !o.hasLink(streams.PeerOf(s.Node)) {
			stays = append(stays, s)
		}
	}
	for _, id := range o.host.FarFriends() {
		if node := streams.NodeOf(id); o.seated(node) || o.directory.Plays(node) {
			stays = append(stays, store.Stay{Node: node, Secret: o.kept.Secret, Until: time.Now().Add(stayTime).Unix()})
		}
	}
	return stays
}

// mayStay reports whether somebody whose link was taken back still may stay. mu must be held.
func (o *farDoor) mayStay(s store.Stay, now time.Time) bool {
	id := streams.PeerOf(s.Node)
	switch {
	case o.hasLink(id): // another one
		return false
	case o.seated(s.Node):
		return true
	case now.Unix() >= s.Until:
		return false
	case !o.host.Direct(id):
		o.returned[s.Node] = now
		return true
	}
	return o.directory.Plays(s.Node) || now.Sub(o.returned[s.Node]) < sayTime
}

// noteStays hangs up on those who may stay no longer. mu must be held.
func (o *farDoor) noteStays(now time.Time) {
	fewer := o.kept
	fewer.Stays = slices.DeleteFunc(slices.Clone(fewer.Stays), func(s store.Stay) bool { return !o.mayStay(s, now) })
	if len(fewer.Stays) == len(o.kept.Stays) {
		return
	}
	closes, err := o.narrow(fewer)
	if err != nil {
		o.log.Error("who stays no longer is not stored", "err", err)
	}
	o.work.Go(closes)
}

func staysIn(f store.Far) map[peer.ID]far.Secret {
	stays := map[peer.ID]far.Secret{}
	for _, s := range f.Stays {
		stays[streams.PeerOf(s.Node)] = s.Secret
	}
	return stays
}
