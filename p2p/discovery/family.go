package discovery

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// family is one of the two address families. Each is asked separately, because in a question to both, a
// failure of one would end the other too.
type family int

const (
	ipv4 family = iota
	ipv6
)

func (f family) String() string { return [...]string{"IPv4", "IPv6"}[f] }

func (f family) network() string { return [...]string{"udp4", "udp6"}[f] }

// group returns the multicast address of mDNS (RFC 6762 §3).
func (f family) group() *net.UDPAddr {
	return &net.UDPAddr{IP: net.ParseIP([...]string{"224.0.0.251", "ff02::fb"}[f]), Port: 5353}
}

func (f family) owns(ip netip.Addr) bool { return ip.Is4() == (f == ipv4) }

// tryListen returns why this process cannot listen on the mDNS port and group of an interface, nil if it
// can. A nil interface stands for the one that the system routes multicast to. The library does not report
// the reason.
func (f family) tryListen(ifi *net.Interface) error {
	c, err := net.ListenMulticastUDP(f.network(), ifi, f.group())
	if err != nil {
		return explain(f, err)
	}
	return c.Close()
}

// explain returns an error that says in words what the usual failures mean.
func explain(f family, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s: port 5353 is held exclusively by another program (%w)", f, err)
	case errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENETUNREACH):
		return fmt.Errorf("%s: no multicast route (%w)", f, err)
	}
	return fmt.Errorf("%s: %w", f, err)
}
