package streams

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/host"
	"fives/p2p/limit"
	"fives/p2p/wire"
)

const (
	placeAgain  = time.Minute      // before a place at a relay is asked for anew
	placeRetry  = 5 * time.Second  // before it is if there was none
	sayAgain    = 30 * time.Second // before a node is told again what it knows
	sayRetry    = 2 * time.Second  // before it is told something new
	afterOthers = 3 * time.Second  // that a guest has to come by itself
	straighten  = 30 * time.Second // before a way without a relay is tried anew
	lostAfter   = 6 * time.Second  // of silence, a way counts as lost
	behindFor   = 2 * time.Minute  // that the way to somebody may be lost: links are tried once a minute
	hearEvery   = time.Second
	hearBurst   = 10
	seekEvery   = time.Second / 4 // between the guests of one node that are dialled
	seekBurst   = entry.MaxGuests
)

// A room is what this node has heard of guests, and said of them (PROTOCOL §4.6). Whoever is
// in it is connected: the others know by then all that they have to know.
type room struct {
	hears *limit.Rate
	seeks *limit.Rate

	mu     sync.Mutex // guards the rest
	of     record.Key // whose guest this node is; zero if it is nobody's
	heard  map[record.Key]map[record.Key]time.Time
	told   map[record.Key]telling
	placed map[record.Key]time.Time // when a place is asked for again
	tried  map[record.Key]time.Time // when a way without a relay was tried
	behind map[carried]time.Time    // when they last were
	lost   time.Time                // when the way was that this node has come by; zero if it is not
	hidden bool                     // this node's page is not shown
}

// A carried node is reached through another one, the relay.
type carried struct{ node, relay record.Key }

// A telling is what a node was told, and when.
type telling struct {
	room entry.Room
	at   time.Time
}

func newRoom() *room {
	return &room{
		hears: limit.NewRate(time.Now, hearEvery, hearBurst), seeks: limit.NewRate(time.Now, seekEvery, seekBurst),
		heard: map[record.Key]map[record.Key]time.Time{}, told: map[record.Key]telling{},
		placed: map[record.Key]time.Time{}, tried: map[record.Key]time.Time{}, behind: map[carried]time.Time{},
	}
}

// CameFrom notes whose guest this node is.
func (n *Network) CameFrom(node record.Key) {
	n.room.mu.Lock()
	defer n.room.mu.Unlock()
	n.room.of = node
}

// Hide notes whether this node's page is hidden: the others are told at once, because a device
// that goes to sleep has no more than a moment.
func (n *Network) Hide(hidden bool) {
	n.room.mu.Lock()
	n.room.hidden = hidden
	clear(n.room.told)
	n.room.mu.Unlock()
	n.tellAll()
}

// Host returns the node whose guest this one is, the zero Key if it is nobody's or does not know yet.
func (n *Network) Host() record.Key {
	n.room.mu.Lock()
	defer n.room.mu.Unlock()
	return n.room.of
}

// Lost says which node this one has come by that has not been connected for a while, and
// through which relay it reaches others meanwhile; zero if there is none.
func (n *Network) Lost() (host, meanwhile record.Key) {
	n.miss() // it may just have come back
	n.room.mu.Lock()
	defer n.room.mu.Unlock()
	if n.room.lost.IsZero() || time.Since(n.room.lost) < lostAfter {
		return host, meanwhile
	}
	for node := range n.room.placed {
		if meanwhile == (record.Key{}) || slices.Compare(node[:], meanwhile[:]) < 0 {
			meanwhile = node
		}
	}
	return n.room.of, meanwhile
}

// miss notes whether the node is connected that this one has come by.
func (n *Network) miss() {
	of := n.Host()
	here := of == record.Key{} || n.Connected(of)
	n.room.mu.Lock()
	defer n.room.mu.Unlock()
	switch {
	case here:
		n.room.lost = time.Time{}
	case n.room.lost.IsZero():
		n.room.lost = time.Now()
	}
}

// TickRoom asks for places at relays, tells others of guests, and goes to those whom it has
// heard of.
func (n *Network) TickRoom() {
	connected := n.host.Network().Peers()
	n.room.leave(n.Connected)
	n.miss()
	for _, id := range connected {
		if (n.host.OnlyDials() && n.host.Direct(id) || n.host.WentByLink(id)) && n.host.Relays(id) {
			n.takePlace(id)
		}
	}
	n.noteBehind(connected)
	n.tellAll()
	n.seek(len(connected))
}

