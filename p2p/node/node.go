package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/faces"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/session"
	"fives/p2p/store"
	"fives/p2p/streams"
	"fives/p2p/twin"
)

// A Node does what a [control.Daemon] does, except for what belongs to its machine.
type Node struct {
	cfg     Config
	log     *slog.Logger
	self    record.Key
	name    string
	started time.Time
	stop    context.CancelFunc
	work    work
	hurry   hurry
	guard   *twin.Guard // knows the daemons that run with this node's key
	twin    twin.State  // what people have last been told; only supervise uses it

	host      *host.Host
	network   *streams.Network
	directory *peers.Directory
	book      *peers.Book // the keys known by each name
	session   *session.Session
	lobby     *lobby.Lobby
	seats     running
	tables    *tables
	inviter   *inviter
	farDoor   *farDoor
	links     *links
	events    *feed
	screens   *atomic.Int32 // big screens that this node shows tables on
}

// Start loads what the store holds and runs the node on the network until ctx is done or the node is
// closed. If it fails, the store stays open.
func Start(ctx context.Context, cfg Config) (*Node, error) { return start(ctx, cfg, &scheduler{}) }

// start makes the parts of a node, each after those that it needs, and then the node.
func start(ctx context.Context, cfg Config, w work) (_ *Node, err error) {
	cfg.complete()
	ctx, stop := context.WithCancel(ctx)
	defer func() {
		if err != nil {
			stop()
			w.close()
		}
	}()
	self, begun := record.KeyOf(cfg.Key), time.Now()
	if err := checkOwner(cfg.Store, self); err != nil {
		return nil, err
	}
	book, err := peers.OpenBook(cfg.Store, cfg.Name, self)
	if err != nil {
		return nil, err
	}
	faces, err := faces.Open(cfg.Store)
	if err != nil {
		return nil, err
	}
	invitation, err := cfg.Store.Invitation()
	if err != nil {
		return nil, err
	}
	events, strangers, hurry := newFeed(), peers.NewStreamLimit(), make(hurry, 1)
	var at atomic.Pointer[host.Host]
	var tabled *session.Session
	var waits *lobby.Lobby        // no newcomer asks before there is one
	var made atomic.Pointer[Node] // before there is one, all connections are new, and are hailed over anyway
	guard := twin.NewGuard(twin.Config{
		Key: cfg.Key, Started: begun, Now: w.Now, Address: func() netip.Addr { return at.Load().Address() }, Quiet: func() bool { return tabled.Quiet() },
		Page: cfg.Host.DialOnly,
		Woke: func() {
			if n := made.Load(); n != nil {
				w.Go(n.Wake)
			}
		},
	})
	w.Go(func() { stayAwake(ctx, guard) }) // also while tables are loaded
	if cfg.Here {
		guard.TakeOver()
	}
	network := streams.New(streams.Config{Strangers: strangers, Work: w, Guard: guard, Credential: credential, Log: cfg.Log})
	directory := peers.NewDirectory(network, book, events.Add)
	observers := &observers{self: self, book: book, directory: directory, events: events, work: w, playing: cfg.Playing, log: cfg.Log}
	observers.guest = func(node record.Key) bool {
		id, err := host.PeerID(node[:])
		return directory.Host(node) != record.Key{} || err == nil && at.Load() != nil && at.Load().CameByInvitation(id)
	}
	observers.lost = func() bool {
		lost, _ := network.Lost()
		return lost != record.Key{}
	}
	observers.wanted = func(id record.Hash) string { return waits.HolderOfWish(id) }
	observers.find = func(id record.Hash) *game { return gameOf(tabled.Table(id)) }
	observers.past = func(id record.Hash) (archived, bool) {
		d, ok := tabled.Archive()[id]
		if !ok {
			return archived{}, false
		}
		return readArchived(d)
	}
	observers.children = func(id record.Hash) []*session.Table { return tabled.Children(id) }
	session := session.New(session.Config{
		Key: cfg.Key, Store: cfg.Store, Network: network, Scheduler: w, Games: games.Find, Rand: cfg.Rand, BotDelay: cfg.BotDelay,
		Newcomer: func(from record.Key, c record.Continuation) (map[record.Key]session.OwnSeat, bool) {
			return waits.Takes(from, c)
		},
		MaySign: guard.MaySign, Observe: observers.newGame, Readable: readable, Log: cfg.Log,
	})
	tabled = session
	screens := &atomic.Int32{}
	seats := running{key: cfg.Key, session: session, scheduler: w, asks: &asks{}, log: cfg.Log}
	observers.onTurn = func(g *game) { seats.onTurn(g, waits.Goes) }
	lobby := lobby.New(lobby.Config{
		Key: cfg.Key, Name: cfg.Name, Version: cfg.Version, Games: games.Find, Store: cfg.Store, Tables: seats, Network: network,
		Scheduler: w, Book: book, Directory: directory, Strangers: strangers, AddEvent: events.Add, Screen: func() bool { return screens.Load() > 0 }, Hasten: hurry.up, Log: cfg.Log,
	})
	waits = lobby
	if err := errors.Join(session.Load(), lobby.Load()); err != nil {
		return nil, err
	}
	observers.loaded.Store(true)
	if err := cfg.Store.SetOwner(self); err != nil {
		return nil, err
	}
	tables := newTables(session, lobby, cfg.Log)
	var invites *inviter // nobody asks for a page before there is one
	invited, err := cfg.Store.Far()
	if err != nil {
		return nil, err
	}
	of, prepare := cfg.Host, cfg.Host.Prepare
	of.Key, of.Version, of.Log, of.Flooded = cfg.Key, cfg.Version, cfg.Log, network.StopFlood
	of.Neighbour = func(id peer.ID) bool { return directory.Answers(streams.NodeOf(id)) }
	of.Asked = func(at netip.Addr) bool { return invites.came.has(at) }
	of.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { invites.serve(w, r) })
	of.Prepare = func(h *host.Host) {
		at.Store(h)
		if prepare != nil {
			prepare(h)
		}
		invites = &inviter{
			self: self, name: cfg.Name, host: h, network: network, directory: directory, tables: tables, offered: lobby.Offered, faces: faces, pages: cfg.Pages, store: cfg.Store, log: cfg.Log,
			kept: invitation, awaited: begun.Add(goneFor),
		}
		lobby.Start(ctx)
		network.Start(ctx, h, session, lobby, directory)
	}
	h, err := host.New(of)
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	n := &Node{
		cfg: cfg, log: cfg.Log, self: self, name: cfg.Name, started: begun, stop: stop, work: w, hurry: hurry, guard: guard, host: h, network: network,
		directory: directory, book: book, session: session, lobby: lobby, seats: seats, tables: tables, inviter: invites, events: events, screens: screens,
	}
	n.farDoor = &farDoor{
		self: self, network: cfg.Network, host: h, directory: directory, store: cfg.Store, work: w, plays: session.PlaysWith, ask: cfg.Router, log: cfg.Log, kept: invited,
		returned: map[record.Key]time.Time{},
	}
	n.links = &links{self: self, network: cfg.Network, host: h, directory: directory, store: cfg.Store, work: w, lookup: lookUp, log: cfg.Log}
	if err := n.links.open(); err != nil {
		h.Close()
		return nil, err
	}
	made.Store(n)
	w.Go(func() { n.supervise(ctx) })
	return n, nil
}

