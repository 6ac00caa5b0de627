package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/host"
	"fives/p2p/node"
)

// A Daemon is a running node with what belongs to its machine. It implements [control.Daemon].
type Daemon struct {
	*node.Node
	cfg       Config
	discovery *discovery.Service
	shutdown  context.CancelFunc
}

// Run runs a daemon until ctx is done or somebody asks it to shut down. ready, if not nil, is called when the daemon is
// about to answer. The error is an *[api.Error] if the home cannot be used or is gone, and wraps [api.ErrInUse] if another
// daemon has it. If the home is gone, the process has to end: its store stays open.
func Run(ctx context.Context, cfg Config, ready func(api.Status)) error {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	claim, err := control.NewClaim(cfg.Home)
	if err != nil {
		return err
	}
	defer claim.Close()
	cfg.Home = claim.Home()
	ctx, shutdown := context.WithCancel(ctx)
	defer shutdown()
	d, err := start(ctx, cfg, shutdown)
	if err != nil {
		return err
	}
	if err := claim.Keep(storeFile); err != nil {
		d.leave()
		return err
	}
	if ready != nil {
		ready(d.Status())
	}
	err = claim.Serve(ctx, d, cfg.Log)
	if e := (*api.Error)(nil); errors.As(err, &e) && e.Reason == api.ReasonHomeGone {
		d.leave()
		return err
	}
	d.close()
	return err
}

// start reads the home, and brings the daemon on the network.
func start(ctx context.Context, cfg Config, shutdown context.CancelFunc) (*Daemon, error) {
	h, err := openHome(cfg.Home, cfg.Name)
	if err != nil {
		return nil, err
	}
	var finds atomic.Pointer[discovery.Service] // it starts after the host
	reach := func(bound []ma.Multiaddr) (near, tunnels []ma.Multiaddr) {
		return discovery.Reach(bound, cfg.Ifaces, finds.Load().HeardOn)
	}
	n, err := node.Start(ctx, node.Config{
		Key: h.key, Name: h.name, Store: h.store, Host: host.Config{Port: cfg.Port, Ifaces: cfg.Ifaces, Reach: reach},
		Pages: cfg.Pages, Peers: cfg.Peers, Network: cfg.Network, Version: cfg.Version, BotDelay: cfg.BotDelay, Log: cfg.Log, Rand: cfg.Rand,
		Playing: new(collector).playing, Here: cfg.Here, Router: openRouter,
	})
	if err != nil {
		h.store.Close()
		return nil, err
	}
	s, err := discover(n, cfg)
	if err != nil {
		n.Close()
		return nil, fmt.Errorf("node: %w", err)
	}
	finds.Store(s)
	return &Daemon{Node: n, cfg: cfg, discovery: s, shutdown: shutdown}, nil
}

// discover lets a node find others, and be found.
func discover(n *node.Node, cfg Config) (*discovery.Service, error) {
	h := n.Libp2p()
	return discovery.Start(discovery.Config{
		ID: h.ID(), Name: n.Name(), Version: record.Version, Network: cfg.Network, Ifaces: cfg.Ifaces, Addrs: h.ListenAddrs,
		Found: func(p discovery.Peer) { n.Found(p.ID, p.Name, p.Version, p.Addrs) },
		Twin:  n.FoundTwin,
		Log:   cfg.Log,
	})
}

func (d *Daemon) close() {
	d.discovery.Close()
	d.Node.Close()
}

// leave ends a daemon whose home is gone: it hangs up, and leaves the store as a process that is killed does. To close it,
// SQLite removes files by their names, which may be those of another home by now.
func (d *Daemon) leave() {
	d.discovery.Close()
	d.Node.Libp2p().Close()
}

// Shutdown ends the daemon.
func (d *Daemon) Shutdown() { d.shutdown() }

// Status returns the state of the node, its home, its process and its machine's interfaces.
func (d *Daemon) Status() api.Status {
	s := d.Node.Status()
	s.Home, s.Network, s.PID = d.cfg.Home, d.cfg.Network, os.Getpid()
	for _, i := range d.discovery.Status() {
		l := api.Link{Name: i.Name, Discovery: i.Serving && i.Asking, Problems: i.Problems}
		for _, a := range i.Addrs {
			l.Addresses = append(l.Addresses, a.String())
		}
		s.Interfaces = append(s.Interfaces, l)
	}
	return s
}

// Here is [node.Node.Here], with the whole status.
func (d *Daemon) Here(ctx context.Context) (api.Status, error) {
	if _, err := d.Node.Here(ctx); err != nil {
		return api.Status{}, err
	}
	return d.Status(), nil
}

// Peers lists the nodes that are connected or were seen lately. It also makes discovery look again.
func (d *Daemon) Peers() []api.Peer {
	d.discovery.Look(true)
	defer d.discovery.Look(false)
	list, found := d.Node.Peers(), d.discovery.Peers()
	for i := range list {
		for _, p := range found {
			if by, known := p.Ahead(); known && p.ID.String() == list[i].ID {
				seconds := int(by / time.Second)
				list[i].Ahead = &seconds
			}
		}
	}
	return list
}
