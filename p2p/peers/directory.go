package peers

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/limit"
)

// maxNodes bounds the directory.
const maxNodes = 256

// Pauses between the events of one node's coming and going; strangers share one limit.
const (
	tellEvery = 5 * time.Second
	TellBurst = 20
)

// Network is what the directory asks of the network.
type Network interface {
	// Connected reports whether a node is connected now.
	Connected(node record.Key) bool
	// Announcement returns what a connected node said about itself on connecting: the names
	// of its streams, and its program's version.
	Announcement(node record.Key) (streams []string, program string)
}

// A Directory holds what is known about other nodes: what they say about themselves, never what
// others say about them. A node of which only others have spoken may be made up.
type Directory struct {
	network  Network
	book     *Book
	addEvent func(api.Event)
	told     *limit.Rate

	mu      sync.Mutex
	entries map[record.Key]*entry
	dials   dials
}

// An entry is what is known about one node.
type entry struct {
	name       string // as it claims, cleaned
	version    string // of its program
	protocol   int    // version that it speaks; 0 while it is not known
	minor      uint64 // minor version that it speaks, as it last said
	minorKnown bool   // it has said that since it connected
	seen       time.Time
	address    string // where it was connected last
	greeting   greeting
	distance   distance
	late       bool       // a list of tables had to wait for it, and it has not answered since
	announced  bool       // the event stream has been told that it is here
	of         record.Key // whose guest it is, as it says itself
	twice      bool       // it says that it runs twice, and signs nothing
	hidden     bool       // its page is not shown, as it said last
	plays      bool       // it plays with others through this node, as it said last
	screen     bool       // it shows tables on a big screen, as it said last
}

// NewDirectory returns an empty directory, which reports who comes and goes.
func NewDirectory(network Network, book *Book, addEvent func(api.Event)) *Directory {
	return &Directory{
		network: network, book: book, addEvent: addEvent, told: limit.NewRate(time.Now, tellEvery, TellBurst),
		entries: map[record.Key]*entry{}, dials: dials{last: map[record.Key]time.Time{}},
	}
}

// change changes the entry of a node, and makes one if there is room.
func (d *Directory) change(node record.Key, f func(e *entry)) bool {
	d.mu.Lock()
	full := d.entries[node] == nil && len(d.entries) >= maxNodes
	d.mu.Unlock()
	if full {
		d.forgetOne()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.entries[node] == nil {
		if len(d.entries) >= maxNodes {
			return false
		}
		d.entries[node] = &entry{}
	}
	f(d.entries[node])
	return true
}

// forgetOne drops, of the nodes that are not connected, the one that was seen longest ago.
func (d *Directory) forgetOne() {
	type sighting struct {
		node record.Key
		seen time.Time
	}
	var all []sighting
	d.mu.Lock()
	for node, e := range d.entries {
		all = append(all, sighting{node, e.seen})
	}
	d.mu.Unlock()
	all = slices.DeleteFunc(all, func(s sighting) bool { return d.network.Connected(s.node) })
	if len(all) == 0 {
		return
	}
	oldest := slices.MinFunc(all, func(a, b sighting) int { return a.seen.Compare(b.seen) })
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.entries, oldest.node)
}

// look reads the entry of a node; it is empty if there is none.
func (d *Directory) look(node record.Key) entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[node]; e != nil {
		return *e
	}
	return entry{}
}

// NoteDiscovered notes a node that has announced itself on the network.
func (d *Directory) NoteDiscovered(node record.Key, name string, protocol int) {
	d.change(node, func(e *entry) {
		e.seen = time.Now()
		if !e.greeting.under { // its own word counts for more
			e.name, e.protocol = cmp.Or(name, e.name), protocol
		}
	})
}

// GuestOf notes whose guest a connected node says that it is.
func (d *Directory) GuestOf(node, of record.Key) { d.change(node, func(e *entry) { e.of = of }) }

// SetHidden notes whether the page of a node is hidden, as it says itself.
func (d *Directory) SetHidden(node record.Key, hidden bool) {
	d.change(node, func(e *entry) { e.hidden = hidden })
}

// SetPlays notes whether a node that has come by a link plays with somebody behind this node, as
// it says itself.
func (d *Directory) SetPlays(node record.Key, plays bool) {
	d.change(node, func(e *entry) { e.plays = plays })
}

// Plays reports whether that was a node's last word.
func (d *Directory) Plays(node record.Key) bool { return d.look(node).plays }

// Hidden reports whether a node's last word about its page was that it is hidden. If such a
// node is silent, its device is asleep.
func (d *Directory) Hidden(node record.Key) bool { return d.look(node).hidden }

// SetTwice notes whether a connected node runs twice and signs nothing, as it says itself.
func (d *Directory) SetTwice(node record.Key, twice bool) {
	d.change(node, func(e *entry) { e.twice = twice && d.network.Connected(node) })
}

// Twice reports whether a connected node has said that it runs twice and signs nothing.
func (d *Directory) Twice(node record.Key) bool { return d.look(node).twice }

// Host returns whose guest a connected node says that it is; the zero key if it says nothing.
func (d *Directory) Host(node record.Key) record.Key { return d.look(node).of }

// Answers reports whether a connected node has answered in its lobby.
func (d *Directory) Answers(node record.Key) bool { return d.look(node).greeting.met }

// NoteMinor notes the minor version that a connected node has named.
func (d *Directory) NoteMinor(node record.Key, minor uint64) {
	d.change(node, func(e *entry) { e.minor, e.minorKnown = minor, true })
}

