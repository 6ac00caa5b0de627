//go:build !js

package host

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	ma "github.com/multiformats/go-multiaddr"
)

const (
	followEvery   = 2 * time.Second // how often named interfaces are looked at
	unspecifiedV4 = "0.0.0.0"
	unspecifiedV6 = "::"
)

// ErrPorts says that the port, and those tried after it, are all taken.
var ErrPorts = errors.New("the ports are all taken")

// errPort says that the only acceptable port is taken.
var errPort = errors.New("another program has it")

// errBusy says that somebody else has the port.
var errBusy = errors.New("port is taken")

// A service is what listens on one port number.
type service struct {
	probe func(ip netip.Addr, port int) error
	addrs func(ip netip.Addr, port int) []ma.Multiaddr
}

// Nodes find each other at the first, browsers at the second, and friends from outside come
// to the third.
var (
	forNodes = service{probe, listenAddrs}
	forPages = service{probeTCP, webAddrs}
	forFar   = service{probeTCP, farAddrs}
)

// listen binds TCP and QUIC to one port number on all wanted addresses, and follows changes
// of these.
func (h *Host) listen() (err error) {
	if h.port, err = h.bindFrom(forNodes, h.cfg.Port, portTries); err != nil {
		return err
	}
	go h.follow()
	return nil
}

// bindPages binds the port at which browsers are let in, or the first free one of some
// after it.
func (h *Host) bindPages(port, more int) (int, error) { return h.bindFrom(forPages, port, more) }

// bindFrom binds a service to a port, or the first free one of some after it.
func (h *Host) bindFrom(of service, port, more int) (int, error) {
	ips, err := wantedIPs(h.cfg.Ifaces)
	if err != nil {
		return 0, err
	}
	for try := 0; try <= more; try++ {
		p, err := candidate(port, try)
		if err != nil {
			return 0, err
		}
		err = h.bind(of, ips, p)
		if err == nil {
			return p, nil
		}
		if !errors.Is(err, errBusy) {
			return 0, err
		}
	}
	if more == 0 {
		return 0, errPort
	}
	return 0, fmt.Errorf("%w: %d to %d", ErrPorts, port, port+more)
}

// candidate returns the port of one try; for port 0 the system names one.
func candidate(port, try int) (int, error) {
	if port != 0 {
		if port+try > 65535 {
			return 0, fmt.Errorf("no free port from %d on", port)
		}
		return port + try, nil
	}
	l, err := net.ListenPacket("udp", ":0")
	if err != nil {
		return 0, fmt.Errorf("free port: %w", err)
	}
	defer l.Close()
	return l.LocalAddr().(*net.UDPAddr).Port, nil
}

// bind listens on those addresses that can be used at present. If the port is taken on one
// of them, it fails with errBusy and listens nowhere.
func (h *Host) bind(of service, ips []netip.Addr, port int) error {
	var addrs []ma.Multiaddr
	for _, ip := range ips {
		switch err := of.probe(ip, port); {
		case err == nil:
			addrs = append(addrs, of.addrs(ip, port)...)
		case errors.Is(err, syscall.EADDRINUSE):
			return errBusy
		case errors.Is(err, syscall.EACCES):
			return err
		default: // the family is switched off, or the address is still tentative
			h.log.Debug("host: address left out", "ip", ip, "err", err)
		}
	}
	if len(addrs) == 0 && len(ips) > 0 {
		return errors.New("no address to listen on")
	}
	for i, a := range addrs {
		if err := h.swarm.AddListenAddr(a); err != nil {
			h.swarm.ListenClose(addrs[:i]...)
			if errors.Is(err, syscall.EADDRINUSE) {
				return errBusy // taken since the probe
			}
			return fmt.Errorf("listen on %s: %w", a, err)
		}
	}
	return nil
}

// probe tries both kinds of socket. libp2p's own error for a list of
// addresses does not say which of them failed, or why.
func probe(ip netip.Addr, port int) error {
	network := "udp4"
	if ip.Is6() {
		network = "udp6"
	}
	p, err := net.ListenPacket(network, at(ip, port))
	if err != nil {
		return err
	}
	defer p.Close()
	return probeTCP(ip, port)
}

