package lobby

import (
	"context"
	"crypto/ed25519"
	"errors"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// A world is some nodes' lobbies, in virtual time: what they say to each other goes
// through pipes.
type world struct {
	t     *testing.T
	ctx   context.Context
	work  sync.WaitGroup
	mu    sync.Mutex
	nodes map[record.Key]*node
	next  byte
}

// inWorld runs a test in virtual time.
func inWorld(t *testing.T, f func(w *world)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		w := &world{t: t, ctx: ctx, nodes: map[record.Key]*node{}}
		f(w)
		cancel()
		w.work.Wait()
	})
}

// A node has a lobby, and what it needs.
type node struct {
	*Lobby
	w    *world
	key  ed25519.PrivateKey
	disk *disk
	made *made

	mu     sync.Mutex
	away   bool               // from the network
	silent bool               // streams to it are not answered
	mute   bool               // streams to its lobby do not even open
	raves  bool               // its lobby answers with nonsense
	far    time.Duration      // what it takes to there and back
	afar   bool               // it is elsewhere
	from   netip.Addr         // whence its streams come
	opened int                // streams that have come to it
	host   func(entry.Stream) // serves those who ask for a seat, if not nil
	events []api.Event
}

// start makes a node. Time passes for it twice a second.
func (w *world) start(name string) *node {
	w.next++
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = w.next
	key := ed25519.NewKeyFromSeed(seed)
	n := &node{w: w, key: key, disk: &disk{}, made: &made{key: key, tables: map[record.Hash]replica.Genesis{}}}
	n.load(name)
	w.work.Go(func() {
		for w.ctx.Err() == nil {
			n.lobby().Tick()
			time.Sleep(time.Second / 2)
		}
	})
	return n
}

// load makes the node's lobby of what is on its disk.
func (n *node) load(name string) {
	book, err := peers.OpenBook(names{}, name, record.KeyOf(n.key))
	if err != nil {
		n.w.t.Fatal(err)
	}
	l := New(Config{
		Key: n.key, Name: name, Version: "test", Games: games.Find, Store: n.disk, Tables: n.made, Network: n, Scheduler: n.w,
		Book: book, Directory: peers.NewDirectory(n, book, n.addEvent), Strangers: peers.NewStreamLimit(), AddEvent: n.addEvent, Hasten: func() {},
	})
	l.Start(n.w.ctx)
	if err := l.Load(); err != nil {
		n.w.t.Fatal(err)
	}
	n.w.mu.Lock()
	n.Lobby, n.w.nodes[l.self] = l, n
	n.w.mu.Unlock()
	synctest.Wait() // until the lobby before has nothing more to do
}

func (n *node) lobby() *Lobby {
	n.w.mu.Lock()
	defer n.w.mu.Unlock()
	return n.Lobby
}

func (w *world) Now() time.Time { return time.Now() }
func (w *world) Go(f func())    { w.work.Go(f) }

func (w *world) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

func (n *node) addEvent(e api.Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.events = append(n.events, e)
}

// hasEvent reports whether people have been told something of the lobby, with those names.
func (n *node) hasEvent(what string, names ...string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.events {
		if e.Kind == api.EventLobby && e.What == what && (names == nil || slices.Equal(e.Names, names)) {
			return true
		}
	}
	return false
}

func (n *node) set(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f()
}

func (n *node) is(f func() bool) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return f()
}

// Other nodes.

func (n *node) other(key record.Key) *node {
	n.w.mu.Lock()
	other := n.w.nodes[key]
	n.w.mu.Unlock()
	if other == nil || n.is(func() bool { return n.away }) || other.is(func() bool { return other.away }) {
		return nil
	}
	return other
}

func (n *node) Connected(key record.Key) bool { return n.other(key) != nil }
func (n *node) Dial(record.Key)               {}
func (n *node) Elsewhere(key record.Key) bool {
	other := n.other(key)
	return other != nil && other.is(func() bool { return other.afar })
}
func (n *node) PeerID(key record.Key) string                         { return record.Fingerprint(key) }
func (n *node) Announcement(record.Key) (streams []string, v string) { return nil, "" }

func (n *node) Nodes() (nodes []record.Key) {
	n.w.mu.Lock()
	all := sortedIDs(n.w.nodes)
	n.w.mu.Unlock()
	for _, key := range all {
		if key != record.KeyOf(n.key) && n.Connected(key) {
			nodes = append(nodes, key)
		}
	}
	return nodes
}

