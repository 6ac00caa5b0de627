package node

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/session"
	"fives/p2p/store"
	"fives/p2p/streams"
)

// A Node is what a [control.Daemon] does, but for what belongs to its machine.
type Node struct {
	*inviter
	cfg       Config
	log       *slog.Logger
	key       ed25519.PrivateKey
	self      record.Key
	name      string
	started   time.Time
	store     *store.Store
	host      *host.Host
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

// Open takes up what the store holds; nothing runs yet. The store stays open if that
// cannot be.
func Open(cfg Config) (*Node, error) {
	cfg.complete()
	n := &Node{
		cfg: cfg, log: cfg.Log, key: cfg.Key, self: record.KeyOf(cfg.Key), name: cfg.Name, started: time.Now(), store: cfg.Store,
		events: present.NewFeed(), strangers: peers.NewStreamLimit(), hurry: make(chan struct{}, 1), stop: func() {},
	}
	n.inviter = &inviter{n: n, awaited: n.started.Add(goneFor)}
	if err := n.load(); err != nil {
		return nil, err
	}
	return n, nil
}

// load reads the store, unless it is another identity's: the secrets in it are of
// that one's seats.
func (n *Node) load() error {
	if owner, known, err := n.store.Owner(); err != nil || known && owner != n.self {
		return cmp.Or(err, fmt.Errorf("node: %w", store.ErrForeign))
	}
	var err error
	if n.book, err = peers.OpenBook(n.store, n.name, n.self); err != nil {
		return err
	}
	if n.kept, err = n.store.Invitation(); err != nil {
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
	observe := &observers{book: n.book, directory: n.directory, events: n.events, work: &n.scheduler, playing: n.cfg.Playing, log: n.log}
	played := session.Config{
		Key: n.key, Store: n.store, Network: n.network, Scheduler: &n.scheduler, Games: n.cfg.Games, Rand: n.cfg.Rand, BotDelay: n.cfg.BotDelay,
		Observe: observe.game, Readable: readable, Log: n.log,
	}
	n.cfg.onSession(&played)
	n.session = session.New(played)
	n.lobby = lobby.New(lobby.Config{
		Key: n.key, Name: n.name, Version: n.cfg.Version, Games: n.cfg.Games, Store: n.store, Tables: n.cfg.onTables(begun{key: n.key, session: n.session, log: n.log}), Network: n.network,
		Scheduler: &n.scheduler, Book: n.book, Directory: n.directory, Strangers: n.strangers, Tell: n.events.Add, Hasten: n.hasten, Log: n.log,
	})
	n.tables = newTables(n.session, n.lobby, n.log)
}

// Start brings the node on the network, until ctx is done or it is closed.
func (n *Node) Start(ctx context.Context) error {
	ctx, n.stop = context.WithCancel(ctx)
	cfg := n.cfg.Host
	cfg.Key, cfg.Version, cfg.Log, cfg.Flooded = n.key, n.cfg.Version, n.log, n.network.Flooded
	cfg.Pages = http.HandlerFunc(n.inviter.serve)
	cfg.Prepare = func(h *host.Host) {
		if n.cfg.onHost != nil {
			n.cfg.onHost(h)
		}
		n.host = h
		n.lobby.Start(ctx)
		n.network.Start(ctx, h, n.session, n.lobby, n.directory)
	}
	if _, err := host.New(cfg); err != nil {
		return fmt.Errorf("node: %w", err)
	}
	n.scheduler.Go(func() { n.supervise(ctx) })
	return nil
}

// Close ends the node, waits until nothing runs any more, and closes the store.
func (n *Node) Close() {
	n.stop()
	if n.host != nil {
		if err := n.inviter.close(); err != nil {
			n.log.Error("closing the pages", "err", err)
		}
		n.host.Close()
	}
	n.scheduler.close()
	if err := n.store.Close(); err != nil {
		n.log.Error("closing the store", "err", err)
	}
}

// Name is the node's nickname.
func (n *Node) Name() string { return n.name }

// Libp2p is the host, once the node has started.
func (n *Node) Libp2p() *host.Host { return n.host }

// Found notes a node that was seen on the network, and may dial it. All of it is
// claimed, none of it proved.
func (n *Node) Found(id peer.ID, name string, version int, addrs []ma.Multiaddr) {
	n.network.Found(id, name, version, addrs)
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
			n.cfg.Playing(slices.ContainsFunc(n.tables.running(), (*game).inPlay))
			n.lobby.Tick()
			n.inviter.tick()
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
