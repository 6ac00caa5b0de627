package doctor

import (
	"cmp"
	"strings"
	"time"

	"fives/engine/record"
	"fives/p2p/control"
)

// recently is how long after its last sign a node that is not connected is
// still taken to be on the network.
const recently = time.Minute

func (e *exam) connected() int {
	n := 0
	for _, p := range e.peers {
		if p.Connected {
			n++
		}
	}
	return n
}

func (e *exam) company(c *chart) {
	if e.client == nil {
		e.answered(c)
		return
	}
	switch n := e.connected(); {
	case n > 0:
		c.ok("%d connected", n)
	default:
		c.warn("fives must run on the other machine too, on the same network; "+byAddress, "nobody is connected")
	}
	for _, p := range e.peers {
		if !p.Connected && time.Since(p.Seen) < recently {
			c.warn("if it still runs, look for a firewall on either machine, or a Wi-Fi that keeps its guests apart",
				"%s was seen %v ago and cannot be reached", called(p), time.Since(p.Seen).Round(time.Second))
		}
		switch {
		case p.Warning == "":
		case p.Protocol != 0 && p.Protocol != record.Version:
			c.warn("nodes of different protocol versions cannot play together: update the older one", "%s %s", called(p), p.Warning)
		default:
			c.warn("compare the fingerprint by voice: "+p.Fingerprint, "%s: %s", called(p), p.Warning)
		}
	}
}

// called is what a node calls itself, if that is known.
func called(p control.Peer) string { return cmp.Or(p.Name, p.Fingerprint) }

func (e *exam) answered(c *chart) {
	if len(e.heard) == 0 {
		c.warn("fives must run on the other machine too, on the same network; "+byAddress, "nobody has answered")
		return
	}
	c.ok("heard of %s", strings.Join(e.heard, ", "))
}
