package peers

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
)

// names is a store of names in memory.
type names map[string][]record.Key

func (s names) Names() (map[string][]record.Key, error) { return map[string][]record.Key{}, nil }

func (s names) AddKey(name string, key record.Key, most int) error {
	keys := append(s[name], key)
	s[name] = keys[max(0, len(keys)-most):]
	return nil
}

// connected is a network on which these nodes are connected.
type connected map[record.Key][]string

func (c connected) Connected(node record.Key) bool { return c[node] != nil }

func (c connected) Announcement(node record.Key) ([]string, string) { return c[node], "v2.0.1" }

func newDirectory(t *testing.T, network Network) (*Directory, *[]api.Event) {
	t.Helper()
	book, err := OpenBook(names{}, "ana", record.Key{255})
	if err != nil {
		t.Fatal(err)
	}
	var events []api.Event
	return NewDirectory(network, book, func(e api.Event) { events = append(events, e) }), &events
}

// A node's minor version holds for the connection on which it has named it.
func TestMinorIsForgotten(t *testing.T) {
	node := record.Key{1}
	d, events := newDirectory(t, connected{node: {"/fives/lobby/4"}})
	d.StartGreeting(node)
	d.NoteMinor(node, Minor+1)
	d.NoteMet(node, "ben", "v1")
	if p := d.List()[node]; p.Minor != Minor || p.Age != api.Newer || p.Name != "ben" || !p.Connected {
		t.Errorf("connected: %+v", p)
	}
	d.NoteDisconnected(node, "/ip4/192.168.77.1/tcp/45355")
	if p := d.List()[node]; p.Address != "/ip4/192.168.77.1/tcp/45355" {
		t.Errorf("where it was: %q", p.Address)
	}
	if p := d.List()[node]; p.Minor != 0 || p.Age != api.SameAge {
		t.Errorf("connected again, and has not said it: %+v", p)
	}
	if len(*events) != 2 || (*events)[0].What != api.Here || (*events)[1].What != api.Gone || (*events)[1].Fingerprint != record.Fingerprint(node) {
		t.Errorf("events: %+v", *events)
	}
}

// A page that was hidden when its connections ended is hidden until it comes back, before it
// says so. One that is closed does not say that it is hidden.
func TestHidden(t *testing.T) {
	node, others := record.Key{1}, connected{}
	d, _ := newDirectory(t, others)
	comes := func() { others[node] = []string{"/fives/lobby/4"}; d.NoteConnected(node) }
	goes := func() { delete(others, node); d.NoteDisconnected(node, "/ip4/192.168.77.1/tcp/45355") }
	expect := func(what string, hidden bool) {
		t.Helper()
		if d.Hidden(node) != hidden {
			t.Errorf("%s: hidden is %v", what, !hidden)
		}
	}
	comes()
	goes()
	expect("a page that was shown is closed", false)
	comes()
	d.SetHidden(node, true)
	expect("a page says that it is hidden", true)
	goes()
	expect("its device sleeps", true)
	comes()
	expect("it is awake", false)
}

// A node is greeted once, and again when it has not answered; what is wrong with
// it is said as long as it has not.
func TestGreeting(t *testing.T) {
	node := record.Key{1}
	d, _ := newDirectory(t, connected{node: {"/fives/lobby/4"}})
	if !d.StartGreeting(node) || d.StartGreeting(node) || d.GreetAgain(node) {
		t.Error("it is not greeted exactly once")
	}
	for err, problem := range map[error]api.WarningCode{errors.New("a deadline"): api.WarnSlow, fmt.Errorf("no: %w", ErrNoLobby): api.WarnUnresponsive} {
		d.NoteUnresponsive(node, err)
		if p := d.List()[node]; p.Warning.Code != problem {
			t.Errorf("%v: %+v", err, p.Warning)
		}
	}
	if d.GreetAgain(node) {
		t.Error("it is asked again at once")
	}
	d.NoteMet(node, "ben", "v1")
	if p := d.List()[node]; p.Warning.Code != "" || p.Protocol != record.Version {
		t.Errorf("it has answered: %+v", p)
	}
}

// The directory is bounded, and keeps those that are connected.
func TestDirectoryIsBounded(t *testing.T) {
	network := connected{record.Key{0, 1}: {"x"}}
	d, _ := newDirectory(t, network)
	for i := range 3 * maxNodes {
		d.NoteDiscovered(record.Key{byte(i), byte(i>>8) + 1}, "n", 1)
	}
	if n := len(d.List()); n != maxNodes {
		t.Errorf("%d nodes", n)
	}
	if _, ok := d.List()[record.Key{0, 1}]; !ok {
		t.Error("a connected node is forgotten")
	}
}

