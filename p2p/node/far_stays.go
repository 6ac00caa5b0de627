package node

import (
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/far"
	"fives/p2p/session"
	"fives/p2p/store"
	"fives/p2p/streams"
)

const (
	// stayTime is the longest time for which somebody whose link was taken back stays for a game at which
	// this node's person has no seat, and so cannot leave it.
	stayTime = 3 * time.Hour
	// sayTime is how long somebody who is back has to say that the game is not over: the others may be back a
	// minute later.
	sayTime = 2 * time.Minute
)

// seated lists the tables of this node at which a node plays.
func (o *farDoor) seated(node record.Key) []*session.Table {
	return o.plays(func(other record.Key) bool { return other == node })
}

// playsOn reports whether a game goes on that was going on when the link was taken back.
func (o *farDoor) playsOn(s store.Stay) bool {
	return slices.ContainsFunc(o.seated(s.Node), func(t *session.Table) bool { return slices.Contains(s.Tables, t.ID()) })
}

// follow notes the tables at which the games go on for which somebody may stay. mu must be held.
func (o *farDoor) follow() {
	for i, s := range o.kept.Stays {
		for _, t := range o.seated(s.Node) {
			p := t.Terms().Parent
			if p != nil && slices.Contains(s.Tables, p.Table) && !slices.Contains(s.Tables, t.ID()) && !t.Rematch() {
				s.Tables = append(slices.Clone(s.Tables), t.ID())
				o.kept.Stays = slices.Clone(o.kept.Stays)
				o.kept.Stays[i] = s
				o.keep()
			}
		}
	}
}

// stays lists who may stay if the link is taken back now, each for the games of now.
func (o *farDoor) stays() (stays []store.Stay) {
	add := func(s store.Stay) {
		for _, t := range o.seated(s.Node) {
			s.Tables = append(s.Tables, t.ID())
		}
		if len(s.Tables) > 0 || s.Until != 0 {
			stays = append(stays, s)
		}
	}
	friends := o.host.FarFriends()
	for _, s := range o.kept.Stays {
		switch {
		case slices.Contains(friends, streams.PeerOf(s.Node)):
		case s.Secret == o.kept.Secret:
			add(s)
		default:
			stays = append(stays, s)
		}
	}
	for _, id := range friends {
		s := store.Stay{Node: streams.NodeOf(id), Secret: o.kept.Secret}
		if o.directory.Plays(s.Node) {
			s.Until = time.Now().Add(stayTime).Unix()
		}
		add(s)
	}
	return stays
}

// noteSeated notes who is in by the link of now and has a seat here: if it is taken back they may stay,
// whether or not they are connected then. mu must be held.
func (o *farDoor) noteSeated() {
	for _, id := range o.host.FarFriends() {
		s := store.Stay{Node: streams.NodeOf(id), Secret: o.kept.Secret}
		same := func(other store.Stay) bool { return other.Node == s.Node && other.Secret == s.Secret }
		if len(o.seated(s.Node)) > 0 && !slices.ContainsFunc(o.kept.Stays, same) {
			others := slices.DeleteFunc(slices.Clone(o.kept.Stays), func(other store.Stay) bool { return other.Node == s.Node })
			o.kept.Stays = append(others, s)
			o.keep()
		}
	}
}

// mayStay reports whether somebody who came by a link may stay if that is taken back, as it was, if it is
// not the one of now. mu must be held.
func (o *farDoor) mayStay(s store.Stay, now time.Time) bool {
	id := streams.PeerOf(s.Node)
	switch {
	case s.Secret != o.kept.Secret && slices.Contains(o.host.FarFriends(), id): // has another one
		return false
	case s.Secret == o.kept.Secret:
		return len(o.seated(s.Node)) > 0
	case o.playsOn(s):
		return true
	case now.Unix() >= s.Until:
		return false
	case !o.host.Direct(id):
		o.returned[s.Node] = now
		return true
	}
	return o.directory.Plays(s.Node) || now.Sub(o.returned[s.Node]) < sayTime
}

// noteStays hangs up on those who may not stay any longer. mu must be held.
func (o *farDoor) noteStays(now time.Time) {
	o.follow()
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
