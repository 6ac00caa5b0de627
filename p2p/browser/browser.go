//go:build js

package browser

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/near"
	"fives/p2p/node"
	"fives/p2p/store"
	"fives/p2p/store/indexed"
	"fives/p2p/streams"
)

// Config says how to run a node in a browser.
type Config struct {
	// Here is where a new node is kept, Before where one may have been kept that goes on if its
	// person says so: of this invitation, and of former ones of the same server.
	Here   Place
	Before []Place
	Server string // where the page came from: http://192.168.1.7:45380/k7fdo2xn4wqb/
	// Through has everything go through the node that served the page: it dials no other. A
	// browser may keep pages away from other addresses.
	Through bool
	// Ask asks for a nickname, once for an identity that is new; again, with the
	// reason, if it was one that does not do.
	Ask func(why error) (string, error)
	// Again asks as which of those who were here before to go on; -1 stands for somebody new.
	// It is called only if there is one, and if nobody is in Here.
	Again func([]Former) (int, error)
	// Known is told as whom the node goes on, if that was not asked for.
	Known    func(name string)
	Cleared  func(error)   // is told if the browser clears the database
	Moved    func(error)   // is told that the node has moved to another place, and has ended here
	Version  string        // of the program
	BotDelay time.Duration // see package node
	Log      *slog.Logger  // nil discards
}

// A Node is a running node. It implements [control.Daemon].
type Node struct {
	*node.Node
	log  *slog.Logger
	stop context.CancelFunc
	woke chan struct{} // who is there is to be asked for at once
}

// Why the store of a page has nothing, or takes nothing any more.
var (
	ErrCleared  = indexed.ErrCleared
	ErrClearing = indexed.ErrClearing
)

// Start opens the store and brings the node on the network. The error wraps
// [kv.ErrInUse] if another tab is the node.
func Start(ctx context.Context, cfg Config) (*Node, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	st, err := open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	b := &Node{log: cfg.Log, stop: stop, woke: make(chan struct{}, 1)}
	moved := func(o store.Opener, done bool) {
		cfg.Moved(&MovedError{o, done})
		go b.Shutdown()
	}
	b.Node, err = start(ctx, cfg, st, moved)
	if err != nil {
		stop()
		st.Close()
		return nil, err
	}
	go b.find(ctx, cfg.Server)
	return b, nil
}

// A MovedError says that the node of this place is at another one.
type MovedError struct {
	Opener store.Opener
	Done   bool // it goes on there
}

func (e *MovedError) Error() string {
	if e.Done {
		return "your seat has moved to the other device"
	}
	return "your seat has moved to another device; if it does not go on there, type this in there: " + e.Opener.String()
}

func start(ctx context.Context, cfg Config, st *store.Store, moved func(store.Opener, bool)) (*node.Node, error) {
	who, err := identity(st, cfg.Ask)
	if err != nil {
		return nil, err
	}
	key, err := who.Key()
	if err != nil {
		return nil, err
	}
	if err := st.SetSeen(time.Now()); err != nil {
		cfg.Log.Warn("when you were here is not noted", "err", err)
	}
	return node.Start(ctx, node.Config{
		Key: key, Name: who.Name, Store: st, Movable: st, Moved: moved, Host: host.Config{DialOnly: true, AnyAddr: !atHome(cfg.Server), Only: only(cfg)},
		Version: cfg.Version, BotDelay: cfg.BotDelay, Log: cfg.Log,
	})
}

// only is the address that is dialled if there is but one.
func only(cfg Config) (at netip.AddrPort) {
	u, err := url.Parse(cfg.Server)
	if !cfg.Through || err != nil {
		return at
	}
	at, _ = netip.ParseAddrPort(u.Host) // a page is below an address; below a name it dials all as always
	return at
}

// identity is who the node is. A new one is made with a name that its person gives.
func identity(st *store.Store, ask func(error) (string, error)) (store.Identity, error) {
	who, known, err := st.Identity()
	if err != nil || known {
		return who, err
	}
	why, err := gone(st)
	if err != nil {
		return who, err
	}
	for who.Name == "" || why != nil {
		if who.Name, err = ask(why); err != nil {
			return who, err
		}
		why = table.CheckName(who.Name)
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return who, fmt.Errorf("node: %w", err)
	}
	who.Seed = key.Seed()
	return who, st.SetIdentity(who)
}

// gone says of a store that is nobody's that its node has moved to another place, if it has.
func gone(st *store.Store) (why, err error) {
	if o, moved, err := st.Moved(); err != nil || !moved {
		return nil, err
	} else {
		return &MovedError{Opener: o}, nil
	}
}

// atHome reports whether a page came from the local network.
func atHome(server string) bool {
	u, err := url.Parse(server)
	if err != nil {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err != nil || near.Local(ip)
}

// Offer draws the code with which the node can be moved to another place.
func (n *Node) Offer() (code string, until time.Time) { return n.Mover().Offer() }

// Transfer says whether the node may be moved, or another one is about to come here.
func (n *Node) Transfer() (control.Transfer, error) { return n.Mover().State() }

// Fetch moves the node of a peer ID to here. If it returns nil, this one has to end.
func (n *Node) Fetch(ctx context.Context, from, code string) error {
	id, err := peer.Decode(from)
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	return n.Mover().Fetch(ctx, streams.NodeOf(id), code)
}

// Open opens what has come of a node, with what its old place shows.
func (n *Node) Open(opener string) error { return n.Mover().Open(opener) }

// Handler answers the calls of the control interface.
func (n *Node) Handler() http.Handler { return control.Handler(n, n.log) }

// Wake is called when the page may have slept, or the network has changed: the node looks
// after its connections at once, and asks who is there.
func (n *Node) Wake() {
	n.Node.Wake()
	select {
	case n.woke <- struct{}{}:
	default:
	}
}

// Shutdown ends the node, and gives its store up.
func (n *Node) Shutdown() {
	n.stop()
	n.Node.Close()
}
