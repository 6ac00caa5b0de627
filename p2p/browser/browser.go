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

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/near"
	"fives/p2p/node"
	"fives/p2p/store"
	"fives/p2p/store/indexed"
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
	ErrNone     = indexed.ErrNone
	ErrFull     = indexed.ErrFull
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
	b.Node, err = start(ctx, cfg, st)
	if err != nil {
		stop()
		st.Close()
		return nil, err
	}
	go b.find(ctx, cfg.Server)
	return b, nil
}

func start(ctx context.Context, cfg Config, st *store.Store) (*node.Node, error) {
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
		Key: key, Name: who.Name, Store: st, Host: host.Config{DialOnly: true, AnyAddr: !atHome(cfg.Server), Only: only(cfg)},
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
	var why error
	for who.Name == "" || why != nil {
		if who.Name, err = ask(why); err != nil {
			return who, err
		}
		who.Name = record.TypedName(who.Name)
		why = record.CheckName(who.Name)
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return who, fmt.Errorf("node: %w", err)
	}
	who.Seed = key.Seed()
	return who, st.SetIdentity(who)
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