// Attempts to reach a node are spaced, and few at a time but for those that sit
// at a table.
func TestDials(t *testing.T) {
	d, _ := newDirectory(t, connected{})
	for i := range maxDials {
		if !d.StartDial(record.Key{1, byte(i)}, false) {
			t.Fatalf("dial %d is refused", i)
		}
	}
	friend := record.Key{2}
	if d.StartDial(record.Key{3}, false) || !d.StartDial(friend, true) || d.StartDial(friend, true) {
		t.Error("a stranger is dialled, or a friend not exactly once")
	}
	d.DialDone()
	d.DialDone()
	if !d.StartDial(record.Key{3}, false) {
		t.Error("there is room, and nobody is dialled")
	}
}

// Strangers' streams are bounded for each node, each address and in all, and what
// has left makes room.
func TestStreamLimit(t *testing.T) {
	l := NewStreamLimit()
	address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}) }
	leave, _ := l.Enter(record.Key{1}, address(1))
	for range MaxStreams - 1 {
		l.Enter(record.Key{1}, address(1))
	}
	if _, ok := l.Enter(record.Key{1}, address(2)); ok {
		t.Error("too many of one node")
	}
	leave()
	leave()
	if _, ok := l.Enter(record.Key{1}, address(1)); !ok {
		t.Error("one has left")
	}
	n := MaxStreams
	for i := 2; ; i++ {
		if _, ok := l.Enter(record.Key{byte(i)}, address(1)); !ok {
			break
		}
		n++
	}
	if n != MaxAddressStreams {
		t.Errorf("%d from one address", n)
	}
	for i := 0; ; i++ {
		if _, ok := l.Enter(record.Key{100, byte(i)}, address(2+i%100)); !ok {
			break
		}
		n++
	}
	if n != MaxAllStreams {
		t.Errorf("%d in all", n)
	}
}

// TestCarriedStreams: those who are reached through others have a limit in common, and take nothing from those
// who are here, nor from the address of who carries them.
func TestCarriedStreams(t *testing.T) {
	l, n := NewStreamLimit(), 0
	for i := range MaxAllStreams {
		if _, ok := l.Enter(record.Key{byte(i / 4), 1}, netip.Addr{}); ok {
			n++
		}
	}
	if n != MaxCarriedStreams {
		t.Errorf("%d streams through others", n)
	}
	if _, ok := l.Enter(record.Key{2, 2}, netip.AddrFrom4([4]byte{10, 0, 0, 1})); !ok {
		t.Error("there is no room for who is here")
	}
}

// TestGuestsOfTheSameName: guests are in no book, so a guest with another key than last time is no
// news. While another of that name is here, it is told of both that they may be mistaken for each
// other, until one of the keys is trusted. Big screens are all called the same.
func TestGuestsOfTheSameName(t *testing.T) {
	last, now, other, tv, wall := record.Key{1}, record.Key{2}, record.Key{3}, record.Key{4}, record.Key{5}
	others := connected{now: {}, tv: {}, wall: {}}
	d, events := newDirectory(t, others)
	meets := func(node record.Key, name string) api.Warning {
		d.StartGreeting(node)
		d.NoteMet(node, name, "v1")
		return (*events)[len(*events)-1].Warning
	}
	if w := meets(last, "Quin"); w != (api.Warning{}) {
		t.Errorf("the first: %+v", w)
	}
	if w := meets(now, "Quin"); w != (api.Warning{}) || d.List()[now].Warning != w {
		t.Errorf("a week later: %+v, listed with %+v", w, d.List()[now].Warning)
	}
	if w := meets(tv, api.ScreenName); w != (api.Warning{}) || meets(wall, api.ScreenName) != w {
		t.Errorf("screens: %+v", w)
	}
	others[other] = []string{}
	looks := func(node record.Key, known string) api.Warning {
		return api.Warning{Code: api.WarnLikeAnother, Known: known, Fingerprint: record.Fingerprint(node)}
	}
	if w := meets(other, "quin"); w != looks(other, "Quin") || d.List()[other].Warning != w || d.List()[now].Warning != looks(now, "quin") || d.List()[last].Warning != (api.Warning{}) {
		t.Errorf("both are here: %+v, listed with %+v and %+v", w, d.List()[now].Warning, d.List()[last].Warning)
	}
	if _, err := d.book.Accept(record.Fingerprint(now), d.book.Doubted(d.Claims())); err != nil {
		t.Fatal(err)
	}
	if w := d.List()[now].Warning; w != (api.Warning{}) {
		t.Errorf("the key that is trusted: %+v", w)
	}
	if w := d.List()[other].Warning; w.Code != api.WarnLikeKnown {
		t.Errorf("the other one: %+v", w)
	}
}
