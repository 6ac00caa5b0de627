package doctor

import (
	"strings"
	"time"
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
				"%s was seen %v ago and cannot be reached", p.Name, time.Since(p.Seen).Round(time.Second))
		}
		if p.Warning != "" {
			c.warn("compare the fingerprint by voice: "+p.Fingerprint, "%s: %s", p.Name, p.Warning)
		}
	}
}

func (e *exam) answered(c *chart) {
	if len(e.heard) == 0 {
		c.warn("fives must run on the other machine too, on the same network; "+byAddress, "nobody has answered")
		return
	}
	c.ok("heard of %s", strings.Join(e.heard, ", "))
}