// checkOwner returns an error if a store belongs to another identity than the node's.
func checkOwner(st Store, self record.Key) error {
	if owner, known, err := st.Owner(); err != nil || known && owner != self {
		return cmp.Or(err, fmt.Errorf("node: %w", store.ErrForeign))
	}
	return nil
}

// Close ends the node, waits until nothing of it runs, and closes the store.
func (n *Node) Close() {
	n.stop()
	n.farDoor.close()
	if err := n.inviter.close(); err != nil {
		n.log.Error("closing the pages", "err", err)
	}
	n.host.Close()
	n.work.close()
	if err := n.cfg.Store.Close(); err != nil {
		n.log.Error("closing the store", "err", err)
	}
}

// Name returns the node's nickname.
func (n *Node) Name() string { return n.name }

// Libp2p returns the node's host.
func (n *Node) Libp2p() *host.Host { return n.host }

// Found notes a node that was seen on the network, and may dial it. Everything about it is claimed,
// nothing proved.
func (n *Node) Found(id peer.ID, name string, version int, addrs []ma.Multiaddr) {
	n.network.NoteFound(id, name, version, addrs)
}

// FoundTwin notes addresses at which this node's ID was announced although they are not its own.
// Everything about them is claimed, nothing proved.
func (n *Node) FoundTwin(addrs []ma.Multiaddr) { n.network.FoundTwin(addrs) }

// Wake makes the node check its connections at once. Call it when the network has changed, or when
// the node has been asleep, which it would also find out by itself.
func (n *Node) Wake() {
	n.network.Wake()
	n.links.wake()
	n.hurry.up()
}

// CameFrom notes whose guest this node is, and tells everybody.
func (n *Node) CameFrom(id peer.ID) { n.network.CameFrom(streams.NodeOf(id)) }

// Hide notes whether the node's page is hidden, and tells the others.
func (n *Node) Hide(hidden bool) { n.network.Hide(hidden) }

// ticks is the time between two ticks of the tables.
const ticks = 100 * time.Millisecond

// retry calls f until it is done or ctx is, at each tick.
func retry(ctx context.Context, f func() (done bool)) {
	tick := time.NewTicker(ticks)
	defer tick.Stop()
	for !f() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// reachTicks is the number of ticks after which tables look for their nodes again.
const reachTicks = 5

// supervise keeps tables and connections going until ctx is done.
func (n *Node) supervise(ctx context.Context) {
	for _, addr := range n.cfg.Peers {
		n.work.Go(func() { n.network.KeepConnecting(addr) })
	}
	tick := time.NewTicker(ticks)
	defer tick.Stop()
	for i := 0; ; i++ {
		reach := i%reachTicks == 0
		select {
		case <-ctx.Done():
			return
		case <-n.hurry:
			reach = true
		case <-tick.C:
		}
		n.session.Tick(reach)
		if reach {
			n.cfg.Playing(slices.ContainsFunc(n.tables.running(), (*game).inPlay))
			if ok, _ := n.guard.MaySign(); ok { // signing for tables that have not begun waits as well
				n.lobby.Tick()
			}
			n.inviter.tick()
			n.farDoor.tick(ctx)
			n.links.tick(ctx)
			n.network.TickTwins()
			n.network.TickRoom()
			n.tellTwin()
		}
	}
}

// stayAwake lets a guard see that its node is not asleep. It waits for nothing: tables, and what
// supervise calls, wait for the disk.
func stayAwake(ctx context.Context, guard *twin.Guard) {
	retry(ctx, func() (done bool) {
		guard.MaySign()
		return false
	})
}

// A hurry makes the node tick at once, so that others hear of something.
type hurry chan struct{}

func (h hurry) up() {
	select {
	case h <- struct{}{}:
	default:
	}
}
