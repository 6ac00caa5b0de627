//go:build js

package browser

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"net/netip"
	"net/url"
	"time"

	"fives/p2p/host"
	"fives/p2p/near"
	"fives/p2p/node"
	"fives/p2p/store"
	"fives/p2p/store/indexed"
)

// Config says how to run a node in a browser.
type Config struct {
	// Places are where this browser may keep nodes of this invitation; without any, the node is kept nowhere, and its
	// key is a new one. At is the number of the place of the node that was here last.
	Places []Place
	At     int
	Server string // the URL of the page, such as http://192.168.1.7:45380/k7fdo2xn4wqb/
	// Through makes the node dial only the node that served the page, which passes on everything else. A browser may
	// keep pages away from other addresses.
	Through bool
	// Name asks for the nickname of a new key. It is called again, with the reason, if the answer will not do.
	Name func(Naming) (Answer, error)
	// Was asks whether a key that was found is that of the person at the page.
	Was func(Found) (bool, error)
	// Known is told the name with which the node goes on, if nobody was asked for one.
	Known func(name string)
	// Settled is told the number of the node's place once that is known, and which other keys have played.
	Settled  func(at int, aside []Found)
	Cleared  func(error)   // is called if the browser clears the database
	Version  string        // of the program
	BotDelay time.Duration // see package node
	Log      *slog.Logger  // nil discards
}

// A Node is a running node. It implements [control.Daemon].
type Node struct {
	*node.Node
	log  *slog.Logger
	stop context.CancelFunc
	woke chan struct{} // wakes find
}

// Why the store of a page cannot be used, or stores nothing any more.
var (
	ErrNone     = indexed.ErrNone
	ErrFull     = indexed.ErrFull
	ErrCleared  = indexed.ErrCleared
	ErrClearing = indexed.ErrClearing
)

// Start opens the store and brings the node on the network. The error wraps [kv.ErrInUse] if another tab has the node.
func Start(ctx context.Context, cfg Config) (*Node, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	st, err := (&search{Config: cfg, ctx: ctx}).node()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	b := &Node{log: cfg.Log, stop: stop, woke: make(chan struct{}, 1)}
	var key ed25519.PrivateKey
	b.Node, key, err = start(ctx, cfg, st)
	if err != nil {
		stop()
		st.Close()
		return nil, err
	}
	go b.find(ctx, asked(cfg.Server, "nodes.json", key))
	return b, nil
}

func start(ctx context.Context, cfg Config, st *store.Store) (*node.Node, ed25519.PrivateKey, error) {
	who, _, err := st.Identity()
	if err != nil {
		return nil, nil, err
	}
	key, err := who.Key()
	if err != nil {
		return nil, nil, err
	}
	n, err := node.Start(ctx, node.Config{
		Key: key, Name: who.Name, Store: st, Host: host.Config{DialOnly: true, DialsAll: !atHome(cfg.Server), Only: only(cfg)},
		Version: cfg.Version, BotDelay: cfg.BotDelay, Log: cfg.Log,
	})
	return n, key, err
}

// only returns the only address that the node may dial, the zero AddrPort if it may dial all.
func only(cfg Config) (at netip.AddrPort) {
	u, err := url.Parse(cfg.Server)
	if !cfg.Through || err != nil {
		return at
	}
	at, _ = netip.ParseAddrPort(u.Host) // if the page has a host name in place of an address, the node dials all
	return at
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

// Wake makes the node check its connections and ask the server for nodes at once. Call it when the page may have slept, or
// the network has changed.
func (n *Node) Wake() {
	n.Node.Wake()
	select {
	case n.woke <- struct{}{}:
	default:
	}
}

// Shutdown ends the node, and gives up its store.
func (n *Node) Shutdown() {
	n.stop()
	n.Node.Close()
}
