package doctor

import (
	"cmp"
	"strings"
	"time"

	"fives/cli/words"
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
		warned(c, p)
	}
}

// warned says what is the matter with a node, and what to do about it.
func warned(c *chart, p control.Peer) {
	text := words.Warning(p.Warning)
	switch {
	case p.Warning.Code == "":
	case p.Warning.Code == control.WarnProtocol:
		c.warn("nodes of different protocol versions cannot play together: update the older one", "%s %s", called(p), text)
	case p.Warning.Fingerprint != "":
		c.warn("compare the fingerprint by voice: "+p.Warning.Fingerprint, "%s: %s", called(p), text)
	default:
		c.warn("it is asked again by itself; if it stays so, restart the daemon there: fives down; fives up --detach", "%s: %s", called(p), text)
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