func probeTCP(ip netip.Addr, port int) error {
	network := "tcp4"
	if ip.Is6() {
		network = "tcp6"
	}
	l, err := net.Listen(network, at(ip, port))
	if err != nil {
		return err
	}
	return l.Close()
}

func at(ip netip.Addr, port int) string { return net.JoinHostPort(ip.String(), strconv.Itoa(port)) }

func listenAddrs(ip netip.Addr, port int) []ma.Multiaddr {
	return []ma.Multiaddr{
		ma.StringCast(fmt.Sprintf("%s/tcp/%d", base(ip), port)),
		ma.StringCast(fmt.Sprintf("%s/udp/%d/quic-v1", base(ip), port)),
	}
}

func webAddrs(ip netip.Addr, port int) []ma.Multiaddr {
	return []ma.Multiaddr{ma.StringCast(fmt.Sprintf("%s/tcp/%d/ws", base(ip), port))}
}

func base(ip netip.Addr) string {
	if ip.Is6() {
		return "/ip6/" + ip.String()
	}
	return "/ip4/" + ip.String()
}

// wantedIPs returns the addresses to listen on: those of the named interfaces,
// or the unspecified ones. A named interface must exist.
func wantedIPs(ifaces []string) ([]netip.Addr, error) {
	if len(ifaces) == 0 {
		return []netip.Addr{netip.MustParseAddr(unspecifiedV4), netip.MustParseAddr(unspecifiedV6)}, nil
	}
	var ips []netip.Addr
	for _, name := range ifaces {
		ifi, err := net.InterfaceByName(name)
		if err != nil {
			return nil, fmt.Errorf("interface %q: %w", name, err)
		}
		found, err := interfaceIPs(ifi)
		if err != nil {
			return nil, fmt.Errorf("interface %q: %w", name, err)
		}
		ips = append(ips, found...)
	}
	return ips, nil
}

func interfaceIPs(ifi *net.Interface) ([]netip.Addr, error) {
	addrs, err := ifi.Addrs()
	if err != nil {
		return nil, err
	}
	var ips []netip.Addr
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue // not an IP address
		}
		// libp2p dials no IPv6 link-local address, so nobody would come.
		if ip := p.Addr(); ip.Is4() || !ip.IsLinkLocalUnicast() {
			ips = append(ips, ip)
		}
	}
	return ips, nil
}

// follow keeps the listeners of named interfaces in step with their addresses.
// Unspecified addresses need none of this.
func (h *Host) follow() {
	defer close(h.stopped)
	if len(h.cfg.Ifaces) == 0 {
		return
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-tick.C:
			h.rebind()
		}
	}
}

// rebind listens on addresses that have appeared and stops listening on those that have
// gone. An interface that is gone keeps none.
func (h *Host) rebind() {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	want := h.wantedAddrs()
	have := h.swarm.ListenAddresses()
	for _, a := range have {
		if !slices.ContainsFunc(want, a.Equal) {
			h.swarm.ListenClose(a)
		}
	}
	for _, a := range want {
		if slices.ContainsFunc(have, a.Equal) {
			continue
		}
		if err := h.swarm.AddListenAddr(a); err != nil {
			h.log.Debug("host: cannot listen yet", "addr", a, "err", err)
		}
	}
}

// wantedAddrs lists where to listen on the named interfaces, as they are now.
func (h *Host) wantedAddrs() (want []ma.Multiaddr) {
	for _, name := range h.cfg.Ifaces {
		ips, err := wantedIPs([]string{name})
		if err != nil {
			h.log.Debug("host: interface is away", "iface", name, "err", err)
		}
		for _, ip := range ips {
			want = append(want, listenAddrs(ip, h.port)...)
			if h.web != 0 {
				want = append(want, webAddrs(ip, h.web)...)
			}
			if far := h.FarOpen(); far != 0 {
				want = append(want, farAddrs(ip, far)...)
			}
		}
	}
	if h.behind {
		want = append(want, behindRelays)
	}
	return want
}