// tellAll tells all who are connected what they do not know.
func (n *Network) tellAll() {
	say := n.says()
	for _, id := range n.host.Network().Peers() {
		if speaks, err := n.host.Peerstore().SupportsProtocols(id, ProtocolRoom); err == nil && len(speaks) > 0 {
			say.Plays = n.playsBehind(id)
			n.tell(NodeOf(id), say)
		}
	}
}

// playsBehind reports whether this node plays with somebody whom it reaches through the node of a link
// alone, or has just done so.
func (n *Network) playsBehind(relay peer.ID) bool {
	return n.host.WentByLink(relay) && len(n.session.PlaysWith(func(node record.Key) bool {
		return !n.host.Direct(PeerOf(node)) && n.room.wasBehind(carried{node, NodeOf(relay)}, time.Now())
	})) > 0
}

// noteBehind notes whom this node reaches through whom.
func (n *Network) noteBehind(connected []peer.ID) {
	now := time.Now()
	n.room.mu.Lock()
	defer n.room.mu.Unlock()
	maps.DeleteFunc(n.room.behind, func(_ carried, last time.Time) bool { return now.Sub(last) >= behindFor })
	for _, id := range connected {
		for _, relay := range n.host.RelaysTo(id) {
			n.room.behind[carried{NodeOf(id), NodeOf(relay)}] = now
		}
	}
}

// wasBehind reports whether a node was reached through another one a moment ago.
func (r *room) wasBehind(c carried, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, ok := r.behind[c]
	return ok && now.Sub(last) < behindFor
}

// owes reports whether a node is to be told something now, and notes that it is.
func (r *room) owes(node record.Key, say entry.Room) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.told[node]
	since, same := time.Since(last.at), reflect.DeepEqual(last.room, say)
	if nothing := reflect.DeepEqual(say, entry.Room{}); same && (nothing || since < sayAgain) || since < sayRetry {
		return false
	}
	r.told[node] = telling{say, time.Now()}
	return true
}

// doubt has a node told again what it was told: a connection to it has come or gone, and what
// was written to one that ends may not have arrived.
func (r *room) doubt(node record.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t, ok := r.told[node]; ok {
		r.told[node] = telling{room: t.room}
	}
}

// leave forgets what came from nodes that are gone.
func (r *room) leave(connected func(record.Key) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	gone := func(node record.Key) bool { return !connected(node) }
	deleteFunc(r.heard, gone)
	deleteFunc(r.told, gone)
	deleteFunc(r.placed, gone)
	deleteFunc(r.tried, gone)
}

func deleteFunc[V any](m map[record.Key]V, gone func(record.Key) bool) {
	for node := range m {
		if gone(node) {
			delete(m, node)
		}
	}
}

// says is what this node says of guests, and of its page.
func (n *Network) says() (say entry.Room) {
	n.room.mu.Lock()
	of, hidden := n.room.of, n.room.hidden
	n.room.mu.Unlock()
	say.Twice = n.cfg.Guard.State().Waits
	if say.Hidden = hidden; of != (record.Key{}) {
		say.Of = &of
	}
	for _, id := range n.host.Guests() {
		say.Guests = append(say.Guests, entry.Guest{Node: NodeOf(id)})
	}
	say.Guests = say.Guests[:min(len(say.Guests), entry.MaxGuests)]
	return say
}

// takePlace asks for a place at a relay, unless this node has one.
func (n *Network) takePlace(id peer.ID) {
	node := NodeOf(id)
	if !n.room.due(n.room.placed, node, placeRetry) {
		return
	}
	n.cfg.Work.Go(func() {
		ctx, cancel := context.WithTimeout(n.ctx, n.openFor(node))
		defer cancel()
		if err := n.host.Reserve(ctx, id); err != nil {
			n.cfg.Log.Debug("a place at a relay", "peer", id, "err", err)
			return
		}
		n.room.mu.Lock()
		defer n.room.mu.Unlock()
		n.room.placed[node] = time.Now().Add(placeAgain)
	})
}

// due reports whether it is time for something with a node, and notes when it is again.
func (r *room) due(at map[record.Key]time.Time, node record.Key, again time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(at[node]) {
		return false
	}
	at[node] = time.Now().Add(again)
	return true
}