func (n *node) OpenLobby(ctx context.Context, to record.Key) (entry.Stream, error) {
	if other := n.other(to); other != nil && other.is(func() bool { return other.mute }) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return n.open(to, func(l *Lobby, s entry.Stream) {
		if other := n.other(to); other != nil && other.is(func() bool { return other.raves }) {
			_ = wire.ReadShort(s, LobbyTime, entry.MaxStrangerFrame, new(entry.Request))
			_ = wire.Write(s, "nonsense")
			return
		}
		l.ServeLobby(s)
	})
}

func (n *node) OpenJoin(ctx context.Context, to record.Key) (entry.Stream, error) {
	other := n.other(to)
	if other != nil && other.is(func() bool { return other.mute }) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return n.open(to, func(l *Lobby, s entry.Stream) {
		if other.host != nil {
			other.host(s)
			return
		}
		l.ServeJoin(s)
	})
}

func (n *node) open(to record.Key, serve func(*Lobby, entry.Stream)) (entry.Stream, error) {
	other := n.other(to)
	if other == nil {
		return nil, errors.New("not connected")
	}
	here, there := net.Pipe()
	n.w.Go(func() {
		<-n.w.ctx.Done()
		here.Close()
	})
	var silent bool
	var far time.Duration
	other.set(func() { silent, far, other.opened = other.silent, other.far, other.opened+1 })
	if !silent {
		n.w.Go(func() {
			time.Sleep(far)
			serve(other.lobby(), &pipe{there, record.KeyOf(n.key), n.from})
		})
	}
	return &pipe{here, to, netip.Addr{}}, nil
}

// A pipe is a stream.
type pipe struct {
	net.Conn
	node record.Key
	from netip.Addr
}

func (p *pipe) Node() record.Key    { return p.node }
func (p *pipe) Address() netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, 1}) }
func (p *pipe) Source() netip.Addr  { return p.from }
func (p *pipe) CloseRead() error    { return nil }
func (p *pipe) Reset() error        { return p.Close() }

// names is a book's store that is empty.
type names struct{}

func (names) Names() (map[string][]record.Key, error) { return map[string][]record.Key{}, nil }
func (names) AddKey(string, record.Key, int) error    { return nil }

// A disk is a store in memory.
type disk struct {
	mu     sync.Mutex
	offers map[record.Hash]OpenTable
	joins  map[record.Hash]Reservation
	given  map[record.Hash]bool
	wishes map[record.Hash]Wish
	codes  map[record.Hash]entry.StoredCode
	away   map[record.Hash][]record.Key
	broken error             // what writing ends with
	before func(record.Hash) // what writing of a table waits for
}

func (d *disk) write(id record.Hash, f func()) error {
	d.mu.Lock()
	before := d.before
	d.mu.Unlock()
	if before != nil {
		before(id)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken != nil {
		return d.broken
	}
	if d.offers == nil {
		d.offers, d.joins, d.given = map[record.Hash]OpenTable{}, map[record.Hash]Reservation{}, map[record.Hash]bool{}
		d.wishes, d.codes = map[record.Hash]Wish{}, map[record.Hash]entry.StoredCode{}
		d.away = map[record.Hash][]record.Key{}
	}
	f()
	return nil
}

func (d *disk) PutOffer(id record.Hash, o OpenTable) error {
	return d.write(id, func() { d.offers[id] = o })
}
func (d *disk) DropOffer(id record.Hash) error { return d.write(id, func() { delete(d.offers, id) }) }

func (d *disk) MoveOffer(from, to record.Hash, o OpenTable) error {
	return d.write(to, func() {
		delete(d.offers, from)
		d.offers[to] = o
	})
}

func (d *disk) PutJoin(id record.Hash, r Reservation) error {
	return d.write(id, func() {
		d.joins[id] = r
		delete(d.given, id)
	})
}

func (d *disk) GiveUp(id record.Hash) error {
	return d.write(id, func() {
		delete(d.joins, id)
		d.given[id] = true
	})
}

func (d *disk) DropJoin(id record.Hash) error { return d.write(id, func() { delete(d.joins, id) }) }

func (d *disk) Offers() (map[record.Hash]OpenTable, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.offers), nil
}

func (d *disk) Joins() (map[record.Hash]Reservation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.joins), nil
}

func (d *disk) PutWish(id record.Hash, w Wish) error { return d.write(id, func() { d.wishes[id] = w }) }
func (d *disk) DropWish(id record.Hash) error        { return d.write(id, func() { delete(d.wishes, id) }) }

