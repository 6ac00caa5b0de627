//go:build !js

package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/far"
	"fives/p2p/near"
)

// LinkReaches reports whether an address may stand in a link: one of another network, or
// one of somebody else in a network of this machine. A host that is bound to the loopback
// alone is in no other network than that.
func (h *Host) LinkReaches(a netip.Addr) bool {
	a = a.Unmap()
	if far.Nowhere(a) || a.Zone() != "" {
		return false
	}
	own := ownNetworks(h.cfg.Ifaces)
	if a.IsLoopback() || slices.ContainsFunc(own, func(n netip.Prefix) bool { return n.Addr() == a }) {
		return len(own) > 0 && !slices.ContainsFunc(own, func(n netip.Prefix) bool { return !n.Addr().IsLoopback() })
	}
	// At the end of a tunnel an address of the shared range stands for that network.
	shared := func(a netip.Addr) bool { return near.Private(a) && !a.IsPrivate() }
	return !near.Private(a) || slices.ContainsFunc(own, func(n netip.Prefix) bool {
		return n.Contains(a) || shared(n.Addr()) && shared(a)
	})
}

// ownNetworks lists the addresses that this machine has on some interfaces, or on all but
// the loopback if none is named, with their networks.
func ownNetworks(ifaces []string) (own []netip.Prefix) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, ifi := range all {
		if len(ifaces) == 0 && ifi.Flags&net.FlagLoopback != 0 || len(ifaces) > 0 && !slices.Contains(ifaces, ifi.Name) {
			continue
		}
		addrs, err := ifi.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				own = append(own, p)
			}
		}
	}
	return own
}

// farAddr is the only form of an address that is dialled by a link.
func farAddr(at netip.AddrPort) ma.Multiaddr {
	return ma.StringCast(fmt.Sprintf("%s/tcp/%d", base(at.Addr()), at.Port()))
}

func farAddrs(ip netip.Addr, port int) []ma.Multiaddr {
	return []ma.Multiaddr{farAddr(netip.AddrPortFrom(ip, uint16(port)))}
}

// SetLink lets this host dial a node at exactly the addresses of a link, by TCP and through
// the door there, until the next SetLink for that node, or RemoveLink. Addresses that no
// link may have are left out, see [Host.LinkReaches].
func (h *Host) SetLink(l Link) error {
	if h.far == nil {
		return errDialOnly
	}
	l, err := h.dialled(l)
	if err != nil {
		return err
	}
	if err := h.listenBehind(); err != nil {
		return fmt.Errorf("host: %w", err)
	}
	h.far.setLink(l)
	return nil
}

// dialled leaves in a link the addresses that are dialled.
func (h *Host) dialled(l Link) (Link, error) {
	l.At = slices.Clone(l.At)
	for i, at := range l.At {
		l.At[i] = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	}
	l.At = slices.DeleteFunc(l.At, func(at netip.AddrPort) bool { return at.Port() == 0 || !h.LinkReaches(at.Addr()) })
	l.At = l.At[:min(len(l.At), linkAddrs)]
	if len(l.At) == 0 {
		return l, ErrLinkAddress
	}
	return l, nil
}

// TryLink finds out whether a link lets in, and hangs up at once. Connections that there are stay, and
// so does the link that was set. It fails as ConnectByLink does.
func (h *Host) TryLink(ctx context.Context, l Link) error {
	if h.far == nil {
		return errDialOnly
	}
	l, err := h.dialled(l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, farDialTimeout)
	defer cancel()
	tried := make(chan error, len(l.At))
	for _, a := range farAddrsOf(l) {
		go func() {
			c, err := h.far.dial(ctx, h.swarm.TransportForDialing(a), a, l.Node, l.Secret)
			if err == nil {
				_ = c.Close()
			}
			tried <- err
		}()
	}
	var all []error
	for range l.At {
		err := <-tried
		if err == nil {
			return nil
		}
		all = append(all, err)
	}
	return linkError(errors.Join(all...))
}

func (d *door) setLink(l Link) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.links[l.Node] = l
}

// takeLink returns the link to a node, and removes it if that is wanted.
func (d *door) takeLink(id peer.ID, remove bool) (Link, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.links[id]
	if remove {
		delete(d.links, id)
	}
	return l, ok
}

// listenBehind lets others reach this host through the nodes of its links. Where no link
// is, nothing of it is in memory; libp2p cannot end it and begin again.
func (h *Host) listenBehind() error {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.behind {
		return nil
	}
	if err := h.swarm.AddListenAddr(behindRelays); err != nil {
		return err
	}
	h.behind = true
	h.client.Start()
	return nil
}

// RemoveLink ends what SetLink began, and the connections that this host has dialled by the
// link.
func (h *Host) RemoveLink(id peer.ID) {
	if h.far == nil {
		return
	}
	l, _ := h.far.takeLink(id, true)
	h.Peerstore().SetAddrs(id, farAddrsOf(l), 0)
	for _, c := range h.directConns(id) {
		if isFar(c) && c.Stat().Direction == network.DirOutbound {
			_ = c.Close()
		}
	}
}

func farAddrsOf(l Link) (addrs []ma.Multiaddr) {
	for _, at := range l.At {
		addrs = append(addrs, farAddr(at))
	}
	return addrs
}

// ConnectByLink connects with the node of a link, unless that is connected already. It
// fails with one of a link's errors; the first of these that holds for any of the addresses
// is told: ErrOldLink, ErrDoorFull, ErrHangsUp, ErrUnknownLink, ErrSomebodyElse,
// ErrNobodyAnswers, ErrNoWay, ErrNoIPv6.
func (h *Host) ConnectByLink(ctx context.Context, id peer.ID) error {
	if h.far == nil {
		return ErrNoLink
	}
	l, ok := h.far.takeLink(id, false)
	if !ok {
		return ErrNoLink
	}
	h.Peerstore().AddAddrs(id, farAddrsOf(l), peerstore.TempAddrTTL)
	h.swarm.Backoff().Clear(id)
	return linkError(h.Connect(network.WithForceDirectDial(ctx, "link"), peer.AddrInfo{ID: id}))
}

// linkError is the first of a link's errors that holds.
func linkError(err error) error {
	for _, is := range []error{ErrOldLink, ErrDoorFull, ErrHangsUp, ErrUnknownLink, ErrSomebodyElse, ErrNobodyAnswers, ErrNoWay, ErrNoIPv6} {
		if errors.Is(err, is) {
			return fmt.Errorf("%w (%v)", is, err) //nolint:errorlint // others of these are among it
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrNobodyAnswers, err)
	}
	if err != nil {
		return fmt.Errorf("host: %w", err)
	}
	return nil
}
