package host

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// attachedFor is how long a list of the machine's networks stays valid.
const attachedFor = 5 * time.Second

// attached knows the networks on which the machine has an address.
type attached struct {
	mu   sync.Mutex
	read time.Time
	nets []netip.Prefix
}

// contains reports whether an address is in one of them. For whoever lets in friends from
// outside, those of IPv4 do not count, unless they are private: a rented machine has strangers
// for neighbours.
func (a *attached) contains(ip netip.Addr, door bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.read.IsZero() || time.Since(a.read) > attachedFor {
		a.nets, a.read = attachedNetworks(), time.Now()
	}
	for _, n := range a.nets {
		if n.Contains(ip) && !(door && n.Addr().Is4()) {
			return true
		}
	}
	return false
}

func attachedNetworks() []netip.Prefix {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil // private addresses still pass
	}
	var nets []netip.Prefix
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		// A /0 would make every address a neighbour.
		if err == nil && p.Bits() > 0 {
			nets = append(nets, p.Masked())
		}
	}
	return nets
}