// tell tells a node what it does not know, or has not been told for long.
func (n *Network) tell(node record.Key, say entry.Room) {
	if !n.room.owes(node, say) {
		return
	}
	n.cfg.Work.Go(func() {
		if err := n.say(node, say); err != nil {
			n.cfg.Log.Debug("who is in the room", "peer", PeerOf(node), "err", err)
			n.room.mu.Lock()
			defer n.room.mu.Unlock()
			n.room.told[node] = telling{at: time.Now()} // as if it had been told nothing
		}
	})
}

func (n *Network) say(node record.Key, say entry.Room) error {
	ctx, cancel := context.WithTimeout(n.ctx, n.openFor(node))
	defer cancel()
	s, err := n.ask(network.WithNoDial(ctx, "room"), node, ProtocolRoom)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.SetWriteDeadline(time.Now().Add(openTime)); err != nil {
		return err
	}
	if err := wire.Write(s, say); err != nil {
		s.Reset()
		return err
	}
	return nil
}

// handleRoom hears of a node's guests.
func (n *Network) handleRoom(s network.Stream) {
	from := NodeOf(s.Conn().RemotePeer())
	leave, ok := n.cfg.Strangers.Enter(from, addressOf(s.Conn()))
	if !ok || !n.room.hears.Allow(from) {
		if ok {
			leave()
		}
		s.Reset()
		return
	}
	defer leave()
	var r entry.Room
	if err := wire.ReadShort(s, openTime, entry.MaxRoom, &r); err != nil {
		s.Reset()
		return
	}
	s.Close()
	n.hear(from, r)
}

// hear notes what a node says. Only what it says of itself is more than a claim.
func (n *Network) hear(from record.Key, r entry.Room) {
	if r.Of != nil && *r.Of != from {
		n.directory.GuestOf(from, *r.Of)
	}
	n.directory.SetHidden(from, r.Hidden)
	n.directory.SetTwice(from, r.Twice)
	n.directory.SetPlays(from, r.Plays)
	n.room.mu.Lock()
	before := n.room.heard[from]
	now := map[record.Key]time.Time{}
	for _, g := range r.Guests[:min(len(r.Guests), entry.MaxGuests)] {
		if g.Node == from || PeerOf(g.Node) == n.host.ID() || PeerOf(g.Node) == "" {
			continue
		}
		if now[g.Node] = before[g.Node]; now[g.Node].IsZero() {
			now[g.Node] = time.Now()
		}
	}
	n.room.heard[from] = now
	n.room.mu.Unlock()
	n.seek(len(n.host.Network().Peers()))
}

// knows reports whether a node has been named as somebody's guest.
func (r *room) knows(node record.Key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, guests := range r.heard {
		if _, ok := guests[node]; ok {
			return true
		}
	}
	return false
}

// A lead is a way to somebody's guest.
type lead struct {
	guest, relay record.Key
	since        time.Time // this node knows it
}

func (r *room) leads() (all []lead) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for relay, guests := range r.heard {
		for g, since := range guests {
			all = append(all, lead{g, relay, since})
		}
	}
	return all
}

// seek goes to the guests of others who are not connected, but not through somebody who is a guest
// here, having come by a link: there this node is a stranger. Where both sides could, one goes
// first: of two guests the one with the smaller key, and a guest before whom it can dial.
func (n *Network) seek(connected int) {
	for _, l := range n.room.leads() {
		if n.Connected(l.guest) || !n.host.Direct(PeerOf(l.relay)) || n.host.CameByLink(PeerOf(l.relay)) {
			continue
		}
		n.host.Behind(PeerOf(l.guest), PeerOf(l.relay))
		comes := n.host.Invites() != 0 || n.host.IsReachedThrough() && n.host.ID() > PeerOf(l.guest)
		if comes && time.Since(l.since) < afterOthers && !n.sitsHere(l.guest) {
			continue
		}
		if n.sitsHere(l.guest) || connected < host.EnoughConns && n.room.seeks.Allow(l.relay) {
			n.Dial(l.guest)
		}
	}
}

// goDirectly looks for a way to a node that is reached through another one: at addresses
// that were not known before.
func (n *Network) goDirectly(node record.Key) {
	if n.host.Direct(PeerOf(node)) || !n.room.due(n.room.tried, node, straighten) {
		return
	}
	n.cfg.Work.Go(func() {
		ctx, cancel := context.WithTimeout(n.ctx, openTime)
		defer cancel()
		if err := n.host.ConnectDirectly(ctx, PeerOf(node)); err != nil {
			n.cfg.Log.Debug("no way of its own", "peer", PeerOf(node), "err", err)
		}
	})
}
