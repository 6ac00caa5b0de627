package lobby

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/limit"
	"fives/p2p/peers"
)

const (
	joinEvery = time.Second / 2 // between the joins that a node tries
	joinBurst = 20
	MaxOffers = 16 // of one node, at most
	MaxDoors  = 64 // at which newcomers have asked, at most
)

// Config says what a lobby works with.
type Config struct {
	Key       ed25519.PrivateKey // the node's identity
	Name      string             // nickname
	Version   string             // of the program
	Games     table.Finder
	Store     Store
	Tables    Tables
	Network   Network
	Scheduler Scheduler
	Book      *peers.Book
	Directory *peers.Directory
	Strangers *peers.StreamLimit
	AddEvent  func(api.Event)
	// Screen reports whether this node shows tables on a big screen; nil if it never does.
	Screen func() bool
	// Hasten is called when others are to hear of something at once.
	Hasten func()
	Log    *slog.Logger
}

// A Lobby is the tables that a node has opened and that are not full, the seats
// that it has asked for elsewhere, and what it asks others about theirs. It is safe
// for concurrent use.
type Lobby struct {
	cfg   Config
	self  record.Key
	tries *limit.Rate     // of the joins that a node tries
	ctx   context.Context // until the node ends

	offers registry[offer] // that have not begun
	joins  registry[join]
	doors  registry[door]
	wishes registry[wish]

	mu    sync.Mutex                  // guards the rest; nothing is called while it is held
	heirs []heir                      // the latest last
	heard map[record.Key]*heard       // the last answers of nodes that are connected
	asked map[record.Key]int          // how many questions to a node are under way
	codes map[record.Hash]*entry.Code // of private tables that have begun, as far as they were looked at
	moved []move                      // tables with a new ID, the latest last
}

// A move is a table that has a new ID, because it was proposed anew.
type move struct{ from, to string }

// mostMoves limits the moves that are kept. Hosts of other tables make them.
const mostMoves = 64

// noteMoved keeps that a table at which this node has a seat has a new ID. What a door says of another
// table is no move: its keeper could make any ID mean one of this node's tables.
func (l *Lobby) noteMoved(from, to record.Hash) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.moved = append(l.moved[max(0, len(l.moved)-mostMoves+1):], move{from.String(), to.String()})
}

// MovedTo returns the ID that a table has now whose ID, or the beginning of it, was this one: "" if
// this node has seen none move, or several to which that fits.
func (l *Lobby) MovedTo(id string) (now string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	typed := api.TypedID(id)
	for i, m := range l.moved {
		if typed == "" || !strings.HasPrefix(m.from, typed) {
			continue
		}
		for _, later := range l.moved[i+1:] { // the same table may have moved on
			if later.from == m.to {
				m = later
			}
		}
		if now != "" && now != m.to {
			return ""
		}
		now = m.to
	}
	return now
}

// New returns an empty lobby.
func New(cfg Config) *Lobby {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Screen == nil {
		cfg.Screen = func() bool { return false }
	}
	return &Lobby{
		cfg: cfg, self: record.KeyOf(cfg.Key), tries: limit.NewRate(cfg.Scheduler.Now, joinEvery, joinBurst), ctx: context.Background(),
		codes: map[record.Hash]*entry.Code{}, heard: map[record.Key]*heard{}, asked: map[record.Key]int{},
	}
}

// Start says how long the node runs; it is called before anything but Load.
func (l *Lobby) Start(ctx context.Context) { l.ctx = ctx }

// Load takes up the open tables, and the seats that were asked for, from the store.
func (l *Lobby) Load() error { return errors.Join(l.loadOffers(), l.loadJoins(), l.loadWishes()) }

// Tick lets time pass: it frees the seats of those who are gone for too long,
// begins tables that are full, goes after the seats that this node has asked for
// elsewhere, forgets what nodes have said that are gone, greets again who has connected and not
// answered yet, and measures how far they are.
func (l *Lobby) Tick() {
	for _, o := range l.offers.list() {
		o.tick()
	}
	for _, j := range l.joins.list() {
		j.tick()
	}
	for _, d := range l.doors.list() {
		d.tick()
	}
	for _, w := range l.wishes.list() {
		w.tick()
	}
	nodes := l.cfg.Network.Nodes()
	l.forgetGone(nodes)
	for _, node := range nodes {
		if l.cfg.Directory.GreetAgain(node) {
			l.cfg.Scheduler.Go(func() { l.Greet(node) })
		}
		if l.cfg.Directory.MeasureAgain(node) {
			l.cfg.Scheduler.Go(func() { _, _ = l.Ask(l.ctx, node) }) // it takes the time
		}
	}
}

// Pending lists the tables that have not begun: those that this node has opened,
// and those at which it has asked for a seat.
func (l *Lobby) Pending() []record.Hash { return append(l.offers.ids(), l.joins.ids()...) }

// Leave withdraws an open table, gives a seat back, or takes back that this node has asked
// for one at a running table. It says what it did, "" if
// there is no such table.
func (l *Lobby) Leave(id record.Hash) (string, error) {
	if o := l.offers.get(id); o != nil {
		return api.Withdrawn, o.withdraw()
	}
	if j := l.joins.get(id); j != nil {
		j.giveBack()
		return api.GivenBack, nil
	}
	if w := l.wishes.get(id); w != nil {
		w.takeBack()
		return api.GivenBack, nil
	}
	return "", nil
}

// Wishes lists the running tables at whose doors this node has asked for a seat.
func (l *Lobby) Wishes() []record.Hash { return l.wishes.ids() }

// Joined reports whether a seat at a table that has not begun has been asked for.
func (l *Lobby) Joined(id record.Hash) bool { return l.joins.get(id) != nil }

// Awaits reports whether a seat has been asked for at any table of a node.
func (l *Lobby) Awaits(host record.Key) bool {
	return slices.ContainsFunc(l.joins.list(), func(j *join) bool { return j.want.Host == host }) ||
		slices.ContainsFunc(l.wishes.list(), func(w *wish) bool { return slices.Contains(w.want.Load().Door.Nodes(), host) })
}

// Open shows the tables that this node has opened, and those at which it has asked for a seat,
// running ones too. It waits for no other node.
func (l *Lobby) Open() (list []api.Offer) {
	for _, o := range l.offers.list() {
		list = append(list, o.view(o.state.Load()))
	}
	for _, j := range l.joins.list() {
		list = append(list, j.view())
	}
	for _, w := range l.wishes.list() {
		list = append(list, w.view())
	}
	return list
}

// Claims returns the names of those who have seats at the open tables.
func (l *Lobby) Claims() (all []peers.Claim) {
	for _, o := range l.offers.list() {
		all = append(all, peers.SeatClaims(o.state.Load().seats)...)
	}
	return all
}

// addEvent tells people of a table. The event is of the lobby, and of that table, if it
// does not say otherwise.
func (l *Lobby) addEvent(table record.Hash, e api.Event) {
	e.Kind, e.Table = cmp.Or(e.Kind, api.EventLobby), cmp.Or(e.Table, table.String())
	l.cfg.AddEvent(e)
}