// SetScreen notes whether a connected node shows tables on a big screen.
func (d *Directory) SetScreen(node record.Key, is bool) {
	d.change(node, func(e *entry) { e.screen = is })
}

// NoteAnswer notes that a node has answered in the lobby.
func (d *Directory) NoteAnswer(node record.Key) {
	d.change(node, func(e *entry) { e.seen, e.late = time.Now(), false })
}

// SetLate notes that a list of tables had to wait for a node.
func (d *Directory) SetLate(node record.Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[node]; e != nil {
		e.late = true
	}
}

// Late reports whether a list of tables had to wait for a node, and the node has not
// answered since: it is asleep.
func (d *Directory) Late(node record.Key) bool { return d.look(node).late }

// NoteConnected notes a new connection of a node: its device is awake. If its page is
// hidden, it says so again.
func (d *Directory) NoteConnected(node record.Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[node]; e != nil {
		e.hidden, e.distance = false, distance{asked: e.distance.asked}
	}
}

// NoteDisconnected notes that no connection to a node is left, and where the last one led.
func (d *Directory) NoteDisconnected(node record.Key, address string) {
	before := d.look(node)
	d.mu.Lock()
	if e := d.entries[node]; e != nil {
		e.greeting, e.announced, e.seen, e.address = greeting{}, false, time.Now(), address
		e.of, e.twice, e.distance = record.Key{}, false, distance{}
		e.minor, e.minorKnown = 0, false
	}
	d.mu.Unlock()
	if before.announced {
		d.addEvent(comesOrGoes(api.Gone, before.name, node))
	}
}

// Name returns what a node calls itself, "" if that is not known.
func (d *Directory) Name(node record.Key) string { return d.look(node).name }

// Claims returns the names of all nodes in the directory.
func (d *Directory) Claims() (all []Claim) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for node, e := range d.entries {
		all = append(all, Claim{e.name, e.name, node})
	}
	return all
}

// List returns the nodes in the directory. The caller adds where connected nodes are; for
// the others, List says where they were.
func (d *Directory) List() map[record.Key]api.Peer {
	entries := d.all()
	list, here := map[record.Key]api.Peer{}, d.here(entries)
	for node, e := range entries {
		p := d.show(node, e)
		if p.Warning.Code == "" {
			p.Warning = d.mistaken(node, e.name, here)
		}
		list[node] = p
	}
	return list
}

// all returns what is known now.
func (d *Directory) all() map[record.Key]entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	entries := map[record.Key]entry{}
	for node, e := range d.entries {
		entries[node] = *e
	}
	return entries
}

// here returns the claims of the nodes that are connected, by the skeletons of their names.
func (d *Directory) here(entries map[record.Key]entry) map[string][]Claim {
	all := map[string][]Claim{}
	for node, e := range entries {
		if e.name != "" && e.name != api.ScreenName && d.network.Connected(node) {
			skeleton := record.NameSkeleton(e.name)
			all[skeleton] = append(all[skeleton], Claim{e.name, e.name, node})
		}
	}
	return all
}

// mistaken warns of a node whose key is not known, and whose name looks like that of another one that
// is here. Guests are known by nothing but their keys (PROTOCOL §4.1), so the book does not have them.
func (d *Directory) mistaken(node record.Key, name string, here map[string][]Claim) api.Warning {
	if d.book.Knows(name, node) || !d.network.Connected(node) {
		return api.Warning{}
	}
	for _, other := range here[record.NameSkeleton(name)] {
		if other.Key != node {
			return keyWarning(api.WarnLikeAnother, other.Label, node)
		}
	}
	return api.Warning{}
}

func (d *Directory) show(node record.Key, e entry) api.Peer {
	p := api.Peer{
		Name: e.name, Fingerprint: record.Fingerprint(node), Version: e.version, Protocol: e.protocol, Seen: e.seen, Address: e.address,
		Warning: d.book.Doubt(e.name, node),
	}
	if OtherProtocol(e.protocol) {
		p.Warning = api.Warning{Code: api.WarnProtocol, Protocol: e.protocol, Ours: record.Version}
	}
	if d.network.Connected(node) {
		p.Connected, p.Screen, p.Seen = true, e.screen, time.Now()
		p.Minor, p.Age = e.commonMinor(), e.age()
		if e.twice {
			p.Warning = cmp.Or(p.Warning, api.Warning{Code: api.WarnTwice})
		}
		if e.greeting.problem != "" {
			p.Warning = cmp.Or(p.Warning, api.Warning{Code: e.greeting.problem})
		}
	}
	return p
}

// OfOtherVersions lists the connected nodes whose tables cannot be seen because
// they speak another version of the protocol.
func (d *Directory) OfOtherVersions() (list []api.Peer) {
	for _, p := range d.List() {
		if OtherProtocol(p.Protocol) && p.Connected {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b api.Peer) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return list
}

// Elsewhere gives the data of an error for a table that was not found: its name, and the
// nodes of other protocol versions, whose tables cannot be seen.
func (d *Directory) Elsewhere(name string) api.Data {
	return api.Data{Name: name, Peers: d.OfOtherVersions(), Protocol: record.Version}
}

// mayTell reports whether the event stream hears about a node's coming. Nodes that this one
// has not played with share one limit.
func (d *Directory) mayTell(node record.Key, name string) bool {
	if !d.book.Knows(name, node) {
		node = record.Key{}
	}
	return d.told.Allow(node)
}

// comesOrGoes makes the event for a node that comes or goes.
func comesOrGoes(what, name string, node record.Key) api.Event {
	return api.Event{Kind: api.EventPeer, What: what, Name: name, Fingerprint: record.Fingerprint(node)}
}
