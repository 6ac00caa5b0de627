package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/session"
	"fives/p2p/store"
	"fives/p2p/store/bolt"
	"fives/p2p/streams"
)

// storeFile is the name of the store in the home folder.
const storeFile = "fives.db"

// A Node is a running daemon. It implements [control.Daemon].
type Node struct {
	cfg       Config
	log       *slog.Logger
	key       ed25519.PrivateKey
	self      record.Key
	name      string
	started   time.Time
	store     *store.Store
	host      *host.Host
	discovery *discovery.Service
	events    *present.Feed
	book      *peers.Book // who goes by which name
	directory *peers.Directory
	strangers *peers.StreamLimit
	hurry     chan struct{} // others are to hear of something at once
	stop      context.CancelFunc
	scheduler scheduler

	session *session.Session
	network *streams.Network
	lobby   *lobby.Lobby
	tables  *tables
}

// Run runs a node until ctx is done or somebody asks it to shut down. ready,
// if not nil, is called when it can be reached.
func Run(ctx context.Context, cfg Config, ready func(control.Status)) error {
	cfg.complete()
	claim, err := control.NewClaim(cfg.Home)
	if err != nil {
		return err
	}
	defer claim.Close()
	cfg.Home = claim.Home()
	n, err := open(cfg)
	if err != nil {
		return err
	}
	ctx, n.stop = context.WithCancel(ctx)
	defer n.stop()
	defer n.close()
	if err := n.start(ctx); err != nil {
		return err
	}
	if ready != nil {
		ready(n.Status())
	}
	return claim.Serve(ctx, n, cfg.Log)
}

// open reads what the home holds; nothing runs yet.
func open(cfg Config) (*Node, error) {
	key, err := loadIdentity(cfg.Home)
	if err != nil {
		return nil, err
	}
	st, err := OpenStore(filepath.Join(cfg.Home, storeFile))
	if err != nil {
		return nil, err
	}
	n := &Node{
		cfg: cfg, log: cfg.Log, key: key, self: record.KeyOf(key), started: time.Now(), store: st,
		events: present.NewFeed(), strangers: peers.NewStreamLimit(), hurry: make(chan struct{}, 1),
	}
	if err := n.load(); err != nil {
		st.Close()
		return nil, err
	}
	return n, nil
}

// OpenStore opens the store in a file.
func OpenStore(path string) (*store.Store, error) {
	db, err := bolt.Open(path)
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

// load reads the store, unless it is another identity's: the secrets in it are of
// that one's seats.
func (n *Node) load() error {
	var err error
	if n.name, err = chooseName(n.cfg); err != nil {
		return err
	}
	owner, known, err := n.store.Owner()
	if err != nil {
		return err
	}
	if known && owner != n.self {
		return fmt.Errorf("node: %w: %s in %s is of %s, but %s is %s: put the key of %s there, or move %s away to begin without its tables", store.ErrForeign,
			storeFile, n.cfg.Home, record.Fingerprint(owner), identityFile, record.Fingerprint(n.self), record.Fingerprint(owner), storeFile)
	}
	if n.book, err = peers.OpenBook(n.store, n.name, n.self); err != nil {
		return err
	}
	n.join()
	if err := errors.Join(n.session.Load(), n.lobby.Load()); err != nil {
		return err
	}
	return n.store.SetOwner(n.self)
}

// join makes the parts of the node, and joins them to each other.
func (n *Node) join() {
	n.network = streams.New(streams.Config{Strangers: n.strangers, Work: &n.scheduler, Credential: credential, Log: n.log})
	n.directory = peers.NewDirectory(n.network, n.book, n.events.Add)
	n.tables = &tables{
		key: n.key, self: n.self, name: n.name, network: n.network, directory: n.directory, book: n.book, events: n.events, work: &n.scheduler, log: n.log,
		decoded: map[record.Hash]archived{},
	}
	played := session.Config{
		Key: n.key, Store: n.store, Network: n.network, Scheduler: &n.scheduler, Games: n.cfg.Games, Rand: n.cfg.Rand, BotDelay: n.cfg.BotDelay,
		Observe: n.tables.observe, Readable: readable, Log: n.log,
	}
	n.cfg.onSession(&played)
	n.session = session.New(played)
	n.lobby = lobby.New(lobby.Config{
		Key: n.key, Name: n.name, Version: n.cfg.Version, Games: n.cfg.Games, Store: n.store, Tables: n.cfg.onTables(begun{n.tables}), Network: n.network,
		Scheduler: &n.scheduler, Book: n.book, Directory: n.directory, Strangers: n.strangers, Tell: n.events.Add, Hasten: n.hasten, Log: n.log,
	})
	n.tables.session, n.tables.lobby = n.session, n.lobby
}

// start brings the node on the network.
func (n *Node) start(ctx context.Context) error {
	h, err := host.New(host.Config{
		Key: n.key, Port: n.cfg.Port, Ifaces: n.cfg.Ifaces, AnyAddr: n.cfg.AnyAddr,
		Flooded: n.network.Flooded,
		Prepare: func(h *host.Host) {
			if n.cfg.onHost != nil {
				n.cfg.onHost(h)
			}
			n.host = h
			n.lobby.Start(ctx)
			n.network.Start(ctx, h, n.session, n.lobby, n.directory)
		},
		Version: n.cfg.Version, Log: n.log,
	})
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	n.discovery, err = discovery.Start(discovery.Config{
		ID: h.ID(), Name: n.name, Version: record.Version, Network: n.cfg.Network, Ifaces: n.cfg.Ifaces,
		Addrs: h.ListenAddrs, Found: n.network.Found, Log: n.log,
	})
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	n.scheduler.Go(func() { n.supervise(ctx) })
	return nil
}

func (n *Node) close() {
	n.stop()
	if n.discovery != nil {
		n.discovery.Close()
	}
	if n.host != nil {
		n.host.Close()
	}
	n.scheduler.close()
	if err := n.store.Close(); err != nil {
		n.log.Error("closing the store", "err", err)
	}
}

// ticks is how often time passes at a table.
const ticks = 100 * time.Millisecond

// reachTicks is every how many of them the table's nodes are looked for.
const reachTicks = 5

// supervise keeps time, tables and connections going until ctx is done.
func (n *Node) supervise(ctx context.Context) {
	for _, addr := range n.cfg.Peers {
		n.scheduler.Go(func() { n.network.KeepConnecting(addr) })
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
			n.lobby.Tick()
		}
	}
}

// hasten lets time pass at once: others are to hear of something.
func (n *Node) hasten() {
	select {
	case n.hurry <- struct{}{}:
	default:
	}
}

// Shutdown ends the node.
func (n *Node) Shutdown() { n.stop() }

// short is how a table is named to people.
func short(id record.Hash) string { return id.String()[:8] }