func (d *disk) MoveWish(from, to record.Hash, w Wish) error {
	return d.write(to, func() {
		delete(d.wishes, from)
		d.wishes[to] = w
	})
}

func (d *disk) Wishes() (map[record.Hash]Wish, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.wishes), nil
}

func (d *disk) PutCode(id record.Hash, code entry.StoredCode) error {
	return d.write(id, func() { d.codes[id] = code })
}

func (d *disk) Code(id record.Hash) (entry.StoredCode, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.codes[id], nil
}

func (d *disk) PutSentAway(id record.Hash, nodes []record.Key) error {
	return d.write(id, func() { d.away[id] = nodes })
}

func (d *disk) SentAway(id record.Hash) ([]record.Key, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.away[id], nil
}

func (d *disk) givenUp(id record.Hash) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.given[id]
}

func (d *disk) offered() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.offers)
}

func (d *disk) joined() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.joins)
}

// made are the tables that have begun.
type made struct {
	mu     sync.Mutex
	tables map[record.Hash]replica.Genesis
	seats  map[record.Key]session.OwnSeat // of the last one
	err    error                          // what making one ends with
	wait   chan struct{}                  // until this is closed, none is made

	key      ed25519.PrivateKey // the node's
	doors    []entry.Door
	asks     []*asked
	refuses  entry.Refusal // what Ask answers, "" for nothing
	admitted []record.Key  // to watch all tables
	stopped  record.Hash   // the table that has stopped
}

// asked is what a newcomer has asked for, as the table keeps it.
type asked struct {
	table     record.Hash
	handover  replica.Handover
	news      func(entry.DoorNews)
	withdrawn bool
}

func (m *made) Create(g replica.Genesis, seats map[record.Key]session.OwnSeat, _ bool, done func(error)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	finish := func() {
		m.mu.Lock()
		err := m.err
		if err == nil {
			m.tables[tableID(*g.Proposal)], m.seats = g, seats
		}
		m.mu.Unlock()
		done(err)
	}
	wait := m.wait
	go func() {
		if wait != nil {
			<-wait
		}
		finish()
	}()
}

func (m *made) Has(id record.Hash) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.tables[id]
	return ok
}

func (m *made) Seats(id record.Hash, node record.Key) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.tables[id].Joins, func(j record.Record) bool { return j.Author == node }) ||
		slices.ContainsFunc(m.doors, func(d entry.Door) bool { return d.ID == id && slices.Contains(d.Nodes(), node) })
}

func (m *made) genesis(id record.Hash) replica.Genesis {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tables[id]
}

func (m *made) own() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.seats)
}

func (m *made) Stopped(id record.Hash) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stopped == id
}

func (m *made) Watchable(by record.Key) (list []entry.Offer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, d := range m.doors {
		if d.Private && slices.Contains(m.admitted, by) {
			c, err := entry.Admission{Table: d.ID, Spectator: by}.Sign(m.key)
			if err != nil {
				panic(err)
			}
			list = append(list, entry.Offer{ID: d.ID, Private: true, Running: true, Credential: c})
		}
	}
	return list
}

func (m *made) Doors(record.Key) []entry.Door {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []entry.Door
	for _, d := range m.doors {
		d.Seats = slices.Clone(d.Seats)
		list = append(list, d)
	}
	return list
}

func (m *made) Ask(table record.Hash, h replica.Handover, news func(entry.DoorNews)) (func(), error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuses != "" {
		return nil, m.refuses
	}
	a := &asked{table: table, handover: h, news: news}
	m.asks = append(m.asks, a)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		a.withdrawn = true
	}, nil
}

// set changes what the tables are.
func (m *made) set(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
}

// wanted are the wishes that a table keeps, and how many there ever were.
func (m *made) wanted() (list []*asked, ever int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.asks {
		if !a.withdrawn {
			list = append(list, a)
		}
	}
	return list, len(m.asks)
}

// Full lists all public tables at which a node has no join.
func (m *made) Full(to record.Key) (list []entry.Offer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, g := range m.tables {
		body, err := entry.ProposalOf(*g.Proposal)
		if err == nil && !body.Private && !slices.ContainsFunc(g.Joins, func(j record.Record) bool { return j.Author == to }) {
			list = append(list, entry.Offer{ID: id, Proposal: g.Proposal, Running: true, Full: true})
		}
	}
	return list
}
